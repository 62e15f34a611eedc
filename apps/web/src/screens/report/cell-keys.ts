import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { showSuccessToast } from '../../lib/server/toast.ts';

const listCells = (row: Element | undefined) => [
  ...(row?.querySelectorAll<HTMLElement>('[data-cell]') ?? []),
];

/**
 * Moves the focus between the cells of a table with the arrow keys, following the reading direction, and copies the
 * focused value with the dot key. Returns the table's ref.
 */
export function useCellShortcuts() {
  const { t } = useTranslation('report');
  const table = useRef<HTMLTableElement>(null);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]');
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.code === 'Period') {
      const text = cell.dataset.cell || (cell.textContent ?? '');
      void navigator.clipboard?.writeText(text).then(() => showSuccessToast(t('copied', { text })));
      event.preventDefault();
      return;
    }
    const rows = [...(table.current?.rows ?? [])].filter((row) => row.querySelector('[data-cell]'));
    const row = rows.findIndex((one) => one.contains(cell));
    const at = listCells(rows[row]).indexOf(cell);
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    const moves: Readonly<Record<string, [number, number]>> = {
      ArrowUp: [row - 1, at],
      ArrowDown: [row + 1, at],
      ArrowLeft: [row, at - forward],
      ArrowRight: [row, at + forward],
    };
    const to = moves[event.code];
    if (!to) return;
    const next = listCells(rows[to[0]])[to[1]];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  useLayoutEffect(() => {
    const element = table.current;
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  });
  return table;
}
