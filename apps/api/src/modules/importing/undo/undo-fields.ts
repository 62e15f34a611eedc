import type { PriceListUndo } from '../run/price-list-rows.ts';

/** A category that a product was put in, and the one that it left for it. */
export type CategoryMove = { readonly added: number; readonly removed: number | null };

/** What a row wrote into a field: the value that stood before, and the one that it left. */
export type UndoField = { readonly from: unknown; readonly to: unknown };
export type UndoFields = Readonly<Record<string, UndoField>>;

/** What undoing a row needs; only what the row changed stands in it. */
export type RowUndo = {
  readonly fields?: UndoFields;
  /** The row's record was made by an earlier import that was undone since: undoing this row takes it away. */
  readonly made?: true;
  /** An item that the row put to a standing product. */
  added_item?: number;
  /** A picture that it brought, by its SHA-256. */
  readonly source?: string;
  /** A price of a list that it set. */
  readonly listed?: PriceListUndo;
  /** How imports before November 2026 stored categories: those added, each with the one that was left for it. */
  readonly categories?: CategoryMove | readonly CategoryMove[];
  /** An address that it brought. */
  readonly address_id?: number;
};

/** A row that a later import wrote about the same record, and that stands. */
export type LaterRow = { readonly id: number; undo: RowUndo; isRewritten: boolean };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Fields that undo itself may have emptied meanwhile, because another field went back below them. */
const CAN_BE_EMPTIED: ReadonlySet<string> = new Set(['compare_at']);

/**
 * Decides which fields of a row go back (docs/rules/imports.md#undo). What a later import wrote stays, and is told to
 * put back what stood before this row; what somebody else changed since is kept.
 * @returns the values to write, and the fields that are kept
 */
export function undoFields(
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

/** Lets undoing the next row that stands take the record away, because the row that made it is undone. */
export function handOverMaking(later: readonly LaterRow[]): void {
  const [next] = later;
  if (!next) return;
  next.undo = { ...next.undo, made: true };
  next.isRewritten = true;
}

/** Lets undoing the next row after `since` put a field back, unless a row after it does that already. */
export function handOverField(
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
 * Whether people changed a record after a version of it: some version since is neither a row's of an import nor that of
 * an undo.
 */
export function isChangedByPeople(
  { version }: { readonly version: number },
  since: number,
  written: ReadonlySet<number>,
): boolean {
  for (let one = since + 1; one <= version; one += 1) if (!written.has(one)) return true;
  return false;
}
