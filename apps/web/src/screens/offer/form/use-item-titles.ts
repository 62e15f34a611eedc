import { useState } from 'react';
import type { FoundItem } from '../../../shared/item-finder.tsx';

type Known = { readonly title: string; readonly barcode: string | null };
type Stored = {
  readonly item_id: number | null;
  readonly title?: string | undefined;
  readonly barcode?: string | null | undefined;
};

/** Returns the titles of a bundle's items: those of the record, and those added since. */
export function useItemTitles(stored: readonly Stored[]) {
  const [found, setFound] = useState<Readonly<Record<number, Known>>>({});
  const known = (item_id: number | null): Known | undefined => {
    const one = stored.find((part) => part.item_id === item_id);
    return (
      (item_id === null ? undefined : found[item_id]) ??
      (one && { title: one.title ?? '', barcode: one.barcode ?? null })
    );
  };
  return {
    of: (item_id: number | null): string => known(item_id)?.title || `#${item_id ?? '–'}`,
    barcodeOf: (item_id: number | null): string => known(item_id)?.barcode ?? '',
    remember: ({ item_id, title, barcode }: FoundItem) =>
      setFound((before) => ({ ...before, [item_id]: { title, barcode } })),
  };
}
