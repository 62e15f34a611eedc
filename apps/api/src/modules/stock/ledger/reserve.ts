import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, fewOf, runStatement, tables } from '../../../core/db/tables.ts';
import { computeAvailabilityOnDate } from './available-on.ts';
import {
  formatQuantity,
  getAvailableQuantity,
  type ItemBranch,
  lockLevels,
  type StockLevel,
  type StockRef,
  stockEventsSql,
  toItemBranchKey,
  writeReservation,
} from './ledger.ts';

/** A needed quantity of an item in a branch, in thousandths. */
export type StockNeed = ItemBranch & { readonly product_id: number; readonly quantity: bigint };

/** Adds up the quantity needed of each item and branch over all lines before it is checked. */
export function sumByItemBranch(needs: readonly StockNeed[]): StockNeed[] {
  const sums = new Map<string, StockNeed>();
  for (const need of needs) {
    const known = sums.get(toItemBranchKey(need));
    sums.set(toItemBranchKey(need), { ...need, quantity: need.quantity + (known?.quantity ?? 0n) });
  }
  return [...sums.values()];
}

/**
 * @param wanted_at set when the stock is insufficient for that later day only
 * @throws stock.insufficient with the requested and the available quantity
 */
export function failInsufficientStock(
  level: StockLevel,
  requested: bigint,
  available: bigint,
  wanted_at: Date | null = null,
): never {
  return fail('stock.insufficient', {
    product_id: level.product_id,
    item_id: level.item_id,
    branch_id: level.branch_id,
    asked: Number(formatQuantity(requested)),
    available: Number(formatQuantity(available > 0n ? available : 0n)),
    ...(wanted_at ? { wanted_at: wanted_at.toISOString() } : {}),
  });
}

/** Refuses units that expire before the day for which they are reserved. @throws stock.insufficient */
async function checkHeldUntil(
  ctx: Ctx,
  ref: StockRef,
  needs: readonly StockNeed[],
  levels: ReadonlyMap<string, StockLevel>,
  wanted_at: Date,
): Promise<void> {
  const checked = needs.filter((need) => levels.get(toItemBranchKey(need))?.checks_availability);
  const later =
    checked.length > 0 ? await computeAvailabilityOnDate(ctx, checked, wanted_at, ref) : new Map();
  for (const need of checked) {
    const level = levels.get(toItemBranchKey(need));
    const { available, own } = later.get(toItemBranchKey(need)) ?? { available: 0n, own: 0n };
    if (level && own > available)
      failInsufficientStock(level, need.quantity, available - (own - need.quantity), wanted_at);
  }
}

/**
 * Reserves units for a document until they are delivered or released. A branch that checks availability
 * refuses missing units and units that expire before they are wanted. Call in the transaction that creates the order.
 * @param wanted_at when an order for a later day is wanted
 * @throws stock.insufficient
 */
export async function reserveStock(
  ctx: Ctx,
  ref: StockRef,
  needs: readonly StockNeed[],
  wanted_at: Date | null = null,
): Promise<void> {
  const wanted = sumByItemBranch(needs);
  if (wanted.length === 0) return;
  const { levels, written } = await writeReservation(ctx, ref, wanted);
  for (const need of wanted) {
    const level = levels.get(toItemBranchKey(need));
    if (!level) continue;
    const available = getAvailableQuantity(level);
    if (level.checks_availability && available < need.quantity)
      failInsufficientStock(level, need.quantity, available);
  }
  if (!written) throw new Error(`nothing is short of ${ref.type} ${ref.id}, and yet nothing was held`);
  if (wanted_at) await checkHeldUntil(ctx, ref, wanted, levels, wanted_at);
}

