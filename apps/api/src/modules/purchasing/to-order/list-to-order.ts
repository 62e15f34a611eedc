import { addDays, getCurrencyScale, type Localized, resolveText, toLocalDate } from '@dukkan/commerce';
import { type api, DEFAULT_DELIVERY_DAYS } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, OWN_PLAN, tables, withOwnPlan } from '../../../core/db/tables.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import { type Page, toPage, toSkipTake } from '../../../core/list/page.ts';
import { buildProductSearchConditions } from '../../catalog/index.ts';
import { readSettings } from '../../setting/index.ts';
import { isInVisibleBranch, roundTo2 } from '../../stock/index.ts';
import { buildDueSql, readClosedBranches } from './needs-sql.ts';

type Endpoint = typeof api.receipt.toOrder;
type Input = z.output<Endpoint['input']>;
type Row = z.output<Endpoint['output']>;
type Meta = z.output<Endpoint['metaOutput']>;

/** A row of `due` as JSON. */
type DueRow = Omit<Row, 'id' | 'title' | 'branch_name' | 'image_url' | 'days_left'> & {
  readonly titles: Localized;
  readonly branch_names: Localized;
  readonly thumb: string | null;
  readonly runs_out: number | null;
};
type SupplierSum = {
  readonly supplier_id: number | null;
  readonly supplier_name: string | null;
  readonly email: string | null;
  readonly delivery_days: number | null;
  readonly lines: number;
  readonly value: number;
  readonly minimum_order: number;
};
type OverdueOrder = Meta['overdue_orders'][number];
type Answer = {
  readonly total: number;
  readonly rows: readonly DueRow[];
  readonly suppliers: readonly SupplierSum[];
  readonly overdue_orders: readonly OverdueOrder[];
};

function sortDue(ctx: Ctx, { sort_by, sort_as }: Input): RawBuilder<unknown> {
  // safe as raw SQL: the column names come from a closed list, not from the caller's text
  const way = sql.raw(sort_as === 'desc' ? 'DESC NULLS LAST' : 'ASC NULLS LAST');
  const column = sql.raw(sort_by === 'title' ? `d.sort_${ctx.locale}` : `d.${sort_by}`);
  return sql`ORDER BY ${column} ${way}, d.item_id ${way}, d.branch_id ${way}`;
}

const ofSupplier = (supplier_id: Input['supplier_id']): RawBuilder<unknown> => {
  if (supplier_id === undefined) return sql`TRUE`;
  return supplier_id === 'none' ? sql`s.supplier_id IS NULL` : sql`s.supplier_id = ${supplier_id}::int`;
};

/** The rows of the CTE `due`, as table `d`. */
const DUE = sql<
  Record<'item_id' | 'branch_id' | 'product_id' | 'supplier_id', number> &
    Record<'runs_out' | 'value', string>
>`due`.as<'d'>(sql`d`);

/** Selects the rows of the page, numbered. */
const pageRows = (ctx: Ctx, input: Input) => {
  const { skip, take } = toSkipTake(input);
  return tables
    .selectFrom(DUE)
    .innerJoin('branch as b', 'b.id', 'd.branch_id')
    .select(({ selectFrom }) => [
      sql`d.product_id, d.item_id, d.branch_id, d.barcode, item_titles(d.titles, d.option)`.as('titles'),
      sql`b.names`.as('branch_names'),
      sql`d.supplier_id, d.pace, d.available, d.on_the_way, d.pack`.as('pack_quantity'),
      sql`d.minimum_quantity, d.horizon, d.runs_out, d.shortage, d.quantity, d.value, d.last_cost`.as('cost'),
      selectFrom('product_image as g')
        .select('g.thumb')
        .whereRef('g.product_id', '=', 'd.product_id')
        .orderBy('g.ord')
        .orderBy('g.id')
        .limit(sql.lit(1))
        .as('thumb'),
      sql`row_number() OVER (${sortDue(ctx, input)})`.as('n'),
    ])
    .orderBy('n')
    .limit(take)
    .offset(skip);
};

const supplierSums = tables
  .selectFrom(DUE)
  .leftJoin('supplier as s', 's.id', 'd.supplier_id')
  .select(({ fn, ref }) => [
    'd.supplier_id',
    's.name as supplier_name',
    's.email',
    's.delivery_days',
    sql<number>`count(*)::int`.as('lines'),
    fn.sum('d.value').as('value'),
    sql<string>`coalesce(${ref('s.minimum_order')}, 0)`.as('minimum_order'),
    fn.min('d.runs_out').as('runs_out'),
  ])
  .groupBy(['d.supplier_id', 's.id']);

const OVERDUE_ORDERS_MAX = 20;

/**
 * Selects the orders that should have arrived before the next one of their supplier; nobody accepted or canceled them.
 * Rule: docs/rules/stock.md#to-order
 */
