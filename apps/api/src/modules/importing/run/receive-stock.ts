import { Failure, MAX_MONEY, RECEIPT_LINES_MAX } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import { createLoopLimit } from '../../../core/bounded.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, tables } from '../../../core/db/tables.ts';
import { ROWS_MAX } from '../../../core/spreadsheet/limits.ts';
import type { ImportRecord } from '../import.view.ts';
import type { ImportPorts, IncomingStock } from '../ports.ts';
import { lockImport, publishImportChanged } from '../stored-import.ts';
import { BatchConflict, isPermanentFailure } from './batch-conflict.ts';

/**
 * Returns the next quantities that have not been received, without deleted items. A row without a code brings its
 * quantity to the item that its name found or made. Rule: docs/rules/imports.md#goods-without-a-code
 */
const selectLinesAfter = ({ id, received_row }: ImportRecord) =>
  tables
    .selectFrom('product_import_row as r')
    .innerJoin('product_item as i', (join) =>
      join
        .onRef('i.product_id', '=', 'r.product_id')
        .on('i.deleted_at', 'is', null)
        .on(
          ({ ref }) =>
            sql<boolean>`(${ref('i.id')} = ${ref('r.item_id')} OR ${ref('r.item_id')} IS NULL
            AND barcode_key(${ref('i.barcode')}) = barcode_key(${ref('r.barcode')}))`,
        ),
    )
    .innerJoin('product as p', (join) =>
      join
        .onRef('p.id', '=', 'i.product_id')
        .on('p.deleted_at', 'is', null)
        .on(({ ref }) => sql<boolean>`(${ref('p.stepper')} % 1 <> 0 OR ${ref('r.quantity')} % 1 = 0)`),
    )
    .select(({ cast, ref }) => [
      'r.row',
      'i.id as item_id',
      cast<number>('r.quantity', 'float8').as('quantity'),
      sql<number>`coalesce(${ref('r.cost')}, 0)::float8`.as('cost'),
    ])
    .where('r.import_id', '=', id)
    .where('r.row', '>', received_row)
    .where('r.result', 'in', ['created', 'updated', 'unchanged', 'item'])
    .where('r.quantity', '>', '0')
    .orderBy('r.row')
    .limit(RECEIPT_LINES_MAX);

type Line = Readonly<InferResult<ReturnType<typeof selectLinesAfter>>[number]>;

/** Returns as many lines as fit on one receipt, whose units and total cost are limited. */
function oneReceipt(lines: readonly Line[]): Line[] {
  let units = 0;
  let amount = 0;
  return lines.filter(({ quantity, cost }, at) => {
    units += quantity;
    amount += quantity * cost;
    return at === 0 || (units <= MAX_MONEY && amount <= MAX_MONEY);
  });
}

/** Creates a receipt; an item that was deleted meanwhile causes a retry, which leaves it out. */
async function createReceipt(ctx: Ctx, ports: ImportPorts, arrivals: IncomingStock): Promise<number> {
  try {
    return await ports.receive(ctx, arrivals);
  } catch (error) {
    if (error instanceof Failure && error.code === 'reference.missing') throw new BatchConflict();
    throw error;
  }
}

/**
 * Receives the quantities of an import after all rows are written. Each receipt and its progress are one transaction,
 * so that every unit is received exactly once, even if the process is killed.
 * @returns false when the process ends before everything is received
 */
export async function receiveImportedRows(
  ctx: Ctx,
  { id }: Pick<ImportRecord, 'id'>,
  ports: ImportPorts,
  stopping: () => boolean,
): Promise<boolean> {
  const receiveNext = () =>
    ctx.tx(async (ctx) => {
      const row = await lockImport(ctx, id);
      if (row.state !== 'running' || row.branch_id === null) return false;
      const lines = oneReceipt(await fetchRows(ctx, selectLinesAfter(row)));
      const last = lines.at(-1);
      if (!last) return false;
      const receipt = await createReceipt(ctx, ports, {
        branch_id: row.branch_id,
        notes: `#${row.id} ${row.file_name}`,
        lines: lines.map(({ item_id, quantity, cost }) => ({ item_id, quantity, cost })),
      });
      const version = row.version + 1;
      const received_units = { increment: lines.reduce((sum, { quantity }) => sum + quantity, 0).toFixed(3) };
      const data = {
        ...{ received_row: last.row, received_units },
        ...{ receipts: [...row.receipts, receipt], attempts: 0, version },
      };
      await ctx.db.product_import.update({ where: { id }, data, select: { id: true } });
      await publishImportChanged(ctx, id, version);
      return true;
    });
  // each receipt contains at least one row
  const countRound = createLoopLimit('receiving an import', ROWS_MAX);
  while (!stopping()) {
    if (!(await receiveNext())) return true;
    countRound();
  }
  return false;
}

/**
 * Cancels the receipts of an import that is undone. A receipt that is paid, locked or partly used remains, and so do
 * the products that it received.
 */
export async function cancelImportReceipts(
  ctx: Ctx,
  { id, receipts }: Pick<ImportRecord, 'id' | 'receipts'>,
  ports: ImportPorts,
  stopping: () => boolean,
): Promise<void> {
  for (const receipt of receipts.toReversed()) {
    if (stopping()) return;
    try {
      await ctx.tx(async (ctx) => {
        const { state } = await lockImport(ctx, id);
        if (state === 'undoing') await ports.takeBack(ctx, receipt);
      });
    } catch (error) {
      // a refusal means that the receipt remains or is already cancelled
      if (!isPermanentFailure(error)) throw error;
    }
  }
}

/** Returns those of the products that any receipt contains; they cannot be deleted. */
export async function findReceivedProducts(
  ctx: Ctx,
  products: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('receipt_line as l')
      .innerJoin('receipt as r', 'r.id', 'l.receipt_id')
      .distinct()
      .select('l.product_id')
      .where('l.product_id', '=', anyIdSql(products))
      .where('r.status', 'in', [1, 2]),
  );
  return new Set(rows.map(({ product_id }) => product_id));
}
