import { isExpired, settleDeficits } from '@dukkan/commerce';
import { type Selectable, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, runStatement } from '../../../core/db/tables.ts';
import type { Tables } from '../../../generated/tables.ts';
import {
  formatCost,
  formatQuantity,
  type ItemBranch,
  type LedgerEntry,
  type LevelChange,
  lockLevels,
  type StockRef,
  toItemBranchKey,
  writeLedger,
} from './ledger.ts';
import { placesAsTable, selectUses, toStockUse } from './stock-uses.ts';

/** Units that are received together. Quantities in thousandths, costs in ten-thousandths. */
export type ReceivedUnits = ItemBranch & {
  readonly product_id: number;
  readonly quantity: bigint;
  readonly cost: bigint;
  readonly cost_before_discount: bigint;
  readonly expire_date: string | null;
  readonly created_at: Date;
  readonly reciept_id?: number;
  readonly receipt_line_id?: number;
  readonly order_id?: number;
  readonly parent_batch_id?: number;
  /** True for units found in a stock-take, which are an adjustment of an empty batch. */
  readonly counted?: boolean;
};

type NewBatch = Pick<Selectable<Tables['stock_batch']>, 'id'>;

async function insertBatches(
  ctx: Ctx,
  arrivals: readonly ReceivedUnits[],
  days: ReadonlyMap<string, string>,
) {
  const json = JSON.stringify(
    arrivals.map((one, n) => ({
      n,
      product_id: one.product_id,
      item_id: one.item_id,
      branch_id: one.branch_id,
      reciept_id: one.reciept_id ?? null,
      receipt_line_id: one.receipt_line_id ?? null,
      order_id: one.order_id ?? null,
      parent_batch_id: one.parent_batch_id ?? null,
      quantity: one.counted ? '0' : formatQuantity(one.quantity),
      cost_value: formatCost(one.cost),
      cost_value_before_discount: formatCost(one.cost_before_discount),
      expire_date: one.expire_date,
      expired: one.expire_date !== null && one.expire_date < (days.get(toItemBranchKey(one)) ?? ''),
      created_at: one.created_at.toISOString(),
    })),
  );
  // ids are assigned in the order of the rows, so that equal batches sell first in, first out
  const rows = await fetchRows(
    ctx,
    sql<NewBatch>`
    WITH given AS MATERIALIZED (
      SELECT nextval('stock_batch_id_seq')::int AS id, x.*
        FROM (SELECT * FROM jsonb_to_recordset(${json}::jsonb) AS x(
                n int, product_id int, item_id int, branch_id int, reciept_id int, receipt_line_id int, order_id int,
                parent_batch_id int, quantity numeric, cost_value numeric, cost_value_before_discount numeric,
                expire_date date, expired boolean, created_at timestamptz) ORDER BY n) AS x
    ), made AS (
      INSERT INTO stock_batch (id, product_id, item_id, branch_id, reciept_id, receipt_line_id, order_id,
        parent_batch_id, quantity, remaining_quantity, cost_value, cost_value_before_discount, expire_date, expired,
        created_at)
      SELECT id, product_id, item_id, branch_id, reciept_id, receipt_line_id, order_id, parent_batch_id, quantity, 0,
             cost_value, cost_value_before_discount, expire_date, expired, created_at FROM given
    )
    SELECT id FROM given ORDER BY n`,
  );
  return rows.map(({ id }) => id);
}

/** Finds the oversold units of these levels that are not settled, oldest first. */
async function findDeficits(ctx: Ctx, places: readonly ItemBranch[]) {
  const rows = await fetchRows(
    ctx,
    selectUses
      .innerJoin(placesAsTable(places), (join) =>
        join.onRef('w.item_id', '=', 'u.item_id').onRef('w.branch_id', '=', 'u.branch_id'),
      )
      .where('u.batch_id', 'is', null)
      .whereRef('u.returned_quantity', '<', 'u.quantity'),
  );
  return rows.map(toStockUse);
}
type Deficit = Awaited<ReturnType<typeof findDeficits>>[number];

/** Removes settled units from a deficit's use, and deletes a use that is settled completely. */
async function shrinkUses(ctx: Ctx, settled: readonly { use: Deficit; quantity: bigint }[]): Promise<void> {
  const json = JSON.stringify(
    settled.map(({ use, quantity }) => ({ id: use.id, quantity: formatQuantity(quantity) })),
  );
  await runStatement(
    ctx,
    sql`
    WITH part AS MATERIALIZED (
      SELECT x.id, sum(x.quantity) AS quantity FROM jsonb_to_recordset(${json}::jsonb) AS x(id int, quantity numeric)
       GROUP BY x.id
    ), whole AS (
      DELETE FROM stock_use u USING part p WHERE u.id = p.id AND u.quantity = p.quantity RETURNING u.id
    )
    UPDATE stock_use u SET quantity = u.quantity - p.quantity
      FROM part p WHERE u.id = p.id AND u.quantity > p.quantity`,
  );
}

