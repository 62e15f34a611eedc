import type { api } from '@dukkan/contract';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { escapeLike } from '../../../core/db/database.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { hasKeywords, matchesKeywords } from '../../../core/list/keywords.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import type { Tables } from '../../../generated/tables.ts';
import { readSettings } from '../../setting/index.ts';
import { balanceSql, isAcceptedSql, netSql, totalSql } from '../receipt-amounts.ts';
import { hasBranchSql, listedReceiptsSql, visibleReceiptsSql } from '../receipt-visibility.ts';
import { type ReceiptQuery, readReceipts, receiptView, rowView } from './receipt.view.ts';

type List = z.output<typeof api.receipt.list.input>;
type Statistics = z.output<typeof api.receipt.statistics.input>;
type Sums = z.output<typeof api.receipt.statistics.output>;

const eb = expressionBuilder<{ r: Tables['receipt'] }, 'r'>();

/** Condition for the receipts `r` that lists and statistics are narrowed to alike. */
function filterReceipts(
  ctx: Ctx,
  {
    supplier_id,
    branch_id,
    from_date,
    to_date,
  }: Pick<Statistics, 'supplier_id' | 'branch_id' | 'from_date' | 'to_date'>,
): Expression<SqlBool> {
  const filters: Expression<SqlBool>[] = [eb('r.deleted_at', 'is', null), listedReceiptsSql(ctx)];
  if (from_date !== undefined) filters.push(eb('r.on_date', '>=', from_date));
  if (to_date !== undefined) filters.push(eb('r.on_date', '<=', to_date));
  if (supplier_id !== undefined) filters.push(eb('r.supplier_id', '=', supplier_id));
  if (branch_id !== undefined) filters.push(hasBranchSql(branch_id));
  return eb.and(filters);
}

/** Filters receipts by their supplier, the start of the invoice number, or their id. */
function searchReceipts(query: ReceiptQuery, keywords: string): ReceiptQuery {
  const start = `${escapeLike(keywords)}%`;
  const number = /^#?([1-9]\d{0,8})$/.exec(keywords)?.[1];
  return query.where(
    eb.or([
      ...(hasKeywords(keywords) ? [matchesKeywords(keywords, sql.ref('s.search'))] : []),
      sql<boolean>`lower(${eb.ref('r.invoice_number')}) LIKE lower(${start})`,
      ...(number ? [eb('r.id', '=', Number(number))] : []),
    ]),
  );
}

function filterByStatus(ctx: Ctx, query: ReceiptQuery, { status }: List): ReceiptQuery {
  // a pick-list is for choosing a receipt to pay
  if (ctx.reach === 'pick') return query.where(isAcceptedSql);
  if (status === undefined) return query;
  return status === 'none' ? query.where('r.status', 'is', null) : query.where('r.status', '=', status);
}

function filterList(ctx: Ctx, input: List): ReceiptQuery {
  const { id, product_id, unpaid, keywords } = input;
  let query = filterByStatus(ctx, readReceipts.where(filterReceipts(ctx, input)), input);
  if (keywords) query = searchReceipts(query, keywords);
  if (id !== undefined) query = query.where('r.id', '=', id);
  if (product_id !== undefined)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('receipt_line as l')
          .select('l.id')
          .whereRef('l.receipt_id', '=', 'r.id')
          .where('l.product_id', '=', product_id),
      ),
    );
  if (unpaid === undefined) return query;
  // only accepted receipts are owed
  return query.where(isAcceptedSql).where(balanceSql, unpaid === 1 ? '>' : '<=', sql<string>`0`);
}

function sortReceipts(ctx: Ctx, query: ReceiptQuery, { sort_by, sort_as }: List): ReceiptQuery {
  // sorting by an amount would reveal it to callers who see names only
  const amount = ctx.reach === 'full' && { net: netSql, balance: balanceSql };
  const sorted =
    sort_by === 'id' || sort_by === 'on_date'
      ? query.orderBy(`r.${sort_by}`, sort_as)
      : query.orderBy(amount ? amount[sort_by] : 'r.id', sort_as);
  return sorted.orderBy('r.id', sort_as);
}

/** Lists the purchase receipts that the caller may see. */
export async function list(ctx: Ctx, input: List) {
  const query = filterList(ctx, input);
  const [rows, total] = await fetchPage(ctx, sortReceipts(ctx, query, input), query, input);
  return toPage(
    rows.map((row) => rowView(ctx, row)),
    total,
    input,
  );
}

