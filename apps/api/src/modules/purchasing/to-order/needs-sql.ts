import { DEFAULT_DELIVERY_DAYS, DEFAULT_ORDER_EVERY_DAYS } from '@dukkan/contract';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { joinConditions } from '../../../core/list/estimated-count.ts';

// Rule: docs/rules/stock.md#to-order

/** Days until the delivery after the next where no supplier is known. */
const DEFAULT_HORIZON = DEFAULT_DELIVERY_DAYS + DEFAULT_ORDER_EVERY_DAYS;

/** SQL for a pack that can be ordered: whole units of goods `p` that are sold in whole units. */
export const packSql = (pack: Expression<unknown>, stepper: Expression<unknown>): RawBuilder<string> =>
  sql<string>`CASE WHEN ${stepper} > 0 AND ${stepper} % 1 = 0 THEN ceil(${pack}) ELSE ${pack} END`;

/** SQL for the missing units in whole packs; `div` and `mod` are exact, a quotient is not. */
export const wholePacksSql = (missing: Expression<unknown>, pack: Expression<unknown>): RawBuilder<string> =>
  sql<string>`(${pack} * (div(${missing}, ${pack}) + (mod(${missing}, ${pack}) > 0)::int))`;

/** Selects the units on the way to each item and branch: lines of receipts that were sent to their supplier. */
export const unitsOnTheWay = tables
  .selectFrom('receipt as r')
  .innerJoin('receipt_line as n', 'n.receipt_id', 'r.id')
  .select(({ fn }) => ['n.item_id', 'n.branch_id', fn.sum<string>('n.quantity').as('quantity')])
  .where('r.status', 'is', null)
  .where('r.deleted_at', 'is', null)
  .groupBy(['n.item_id', 'n.branch_id']);

/** Reads the longest time until the delivery after the next, of all suppliers that can be ordered from. */
async function readLongestHorizon(ctx: Ctx): Promise<number> {
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom('supplier')
      .select(sql<number | null>`max(delivery_days + order_every_days)::int`.as('days'))
      .where('deleted_at', 'is', null)
      .where('status', '=', 1),
  );
  return Math.max(DEFAULT_HORIZON, row?.days ?? 0);
}

/** Reads the branches that nothing is ordered for, because they are deleted or disabled. */
export const readClosedBranches = async (ctx: Ctx): Promise<number[]> =>
  (
    await fetchRows(
      ctx,
      tables
        .selectFrom('branch')
        .select('id')
        .where(({ eb, or }) => or([eb('deleted_at', 'is not', null), eb('status', '=', 0)])),
    )
  ).map(({ id }) => id);

/** Selects the supplier of each item: who delivered it last, else who was told to have it. */
const sourcesOfItems = tables
  .selectFrom(sql<{ item_id: number }>`short`.as<'h'>(sql`h`))
  .select('h.item_id')
  .distinct();
const suppliersOfItems = tables
  .selectFrom(sourcesOfItems.as('d'))
  .leftJoinLateral(
    ({ selectFrom, lit }) =>
      // the item's own lines first, the newest before the others: PostgreSQL would read all receipts of a young shop instead
      selectFrom(
        selectFrom('receipt_line as a')
          .select(['a.id', 'a.receipt_id'])
          .whereRef('a.item_id', '=', 'd.item_id')
          .orderBy('a.id', 'desc')
          .offset(lit(0))
          .as('n'),
      )
        .innerJoinLateral(
          (one) =>
            one
              .selectFrom('receipt as e')
              .innerJoin('supplier as o', 'o.id', 'e.supplier_id')
              .select('e.supplier_id')
              .whereRef('e.id', '=', 'n.receipt_id')
              .where('e.status', 'in', [lit(1), lit(2)])
              .where('e.deleted_at', 'is', null)
              .where('e.opening_stock', '=', lit(false))
              .where('o.deleted_at', 'is', null)
              .where('o.status', '=', lit(1))
              .offset(lit(0))
              .as('r'),
          (join) => join.onTrue(),
        )
        .select('r.supplier_id')
        .orderBy('n.id', 'desc')
        .limit(lit(1))
        .as('last'),
    (join) => join.onTrue(),
  )
  .leftJoinLateral(
    ({ selectFrom, lit }) =>
      selectFrom('supplier_item as x')
        .innerJoin('supplier as o', 'o.id', 'x.supplier_id')
        .select('x.supplier_id')
        .whereRef('x.item_id', '=', 'd.item_id')
        .where('last.supplier_id', 'is', null)
        .where('o.deleted_at', 'is', null)
        .where('o.status', '=', lit(1))
        .orderBy('x.id', 'desc')
        .limit(lit(1))
        .as('named'),
    (join) => join.onTrue(),
  )
  .leftJoin('supplier as s', (join) =>
    join.on(({ eb, fn }) => eb('s.id', '=', fn.coalesce('last.supplier_id', 'named.supplier_id'))),
  )
  .select(({ ref }) => [
    'd.item_id',
    's.id as supplier_id',
    sql<number>`coalesce(${ref('s.delivery_days')} + ${ref('s.order_every_days')}, ${sql.lit(DEFAULT_HORIZON)})`.as(
      'horizon',
    ),
  ]);

