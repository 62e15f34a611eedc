import { formatMinor, type ReceiptStatus, toMinor } from '@dukkan/commerce';
import type { RowLeftOut } from '@dukkan/contract';
import { requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { BRANCH_TIME_ZONE_SQL, businessDaySql } from '../../branch/index.ts';
import { formatCost, formatQuantity } from '../../stock/index.ts';
import { visibleReceiptsSql } from '../receipt-visibility.ts';

/** The fields of a receipt itself. */
export type ReceiptHeader = {
  readonly supplier_id: number;
  readonly on_date: string;
  readonly invoice_date: string | null;
  readonly invoice_number: string | null;
  readonly notes: string | null;
};

export type StoredReceipt = ReceiptHeader & {
  readonly id: number;
  readonly status: ReceiptStatus;
  readonly version: number;
  readonly lines_count: number;
  readonly rows_left_out: readonly RowLeftOut[];
};

/** One line: quantity in thousandths, unit costs in ten-thousandths. */
export type ReceiptLine = {
  readonly id: number;
  readonly product_id: number;
  readonly item_id: number;
  readonly branch_id: number;
  readonly quantity: bigint;
  readonly cost: bigint;
  readonly cost_before_discount: bigint;
  readonly expire_date: string | null;
};

/** A line that may not be stored yet. */
export type ReceiptLineToStore = Omit<ReceiptLine, 'id'> & { readonly id: number | null };

/**
 * Returns a receipt that is not deleted and that the caller may see, locked until the transaction ends. @throws
 * record.missing
 */
export async function lockReceipt(ctx: Ctx, id: number): Promise<StoredReceipt> {
  const [row] = await ctx.db.$queryRaw<StoredReceipt[]>`
    SELECT r.id, r.supplier_id, r.status, r.on_date::text AS on_date, r.invoice_date::text AS invoice_date,
           r.invoice_number, r.notes, r.version, r.lines_count, r.rows_left_out
      FROM receipt r WHERE r.id = ${id} AND r.deleted_at IS NULL AND ${visibleReceiptsSql(ctx)} FOR UPDATE`;
  return requireFound(row);
}

/** Loads the lines of a receipt in order. */
export const loadReceiptLines = (ctx: Ctx, id: number) =>
  ctx.db.$queryRaw<ReceiptLine[]>`
    SELECT id, product_id, item_id, branch_id, (quantity * 1000)::bigint AS quantity,
           (cost_value * 10000)::bigint AS cost, (cost_value_before_discount * 10000)::bigint AS cost_before_discount,
           expire_date::text AS expire_date
      FROM receipt_line WHERE receipt_id = ${id} ORDER BY ord, id`;

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
  const ids = await ctx.db.$queryRaw<{ id: number }[]>`
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
    SELECT line_id AS id FROM given ORDER BY n`;
  return lines.map((line, n) => ({ ...line, id: ids[n]?.id ?? 0 }));
}

/** Updates the stored totals of a receipt from its lines and payments; the caller has locked its row. */
export const updateReceiptTotals = (ctx: Ctx, id: number) =>
  ctx.db.$executeRaw`
    UPDATE receipt r SET lines_count = l.lines_count, quantity = l.quantity, total = l.total, net = l.net,
           branch_ids = l.branch_ids,
           paid = (SELECT coalesce(sum(value), 0) FROM receipt_transaction WHERE receipt_id = ${id}::int AND deleted_at IS NULL)
      FROM (SELECT count(*)::int AS lines_count, coalesce(sum(quantity), 0) AS quantity,
                   coalesce(sum(quantity * cost_value_before_discount), 0) AS total,
                   coalesce(sum(quantity * cost_value), 0) AS net,
                   coalesce(array_agg(DISTINCT branch_id ORDER BY branch_id), '{}') AS branch_ids
              FROM receipt_line WHERE receipt_id = ${id}::int) l
     WHERE r.id = ${id}::int`;

/** Today in a branch, and the instant at which a given day began there. */
export type BranchDay = { readonly branch_id: number; readonly today: string; readonly start: Date };

/** Loads today in these branches, and the start of `on_date` in each. */
export const loadBranchDays = (ctx: Ctx, branch_ids: readonly number[], on_date: string) =>
  ctx.db.$queryRaw<BranchDay[]>`
    SELECT b.id AS branch_id, ${businessDaySql(ctx)}::text AS today,
           ${on_date}::date::timestamp AT TIME ZONE ${BRANCH_TIME_ZONE_SQL} AS start
      FROM branch b WHERE b.id = ANY(${[...branch_ids]}::int[])`;

/** Returns today in the branch of the receipt's first line, or else in the shop. */
export async function loadBranchToday(ctx: Ctx, branch_id: number | undefined): Promise<string> {
  const [row] = await ctx.db.$queryRaw<{ today: string }[]>`
    SELECT ${businessDaySql(ctx)}::text AS today
      FROM (SELECT 1) one LEFT JOIN branch b ON b.id = ${branch_id ?? 0}::int`;
  return row?.today ?? ctx.now.toISOString().slice(0, 10);
}

type Shown = {
  readonly id: number;
  readonly item_id: number;
  readonly branch_id: number;
  readonly quantity: number;
  readonly cost_value: number;
  readonly cost_value_before_discount: number;
  readonly expire_date: string | null;
};

const shownLine = (line: ReceiptLine): Shown => ({
  id: line.id,
  item_id: line.item_id,
  branch_id: line.branch_id,
  quantity: Number(formatQuantity(line.quantity)),
  cost_value: Number(formatCost(line.cost)),
  cost_value_before_discount: Number(formatCost(line.cost_before_discount)),
  expire_date: line.expire_date,
});

const differs = (line: ReceiptLine, others: ReadonlyMap<number, string>): boolean =>
  others.get(line.id) !== JSON.stringify(shownLine(line));

/** Returns the changed lines for the audit log, before and after. */
export function findChangedLinesForAudit(before: readonly ReceiptLine[], after: readonly ReceiptLine[]) {
  const texts = (lines: readonly ReceiptLine[]) =>
    new Map(lines.map((line) => [line.id, JSON.stringify(shownLine(line))]));
  const [was, is] = [texts(before), texts(after)];
  return {
    before: before.filter((line) => differs(line, is)).map(shownLine),
    after: after.filter((line) => differs(line, was)).map(shownLine),
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
