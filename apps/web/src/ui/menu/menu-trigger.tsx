import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react';

/** A button that takes a ref and the menu's props. */
export type TriggerElement = ReactElement<{
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onClick?: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}>;

/** How the menu was opened; when opened by key, it focuses its first entry at once. */
export type OpenedBy = 'key' | 'pointer';

type AloneProps = {
  trigger: TriggerElement;
  open?: boolean | undefined;
  onOpen: (by: OpenedBy) => void;
  /** Called when the pointer or the focus reaches the button. */
  onNear?: (() => void) | undefined;
};

/** The button of a menu that has not been opened yet; it opens by pointer and keys like the menu's own button. */
export const MenuTriggerAlone = ({ trigger, open = false, onOpen, onNear }: AloneProps) => {
  const triggerProps = trigger.props;
  return cloneElement(trigger, {
    ...(onNear ? { onPointerEnter: onNear, onFocus: onNear } : {}),
    onClick: (event) => {
      triggerProps.onClick?.(event);
      // a click without a pointer is Enter or Space
      onOpen(event.detail === 0 ? 'key' : 'pointer');
    },
    onKeyDown: (event) => {
      triggerProps.onKeyDown?.(event);
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      onOpen('key');
    },
    'aria-haspopup': 'menu',
    'aria-expanded': open,
  });
};
