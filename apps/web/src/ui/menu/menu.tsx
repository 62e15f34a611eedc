import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { usePortalContainer } from '../overlay/portal-provider.tsx';
import { MenuTriggerAlone, type OpenedBy, type TriggerElement } from './menu-trigger.tsx';

/** The style of every floating panel: menus, lists, popovers. */
export const floatClass =
  'z-50 rounded-lg bg-raised text-ink shadow-md outline-none data-[state=open]:animate-in data-[state=closed]:animate-out print:hidden';

/** The shape of an entry in a menu or list. */
export const lineShape = cx(
  'relative flex min-h-control-sm items-center gap-2 rounded-md px-2 py-1 text-base select-none outline-none',
  '[&_svg]:size-4 [&_svg]:shrink-0',
);

/** The style of an entry, with its highlighted and disabled states. */
export const lineClass = cx(
  lineShape,
  'data-[highlighted]:bg-hover data-[disabled]:pointer-events-none data-[disabled]:opacity-50',
);

const panelClass = cx(
  floatClass,
  'max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto p-1',
);

export type MenuProps = {
  /** The button that opens the menu: one element that accepts a ref. */
  trigger: TriggerElement;
  children: ReactNode;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  /** The menu's label, where the trigger's text is not enough. */
  label?: string | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** True when a key opened it. */
  byKey?: boolean | undefined;
};

/** Returns whether this is a touch screen, where a tap outside an open menu must only close the menu. */
const isTouched = () => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

const FIRST_LINE = '[role^="menuitem"]:not([data-disabled])';

/**
 * A menu of actions or choices behind a button. Until it is opened only the button exists, because a list has one in
 * every row.
 */
export const Menu = (props: MenuProps) => {
  const [used, setUsed] = useState<OpenedBy | null>(null);
  const show = (by: OpenedBy) => {
    setUsed(by);
    props.onOpenChange?.(true);
  };
  if (used === null && props.open === undefined)
    return <MenuTriggerAlone trigger={props.trigger} onOpen={show} />;
  return <OpenedMenu {...props} byKey={props.byKey ?? used === 'key'} />;
};

const OpenedMenu = ({
  trigger,
  children,
  align = 'end',
  side = 'bottom',
  label,
  open,
  onOpenChange,
  byKey,
}: MenuProps) => {
  const layer = usePortalContainer();
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // the menu was mounted after the key that opened it, so it focuses its first entry itself
  useEffect(() => {
    if (!byKey) return;
    const frame = requestAnimationFrame(() => panel.current?.querySelector<HTMLElement>(FIRST_LINE)?.focus());
    return () => cancelAnimationFrame(frame);
  }, [byKey]);
  return (
    <Radix.Root modal={isTouched()} defaultOpen open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild ref={button}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content
          ref={panel}
          onInteractOutside={(event) => {
            // the button already toggles the menu; without this, a click during the fade-out would close and reopen it
            const by = event.detail.originalEvent;
            const isSecondary = by instanceof PointerEvent && (by.button !== 0 || by.ctrlKey);
            if (!isSecondary && button.current?.contains(event.target as Node)) event.preventDefault();
          }}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className={panelClass}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};

export type MenuItemProps = {
  children: ReactNode;
  onSelect?: ((event: Event) => void) | undefined;
  icon?: ReactNode;
  /** At the end of the entry, such as a shortcut or a count. */
  aside?: ReactNode;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Why the action is unavailable; keys still reach the entry, so that everybody can read the reason. */
  reason?: ReactNode;
  /** The only child is a link that is styled as this entry. */
  asChild?: boolean | undefined;
};

/** An action that is unavailable, with the reason below it; choosing it changes nothing and keeps the menu open. */
const UnavailableItem = ({ children, icon, reason }: Pick<MenuItemProps, 'children' | 'icon' | 'reason'>) => {
  const id = useId();
  return (
    <Radix.Item
      onSelect={(event) => event.preventDefault()}
      aria-disabled
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-reason`}
      className={cx(lineClass, 'items-start [&_svg]:text-subtle')}
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span id={`${id}-name`} className="opacity-50">
          {children}
        </span>
        <span id={`${id}-reason`} className="block max-w-64 text-sm text-subtle">
          {reason}
        </span>
      </span>
    </Radix.Item>
  );
};

/** One action. */
export const MenuItem = ({ reason, ...props }: MenuItemProps) =>
  reason ? <UnavailableItem {...props} reason={reason} /> : <AvailableItem {...props} />;

const AvailableItem = ({
  children,
  onSelect,
  icon,
  aside,
  danger,
  disabled,
  asChild,
}: Omit<MenuItemProps, 'reason'>) => (
  <Radix.Item
    onSelect={onSelect}
    disabled={disabled}
    asChild={asChild}
    className={cx(
      lineClass,
      danger ? 'text-danger-text data-[highlighted]:bg-danger-soft' : '[&_svg]:text-subtle',
    )}
  >
    {asChild ? (
      children
    ) : (
      <>
        {icon}
        <span className="min-w-0 flex-1">{children}</span>
        {aside ? <span className="ms-4 text-sm text-subtle">{aside}</span> : null}
      </>
    )}
  </Radix.Item>
);

export type MenuCheckProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  disabled?: boolean | undefined;
};

/** An entry that is on or off; the menu stays open to change several. */
export const MenuCheckboxItem = ({ checked, onChange, children, disabled }: MenuCheckProps) => (
  <Radix.CheckboxItem
    checked={checked}
    onCheckedChange={onChange}
    onSelect={(event) => event.preventDefault()}
    disabled={disabled}
    className={cx(lineClass, 'ps-8')}
  >
    <Radix.ItemIndicator className="absolute start-2">
      <Check />
    </Radix.ItemIndicator>
    {children}
  </Radix.CheckboxItem>
);

export type MenuChoiceProps<V extends string> = {
  value: V;
  onChange: (value: V) => void;
  options: readonly { value: V; label: ReactNode }[];
};

/** Entries of which one is selected, such as language, theme or density. */
export const MenuRadioGroup = <V extends string>({ value, onChange, options }: MenuChoiceProps<V>) => (
  <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as V)}>
    {options.map((option) => (
      <Radix.RadioItem key={option.value} value={option.value} className={cx(lineClass, 'ps-8')}>
        <Radix.ItemIndicator className="absolute start-2">
          <Check />
        </Radix.ItemIndicator>
        {option.label}
      </Radix.RadioItem>
    ))}
  </Radix.RadioGroup>
);

/** A menu inside the menu. */
export const SubMenu = ({
  label,
  icon,
  children,
}: {
  label: ReactNode;
  icon?: ReactNode;
  children: ReactNode;
}) => {
  const layer = usePortalContainer();
  return (
    <Radix.Sub>
      <Radix.SubTrigger className={cx(lineClass, 'data-[state=open]:bg-hover [&_svg]:text-subtle')}>
        {icon}
        <span className="min-w-0 flex-1">{label}</span>
        <ChevronRight className="rtl:-scale-x-100" />
      </Radix.SubTrigger>
      <Radix.Portal container={layer}>
        <Radix.SubContent sideOffset={4} collisionPadding={8} className={panelClass}>
          {children}
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  );
};

/** A heading above a group of entries. */
export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="px-2 pt-1.5 pb-1 text-xs font-medium text-subtle">{children}</Radix.Label>
);

export const MenuSeparator = () => <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
