import type { PriceListEntry } from './run/current-products.ts';

/** A category that was added to a product, and the one that was removed for it. */
export type CategoryReplacement = { readonly added: number; readonly removed: number | null };

/** A field that a row wrote: the value before and the value after. */
export type UndoField = { readonly from: unknown; readonly to: unknown };
export type UndoFields = Readonly<Record<string, UndoField>>;

/** What a row changed in an item's price of a price list, for undo. */
export type PriceListUndo = {
  readonly product_id: number;
  readonly item_id: number;
  readonly from: PriceListEntry | null;
  readonly to: PriceListEntry;
};

/** The undo data of a row; contains only what the row changed. */
export type RowUndo = {
  readonly fields?: UndoFields;
  /** The import that created the record was undone since, so undoing this row deletes the record. */
  readonly made?: true;
  /** An item that the row added to an existing product. */
  added_item?: number;
  /** A picture that the row added, by its SHA-256. */
  readonly source?: string;
  /** A price that the row set in a price list. */
  readonly listed?: PriceListUndo;
  /** Categories as imports before November 2026 stored them: each added one with the one removed for it. */
  readonly categories?: CategoryReplacement | readonly CategoryReplacement[];
  /** An address that the row added. */
  readonly address_id?: number;
};

/** A row of a later import about the same record that is not undone. */
export type LaterRow = { readonly id: number; undo: RowUndo; isRewritten: boolean };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Fields that undo itself may have cleared meanwhile, because they did not fit another restored field. */
const CAN_BE_EMPTIED: ReadonlySet<string> = new Set(['compare_at']);

/**
 * Decides which fields of a row are restored (docs/rules/imports.md#undo). A field that a later import wrote stays and
 * takes over the value from before this row; a field that a person changed since is not touched.
 * @returns the values to write, and the fields that are not restored
 */
export function decideFieldsToRestore(
  own: UndoFields,
  current: Readonly<Record<string, unknown>>,
  later: readonly LaterRow[],
): { readonly values: Record<string, unknown>; readonly kept: string[] } {
  const values: Record<string, unknown> = {};
  const kept: string[] = [];
  for (const [key, { from, to }] of Object.entries(own)) {
    const isAsLeft = (value: unknown) => isSame(value, to) || (value === null && CAN_BE_EMPTIED.has(key));
    const next = later.find(({ undo }) => undo.fields?.[key] !== undefined);
    const field = next?.undo.fields?.[key];
    const standing = field ? field.from : current[key];
    if (isSame(standing, from)) continue;
    if (!isAsLeft(standing)) kept.push(key);
    else if (next && field) {
      next.undo = { ...next.undo, fields: { ...next.undo.fields, [key]: { ...field, from } } };
      next.isRewritten = true;
    } else values[key] = from;
  }
  return { values, kept };
}

/** Lets the next later row delete the record when it is undone, because the creating row is undone now. */
export function letNextRowDeleteRecord(later: readonly LaterRow[]): void {
  const [next] = later;
  if (!next) return;
  next.undo = { ...next.undo, made: true };
  next.isRewritten = true;
}

/** Lets the next row after `since` restore a field when it is undone, unless a later row already does. */
export function letNextRowRestoreField(
  later: readonly LaterRow[],
  since: number,
  key: string,
  field: UndoField,
): void {
  const after = later.filter(({ id }) => id > since);
  const [next] = after;
  if (!next || after.some(({ undo }) => undo.fields?.[key] !== undefined)) return;
  next.undo = { ...next.undo, fields: { ...next.undo.fields, [key]: field } };
  next.isRewritten = true;
}

/**
 * Whether a person changed a record after a version: some version since comes neither from an import nor from an undo.
 */
export function isChangedByPeople(
  { version }: { readonly version: number },
  since: number,
  written: ReadonlySet<number>,
): boolean {
  for (let one = since + 1; one <= version; one += 1) if (!written.has(one)) return true;
  return false;
}
