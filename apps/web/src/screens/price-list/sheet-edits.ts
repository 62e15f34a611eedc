import { isGtin, toLatinDigits } from '@dukkan/commerce';
import type { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { cleanNumberText, parsePastedTable } from '../../shared/pasted-table.ts';

type Show = RowOf<typeof api.priceList.show>;
/** An item as the sheet displays it, without its price. */
export type PriceSheetItem = Omit<
  Show['items'][number],
  'id' | 'price' | 'status' | 'change' | 'margin' | 'beaten_by'
> & { readonly beaten_by?: Show['items'][number]['beaten_by'] };
/** A row as stored on the server. */
export type StoredRow = { readonly id: number; readonly price: number; readonly status: number };

/**
 * An unsaved price as the save expects it. Text that is not a number stays text, so that the user can correct it in its
 * cell.
 */
export type PriceEdit = {
  readonly item_id: number;
  readonly product_id: number;
  readonly price: number | string | null;
  readonly status?: 0 | 1;
};

/** All unsaved changes of a sheet: new and changed prices, and the ids of removed rows. */
export type SheetEdits = { readonly items: readonly PriceEdit[]; readonly deleted_items: readonly number[] };

export const NO_EDITS: SheetEdits = { items: [], deleted_items: [] };

/** A row of the sheet: its item, the stored price and the edited price. */
export type PriceSheetRow = {
  readonly item: PriceSheetItem;
  readonly stored: StoredRow | null;
  readonly price: number | string | null;
  readonly status: number;
  readonly isDeleted: boolean;
  readonly isChanged: boolean;
  /** The index of the row's edit, which is its path in the form; -1 without an edit. */
  readonly at: number;
};

/** The loaded items, by item id. */
export type SheetEntryByItem = ReadonlyMap<
  number,
  { readonly item: PriceSheetItem; readonly stored: StoredRow | null }
>;

/** Returns a row with its edit applied. */
export function mergeSheetRow(
  entries: SheetEntryByItem,
  { items, deleted_items }: SheetEdits,
  item_id: number,
): PriceSheetRow | null {
  const entry = entries.get(item_id);
  if (!entry) return null;
  const { item, stored } = entry;
  const at = items.findIndex((one) => one.item_id === item_id);
  const edit = items[at];
  return {
    item,
    stored,
    price: edit ? edit.price : (stored?.price ?? null),
    status: edit?.status ?? stored?.status ?? 1,
    isDeleted: stored !== null && deleted_items.includes(stored.id),
    isChanged: edit !== undefined,
    at,
  };
}

type Change = {
  readonly item: PriceSheetItem;
  readonly stored: StoredRow | null;
  readonly price: PriceEdit['price'];
  readonly status?: 0 | 1 | undefined;
};

/**
 * Returns the edits after prices were typed or pasted; a price equal to the stored one is no edit, and a removed row
 * stays removed.
 */
export function applyPriceEdits(edits: SheetEdits, changes: readonly Change[]): SheetEdits {
  const items = new Map(edits.items.map((edit) => [edit.item_id, edit]));
  const deletedItems = new Set(edits.deleted_items);
  for (const { item, stored, price, status } of changes) {
    const before = items.get(item.item_id);
    const next = status ?? before?.status ?? (stored?.status === 0 ? 0 : 1);
    if (stored) deletedItems.delete(stored.id);
    if (stored && stored.price === price && stored.status === next) items.delete(item.item_id);
    else items.set(item.item_id, { item_id: item.item_id, product_id: item.product_id, price, status: next });
  }
  return { items: [...items.values()], deleted_items: [...deletedItems] };
}

/** Returns the edits after a row was removed: a stored row is deleted by the next save, a new row is dropped. */
export function removeSheetRow(edits: SheetEdits, item_id: number, stored: StoredRow | null): SheetEdits {
  return {
    items: edits.items.filter((edit) => edit.item_id !== item_id),
    deleted_items:
      stored && !edits.deleted_items.includes(stored.id)
        ? [...edits.deleted_items, stored.id]
        : edits.deleted_items,
  };
}

/** Returns the edits after the removal of a row was undone. */
export const undoRowRemoval = (edits: SheetEdits, row_id: number): SheetEdits => ({
  ...edits,
  deleted_items: edits.deleted_items.filter((id) => id !== row_id),
});

/** A row of a pasted table. `price` is a number if it can be parsed, else the pasted text. */
export type PastedPrice = { readonly code: string; readonly price: number | string };

const isCode = (cell: string): boolean => isGtin(cell) || /^[A-Za-z]/.test(cell) || cell.length > 9;

/**
 * Parses two pasted columns, code and price in either order, with any digits and either decimal separator. Headings and
 * rows without a code are skipped; if a code occurs twice, the last price counts.
 */
export function readPastedPrices(text: string): PastedPrice[] {
  const { rows } = parsePastedTable(text);
  const cells = rows.map((row) => row.map((cell) => toLatinDigits(cell).replace(/^'/, '').trim()));
  const column = (at: number) => cells.map((row) => row[at] ?? '');
  const codes = (at: number) => column(at).filter((cell) => cell !== '' && isCode(cell)).length;
  const code = codes(1) > codes(0) ? 1 : 0;
  const read = cells.flatMap((row, at): PastedPrice[] => {
    const [name, typed] = [row[code] ?? '', row[1 - code] ?? ''];
    const number = cleanNumberText(typed);
    const isHeading = at === 0 && number === '' && !/\d/.test(name);
    if (name === '' || isHeading) return [];
    return [{ code: name, price: number === '' ? typed : Number(number) }];
  });
  return [...new Map(read.map((row) => [row.code, row])).values()];
}

/** Returns the prices of a single pasted column, from top to bottom; null when several columns were pasted. */
export function readPastedPriceColumn(text: string): (number | string)[] | null {
  const { rows, width } = parsePastedTable(text);
  if (width !== 1) return null;
  return rows.map(([cell = '']) => {
    const number = cleanNumberText(cell);
    return number === '' ? cell : Number(number);
  });
}
