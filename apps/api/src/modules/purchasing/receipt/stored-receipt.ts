import { formatMinor, type ReceiptStatus, toMinor } from '@dukkan/commerce';
import type { RowLeftOut } from '@dukkan/contract';
import { type InferResult, type Selectable, sql } from 'kysely';
import { requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import type { Tables } from '../../../generated/tables.ts';
import { BRANCH_TIME_ZONE_SQL, businessDaySql } from '../../branch/index.ts';
import { formatCost, formatQuantity } from '../../stock/index.ts';
import { sumPayments } from '../receipt-amounts.ts';
import { visibleReceiptsSql } from '../receipt-visibility.ts';

/** The fields of a receipt itself. */
export type ReceiptHeader = Pick<
  Selectable<Tables['receipt']>,
  'supplier_id' | 'on_date' | 'invoice_date' | 'invoice_number' | 'notes'
>;

const readStoredReceipts = tables
  .selectFrom('receipt as r')
  .select(({ ref }) => [
    'r.id',
    'r.supplier_id',
    ref('r.status').$castTo<ReceiptStatus>().as('status'),
    'r.on_date',
    'r.invoice_date',
    'r.invoice_number',
    'r.notes',
    'r.version',
    'r.lines_count',
    ref('r.rows_left_out').$castTo<readonly RowLeftOut[]>().as('rows_left_out'),
  ])
  .where('r.deleted_at', 'is', null);

export type StoredReceipt = Readonly<InferResult<typeof readStoredReceipts>[number]>;

const readLines = tables
  .selectFrom('receipt_line')
  .select([
    'id',
    'product_id',
    'item_id',
    'branch_id',
    'quantity',
    'cost_value',
    'cost_value_before_discount',
    'expire_date',
  ])
  .orderBy('ord')
  .orderBy('id');

/** Converts a stored line: quantity to thousandths, unit costs to ten-thousandths. */
const toLine = ({
  quantity,
  cost_value,
  cost_value_before_discount,
  ...line
}: InferResult<typeof readLines>[number]) => ({
  ...line,
  quantity: toMinor(quantity, 3),
  cost: toMinor(cost_value, 4),
  cost_before_discount: toMinor(cost_value_before_discount, 4),
});

/** One line: quantity in thousandths, unit costs in ten-thousandths. */
export type ReceiptLine = Readonly<ReturnType<typeof toLine>>;

/** A line that may not be stored yet. */
export type ReceiptLineToStore = Omit<ReceiptLine, 'id'> & { readonly id: number | null };

/**
 * Returns a receipt that is not deleted and that the caller may see, locked until the transaction ends. @throws
 * record.missing
 */
export const lockReceipt = async (ctx: Ctx, id: number): Promise<StoredReceipt> =>
  requireFound(
    await fetchRow(ctx, readStoredReceipts.where('r.id', '=', id).where(visibleReceiptsSql(ctx)).forUpdate()),
  );

/** Loads the lines of a receipt in order. */
export const loadReceiptLines = async (ctx: Ctx, id: number): Promise<ReceiptLine[]> =>
  (await fetchRows(ctx, readLines.where('receipt_id', '=', id))).map(toLine);

/** Stores exactly these lines in this order and deletes all others. @returns the lines with their ids */
export async function replaceReceiptLines(
  ctx: Ctx,
  receipt_id: number,
  lines: readonly ReceiptLineToStore[],
): Promise<ReceiptLine[]> {
  const json = JSON.stringify(
    lines.map((line, n) => ({
      n,
      id: line.id,
      product_id: line.product_id,
      item_id: line.item_id,
      branch_id: line.branch_id,
      quantity: formatQuantity(line.quantity),
      cost: formatCost(line.cost),
      before: formatCost(line.cost_before_discount),
      expire_date: line.expire_date,
    })),
  );
  const ids = await fetchRows(
    ctx,
    sql<Pick<Selectable<Tables['receipt_line']>, 'id'>>`
    WITH given AS MATERIALIZED (
      SELECT coalesce(x.id, nextval('receipt_line_id_seq'))::int AS line_id, x.*
        FROM (SELECT * FROM jsonb_to_recordset(${json}::jsonb) AS x(n int, id int, product_id int, item_id int,
                branch_id int, quantity numeric, cost numeric, before numeric, expire_date date) ORDER BY n) AS x
    ), gone AS (
      DELETE FROM receipt_line WHERE receipt_id = ${receipt_id}::int AND id <> ALL(${lines.flatMap(({ id }) => id ?? [])}::int[])
    ), put AS (
      INSERT INTO receipt_line (id, receipt_id, product_id, item_id, branch_id, quantity, cost_value,
        cost_value_before_discount, expire_date, ord)
      SELECT line_id, ${receipt_id}::int, product_id, item_id, branch_id, quantity, cost, before, expire_date, n FROM given
      ON CONFLICT (id) DO UPDATE SET product_id = excluded.product_id, item_id = excluded.item_id,
        branch_id = excluded.branch_id, quantity = excluded.quantity, cost_value = excluded.cost_value,
        cost_value_before_discount = excluded.cost_value_before_discount, expire_date = excluded.expire_date,
        ord = excluded.ord
    )
    SELECT line_id AS id FROM given ORDER BY n`,
  );
  return lines.map((line, n) => ({ ...line, id: ids[n]?.id ?? 0 }));
}

/** Updates the stored totals of a receipt from its lines and payments; the caller has locked its row. */
export const updateReceiptTotals = (ctx: Ctx, id: number): Promise<number> =>
  runStatement(
    ctx,
    tables
      .updateTable('receipt as r')
      .from(
        tables
          .selectFrom('receipt_line')
          .select(({ ref }) => [
            sql<number>`count(*)::int`.as('lines_count'),
            sql<string>`coalesce(sum(${ref('quantity')}), 0)`.as('quantity'),
            sql<string>`coalesce(sum(${ref('quantity')} * ${ref('cost_value_before_discount')}), 0)`.as(
              'total',
            ),
            sql<string>`coalesce(sum(${ref('quantity')} * ${ref('cost_value')}), 0)`.as('net'),
            sql<
              number[]
            >`coalesce(array_agg(DISTINCT ${ref('branch_id')} ORDER BY ${ref('branch_id')}), '{}')`.as(
              'branch_ids',
            ),
          ])
          .where('receipt_id', '=', id)
          .as('l'),
      )
      .set(({ ref }) => ({
        lines_count: ref('l.lines_count'),
        quantity: ref('l.quantity'),
        total: ref('l.total'),
        net: ref('l.net'),
        branch_ids: ref('l.branch_ids'),
        paid: sumPayments(id),
      }))
      .where('r.id', '=', id),
  );

const readBranchDays = (ctx: Ctx, on_date: string) =>
  tables
    .selectFrom('branch as b')
    .select([
      'b.id as branch_id',
      businessDaySql(ctx).as('today'),
      sql<Date>`${on_date}::date::timestamp AT TIME ZONE ${BRANCH_TIME_ZONE_SQL}`.as('start'),
    ]);

/** Today in a branch, and the instant at which a given day began there. */
export type BranchDay = Readonly<InferResult<ReturnType<typeof readBranchDays>>[number]>;

/** Loads today in these branches, and the start of `on_date` in each. */
export const loadBranchDays = (
  ctx: Ctx,
  branch_ids: readonly number[],
  on_date: string,
): Promise<BranchDay[]> =>
  fetchRows(ctx, readBranchDays(ctx, on_date).where('b.id', '=', anyIdSql(branch_ids)));

/** Returns today in the branch of the receipt's first line, or else in the shop. */
export async function loadBranchToday(ctx: Ctx, branch_id: number | undefined): Promise<string> {
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom(sql<object>`(SELECT 1)`.as('one'))
      .leftJoin('branch as b', (join) => join.on('b.id', '=', branch_id ?? 0))
      .select(businessDaySql(ctx).as('today')),
  );
  return row?.today ?? ctx.now.toISOString().slice(0, 10);
}

