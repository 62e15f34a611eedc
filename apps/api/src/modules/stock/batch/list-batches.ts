import { computeBatchSalesRate, DAY_MS, forecastBatch } from '@dukkan/commerce';
import type { ADVICE, batch } from '@dukkan/contract';
import type * as z from 'zod';
import { idsAsTable, loadByIdsInOrder } from '../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { raiseTotalToRowsRead } from '../../../core/list/estimated-count.ts';
import { type Page, toPage, toSkipTake } from '../../../core/list/page.ts';
import { businessDaySql } from '../../branch/index.ts';
import { receiptOpensSql, recentBatchMovementsJsonSql } from '../../catalog/index.ts';
import { loadSalesPace, stockLevelVersionSql } from '../sales-pace.ts';
import {
  BRANCH_COLUMNS,
  ITEM_COLUMNS,
  type ItemFacts,
  itemView,
  localizeName,
  roundTo2,
} from '../stock-item.ts';
import { findBatchesForExport, findBatchPage } from './find-batches.ts';

type Input = z.output<typeof batch.list.input>;
type Row = z.output<typeof batch.list.output>;
type Movement = NonNullable<Row['movements']>[number];

type BatchRow = ItemFacts &
  Omit<
    Row,
    'created_at' | 'weight' | 'rate' | 'days_left' | 'unsold' | 'advice' | 'title' | 'branch_name'
  > & {
    readonly branch_names: Record<string, string>;
    readonly created_at: Date;
    readonly sold_days: number;
    /** Units of the same item and branch that sell before this batch; 0 when the batch no longer sells. */
    readonly ahead: number;
    /** Days until the batch expires; negative after that. */
    readonly expires_in: number | null;
    /** Version of the item's stock levels, which changes with every sale. */
    readonly stamp: string | null;
  };

/** Batches that expire later than this are never suggested for markdown. */
const SOON_DAYS = 90;

/** Number of latest movements in the response. */
const MOVEMENTS_TOLD = 500;

/** SQL for the units of other batches of the same item and branch that meet this condition. */
const unitsBefore = (meets: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT coalesce(sum(o.remaining_quantity), 0) FROM stock_batch o
    WHERE o.item_id = s.item_id AND o.branch_id = s.branch_id AND o.remaining_quantity > 0 AND NOT o.expired AND ${meets})`;

/** Units sold before those of `s`: earlier expiry first, then earlier arrival; each condition matches an index. */
const AHEAD = Prisma.sql`
  CASE WHEN s.remaining_quantity = 0 OR s.expired THEN 0
    WHEN s.expire_date IS NULL
      THEN ${unitsBefore(Prisma.sql`(o.expire_date IS NOT NULL OR (o.created_at, o.id) < (s.created_at, s.id))`)}
    ELSE ${unitsBefore(Prisma.sql`(o.expire_date, o.created_at, o.id) < (s.expire_date, s.created_at, s.id)`)} END`;

/** Loads all columns for the batches of one page. */
const rowsOf = (ctx: Ctx, input: Input, ids: readonly number[]): Promise<BatchRow[]> =>
  loadByIdsInOrder(
    ctx,
    ids,
    (all) => Prisma.sql`
    SELECT s.id, ${ITEM_COLUMNS}, ${BRANCH_COLUMNS}, s.reciept_id, ${receiptOpensSql(ctx, 's')} AS receipt_opens, s.order_id, s.parent_batch_id,
           s.quantity::float8, s.remaining_quantity::float8, s.cost_value::float8,
           s.cost_value_before_discount::float8, s.expire_date::text, s.expired, s.created_at, s.sold_days::float8,
           s.expire_date - b.today AS expires_in, ${AHEAD}::float8 AS ahead,
           ${stockLevelVersionSql(Prisma.sql`s.item_id`)} AS stamp
           ${input.movements ? Prisma.sql`, ${recentBatchMovementsJsonSql(Prisma.raw('s.id'), MOVEMENTS_TOLD)} AS movements` : Prisma.empty}
      FROM ${idsAsTable(all)} JOIN stock_batch s ON s.id = u.id
      JOIN product_item i ON i.id = s.item_id JOIN product p ON p.id = i.product_id
      JOIN (SELECT b.id, b.names, ${businessDaySql(ctx)} AS today FROM branch b OFFSET 0) b ON b.id = s.branch_id`,
  );

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

function view(ctx: Ctx, row: BatchRow, paces: Map<number, Map<number, number>>): Row {
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
    ...(movements ? { movements: movements as Movement[] } : {}),
  };
}

/** Lists batches with their sales rate and advice. */
export async function list(ctx: Ctx, input: Input): Promise<Page<Row>> {
  const { ids, total, isEstimated } = input.export
    ? { ...(await findBatchesForExport(ctx, input)), isEstimated: false }
    : await findBatchPage(ctx, input);
  const rows = await rowsOf(ctx, input, ids);
  const stamps = new Map(rows.map(({ item_id, stamp }) => [item_id, stamp]));
  const paces = await loadSalesPace(ctx, [...stamps.keys()], stamps);
  const shown = rows.map((row) => view(ctx, row, paces));
  // a full page means that there may be another one, even if the estimate says otherwise
  const all = raiseTotalToRowsRead({ total, isEstimated }, toSkipTake(input).skip, shown.length);
  return toPage(shown, all.total, input, isEstimated);
}
