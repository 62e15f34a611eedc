import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { cx } from '../cx.ts';
import { useField } from '../field/field.tsx';
import { floatClass, lineClass } from '../menu/menu.tsx';
import { usePortalContainer } from '../overlay/portal-provider.tsx';
import { controlClass } from '../text-input/input.tsx';

export type SelectOption<V extends string> = {
  value: V;
  label: ReactNode;
  disabled?: boolean | undefined;
};

export type SelectProps<V extends string> = {
  /** An empty value is allowed ('all'); undefined shows the placeholder. */
  value: V | undefined;
  onChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  size?: 'sm' | 'md' | undefined;
  id?: string | undefined;
  'aria-label'?: string | undefined;
  className?: string | undefined;
};

/** A label of text alone is isolated, so that a number or code in it reads from left to right. */
const isolateLabel = (label: ReactNode): ReactNode =>
  typeof label === 'string' ? <bdi>{label}</bdi> : label;

/** Picks from a short, fixed list of up to about 15 options. For longer lists or the server's, use Combobox. */
export const Select = <V extends string>({
  value,
  onChange,
  options,
  placeholder,
  size = 'md',
  className,
  ...rest
}: SelectProps<V>) => {
  const layer = usePortalContainer();
  const { 'aria-required': required, ...fieldProps } = useField(rest);
  // the list is mounted on hover or focus, because a form has many of them and few are opened; typing still selects by
  // the first letters
  const [isNear, setNear] = useState(false);
  const come = () => setNear(true);
  const selected = options.find((option) => option.value === value);
  // Radix reserves the empty value for 'nothing selected', so every value gets a prefix
  return (
    <Radix.Root
      value={value === undefined ? '' : `v${value}`}
      onValueChange={(next) => onChange(next.slice(1) as V)}
      onOpenChange={come}
      disabled={rest.disabled}
      required={required}
    >
      <Radix.Trigger
        {...fieldProps}
        onFocus={come}
        onPointerEnter={come}
        className={cx(
          controlClass,
          'inline-flex max-w-full items-center justify-between gap-2 ps-2.5 pe-2 text-start data-[placeholder]:text-subtle',
          size === 'sm' ? 'min-h-control-sm text-sm' : 'min-h-control',
          className,
        )}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder}>{isolateLabel(selected?.label)}</Radix.Value>
        </span>
        <Radix.Icon className="text-subtle">
          <ChevronDown className="size-4" />
        </Radix.Icon>
      </Radix.Trigger>
      {isNear ? (
        <Radix.Portal container={layer}>
          <Radix.Content
            position="popper"
            sideOffset={4}
            collisionPadding={8}
            className={cx(
              floatClass,
              'max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden',
            )}
          >
            <Radix.Viewport className="max-h-80 p-1">
              {options.map((option) => (
                <Radix.Item
                  key={option.value}
                  value={`v${option.value}`}
                  disabled={option.disabled}
                  className={cx(lineClass, 'pe-8')}
                >
                  <Radix.ItemText>{isolateLabel(option.label)}</Radix.ItemText>
                  <Radix.ItemIndicator className="absolute end-2">
                    <Check />
                  </Radix.ItemIndicator>
                </Radix.Item>
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      ) : null}
    </Radix.Root>
  );
};
