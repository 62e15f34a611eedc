import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Values } from '../../lib/form/form-values.ts';
import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { showFailureToast } from '../../lib/server/toast.ts';
import {
  applyPriceEdits,
  mergeSheetRow,
  NO_EDITS,
  type PriceSheetItem,
  type PriceSheetRow,
  removeSheetRow,
  type SheetEdits,
  type SheetEntryByItem,
  type StoredRow,
  undoRowRemoval,
} from './sheet-edits.ts';

type LookedUp = RowOf<typeof api.priceList.lookup>['items'][number];
type SheetEntry = { item: PriceSheetItem; stored: StoredRow | null };

/** The number of changes that can be undone. */
const STEPS_MAX = 100;

export const toSheetEntry = ({ row, ...item }: LookedUp): SheetEntry => ({ item, stored: row });

/**
 * Manages the sheet of a list. Unsaved edits are in the form, so that they are saved, stored on this device and
 * discarded with it; the loaded items are kept here.
 * @param replaced receives the stored price of each item at its first edit
 */
export function usePriceSheet(list_id: number | undefined, replaced: RefObject<Map<number, number | null>>) {
  const { setValue, getValues, clearErrors, formState } = useFormContext<Values>();
  const items = useWatch({ name: 'items' }) as SheetEdits['items'];
  const deleted_items = useWatch({ name: 'deleted_items' }) as SheetEdits['deleted_items'];
  const edits: SheetEdits = { items, deleted_items };
  const [entries, setEntries] = useState<SheetEntryByItem>(new Map());
  const steps = useRef<{ edits: SheetEdits; key: string | null }[]>([]);
  const [undoable, setUndoable] = useState(0);

  const learn = (rows: readonly SheetEntry[]) =>
    setEntries((now) => new Map([...now, ...rows.map((row) => [row.item.item_id, row] as const)]));

  const current = (): SheetEdits => ({
    items: getValues('items') as SheetEdits['items'],
    deleted_items: getValues('deleted_items') as SheetEdits['deleted_items'],
  });
  const put = ({ items, deleted_items }: SheetEdits) => {
    // errors are stored by index, and the indexes now belong to other rows
    if (items.length !== current().items.length) clearErrors('items');
    setValue('items', [...items], { shouldDirty: true });
    setValue('deleted_items', [...deleted_items], { shouldDirty: true });
  };
  /** Adds an undo step; consecutive changes of the same cell are one step. */
  const change = (next: SheetEdits, key: string | null = null) => {
    const last = steps.current.at(-1);
    if (key === null || last?.key !== key)
      steps.current = [...steps.current, { edits: current(), key }].slice(-STEPS_MAX);
    setUndoable(steps.current.length);
    put(next);
  };

  // after a save or discard there is nothing to undo
  const isClean = items.length + deleted_items.length === 0;
  const { isSubmitSuccessful } = formState;
  useEffect(() => {
    if (!isClean || !isSubmitSuccessful) return;
    steps.current = [];
    setUndoable(0);
  }, [isClean, isSubmitSuccessful]);

  // edits of an earlier visit only have item ids, so their items are loaded
  const unknown = items.filter(({ item_id }) => !entries.has(item_id)).map(({ item_id }) => item_id);
  const unknownKey = unknown.join();
  const ask = useRef(learn);
  ask.current = learn;
  useEffect(() => {
    if (unknownKey === '') return;
    const input = {
      items_ids: unknownKey.split(',').map(Number),
      ...(list_id === undefined ? {} : { id: list_id }),
    };
    callApi(api.priceList.lookup, input)
      .then(({ results }) => ask.current(results.items.map(toSheetEntry)))
      .catch(showFailureToast);
  }, [unknownKey, list_id]);

  return {
    edits,
    known: entries,
    learn,
    undoable,
    rowOf: (item_id: number) => mergeSheetRow(entries, edits, item_id),
    /** Returns the unsaved rows: changed and new ones in order, then removed ones. */
    unsaved: (): PriceSheetRow[] => [
      ...items.flatMap(({ item_id }) => mergeSheetRow(entries, edits, item_id) ?? []),
      ...[...entries.values()].flatMap(({ item, stored }) =>
        stored && deleted_items.includes(stored.id) && !items.some(({ item_id }) => item_id === item.item_id)
          ? (mergeSheetRow(entries, edits, item.item_id) ?? [])
          : [],
      ),
    ],
    setPrices: (changes: Parameters<typeof applyPriceEdits>[1], key: string | null = null) => {
      const edited = new Set(current().items.map(({ item_id }) => item_id));
      for (const { item, stored } of changes)
        if (!edited.has(item.item_id)) replaced.current.set(item.item_id, stored?.price ?? null);
      change(applyPriceEdits(current(), changes), key);
    },
    remove: ({ item, stored, isChanged }: PriceSheetRow) => {
      if (stored && !isChanged) replaced.current.set(item.item_id, stored.price);
      change(removeSheetRow(current(), item.item_id, stored));
    },
    bringBack: (row_id: number) => change(undoRowRemoval(current(), row_id)),
    undo: () => {
      const last = steps.current.at(-1);
      if (!last) return;
      steps.current = steps.current.slice(0, -1);
      setUndoable(steps.current.length);
      put(last.edits);
    },
    clear: () => change(NO_EDITS),
  };
}

export type PriceSheet = ReturnType<typeof usePriceSheet>;
