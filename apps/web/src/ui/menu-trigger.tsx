import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react';

/** A button that takes a ref and what a menu hangs on it. */
export type TriggerElement = ReactElement<{
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onClick?: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}>;

/** What opened a menu; by a key it stands on its first line at once. */
export type OpenedBy = 'key' | 'pointer';

type AloneProps = {
  trigger: TriggerElement;
  open?: boolean | undefined;
  onOpen: (by: OpenedBy) => void;
  /** The pointer or the focus is there. */
  onNear?: (() => void) | undefined;
};

/** The button of a menu that has not been opened yet, by pointer and by keys as the menu's own. */
export const MenuTriggerAlone = ({ trigger, open = false, onOpen, onNear }: AloneProps) => {
  const own = trigger.props;
  return cloneElement(trigger, {
    ...(onNear ? { onPointerEnter: onNear, onFocus: onNear } : {}),
    onClick: (event) => {
      own.onClick?.(event);
      // a click that no pointer made is Enter or Space
      onOpen(event.detail === 0 ? 'key' : 'pointer');
    },
    onKeyDown: (event) => {
      own.onKeyDown?.(event);
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      onOpen('key');
    },
    'aria-haspopup': 'menu',
    'aria-expanded': open,
  });
};
