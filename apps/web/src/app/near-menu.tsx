import {
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  Suspense,
  useState,
} from 'react';

export type NearMenuProps = {
  trigger: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

type TriggerProps = {
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
};

/**
 * A menu whose code comes when the pointer or the focus is near its button, so that the first page is drawn
 * without it. Until the first opening the button stands alone; then the menu takes it over.
 */
export const NearMenu = ({
  trigger,
  menu: MenuPart,
  load,
}: {
  trigger: ReactElement<TriggerProps>;
  /** Draws the menu around the trigger it is given. */
  menu: ComponentType<NearMenuProps>;
  /** Begins to load the menu. */
  load: () => Promise<unknown>;
}) => {
  const [used, setUsed] = useState(false);
  const [open, setOpen] = useState(false);
  // a failure here is met again, and told, when the menu is opened
  const warm = () => void load().catch(() => undefined);
  const show = () => {
    setUsed(true);
    setOpen(true);
  };
  const alone = cloneElement(trigger, {
    onPointerEnter: warm,
    onFocus: warm,
    onClick: show,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      show();
    },
    'aria-haspopup': 'menu',
    'aria-expanded': open,
  });
  if (!used) return alone;
  return (
    <Suspense fallback={alone}>
      <MenuPart trigger={trigger} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
};
