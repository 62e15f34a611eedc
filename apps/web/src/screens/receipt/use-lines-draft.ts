import { useEffect, useRef, useState } from 'react';
import type { FormDraft } from '../../kit/index.ts';
import { saveDraft, useSavedDraft } from '../../lib/form/saved-draft.ts';
import {
  type LineInput,
  type LineItemFacts,
  type Receipt,
  type ReceiptDraftLine,
  toEditableLine,
  toLineInput,
  toLineInputs,
} from './line.ts';
import { createLinesStore, type LinesStore } from './lines.ts';

type FactsByItem = Map<number, LineItemFacts>;

/** Returns the known data of a restored line's item, at least its id. */
const getItemFacts = (factsByItem: FactsByItem, item_id: number): LineItemFacts =>
  factsByItem.get(item_id) ?? { item_id, title: `#${item_id}`, barcode: null, pack: null };

function factsOfRecord(record: Receipt | null): FactsByItem {
  const facts = (record?.items ?? []).map(({ item_id, title, barcode, pack_quantity: pack }) => ({
    item_id,
    title,
    barcode,
    pack,
  }));
  return new Map(facts.map((one) => [one.item_id, one]));
}

/** Returns how many units of a stored line were sold or moved since it was accepted. */
const countUsedUnits = (record: Receipt | null, line: LineInput): number => {
  const stored = record?.items.find(({ id }) => id === line.id);
  if (!stored || stored.remaining_quantity === null) return 0;
  return Math.max(0, Math.round((stored.quantity - stored.remaining_quantity) * 1_000) / 1_000);
};

/** Returns the lines of a record for editing. */
export const toReceiptLines = (record: Receipt | null): ReceiptDraftLine[] => {
  const factsByItem = factsOfRecord(record);
  return toLineInputs(record).map((line) =>
    toEditableLine(line, getItemFacts(factsByItem, line.item_id), countUsedUnits(record, line)),
  );
};

/** Returns the storage name for the items' data beside the form's draft. */
const besideDraft = (keep: string): string => `${keep}.items`;

/** Deletes the stored item data after a save. */
export const deleteStoredItemFacts = (keep: string): void => saveDraft(besideDraft(keep), null);

/**
 * Connects the lines store with the form: edited lines are written to the form's `items`, and values that the form
 * restores, discards or reloads are written back to the lines, with item data that the form does not have.
 */
export function useLinesDraft(draft: FormDraft, record: Receipt | null): LinesStore {
  const [lines] = useState(() => createLinesStore(toReceiptLines(record)));
  const writing = useRef(false);
  const factsByItem = useRef<FactsByItem>(factsOfRecord(record));
  const name = draft.keep ? besideDraft(draft.keep) : undefined;
  const { found } = useSavedDraft(name, {});
  const latest = useRef(record);
  latest.current = record;
  const { form } = draft;

  useEffect(() => {
    for (const facts of (found?.values.facts ?? []) as LineItemFacts[])
      if (!factsByItem.current.has(facts.item_id)) factsByItem.current.set(facts.item_id, facts);
  }, [found]);

  useEffect(
    () =>
      lines.all.subscribe(() => {
        if (writing.current) return;
        const all = lines.all.get();
        for (const { item_id, title, barcode, pack } of all)
          factsByItem.current.set(item_id, { item_id, title, barcode, pack });
        writing.current = true;
        form.setValue('items', all.map(toLineInput), { shouldDirty: true });
        writing.current = false;
      }),
    [lines, form],
  );

  useEffect(() => {
    const watch = form.watch((values, { name: field }) => {
      if (writing.current || (field !== undefined && !field.startsWith('items'))) return;
      const wire = (values.items ?? []) as LineInput[];
      writing.current = true;
      lines.load(
        wire.map((line) =>
          toEditableLine(
            line,
            getItemFacts(factsByItem.current, line.item_id),
            countUsedUnits(latest.current, line),
          ),
        ),
      );
      writing.current = false;
    });
    return () => watch.unsubscribe();
  }, [lines, form]);

  // the items' data is stored on this device beside the form's draft
  useEffect(() => {
    if (!name) return;
    return lines.keys.subscribe(() => saveDraft(name, { facts: [...factsByItem.current.values()] }));
  }, [lines, name]);
  return lines;
}