/** Returns a receipt with its lines. @throws record.missing */
export const show = (ctx: Ctx, { id }: { id: number }) =>
  receiptView(ctx, id, eb.and([eb('r.deleted_at', 'is', null), visibleReceiptsSql(ctx)]));

/** Maximum number of suppliers in one response: those with the largest purchases. */
const SUPPLIERS_MAX = 100;

type StatisticsRow = Omit<Sums, 'currency' | 'by_status' | 'by_supplier'> & {
  readonly by_status: Sums['by_status'] | null;
  readonly by_supplier: Sums['by_supplier'] | null;
};

const AMOUNTS = ['total', 'discount', 'net', 'paid', 'balance'];
const SUMMED = sql.raw(['count', 'quantity', ...AMOUNTS].map((name) => `sum(${name}) AS ${name}`).join(', '));

/**
 * SQL that sums the groups `c`, one per currency: the amounts of the shop's currency, and `totals` with all currencies,
 * the shop's first.
 */
const sumGroupsSql = (currency: string) => {
  const own = AMOUNTS.map((name) => {
    const column = sql.ref(name);
    return sql`coalesce(sum(${column}) FILTER (WHERE currency = ${currency}), 0)::float8 AS ${column}`;
  });
  return sql`coalesce(sum(count), 0)::int AS count, coalesce(sum(quantity), 0)::float8 AS quantity,
    ${sql.join(own)},
    coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'count', count, 'quantity', quantity, 'total', total,
      'discount', discount, 'net', net, 'paid', paid, 'balance', balance) ORDER BY currency <> ${currency}, currency),
      '[]') AS totals`;
};

/** Reads the sums of receipts for each supplier, status and currency. */
const readSums = (ctx: Ctx, input: Statistics) =>
  tables
    .selectFrom('receipt as r')
    .innerJoin('supplier as s', 's.id', 'r.supplier_id')
    .select(({ ref }) => [
      'r.supplier_id',
      's.name as supplier_name',
      'r.status',
      'r.currency',
      sql<number>`count(*)`.as('count'),
      sql<string>`sum(${ref('r.quantity')})`.as('quantity'),
      sql<string>`sum(${totalSql})`.as('total'),
      sql<string>`sum(${totalSql} - ${netSql})`.as('discount'),
      sql<string>`sum(${netSql})`.as('net'),
      sql<string>`sum(${ref('r.paid')})`.as('paid'),
      sql<string>`coalesce(sum(${balanceSql}) FILTER (WHERE ${isAcceptedSql}), 0)`.as('balance'),
    ])
    .where(filterReceipts(ctx, input))
    .groupBy(['r.supplier_id', 's.name', 'r.status', 'r.currency']);

/**
 * Returns what was bought in a period: sums over accepted and locked receipts, and the number of receipts in each
 * status. Currencies are never added up. Rule: docs/rules/currencies.md#suppliers
 */
export async function getReceiptStatistics(ctx: Ctx, input: Statistics): Promise<Sums> {
  const { Currency: currency } = (await readSettings(ctx)).settings;
  const sums = sumGroupsSql(currency);
  const row = await fetchRow(
    ctx,
    sql<StatisticsRow>`
    WITH one AS MATERIALIZED (${readSums(ctx, input)})
    SELECT b.*, by_status, by_supplier
      FROM (SELECT ${sums} FROM (SELECT currency, ${SUMMED} FROM one WHERE status IN (1, 2) GROUP BY 1) c) b,
           (SELECT jsonb_agg(to_jsonb(x) ORDER BY status NULLS FIRST) AS by_status
              FROM (SELECT status, ${sums} FROM (SELECT status, currency, ${SUMMED} FROM one GROUP BY 1, 2) c
                     GROUP BY status) x) st,
           (SELECT jsonb_agg(to_jsonb(x) ORDER BY net DESC, supplier_id) AS by_supplier
              FROM (SELECT supplier_id, supplier_name, ${sums}
                      FROM (SELECT supplier_id, supplier_name, currency, ${SUMMED} FROM one WHERE status IN (1, 2)
                             GROUP BY 1, 2, 3) c
                     GROUP BY supplier_id, supplier_name ORDER BY net DESC, supplier_id LIMIT ${SUPPLIERS_MAX}) x) su`,
  );
  const { by_status, by_supplier, ...all } = requireFound(row);
  return { currency, ...all, by_status: by_status ?? [], by_supplier: by_supplier ?? [] };
}
