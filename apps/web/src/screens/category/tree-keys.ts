import type { KeyboardEvent } from 'react';
import { getTextDirection, useLocale } from '../../lib/i18n.ts';

const listTreeRows = (table: Element) => [...table.querySelectorAll<HTMLElement>('tbody > tr')];
const readRowLevel = (row: Element) => Number(row.getAttribute('aria-level'));

export type TreeKeyActions = {
  open: (id: number) => void;
  close: (id: number) => void;
  /** Called for Alt with an arrow key, which moves the category. */
  move: (id: number, by: 'up' | 'down') => void;
};

/**
 * Handles the keyboard of a treegrid whose rows take the focus (WAI-ARIA APG): arrows move and expand, mirrored in
 * Arabic, Home and End, Enter opens. Controls inside a row keep their own keys.
 */
export function useTreeKeys({ open, close, move }: TreeKeyActions) {
  const isRtl = getTextDirection(useLocale()) === 'rtl';
  return (event: KeyboardEvent<HTMLTableElement>) => {
    const target = event.target as HTMLElement;
    // ignores events from a row's menu, which is rendered outside the table
    if (!event.currentTarget.contains(target) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const row = target.closest('tr');
    const rows = listTreeRows(event.currentTarget);
    const at = row ? rows.indexOf(row) : -1;
    if (!row || at < 0) return;
    const id = Number(row.dataset.line);
    const opened = row.getAttribute('aria-expanded');
    const deeper = () =>
      opened === 'false' ? open(id) : opened === 'true' ? rows[at + 1]?.focus() : undefined;
    const higher = () =>
      opened === 'true'
        ? close(id)
        : rows
            .slice(0, at)
            .findLast((one) => readRowLevel(one) < readRowLevel(row))
            ?.focus();
    const walk = new Map<string, () => void>([
      ['ArrowDown', () => rows[at + 1]?.focus()],
      ['ArrowUp', () => rows[at - 1]?.focus()],
      ['ArrowRight', isRtl ? higher : deeper],
      ['ArrowLeft', isRtl ? deeper : higher],
      ['Home', () => rows[0]?.focus()],
      ['End', () => rows.at(-1)?.focus()],
    ]);
    // Enter inside the row belongs to the focused control
    if (target === row) walk.set('Enter', () => row.querySelector<HTMLElement>('[data-open]')?.click());
    const moved = new Map<string, () => void>([
      ['ArrowDown', () => move(id, 'down')],
      ['ArrowUp', () => move(id, 'up')],
    ]);
    const act = (event.altKey ? moved : walk).get(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  };
}
