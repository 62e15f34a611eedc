import { useEffectEvent, useLayoutEffect } from 'react';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox]), textarea, select, [role=combobox]'));

const LAYERS = '[role=dialog], [role=alertdialog], [role=menu]';

/**
 * Adds single-key shortcuts to a page, by their position on the keyboard, so that they work with an Arabic layout;
 * never while the user types or a dialog is open.
 * @param findMoves returns the current action of each key, by its code
 */
export function usePageShortcuts(findMoves: () => ReadonlyMap<string, () => void>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (isTyping(event.target) || document.querySelector(LAYERS)) return;
    const move = findMoves().get(event.code);
    if (!move) return;
    event.preventDefault();
    move();
  });
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
