import { useRef } from 'react';

/** Returns the focused element; for an entry of a closed menu, the button that opened the menu. */
function findFocusTarget(): Element | null {
  const { activeElement } = document;
  const opener = activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return opener ? document.getElementById(opener) : activeElement;
}

/**
 * Returns the focus after a dialog without its own trigger closes, unless another element has taken the focus. Spread
 * the result into the dialog's content; `onOpen` sets the first focus.
 */
export function useReturnFocus(onOpen?: (event: Event) => void) {
  const previousFocus = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      previousFocus.current = findFocusTarget();
      onOpen?.(event);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { current } = previousFocus;
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && current instanceof HTMLElement && current.isConnected) current.focus();
    },
  };
}
