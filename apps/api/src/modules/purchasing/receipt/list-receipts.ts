import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { escapeLike, Prisma } from '../../../core/db/database.ts';
import { keywordConditions, orderBySql } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { listedReceiptsSql, visibleReceiptsSql } from '../receipt-visibility.ts';
import { readCurrencyScale } from '../supplier/supplier.service.ts';
import { type ReceiptRow, receiptView, rowView, SELECT } from './receipt.view.ts';

type List = z.output<typeof api.receipt.list.input>;
type Statistics = z.output<typeof api.receipt.statistics.input>;
type Sums = z.output<typeof api.receipt.statistics.output>;

/** What is still to be paid of `r`: the net as it is shown, less what was paid. */
const balance = (scale: number) => Prisma.sql`round(r.net, ${scale}::int) - r.paid`;

function datesOf({ from_date, to_date }: { from_date?: string | undefined; to_date?: string | undefined }) {
  const filters: Prisma.Sql[] = [];
  if (from_date !== undefined) filters.push(Prisma.sql`r.on_date >= ${from_date}::date`);
  if (to_date !== undefined) filters.push(Prisma.sql`r.on_date <= ${to_date}::date`);
  return filters;
}

/** Found by the supplier, by the start of the invoice number, and by its own number. */
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

function filterOf(ctx: Ctx, input: List, scale: number): Prisma.Sql {
  const { id, status, supplier_id, branch_id, product_id, unpaid } = input;
  const filters = [
    Prisma.sql`r.deleted_at IS NULL`,
    listedReceiptsSql(ctx),
    ...datesOf(input),
    ...keywordsOf(input.keywords),
  ];
  if (id !== undefined) filters.push(Prisma.sql`r.id = ${id}`);
  // what can be paid, for who picks one to pay
  if (ctx.reach === 'pick') filters.push(Prisma.sql`r.status IN (1, 2)`);
  else if (status === 'none') filters.push(Prisma.sql`r.status IS NULL`);
  else if (status !== undefined) filters.push(Prisma.sql`r.status = ${status}`);
  if (supplier_id !== undefined) filters.push(Prisma.sql`r.supplier_id = ${supplier_id}`);
  if (branch_id !== undefined) filters.push(Prisma.sql`r.branch_ids @> ${[branch_id]}::int[]`);
  if (product_id !== undefined)
    filters.push(Prisma.sql`EXISTS (SELECT 1 FROM receipt_line l
      WHERE l.receipt_id = r.id AND l.product_id = ${product_id})`);
  // what is not accepted is not owed
  if (unpaid === 1) filters.push(Prisma.sql`r.status IN (1, 2) AND ${balance(scale)} > 0`);
  if (unpaid === 0) filters.push(Prisma.sql`(r.status IN (1, 2)) IS TRUE AND ${balance(scale)} <= 0`);
  return Prisma.join(filters, ' AND ');
}

function ordered(ctx: Ctx, input: List, scale: number): Prisma.Sql {
  const columns: Record<List['sort_by'], Prisma.Sql> = {
    id: Prisma.sql`r.id`,
    on_date: Prisma.sql`r.on_date`,
    // amounts are for who sees their rows
    net: ctx.reach === 'full' ? Prisma.sql`r.net` : Prisma.sql`r.id`,
    balance: ctx.reach === 'full' ? balance(scale) : Prisma.sql`r.id`,
  };
  return orderBySql(columns[input.sort_by], Prisma.sql`r.id`, input.sort_as);
}

/** Purchase receipts that the caller sees, in three statements. */
export async function list(ctx: Ctx, input: List) {
  const scale = await readCurrencyScale(ctx);
  const where = filterOf(ctx, input, scale);
  const { skip, take } = toSkipTake(input);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM receipt r JOIN supplier s ON s.id = r.supplier_id WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<ReceiptRow[]>`
    ${SELECT} WHERE ${where} ${ordered(ctx, input, scale)} LIMIT ${take} OFFSET ${skip}`;
  return toPage(
    rows.map((row) => rowView(ctx, row)),
    counted?.total ?? 0,
    input,
  );
}

/** One receipt with its lines. @throws record.missing */
export const show = (ctx: Ctx, { id }: { id: number }) =>
  receiptView(ctx, id, Prisma.sql`r.deleted_at IS NULL AND ${visibleReceiptsSql(ctx)}`);

/** The most that one answer lists of suppliers: those that were bought most from. */
const SUPPLIERS_MAX = 100;

type StatisticsRow = Omit<Sums, 'by_status' | 'by_supplier'> & {
  readonly by_status: Sums['by_status'] | null;
  readonly by_supplier: Sums['by_supplier'] | null;
};

/** What `one` comes to; what is not accepted is not owed. */
const SUMS = Prisma.sql`count(*)::int AS count, coalesce(sum(quantity), 0)::float8 AS quantity,
  coalesce(sum(total), 0)::float8 AS total, coalesce(sum(total - net), 0)::float8 AS discount,
  coalesce(sum(net), 0)::float8 AS net, coalesce(sum(paid), 0)::float8 AS paid,
  coalesce(sum(net - paid) FILTER (WHERE status IN (1, 2)), 0)::float8 AS balance`;

/** What was bought in a time: sums over accepted and locked receipts, and every status with how many stand there. */
export async function statistics(ctx: Ctx, input: Statistics): Promise<Sums> {
  const scale = await readCurrencyScale(ctx);
  const filters = [Prisma.sql`r.deleted_at IS NULL`, listedReceiptsSql(ctx), ...datesOf(input)];
  if (input.supplier_id !== undefined) filters.push(Prisma.sql`r.supplier_id = ${input.supplier_id}`);
  if (input.branch_id !== undefined) filters.push(Prisma.sql`r.branch_ids @> ${[input.branch_id]}::int[]`);
  const [row] = await ctx.db.$queryRaw<StatisticsRow[]>`
    WITH one AS MATERIALIZED (
      SELECT r.supplier_id, s.name, r.status, r.quantity, round(r.total, ${scale}::int) AS total,
             round(r.net, ${scale}::int) AS net, r.paid
        FROM receipt r JOIN supplier s ON s.id = r.supplier_id WHERE ${Prisma.join(filters, ' AND ')}
    )
    SELECT b.*, by_status, by_supplier
      FROM (SELECT ${SUMS} FROM one WHERE status IN (1, 2)) b,
           (SELECT jsonb_agg(to_jsonb(x) ORDER BY status NULLS FIRST) AS by_status
              FROM (SELECT status, ${SUMS} FROM one GROUP BY status) x) st,
           (SELECT jsonb_agg(to_jsonb(x) ORDER BY net DESC, supplier_id) AS by_supplier
              FROM (SELECT supplier_id, name AS supplier_name, ${SUMS} FROM one WHERE status IN (1, 2)
                     GROUP BY supplier_id, name ORDER BY sum(net) DESC, supplier_id
                     LIMIT ${SUPPLIERS_MAX}) x) su`;
  const { by_status, by_supplier, ...sums } = row as StatisticsRow;
  return { ...sums, by_status: by_status ?? [], by_supplier: by_supplier ?? [] };
}