type NeedFilters = {
  /** Condition for the branch in a column. */
  readonly isListedBranch: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Conditions on the product `p`. */
  readonly ofProduct: readonly RawBuilder<unknown>[];
  /** Condition on the supplier `s` of an item. */
  readonly ofSupplier: RawBuilder<unknown>;
  /** Decimals of the shop's currency, to which values are rounded. */
  readonly scale: number;
};

/**
 * CTEs that end in `due`: the levels that run out before the delivery after the next, and what to order of each. The few
 * candidates come from the copied sort keys by how long they last, from levels that changed since they were copied, and from
 * items with a minimum; what is missing is computed from the levels themselves (docs/adr 0009). Each is looked up by its key
 * (`OFFSET 0`): of a shop without statistics PostgreSQL would read all products for each candidate.
 */
export async function buildDueSql(
  ctx: Ctx,
  { isListedBranch, ofProduct, ofSupplier, scale }: NeedFilters,
): Promise<RawBuilder<unknown>> {
  const days = await readLongestHorizon(ctx);
  const conditions = [
    sql`(l.pace > 0 OR i.minimum_quantity > 0)`,
    sql`l.available < l.pace * ${days}::int + i.minimum_quantity`,
    sql`i.deleted_at IS NULL AND p.deleted_at IS NULL AND p.status = 1`,
    ...ofProduct,
  ];
  return sql`candidate AS MATERIALIZED (
      SELECT k.item_id, k.branch_id FROM stock_sort_key k
       WHERE k.pace > 0 AND k.lasts < ${days}::int AND ${isListedBranch(sql.ref('k.branch_id'))}
      UNION SELECT c.item_id, c.branch_id FROM stock_level_change c
      UNION SELECT m.item_id, m.branch_id FROM product_item i
        CROSS JOIN LATERAL (SELECT item_id, branch_id FROM stock_level WHERE item_id = i.id OFFSET 0) m
       WHERE i.minimum_quantity > 0
    ), level AS MATERIALIZED (
      SELECT l.item_id, l.branch_id, l.product_id, l.pace, l.available, l.last_cost
        FROM candidate c
       CROSS JOIN LATERAL (SELECT * FROM stock_level l
                            WHERE l.item_id = c.item_id AND l.branch_id = c.branch_id OFFSET 0) l
       WHERE ${isListedBranch(sql.ref('l.branch_id'))}
    ), short AS MATERIALIZED (
      SELECT l.item_id, l.branch_id, l.product_id, l.pace, l.available, l.last_cost, i.minimum_quantity, i.barcode, i.option,
             ${packSql(sql.ref('i.pack_quantity'), sql.ref('p.stepper'))} AS pack, p.titles, p.sort_ar, p.sort_en, p.sort_de
        FROM level l
       CROSS JOIN LATERAL (SELECT * FROM product_item WHERE id = l.item_id OFFSET 0) i
       CROSS JOIN LATERAL (SELECT * FROM product WHERE id = l.product_id OFFSET 0) p ${joinConditions(conditions)}
    ), way AS MATERIALIZED (${unitsOnTheWay}), source AS MATERIALIZED (${suppliersOfItems}), due AS MATERIALIZED (
      SELECT n.*, s.supplier_id, s.horizon, m.on_the_way, m.shortage, q.quantity,
             round(q.quantity * n.last_cost, ${scale}::int) AS value,
             CASE WHEN n.pace > 0 THEN greatest(0, n.available) / n.pace END AS runs_out
        FROM short n JOIN source s USING (item_id) LEFT JOIN way w USING (item_id, branch_id)
       CROSS JOIN LATERAL (SELECT coalesce(w.quantity, 0) AS on_the_way,
          n.pace * s.horizon + n.minimum_quantity - n.available - coalesce(w.quantity, 0) AS shortage OFFSET 0) m
       CROSS JOIN LATERAL (SELECT ${wholePacksSql(sql.ref('m.shortage'), sql.ref('n.pack'))} AS quantity OFFSET 0) q
       WHERE m.shortage > 0 AND ${ofSupplier})`;
}
