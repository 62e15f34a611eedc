import type { FailureCode } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import type { Prisma } from '../../../core/db/database.ts';
import type { ImportFieldChange } from '../import.view.ts';
import { type StoredUndo, toRowUndo } from './stored-undo.ts';
import type { LaterRow, RowUndo } from './undo-fields.ts';

/** A stored row of an import about a record. */
export type WrittenRow = {
  readonly id: number;
  readonly row: number;
  readonly result: 'created' | 'updated' | 'item';
  /** The id of the product or of the customer's account. */
  readonly record_id: number;
  /** The record's version after the row; null when the row did not change the record. */
  readonly version: number | null;
  readonly undo: RowUndo;
};

/** What other imports did to a record. */
export type RecordHistory = {
  /** Rows of other imports that are not undone, oldest first. */
  readonly later: readonly LaterRow[];
  /** All versions that imports and their undos wrote. */
  readonly versions: ReadonlySet<number>;
};

const select = {
  id: true,
  import_id: true,
  row: true,
  result: true,
  product_id: true,
  account_id: true,
  version: true,
  undone_version: true,
  before: true,
  changes: true,
} as const satisfies Prisma.product_import_rowSelect;

type Stored = Prisma.product_import_rowGetPayload<{ select: typeof select }>;

const STANDING = ['created', 'updated', 'item'];

const undoOf = ({ before, changes }: Stored): RowUndo =>
  toRowUndo(before as StoredUndo | null, changes as unknown as readonly ImportFieldChange[]);

/** The last rows of an import that stand, the last first. */
export async function loadWrittenRows(ctx: Ctx, import_id: number, limit: number): Promise<WrittenRow[]> {
  const rows = await ctx.db.product_import_row.findMany({
    where: { import_id, result: { in: STANDING } },
    select,
    orderBy: { row: 'desc' },
    take: limit,
  });
  return rows.map((row) => ({
    id: Number(row.id),
    row: row.row,
    result: row.result as WrittenRow['result'],
    record_id: row.product_id ?? row.account_id ?? 0,
    version: row.version,
    undo: undoOf(row),
  }));
}

/** Loads what imports did to these records, by record; rows of price lists do not change their products. */
export async function loadHistories(
  ctx: Ctx,
  kind: 'product' | 'account',
  import_id: number,
  ids: readonly number[],
): Promise<(id: number) => RecordHistory> {
  const rows = await ctx.db.product_import_row.findMany({
    where: {
      ...(kind === 'product' ? { product_id: { in: [...ids] } } : { account_id: { in: [...ids] } }),
      // a row that left its record as it was says nothing of it
      OR: [{ version: { not: null } }, { undone_version: { not: null } }],
    },
    select,
    orderBy: { id: 'asc' },
  });
  const histories = new Map<number, { later: LaterRow[]; versions: Set<number> }>();
  for (const row of rows) {
    const record_id = (kind === 'product' ? row.product_id : row.account_id) ?? 0;
    const history = histories.get(record_id) ?? { later: [], versions: new Set() };
    histories.set(record_id, history);
    const { version, undone_version } = row;
    if (row.import_id !== import_id && version !== null && STANDING.includes(row.result))
      history.later.push({ id: Number(row.id), undo: undoOf(row), isRewritten: false });
    if (version !== null) history.versions.add(version);
    if (undone_version !== null) history.versions.add(undone_version);
  }
  return (id) => histories.get(id) ?? { later: [], versions: new Set() };
}

/** Stores the changed undo values of later rows. */
export async function saveRewritten(ctx: Ctx, rows: readonly LaterRow[]): Promise<void> {
  const changed = [...new Set(rows)].filter(({ isRewritten }) => isRewritten);
  if (changed.length === 0) return;
  const data = changed.map(({ id, undo }) => ({ id, before: undo }));
  await ctx.db.$executeRaw`
    UPDATE product_import_row r SET before = d.before
      FROM jsonb_to_recordset(${JSON.stringify(data)}::jsonb) AS d(id bigint, before jsonb) WHERE r.id = d.id`;
}

type Mark = { readonly id: number; readonly undone_version: number | null };

/** Updates rows grouped by their version after the undo: there are few versions, however many rows. */
async function markRows(
  ctx: Ctx,
  marks: readonly Mark[],
  data: Prisma.product_import_rowUpdateManyMutationInput,
): Promise<void> {
  for (const [undone_version, rows] of Map.groupBy(marks, (mark) => mark.undone_version))
    await ctx.db.product_import_row.updateMany({
      where: { id: { in: rows.map(({ id }) => id) } },
      data: { ...data, undone_version },
    });
}

/** Marks rows as undone, each with the version after the undo, or null when the record was not changed. */
export const markUndone = (ctx: Ctx, marks: readonly Mark[]): Promise<void> =>
  markRows(ctx, marks, { result: 'undone' });

/** Marks rows that were not fully undone, with the reason. */
export const markNotUndone = (
  ctx: Ctx,
  marks: readonly Mark[],
  code: FailureCode = 'import.row_changed_since',
): Promise<void> =>
  markRows(ctx, marks, { result: 'kept', reasons: [{ field: null, column: null, code, params: {} }] });
