import { isExpired } from '@dukkan/commerce';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fewOf, runStatement } from '../../../core/db/tables.ts';
import {
  formatCost,
  formatQuantity,
  type ItemBranch,
  type StockLevel,
  stockEventsSql,
  toItemBranchKey,
} from './ledger.ts';

/** The corrected values of a batch after its receipt was edited; this is not a stock movement. */
export type BatchAmendment = ItemBranch & {
  readonly batch_id: number;
  readonly product_id: number;
  readonly quantity: bigint;
  readonly cost: bigint;
  readonly cost_before_discount: bigint;
  readonly expire_date: string | null;
};

/**
 * Corrects quantity, cost, expiry, item or branch of batches in one statement. Remaining units, the cost of sales, and
 * the levels of the old and new place are updated too. Call with all these levels locked; the database
 * refuses a quantity below the units already used.
 * @param levels the locked levels, whose date decides which units have expired
 */
export async function amendBatches(
  ctx: Ctx,
  amendments: readonly BatchAmendment[],
  levels: ReadonlyMap<string, StockLevel>,
): Promise<void> {
  if (amendments.length === 0) return;
  const json = JSON.stringify(
    amendments.map((one) => ({
      id: one.batch_id,
      product_id: one.product_id,
      item_id: one.item_id,
      branch_id: one.branch_id,
      quantity: formatQuantity(one.quantity),
      cost: formatCost(one.cost),
      before: formatCost(one.cost_before_discount),
      expire_date: one.expire_date,
      expired: isExpired(one.expire_date, levels.get(toItemBranchKey(one))?.today ?? ''),
    })),
  );
  await runStatement(
    ctx,
    sql`
    WITH want AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${json}::jsonb) AS w(id int, product_id int, item_id int, branch_id int,
        quantity numeric, cost numeric, before numeric, expire_date date, expired boolean)
    ), kept AS (
      UPDATE stock_batch b
         SET product_id = w.product_id, item_id = w.item_id, branch_id = w.branch_id,
             quantity = w.quantity, remaining_quantity = b.remaining_quantity + w.quantity - b.quantity,
             cost_value = w.cost, cost_value_before_discount = w.before,
             expire_date = w.expire_date, expired = w.expired
        FROM want w WHERE b.id = w.id AND b.id = ${fewOf('id', 'want')}
      RETURNING old.item_id AS old_item, old.branch_id AS old_branch, old.remaining_quantity AS old_left,
                old.cost_value AS old_cost, old.expired AS old_expired, new.item_id, new.branch_id,
                new.remaining_quantity AS left_now, new.cost_value AS cost, new.expired
    ), recosted AS (
      UPDATE stock_use u SET cost_value = w.cost FROM want w
       WHERE u.batch_id = w.id AND u.batch_id = ${fewOf('id', 'want')} AND u.cost_value <> w.cost
    ), total AS (
      SELECT item_id, branch_id, sum(delta) AS delta, sum(value) AS value, sum(expired) AS expired
        FROM (SELECT old_item AS item_id, old_branch AS branch_id, -old_left AS delta, -old_left * old_cost AS value,
                     CASE WHEN old_expired THEN -old_left ELSE 0 END AS expired FROM kept
              UNION ALL
              SELECT item_id, branch_id, left_now, left_now * cost, CASE WHEN expired THEN left_now ELSE 0 END
                FROM kept) AS part
       GROUP BY item_id, branch_id
    ), notified AS (${stockEventsSql(
      ctx,
      [...levels.values()].map(({ branch_id }) => branch_id),
    )})
    UPDATE stock_level l SET on_hand = l.on_hand + t.delta, value = l.value + t.value, expired = l.expired + t.expired
      FROM total t WHERE l.item_id = t.item_id AND l.branch_id = t.branch_id AND l.item_id = ${fewOf('item_id', 'total')}`,
  );
}
