import { useState } from 'react';
import type { FoundItem } from '../../../shared/item-finder.tsx';

type ItemTitle = { readonly title: string; readonly barcode: string | null };
type StoredOfferItem = {
  readonly item_id: number | null;
  readonly title?: string | undefined;
  readonly barcode?: string | null | undefined;
};

/** Returns the titles of a bundle's items: those of the record, and those added since. */
export function useItemTitles(stored: readonly StoredOfferItem[]) {
  const [titlesById, setTitlesById] = useState<Readonly<Record<number, ItemTitle>>>({});
  const findTitle = (item_id: number | null): ItemTitle | undefined => {
    const one = stored.find((part) => part.item_id === item_id);
    return (
      (item_id === null ? undefined : titlesById[item_id]) ??
      (one && { title: one.title ?? '', barcode: one.barcode ?? null })
    );
  };
  return {
    of: (item_id: number | null): string => findTitle(item_id)?.title || `#${item_id ?? '–'}`,
    barcodeOf: (item_id: number | null): string => findTitle(item_id)?.barcode ?? '',
    remember: ({ item_id, title, barcode }: FoundItem) =>
      setTitlesById((before) => ({ ...before, [item_id]: { title, barcode } })),
  };
}
