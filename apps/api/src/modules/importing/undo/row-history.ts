import type { FailureCode } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import type { ImportFieldChange } from '../import.view.ts';
import type { LaterRow, RowUndo } from '../row-undo.ts';
import { type StoredUndo, toRowUndo } from './stored-undo.ts';

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

const STANDING = ['created', 'updated', 'item'];

const readRowUndo = ({ before, changes }: { before: unknown; changes: unknown }): RowUndo =>
  toRowUndo(before as StoredUndo | null, changes as readonly ImportFieldChange[]);

/** Loads the rows of an import that are not undone, from the last one before a row of the file backwards. */
export async function loadWrittenRows(
  ctx: Ctx,
  import_id: number,
  before: number,
  limit: number,
): Promise<WrittenRow[]> {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('product_import_row')
      .select(['id', 'row', 'result', 'product_id', 'account_id', 'version', 'before', 'changes'])
      .where('import_id', '=', import_id)
      .where('row', '<', before)
      .where('result', 'in', STANDING)
      .orderBy('row', 'desc')
      .limit(limit),
  );
  return rows.map((row) => ({
    id: row.id,
    row: row.row,
    result: row.result as WrittenRow['result'],
    record_id: row.product_id ?? row.account_id ?? 0,
    version: row.version,
    undo: readRowUndo(row),
  }));
}

/** Loads what imports did to these records, by record; rows of price lists do not change their products. */
export async function loadHistories(
  ctx: Ctx,
  kind: 'product' | 'account',
  import_id: number,
  ids: readonly number[],
): Promise<(id: number) => RecordHistory> {
  const column = kind === 'product' ? 'product_id' : 'account_id';
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('product_import_row')
      .select(['id', 'import_id', 'result', 'version', 'undone_version'])
      .select(column)
      // the undo values of the import's own rows are not needed here
      .select((eb) => [
        eb.case().when('import_id', '<>', import_id).then(eb.ref('before')).end().as('before'),
        eb.case().when('import_id', '<>', import_id).then(eb.ref('changes')).end().as('changes'),
      ])
      .where(column, '=', anyIdSql(ids))
      // a row without a version did not change the record
      .where((eb) => eb.or([eb('version', 'is not', null), eb('undone_version', 'is not', null)]))
      .orderBy('id'),
  );
  const histories = new Map<number, { later: LaterRow[]; versions: Set<number> }>();
  for (const row of rows) {
    const record_id = row[column] ?? 0;
    const history = histories.get(record_id) ?? { later: [], versions: new Set() };
    histories.set(record_id, history);
    const { version, undone_version } = row;
    if (row.import_id !== import_id && version !== null && STANDING.includes(row.result))
      history.later.push({ id: row.id, undo: readRowUndo(row), isRewritten: false });
    if (version !== null) history.versions.add(version);
    if (undone_version !== null) history.versions.add(undone_version);
  }
  return (id) => histories.get(id) ?? { later: [], versions: new Set() };
}

/** Stores the changed undo values of later rows. */
export async function saveChangedUndoValues(ctx: Ctx, rows: readonly LaterRow[]): Promise<void> {
  const changed = [...new Set(rows)].filter(({ isRewritten }) => isRewritten);
  if (changed.length === 0) return;
  const data = changed.map(({ id, undo }) => ({ id, before: undo }));
  await runStatement(
    ctx,
    tables
      .updateTable('product_import_row as r')
      .from(
        sql<{ id: number; before: string }>`jsonb_to_recordset(${JSON.stringify(data)}::jsonb)`.as<'d'>(
          sql`d(id bigint, before jsonb)`,
        ),
      )
      .set(({ ref }) => ({ before: ref('d.before') }))
      .whereRef('r.id', '=', 'd.id'),
  );
}

/** Builds the right side of `=` for ids of import rows, which can be larger than an int. */
const anyRowSql = (ids: readonly number[]) => sql<number>`any(${[...ids]}::bigint[])`;

type Mark = { readonly id: number; readonly undone_version: number | null };

/** Updates rows grouped by their version after the undo: there are few versions, however many rows. */
async function markRows(
  ctx: Ctx,
  marks: readonly Mark[],
  data: { readonly result: string; readonly reasons?: string },
): Promise<void> {
  for (const [undone_version, rows] of Map.groupBy(marks, (mark) => mark.undone_version))
    await runStatement(
      ctx,
      tables
        .updateTable('product_import_row')
        .set({ ...data, undone_version })
        .where('id', '=', anyRowSql(rows.map(({ id }) => id))),
    );
}

/** Marks rows as undone, each with the version after the undo, or null when the record was not changed. */
export const markUndone = (ctx: Ctx, marks: readonly Mark[]): Promise<void> =>
  markRows(ctx, marks, { result: 'undone' });

/** Marks rows that were not fully undone, with the reason. */
export const markNotUndone = (
  ctx: Ctx,
  marks: readonly Mark[],
  code: FailureCode = 'import.row_changed_since',
): Promise<void> => {
  const reasons = JSON.stringify([{ field: null, column: null, code, params: {} }]);
  return markRows(ctx, marks, { result: 'kept', reasons });
};
