import { useRef } from 'react';

/** What had the focus; of a line of a menu, which is gone by then, the button that opened the menu. */
function holder(): Element | null {
  const { activeElement } = document;
  const opener = activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return opener ? document.getElementById(opener) : activeElement;
}

/**
 * A layer that no trigger of its own opened gives the focus back to what had it: `keep` when it opens, `giveBack` when
 * it has closed. Whoever took the focus meanwhile keeps it.
 */
export function useFocusBack() {
  const before = useRef<Element | null>(null);
  return {
    keep: () => {
      before.current = holder();
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      const { current } = before;
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && current instanceof HTMLElement && current.isConnected) current.focus();
    },
  };
}