type AuditedLine = {
  readonly id: number;
  readonly item_id: number;
  readonly branch_id: number;
  readonly quantity: number;
  readonly cost_value: number;
  readonly cost_value_before_discount: number;
  readonly expire_date: string | null;
};

const shownLine = (line: ReceiptLine): AuditedLine => ({
  id: line.id,
  item_id: line.item_id,
  branch_id: line.branch_id,
  quantity: Number(formatQuantity(line.quantity)),
  cost_value: Number(formatCost(line.cost)),
  cost_value_before_discount: Number(formatCost(line.cost_before_discount)),
  expire_date: line.expire_date,
});

const isLineDifferent = (line: ReceiptLine, others: ReadonlyMap<number, string>): boolean =>
  others.get(line.id) !== JSON.stringify(shownLine(line));

/** Returns the changed lines for the audit log, before and after. */
export function findChangedLinesForAudit(before: readonly ReceiptLine[], after: readonly ReceiptLine[]) {
  const texts = (lines: readonly ReceiptLine[]) =>
    new Map(lines.map((line) => [line.id, JSON.stringify(shownLine(line))]));
  const [was, is] = [texts(before), texts(after)];
  return {
    before: before.filter((line) => isLineDifferent(line, is)).map(shownLine),
    after: after.filter((line) => isLineDifferent(line, was)).map(shownLine),
  };
}

/** Sums the value of lines in ten-millionths, before and after discount, and their quantity in thousandths. */
export const sumReceiptLines = (lines: readonly ReceiptLineToStore[]) => ({
  quantity: lines.reduce((all, line) => all + line.quantity, 0n),
  total: lines.reduce((all, line) => all + line.quantity * line.cost_before_discount, 0n),
  net: lines.reduce((all, line) => all + line.quantity * line.cost, 0n),
});

/** Convert quantities and costs of requests to whole numbers. */
export const toThousandths = (quantity: number): bigint => toMinor(quantity, 3);
export const toTenThousandths = (cost: number): bigint => toMinor(cost, 4);
export const fromTenThousandths = (cost: bigint): number => Number(formatMinor(cost, 4));
