import { useRef } from 'react';

/** The focused element; for an entry of a closed menu, the button that opened the menu. */
function holder(): Element | null {
  const { activeElement } = document;
  const opener = activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return opener ? document.getElementById(opener) : activeElement;
}

/**
 * Returns the focus after a dialog without its own trigger closes, unless something else took it meanwhile. Spread
 * the result into the dialog's content; `onOpen` sets the first focus.
 */
export function useFocusBack(onOpen?: (event: Event) => void) {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = holder();
      onOpen?.(event);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { current } = before;
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && current instanceof HTMLElement && current.isConnected) current.focus();
    },
  };
}
