import type { KeyboardEvent } from 'react';
import { getTextDirection, useLocale } from '../../lib/i18n.ts';

const rowsOf = (table: Element) => [...table.querySelectorAll<HTMLElement>('tbody > tr')];
const levelOf = (row: Element) => Number(row.getAttribute('aria-level'));

export type TreeKeyActions = {
  open: (id: number) => void;
  close: (id: number) => void;
  /** Alt with an arrow moves the row itself. */
  move: (id: number, by: 'up' | 'down') => void;
};

/**
 * The keyboard of a treegrid whose rows take the focus (WAI-ARIA APG): arrows walk and unfold, mirrored in Arabic,
 * Home and End, Enter opens. What is inside a row keeps its own keys.
 */
export function useTreeKeys({ open, close, move }: TreeKeyActions) {
  const isRtl = getTextDirection(useLocale()) === 'rtl';
  return (event: KeyboardEvent<HTMLTableElement>) => {
    const target = event.target as HTMLElement;
    // a menu of a row is drawn elsewhere
    if (!event.currentTarget.contains(target) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const row = target.closest('tr');
    const rows = rowsOf(event.currentTarget);
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
            .findLast((one) => levelOf(one) < levelOf(row))
            ?.focus();
    const walk = new Map<string, () => void>([
      ['ArrowDown', () => rows[at + 1]?.focus()],
      ['ArrowUp', () => rows[at - 1]?.focus()],
      ['ArrowRight', isRtl ? higher : deeper],
      ['ArrowLeft', isRtl ? deeper : higher],
      ['Home', () => rows[0]?.focus()],
      ['End', () => rows.at(-1)?.focus()],
    ]);
    // inside the row Enter belongs to what has the focus
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