/** Finds the levels of which a document has reserved units. */
const findReservedPlaces = (ctx: Ctx, ref: StockRef) =>
  fetchRows(
    ctx,
    tables
      .selectFrom('stock_reservation as r')
      .innerJoin('stock_level as l', (join) =>
        join.onRef('l.item_id', '=', 'r.item_id').onRef('l.branch_id', '=', 'r.branch_id'),
      )
      .select(['r.item_id', 'r.branch_id', 'l.product_id'])
      .where('r.ref_type', '=', ref.type)
      .where('r.ref_id', '=', ref.id),
  );

/** Lowers a document's reservations to these quantities. Call with the levels locked. */
async function lowerReservation(ctx: Ctx, ref: StockRef, targets: readonly StockNeed[]): Promise<void> {
  if (targets.length === 0) return;
  const rows = targets.map(({ item_id, branch_id, quantity }) => ({
    item_id,
    branch_id,
    quantity: formatQuantity(quantity),
  }));
  await runStatement(
    ctx,
    sql`
    WITH lower AS MATERIALIZED (
      SELECT r.item_id, r.branch_id, w.quantity, r.quantity - w.quantity AS freed
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS w (item_id int, branch_id int, quantity numeric)
        JOIN stock_reservation r ON r.ref_type = ${ref.type} AND r.ref_id = ${ref.id}::int
         AND r.item_id = w.item_id AND r.branch_id = w.branch_id
    ), gone AS (
      DELETE FROM stock_reservation r USING lower w
       WHERE r.ref_type = ${ref.type} AND r.ref_id = ${ref.id}::int
         AND r.item_id = w.item_id AND r.branch_id = w.branch_id AND w.quantity = 0
    ), fewer AS (
      UPDATE stock_reservation r SET quantity = w.quantity FROM lower w
       WHERE r.ref_type = ${ref.type} AND r.ref_id = ${ref.id}::int
         AND r.item_id = w.item_id AND r.branch_id = w.branch_id AND w.quantity > 0
    ), notified AS (${stockEventsSql(
      ctx,
      targets.map(({ branch_id }) => branch_id),
      ['stock'],
    )})
    UPDATE stock_level l SET reserved = l.reserved - w.freed
      FROM lower w WHERE l.item_id = w.item_id AND l.branch_id = w.branch_id AND l.item_id = ${fewOf('item_id', 'lower')}`,
  );
}

/**
 * Replaces a reservation, in thousandths. Only the additional units are checked against stock. Old and new levels are
 * locked together, so that two changes cannot deadlock.
 * @throws stock.insufficient with the units needed beyond the current reservation
 * Source: docs/rules/order-changes.md#stock
 */
export async function replaceReservation(
  ctx: Ctx,
  ref: StockRef,
  needs: readonly StockNeed[],
  wanted_at: Date | null = null,
): Promise<void> {
  const wanted = new Map(sumByItemBranch(needs).map((need) => [toItemBranchKey(need), need]));
  const before = await findReservedPlaces(ctx, ref);
  const levels = await lockLevels(ctx, [...before, ...wanted.values()], ref);
  const ownQuantity = (place: ItemBranch) => levels.get(toItemBranchKey(place))?.reserved_by_ref ?? 0n;
  const all = [...before.map((place) => ({ ...place, quantity: 0n })), ...wanted.values()];
  const targets = [...new Map(all.map((need) => [toItemBranchKey(need), need])).values()];
  await lowerReservation(
    ctx,
    ref,
    targets.filter((need) => need.quantity < ownQuantity(need)),
  );
  await reserveStock(
    ctx,
    ref,
    targets.flatMap((need) => {
      const added = need.quantity - ownQuantity(need);
      return added > 0n ? [{ ...need, quantity: added }] : [];
    }),
    wanted_at,
  );
}

/** Releases everything that a document has reserved, such as an order that is canceled before it is sent. */
export async function releaseStock(ctx: Ctx, ref: StockRef): Promise<void> {
  const places = await findReservedPlaces(ctx, ref);
  if (places.length === 0) return;
  await lockLevels(ctx, places, ref);
  await lowerReservation(
    ctx,
    ref,
    places.map((place) => ({ ...place, quantity: 0n })),
  );
}
