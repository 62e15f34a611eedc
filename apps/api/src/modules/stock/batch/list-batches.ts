import { computeBatchSalesRate, DAY_MS, forecastBatch } from '@dukkan/commerce';
import type { ADVICE, batch } from '@dukkan/contract';
import { type InferResult, type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { loadByIdsInOrder } from '../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { tables, unnestIds } from '../../../core/db/tables.ts';
import { raiseTotalToRowsRead } from '../../../core/list/estimated-count.ts';
import { type Page, toPage, toSkipTake } from '../../../core/list/page.ts';
import { businessDaySql } from '../../branch/index.ts';
import { receiptOpensSql, recentBatchMovementsJsonSql } from '../../catalog/index.ts';
import { loadSalesPace, stockLevelVersionSql } from '../sales-pace.ts';
import { BRANCH_NAMES, ITEM_COLUMNS, ITEM_TITLES, itemView, localizeName, roundTo2 } from '../stock-item.ts';
import { findBatchesForExport, findBatchPage } from './find-batches.ts';

type Input = z.output<typeof batch.list.input>;
type Row = z.output<typeof batch.list.output>;

/** Batches that expire later than this are never suggested for markdown. */
const SOON_DAYS = 90;

/** Number of latest movements in the response. */
const MOVEMENTS_TOLD = 500;

/** SQL for the units of other batches of the same item and branch that meet this condition. */
const unitsBefore = (meets: RawBuilder<unknown>): RawBuilder<string> => sql<string>`
  (SELECT coalesce(sum(o.remaining_quantity), 0) FROM stock_batch o
    WHERE o.item_id = s.item_id AND o.branch_id = s.branch_id AND o.remaining_quantity > 0 AND NOT o.expired AND ${meets})`;

/** Units sold before those of `s`, 0 when it no longer sells: earlier expiry first, then earlier arrival; each condition matches an index. */
const AHEAD = sql<string>`
  CASE WHEN s.remaining_quantity = 0 OR s.expired THEN 0
    WHEN s.expire_date IS NULL
      THEN ${unitsBefore(sql`(o.expire_date IS NOT NULL OR (o.created_at, o.id) < (s.created_at, s.id))`)}
    ELSE ${unitsBefore(sql`(o.expire_date, o.created_at, o.id) < (s.expire_date, s.created_at, s.id)`)} END`;

/** Selects all columns of the batches of one page. */
const selectBatches = (ctx: Ctx, { movements }: Pick<Input, 'movements'>, ids: readonly number[]) =>
  tables
    .selectFrom(unnestIds(ids))
    .innerJoin('stock_batch as s', 's.id', 'u.id')
    .innerJoin('product_item as i', 'i.id', 's.item_id')
    .innerJoin('product as p', 'p.id', 'i.product_id')
    .innerJoin(
      tables
        .selectFrom('branch as b')
        .select(['b.id', 'b.names', businessDaySql(ctx).as('today')])
        .offset(sql.lit(0))
        .as('b'),
      'b.id',
      's.branch_id',
    )
    .select(ITEM_COLUMNS)
    .select(({ cast, ref }) => [
      's.id',
      ITEM_TITLES,
      's.branch_id',
      BRANCH_NAMES,
      's.reciept_id',
      receiptOpensSql(ctx, 's').as('receipt_opens'),
      's.order_id',
      's.parent_batch_id',
      cast<number>('s.quantity', 'float8').as('quantity'),
      cast<number>('s.remaining_quantity', 'float8').as('remaining_quantity'),
      cast<number>('s.cost_value', 'float8').as('cost_value'),
      cast<number>('s.cost_value_before_discount', 'float8').as('cost_value_before_discount'),
      's.expire_date',
      's.expired',
      's.created_at',
      cast<number>('s.sold_days', 'float8').as('sold_days'),
      // days until the batch expires; negative after that
      sql<number | null>`${ref('s.expire_date')} - ${ref('b.today')}`.as('expires_in'),
      sql<number>`${AHEAD}::float8`.as('ahead'),
      stockLevelVersionSql(ref('s.item_id')).as('stamp'),
    ])
    .$if(movements === true, (query) =>
      query.select(recentBatchMovementsJsonSql(sql.ref('s.id'), MOVEMENTS_TOLD).as('movements')),
    );

type BatchRow = Readonly<InferResult<ReturnType<typeof selectBatches>>[number]>;

/**
 * Returns the advice for a batch: write off when expired, move or mark down when it will expire unsold, reorder when it
 * runs out.
 */
function adviceOn(
  row: BatchRow,
  unsold: number,
  pace: number,
  elsewhere: number,
): (typeof ADVICE)[number] | null {
  if (row.remaining_quantity <= 0) return null;
  if (row.expired || (row.expires_in ?? 0) < 0) return 'write_off';
  if (unsold > 0) return elsewhere > pace ? 'transfer' : 'mark_down';
  return pace > 0 && (row.ahead + row.remaining_quantity) / pace < 7 ? 'reorder' : null;
}

function toBatchView(ctx: Ctx, row: BatchRow, paces: Map<number, Map<number, number>>): Row {
  const {
    titles: _,
    branch_names,
    created_at,
    sold_days,
    ahead,
    expires_in,
    movements,
    stamp: __,
    ...facts
  } = row;
  const { quantity, remaining_quantity } = row;
  const days = Math.max(0, (ctx.now.getTime() - created_at.getTime()) / DAY_MS);
  // the batch stores its sold days as a sum, so one movement can represent all sales
  const sold =
    quantity > 0 ? [{ target: 1, quantity: 1, created_at: created_at.getTime() + sold_days * DAY_MS }] : [];
  const { weight, rate } = computeBatchSalesRate(
    { quantity, remaining_quantity, created_at: ctx.now.getTime() - days * DAY_MS, movements: sold },
    ctx.now.getTime(),
  );
  const byBranch = paces.get(row.item_id) ?? new Map<number, number>();
  const pace = byBranch.get(row.branch_id) ?? 0;
  const elsewhere = Math.max(
    0,
    ...[...byBranch].map(([branch, one]) => (branch === row.branch_id ? 0 : one)),
  );
  const before = forecastBatch(ahead + remaining_quantity, pace, expires_in);
  const soon = expires_in !== null && expires_in <= SOON_DAYS;
  const unsold = soon ? Math.min(remaining_quantity, before.unsold) : 0;
  return {
    ...facts,
    ...itemView(ctx, row),
    branch_name: localizeName(ctx, branch_names),
    created_at: created_at.toISOString(),
    weight,
    rate,
    days_left: before.days === null ? null : roundTo2(before.days),
    unsold: roundTo2(unsold),
    advice: adviceOn(row, unsold, pace, elsewhere),
    ...(movements ? { movements } : {}),
  };
}

/** Lists batches with their sales rate and advice. */
export async function list(ctx: Ctx, input: Input): Promise<Page<Row>> {
  const { ids, total, isEstimated } = input.export
    ? { ...(await findBatchesForExport(ctx, input)), isEstimated: false }
    : await findBatchPage(ctx, input);
  const rows = await loadByIdsInOrder<BatchRow>(ctx, ids, (all) => selectBatches(ctx, input, all));
  const stamps = new Map(rows.map(({ item_id, stamp }) => [item_id, stamp]));
  const paces = await loadSalesPace(ctx, [...stamps.keys()], stamps);
  const shown = rows.map((row) => toBatchView(ctx, row, paces));
  // a full page means that there may be another one, even if the estimate says otherwise
  const all = raiseTotalToRowsRead({ total, isEstimated }, toSkipTake(input).skip, shown.length);
  return toPage(shown, all.total, input, isEstimated);
}
