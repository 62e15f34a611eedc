import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { escapeLike, Prisma } from '../../../core/db/database.ts';
import { keywordConditions } from '../../../core/list/keywords.ts';
import { orderBySql } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { readSettings } from '../../setting/index.ts';
import { balanceSql, netSql, totalSql } from '../receipt-amounts.ts';
import { listedReceiptsSql, visibleReceiptsSql } from '../receipt-visibility.ts';
import { type ReceiptRow, receiptView, rowView, SELECT } from './receipt.view.ts';

type List = z.output<typeof api.receipt.list.input>;
type Statistics = z.output<typeof api.receipt.statistics.input>;
type Sums = z.output<typeof api.receipt.statistics.output>;

function datesOf({ from_date, to_date }: { from_date?: string | undefined; to_date?: string | undefined }) {
  const filters: Prisma.Sql[] = [];
  if (from_date !== undefined) filters.push(Prisma.sql`r.on_date >= ${from_date}::date`);
  if (to_date !== undefined) filters.push(Prisma.sql`r.on_date <= ${to_date}::date`);
  return filters;
}

/** Conditions that match the supplier, the start of the invoice number, or the receipt's id. */
function keywordsOf(keywords: string | undefined): Prisma.Sql[] {
  if (!keywords) return [];
  const words = keywordConditions(keywords, Prisma.sql`s.search`);
  const start = `${escapeLike(keywords)}%`;
  const number = /^#?([1-9]\d{0,8})$/.exec(keywords)?.[1];
  const ways = [
    ...(words.length > 0 ? [Prisma.sql`(${Prisma.join(words, ' AND ')})`] : []),
    Prisma.sql`lower(r.invoice_number) LIKE lower(${start})`,
    ...(number ? [Prisma.sql`r.id = ${Number(number)}`] : []),
  ];
  return [Prisma.sql`(${Prisma.join(ways, ' OR ')})`];
}

function filterOf(ctx: Ctx, input: List): Prisma.Sql {
  const { id, status, supplier_id, branch_id, product_id, unpaid } = input;
  const filters = [
    Prisma.sql`r.deleted_at IS NULL`,
    listedReceiptsSql(ctx),
    ...datesOf(input),
    ...keywordsOf(input.keywords),
  ];
  if (id !== undefined) filters.push(Prisma.sql`r.id = ${id}`);
  // a pick-list is for choosing a receipt to pay
  if (ctx.reach === 'pick') filters.push(Prisma.sql`r.status IN (1, 2)`);
  else if (status === 'none') filters.push(Prisma.sql`r.status IS NULL`);
  else if (status !== undefined) filters.push(Prisma.sql`r.status = ${status}`);
  if (supplier_id !== undefined) filters.push(Prisma.sql`r.supplier_id = ${supplier_id}`);
  if (branch_id !== undefined) filters.push(Prisma.sql`r.branch_ids @> ${[branch_id]}::int[]`);
  if (product_id !== undefined)
    filters.push(Prisma.sql`EXISTS (SELECT 1 FROM receipt_line l
      WHERE l.receipt_id = r.id AND l.product_id = ${product_id})`);
  // only accepted receipts are owed
  if (unpaid === 1) filters.push(Prisma.sql`r.status IN (1, 2) AND ${balanceSql} > 0`);
  if (unpaid === 0) filters.push(Prisma.sql`(r.status IN (1, 2)) IS TRUE AND ${balanceSql} <= 0`);
  return Prisma.join(filters, ' AND ');
}

function ordered(ctx: Ctx, input: List): Prisma.Sql {
  const columns: Record<List['sort_by'], Prisma.Sql> = {
    id: Prisma.sql`r.id`,
    on_date: Prisma.sql`r.on_date`,
    // sorting by an amount would reveal it to callers who see names only
    net: ctx.reach === 'full' ? netSql : Prisma.sql`r.id`,
    balance: ctx.reach === 'full' ? balanceSql : Prisma.sql`r.id`,
  };
  return orderBySql(columns[input.sort_by], Prisma.sql`r.id`, input.sort_as);
}

/** Lists the purchase receipts that the caller may see, in three statements. */
export async function list(ctx: Ctx, input: List) {
  const where = filterOf(ctx, input);
  const { skip, take } = toSkipTake(input);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM receipt r JOIN supplier s ON s.id = r.supplier_id WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<ReceiptRow[]>`
    ${SELECT} WHERE ${where} ${ordered(ctx, input)} LIMIT ${take} OFFSET ${skip}`;
  return toPage(
    rows.map((row) => rowView(ctx, row)),
    counted?.total ?? 0,
    input,
  );
}

