import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from '../../lib/debounced.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import type { PriceSheet } from './use-sheet.ts';

/** Rows on a page. */
export const PAGE_ROWS = 50;

type View = 'all' | 'unsaved';

/**
 * Selects the rows of a price sheet: one page of the stored prices that match a search, or of the unsaved ones.
 * @param list_id of the stored list; a new one has unsaved prices only
 */
export function useSheetView(list_id: number | undefined, sheet: PriceSheet) {
  const [view, setView] = useState<View>(list_id === undefined ? 'unsaved' : 'all');
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const keywords = useDebounced(search, 200);
  const read = useRead(
    api.priceList.show,
    { id: list_id ?? 0, items_page: page, limit: PAGE_ROWS, ...(keywords ? { keywords } : {}) },
    { enabled: list_id !== undefined },
  );
  const { results } = read;
  const take = useEffectEvent(() => {
    if (!results) return;
    sheet.learn(
      results.items.map(({ id, price, status, change: _, margin: __, ...item }) => ({
        item,
        stored: { id, price, status },
      })),
    );
  });
  useEffect(() => {
    if (results) take();
  }, [results]);

  const unsaved = sheet.unsaved();
  const rows =
    view === 'all'
      ? (results?.items ?? []).flatMap(({ item_id }) => sheet.rowOf(item_id) ?? [])
      : unsaved.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS);
  const total = view === 'all' ? (results?.items_meta.total ?? 0) : unsaved.length;
  const lastPage = Math.max(1, Math.ceil(total / PAGE_ROWS));
  useEffect(() => {
    if (page > lastPage && (view === 'unsaved' || results)) setPage(lastPage);
  }, [page, lastPage, view, results]);
  return {
    view,
    /** Shows all prices or the unsaved ones, from the first page on. */
    show: (next: View) => {
      setView(next);
      setPage(1);
    },
    page,
    lastPage,
    goToPage: setPage,
    search,
    /** Changes the search, and shows the first page of what it finds. */
    find: (text: string) => {
      setSearch(text);
      setPage(1);
    },
    /** The words that the rows match. */
    keywords,
    read,
    rows,
    total,
    unsaved,
  };
}

export type SheetView = ReturnType<typeof useSheetView>;