/** A batch with units that can settle oversold ones. */
export type ReceivedBatch = ItemBranch & {
  readonly id: number;
  readonly quantity: bigint;
  readonly cost: bigint;
};

type Settled = { readonly use: Deficit; readonly quantity: bigint; readonly batch: ReceivedBatch };

/** Adds up settled units per line and batch over all deficits of the line. */
const mergeSettled = (settled: readonly Settled[]): Settled[] =>
  [...Map.groupBy(settled, ({ use, batch }) => `${use.line_id} ${batch.id}`).values()].flatMap((same) => {
    const quantity = same.reduce((all, one) => all + one.quantity, 0n);
    return same.slice(0, 1).map((one) => ({ ...one, quantity }));
  });

/** Settles oversold units from the new batches, oldest first, which replaces their provisional cost. */
export async function settleOversoldUnits(
  ctx: Ctx,
  arrivals: readonly ReceivedBatch[],
  owing: readonly ItemBranch[],
): Promise<void> {
  const open = Map.groupBy(await findDeficits(ctx, owing), toItemBranchKey);
  const left = new Map<number, bigint>();
  const settled: Settled[] = [];
  for (const batch of arrivals) {
    const uses = (open.get(toItemBranchKey(batch)) ?? []).map((use) => ({
      ...use,
      quantity: left.get(use.id) ?? use.quantity,
    }));
    for (const part of settleDeficits(uses, batch.quantity, batch.cost).parts) {
      const use = part.used as Deficit;
      left.set(use.id, use.quantity - part.quantity);
      settled.push({ use, quantity: part.quantity, batch });
    }
  }
  if (settled.length === 0) return;
  await shrinkUses(ctx, settled);
  // group by document, so that each order finds its own uses
  for (const group of Map.groupBy(settled, ({ use }) => `${use.ref_type} ${use.ref_id}`).values()) {
    const [first] = group;
    if (!first) continue;
    const ref: StockRef = { type: first.use.ref_type, id: first.use.ref_id };
    const entries = mergeSettled(group).map(
      ({ use, quantity, batch }): LedgerEntry => ({
        item_id: use.item_id,
        branch_id: use.branch_id,
        batch_id: batch.id,
        delta: -quantity,
        movement: { target: 1, quantity },
        sells: { line_id: use.line_id, quantity, cost: batch.cost },
      }),
    );
    const changes = group.map(
      ({ use, quantity }): LevelChange => ({
        item_id: use.item_id,
        branch_id: use.branch_id,
        deficit: -quantity,
      }),
    );
    await writeLedger(ctx, ref, entries, changes);
  }
}

/**
 * Receives stock: creates one batch each, raises levels and settles deficits.
 * @returns the batch ids in the order of the input
 */
export async function receiveStock(
  ctx: Ctx,
  ref: StockRef,
  arrivals: readonly ReceivedUnits[],
): Promise<number[]> {
  if (arrivals.length === 0) return [];
  const levels = await lockLevels(ctx, arrivals);
  const days = new Map([...levels].map(([key, level]) => [key, level.today]));
  const ids = await insertBatches(ctx, arrivals, days);
  const made = arrivals.map((one, index) => ({ ...one, id: ids[index] ?? 0 }));
  await writeLedger(
    ctx,
    ref,
    made.map(
      ({ id, item_id, branch_id, quantity, counted }): LedgerEntry => ({
        item_id,
        branch_id,
        batch_id: id,
        delta: quantity,
        movement: counted ? { target: 4, quantity } : null,
      }),
    ),
    // free goods do not change the last cost
    [...new Map(made.filter(({ cost }) => cost > 0n).map((one) => [toItemBranchKey(one), one])).values()].map(
      ({ item_id, branch_id, cost }): LevelChange => ({ item_id, branch_id, last_cost: cost }),
    ),
  );
  const owing = [...levels.values()].filter(({ deficit }) => deficit > 0n);
  // units that arrive expired cannot settle sales
  const fresh = made.filter((one) => !isExpired(one.expire_date, days.get(toItemBranchKey(one)) ?? ''));
  if (owing.length > 0) await settleOversoldUnits(ctx, fresh, owing);
  return ids;
}
