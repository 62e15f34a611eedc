import { usePageShortcuts } from '../page-keys.ts';

/** Returns the elements of all rows on the page. */
const listRowElements = () => [...document.querySelectorAll<HTMLElement>('[data-line]')];

/** Adds the shortcuts of a list: J and K move, X selects, Enter opens, / searches. */
export function useListShortcuts(select: (id: string) => void): void {
  usePageShortcuts(() => {
    const allLines = listRowElements();
    const focusedIndex = allLines.findIndex((line) => line.contains(document.activeElement));
    const line = allLines[focusedIndex];
    const opener = (line: HTMLElement | undefined) => line?.querySelector<HTMLElement>('[data-open]');
    const go = (to: number) => {
      const next = allLines[Math.max(0, Math.min(to, allLines.length - 1))];
      opener(next)?.focus();
      next?.scrollIntoView({ block: 'nearest' });
    };
    const moves = new Map<string, () => void>([
      ['KeyJ', () => go(focusedIndex + 1)],
      ['KeyK', () => go(focusedIndex - 1)],
      ['Slash', () => document.querySelector<HTMLElement>('[data-search]')?.focus()],
    ]);
    if (line) moves.set('KeyX', () => select(line.dataset.line ?? ''));
    // a link opens by itself; Enter on a row's checkbox opens the row too
    if (line && document.activeElement?.matches('[type=checkbox]'))
      moves.set('Enter', () => opener(line)?.click());
    return moves;
  });
}
