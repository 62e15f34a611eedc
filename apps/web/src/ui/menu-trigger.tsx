import { cloneElement, type KeyboardEvent, type ReactElement } from 'react';

/** A button that takes a ref and what a menu hangs on it. */
export type TriggerElement = ReactElement<{
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}>;

type AloneProps = {
  trigger: TriggerElement;
  open?: boolean | undefined;
  onOpen: () => void;
  /** The pointer or the focus is there. */
  onNear?: (() => void) | undefined;
};

/** The button of a menu that has not been opened yet, by pointer and by keys as the menu's own. */
export const MenuTriggerAlone = ({ trigger, open = false, onOpen, onNear }: AloneProps) =>
  cloneElement(trigger, {
    ...(onNear ? { onPointerEnter: onNear, onFocus: onNear } : {}),
    onClick: onOpen,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      onOpen();
    },
    'aria-haspopup': 'menu',
    'aria-expanded': open,
  });