const selectOverdueOrders = (
  today: string,
  isListedBranch: (column: RawBuilder<unknown>) => RawBuilder<boolean>,
) =>
  tables
    .selectFrom('receipt as r')
    .innerJoin('supplier as s', 's.id', 'r.supplier_id')
    .select([
      'r.id',
      's.name as supplier_name',
      'r.on_date',
      sql<string>`(r.on_date + s.delivery_days)`.as('expected_on'),
    ])
    .where('r.status', 'is', null)
    .where('r.deleted_at', 'is', null)
    .where(sql<boolean>`r.on_date + s.delivery_days + s.order_every_days < ${today}::date`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('receipt_line as n')
          .select('n.id')
          .whereRef('n.receipt_id', '=', 'r.id')
          .where(isListedBranch(sql.ref('n.branch_id'))),
      ),
    )
    .orderBy('r.on_date')
    .orderBy('r.id')
    .limit(OVERDUE_ORDERS_MAX);

/** Days until the first of these levels runs out; null when nothing is sold. */
async function findNextRunsOut(ctx: Ctx, isListed: RawBuilder<boolean>): Promise<number | null> {
  const row = await fetchRow(
    ctx,
    withOwnPlan(
      tables
        .selectFrom('stock_sort_key as k')
        .select(({ cast }) => cast<number>('k.lasts', 'float8').as('lasts'))
        .where('k.pace', '>', '0')
        .where('k.lasts', '>', '0')
        .where(isListed)
        .orderBy('k.lasts')
        .limit(1),
    ),
  );
  return row ? roundTo2(row.lasts) : null;
}

const toRow = (ctx: Ctx, { titles, branch_names, thumb, runs_out, ...row }: DueRow): Row => ({
  ...row,
  id: `${row.item_id}-${row.branch_id}`,
  title: resolveText(titles, ctx.locale),
  branch_name: resolveText(branch_names, ctx.locale),
  image_url: pictureUrl(thumb),
  days_left: runs_out === null ? null : roundTo2(runs_out),
});

const toSupplier = (today: string, { delivery_days, ...sum }: SupplierSum): Meta['suppliers'][number] => ({
  ...sum,
  is_below_minimum: sum.value < sum.minimum_order,
  arrives_on: addDays(today, delivery_days ?? DEFAULT_DELIVERY_DAYS),
});

/**
 * Lists what must be ordered today, with what each supplier's order comes to.
 * Rule: docs/rules/stock.md#to-order
 */
export async function listToOrder(ctx: Ctx, input: Input): Promise<Page<Row, Meta>> {
  const { Currency, timezone } = (await readSettings(ctx)).settings;
  const today = toLocalDate(ctx.now, timezone);
  const closed = await readClosedBranches(ctx);
  const isListedBranch = (column: RawBuilder<unknown>) =>
    sql<boolean>`${isInVisibleBranch(ctx, column, input.branch_id)} AND ${column} <> ALL(${closed}::int[])`;
  const ofProduct: RawBuilder<unknown>[] = [...(await buildProductSearchConditions(ctx, input))];
  if (input.id !== undefined) ofProduct.push(sql`i.id = ${input.id}::int`);
  if (input.status !== undefined) ofProduct.push(sql`p.status = ${input.status}::int`);
  const due = await buildDueSql(ctx, {
    isListedBranch,
    ofProduct,
    ofSupplier: ofSupplier(input.supplier_id),
    scale: getCurrencyScale(Currency),
  });
  const answer = await fetchRow(
    ctx,
    sql<Answer>`${OWN_PLAN} WITH ${due}
      SELECT (SELECT count(*)::int FROM due) AS total,
        coalesce((SELECT jsonb_agg(to_jsonb(x) - 'n' ORDER BY x.n) FROM (${pageRows(ctx, input)}) x), '[]') AS rows,
        coalesce((SELECT jsonb_agg(to_jsonb(g) - 'runs_out' ORDER BY g.runs_out NULLS LAST, g.supplier_id NULLS LAST)
                    FROM (${supplierSums}) g), '[]') AS suppliers,
        coalesce((SELECT jsonb_agg(o ORDER BY o.on_date, o.id)
                    FROM (${selectOverdueOrders(today, isListedBranch)}) o), '[]') AS overdue_orders`,
  );
  const { rows, total, suppliers, overdue_orders } = answer ?? {
    rows: [],
    total: 0,
    suppliers: [],
    overdue_orders: [],
  };
  const page = toPage(
    rows.map((row) => toRow(ctx, row)),
    total,
    input,
  );
  return {
    rows: page.rows,
    meta: {
      ...page.meta,
      currency: Currency,
      suppliers: suppliers.map((sum) => toSupplier(today, sum)),
      overdue_orders: [...overdue_orders],
      next_runs_out: total > 0 ? null : await findNextRunsOut(ctx, isListedBranch(sql.ref('k.branch_id'))),
    },
  };
}
