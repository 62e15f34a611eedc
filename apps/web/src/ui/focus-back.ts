import { useRef } from 'react';

/** What had the focus; of a line of a menu, which is gone by then, the button that opened the menu. */
function holder(): Element | null {
  const { activeElement } = document;
  const opener = activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return opener ? document.getElementById(opener) : activeElement;
}

/**
 * A layer that no trigger of its own opened gives the focus back to what had it, once it has closed. Whoever took the
 * focus meanwhile keeps it. To be spread into a layer's content; `onOpen` says where the focus goes first.
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
