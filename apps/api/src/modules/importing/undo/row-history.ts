import type { FailureCode } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import type { ImportFieldChange } from '../import.view.ts';
import { type StoredUndo, toRowUndo } from './stored-undo.ts';
import type { LaterRow, RowUndo } from './undo-fields.ts';

/** A row that an import wrote about a record, as it is stored. */
export type WrittenRow = {
  readonly id: number;
  readonly row: number;
  readonly result: 'created' | 'updated' | 'item';
  /** The product, or the account of a customer. */
  readonly record_id: number;
  /** The version of the record that the row left behind; null where it left the record as it was. */
  readonly version: number | null;
  readonly undo: RowUndo;
};

/** What imports did to a record beside the one that is undone. */
export type RecordHistory = {
  /** Rows of other imports that stand, the earliest first. */
  readonly later: readonly LaterRow[];
  /** All versions that imports and their undos left behind. */
  readonly versions: ReadonlySet<number>;
};

type Stored = Omit<WrittenRow, 'undo'> & {
  readonly before: StoredUndo | null;
  readonly changes: readonly ImportFieldChange[];
};

/** The last rows of an import that stand, the last first. */
export async function loadWrittenRows(ctx: Ctx, import_id: number, limit: number): Promise<WrittenRow[]> {
  const rows = await ctx.db.$queryRaw<Stored[]>`
    SELECT id::float8 AS id, row, result, coalesce(product_id, account_id) AS record_id, version, before, changes
      FROM product_import_row
     WHERE import_id = ${import_id} AND result IN ('created', 'updated', 'item') ORDER BY row DESC LIMIT ${limit}`;
  return rows.map(({ before, changes, ...row }) => ({ ...row, undo: toRowUndo(before, changes) }));
}

/** What imports did to these records, by record; rows of price lists leave their products as they are. */
export async function loadHistories(
  ctx: Ctx,
  kind: 'product' | 'account',
  import_id: number,
  ids: readonly number[],
): Promise<(id: number) => RecordHistory> {
  const column = kind === 'product' ? Prisma.sql`product_id` : Prisma.sql`account_id`;
  const rows = await ctx.db.$queryRaw<
    (Stored & { readonly undone_version: number | null; readonly isLater: boolean })[]
  >`
    SELECT id::float8 AS id, ${column} AS record_id, version, undone_version, before, changes,
           import_id <> ${import_id} AND version IS NOT NULL AND result IN ('created', 'updated', 'item') AS "isLater"
      FROM product_import_row WHERE ${column} = ANY(${[...ids]}::int[]) ORDER BY product_import_row.id`;
  const histories = new Map<number, { later: LaterRow[]; versions: Set<number> }>();
  for (const { id, record_id, version, undone_version, before, changes, isLater } of rows) {
    const history = histories.get(record_id) ?? { later: [], versions: new Set() };
    histories.set(record_id, history);
    if (isLater) history.later.push({ id, undo: toRowUndo(before, changes), isRewritten: false });
    if (version !== null) history.versions.add(version);
    if (undone_version !== null) history.versions.add(undone_version);
  }
  return (id) => histories.get(id) ?? { later: [], versions: new Set() };
}

/** Stores what rows of later imports now put back. */
export async function saveRewritten(ctx: Ctx, rows: readonly LaterRow[]): Promise<void> {
  const changed = [...new Set(rows)].filter(({ isRewritten }) => isRewritten);
  if (changed.length === 0) return;
  const data = changed.map(({ id, undo }) => ({ id, before: undo }));
  await ctx.db.$executeRaw`
    UPDATE product_import_row r SET before = d.before
      FROM jsonb_to_recordset(${JSON.stringify(data)}::jsonb) AS d(id bigint, before jsonb) WHERE r.id = d.id`;
}

/** Marks rows as undone, each with the version that this left behind, or null where its record stayed as it was. */
export async function markUndone(
  ctx: Ctx,
  rows: readonly { readonly id: number; readonly undone_version: number | null }[],
): Promise<void> {
  if (rows.length === 0) return;
  await ctx.db.$executeRaw`
    UPDATE product_import_row r SET result = 'undone', undone_version = d.undone_version
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d(id bigint, undone_version int) WHERE r.id = d.id`;
}

/** Marks rows of which something was kept, with the reason. */
export async function markKept(
  ctx: Ctx,
  rows: readonly { readonly id: number; readonly undone_version: number | null }[],
  code: FailureCode = 'import.row_changed_since',
): Promise<void> {
  if (rows.length === 0) return;
  const reason = [{ field: null, column: null, code, params: {} }];
  await ctx.db.$executeRaw`
    UPDATE product_import_row r
       SET result = 'kept', reasons = ${JSON.stringify(reason)}::jsonb, undone_version = d.undone_version
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d(id bigint, undone_version int) WHERE r.id = d.id`;
}