/** Returns a receipt with its lines. @throws record.missing */
export const show = (ctx: Ctx, { id }: { id: number }) =>
  receiptView(ctx, id, Prisma.sql`r.deleted_at IS NULL AND ${visibleReceiptsSql(ctx)}`);

/** Maximum number of suppliers in one response: those with the largest purchases. */
const SUPPLIERS_MAX = 100;

type StatisticsRow = Omit<Sums, 'currency' | 'by_status' | 'by_supplier'> & {
  readonly by_status: Sums['by_status'] | null;
  readonly by_supplier: Sums['by_supplier'] | null;
};

const AMOUNTS = ['total', 'discount', 'net', 'paid', 'balance'];
const SUMMED = Prisma.raw(
  ['count', 'quantity', ...AMOUNTS].map((name) => `sum(${name}) AS ${name}`).join(', '),
);

/**
 * SQL that sums the groups `c`, one per currency: the amounts of the shop's currency, and `totals` with all currencies,
 * the shop's first.
 */
const sumsIn = (currency: string): Prisma.Sql => {
  const own = AMOUNTS.map((name) => {
    const column = Prisma.raw(name);
    return Prisma.sql`coalesce(sum(${column}) FILTER (WHERE currency = ${currency}), 0)::float8 AS ${column}`;
  });
  return Prisma.sql`coalesce(sum(count), 0)::int AS count, coalesce(sum(quantity), 0)::float8 AS quantity,
    ${Prisma.join(own)},
    coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'count', count, 'quantity', quantity, 'total', total,
      'discount', discount, 'net', net, 'paid', paid, 'balance', balance) ORDER BY currency <> ${currency}, currency),
      '[]') AS totals`;
};

/**
 * Returns what was bought in a period: sums over accepted and locked receipts, and the number of receipts in each
 * status. Currencies are never added up. Rule: docs/rules/currencies.md#suppliers
 */
export async function getReceiptStatistics(ctx: Ctx, input: Statistics): Promise<Sums> {
  const { Currency: currency } = (await readSettings(ctx)).settings;
  const filters = [Prisma.sql`r.deleted_at IS NULL`, listedReceiptsSql(ctx), ...datesOf(input)];
  if (input.supplier_id !== undefined) filters.push(Prisma.sql`r.supplier_id = ${input.supplier_id}`);
  if (input.branch_id !== undefined) filters.push(Prisma.sql`r.branch_ids @> ${[input.branch_id]}::int[]`);
  const sums = sumsIn(currency);
  const [row] = await ctx.db.$queryRaw<StatisticsRow[]>`
    WITH one AS MATERIALIZED (
      SELECT r.supplier_id, s.name AS supplier_name, r.status, r.currency, count(*) AS count, sum(r.quantity) AS quantity,
             sum(${totalSql}) AS total, sum(${totalSql} - ${netSql}) AS discount, sum(${netSql}) AS net,
             sum(r.paid) AS paid, coalesce(sum(${balanceSql}) FILTER (WHERE r.status IN (1, 2)), 0) AS balance
        FROM receipt r JOIN supplier s ON s.id = r.supplier_id WHERE ${Prisma.join(filters, ' AND ')}
       GROUP BY 1, 2, 3, 4
    )
    SELECT b.*, by_status, by_supplier
      FROM (SELECT ${sums} FROM (SELECT currency, ${SUMMED} FROM one WHERE status IN (1, 2) GROUP BY 1) c) b,
           (SELECT jsonb_agg(to_jsonb(x) ORDER BY status NULLS FIRST) AS by_status
              FROM (SELECT status, ${sums} FROM (SELECT status, currency, ${SUMMED} FROM one GROUP BY 1, 2) c
                     GROUP BY status) x) st,
           (SELECT jsonb_agg(to_jsonb(x) ORDER BY net DESC, supplier_id) AS by_supplier
              FROM (SELECT supplier_id, supplier_name, ${sums}
                      FROM (SELECT supplier_id, supplier_name, currency, ${SUMMED} FROM one WHERE status IN (1, 2)
                             GROUP BY 1, 2, 3) c
                     GROUP BY supplier_id, supplier_name ORDER BY net DESC, supplier_id LIMIT ${SUPPLIERS_MAX}) x) su`;
  const { by_status, by_supplier, ...all } = row as StatisticsRow;
  return { currency, ...all, by_status: by_status ?? [], by_supplier: by_supplier ?? [] };
}
