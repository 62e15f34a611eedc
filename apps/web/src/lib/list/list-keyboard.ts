import { useEffectEvent, useLayoutEffect } from 'react';

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox]), textarea, select, [role=combobox]'));

/** The focused row and its neighbours on the page. */
const lines = () => [...document.querySelectorAll<HTMLElement>('[data-line]')];

/**
 * J and K move, X selects, Enter opens, / searches. Keys are read by their position on the keyboard, so that they
 * work with an Arabic layout; never while the user types or a dialog is open.
 */
export function useListKeys(select: (id: string) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (typing(event.target) || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]'))
      return;
    const all = lines();
    const at = all.findIndex((line) => line.contains(document.activeElement));
    const line = all[at];
    const opener = (of: HTMLElement | undefined) => of?.querySelector<HTMLElement>('[data-open]');
    const go = (to: number) => {
      const next = all[Math.max(0, Math.min(to, all.length - 1))];
      opener(next)?.focus();
      next?.scrollIntoView({ block: 'nearest' });
    };
    const moves = new Map<string, () => void>([
      ['KeyJ', () => go(at + 1)],
      ['KeyK', () => go(at - 1)],
      ['Slash', () => document.querySelector<HTMLElement>('[data-search]')?.focus()],
    ]);
    if (line) moves.set('KeyX', () => select(line.dataset.line ?? ''));
    // a link opens by itself; Enter on a row's checkbox opens the row too
    if (line && document.activeElement?.matches('[type=checkbox]'))
      moves.set('Enter', () => opener(line)?.click());
    const move = moves.get(event.code);
    if (!move) return;
    event.preventDefault();
    move();
  });
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
