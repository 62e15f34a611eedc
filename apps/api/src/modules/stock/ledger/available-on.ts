import { type Selectable, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows } from '../../../core/db/tables.ts';
import type { Tables } from '../../../generated/tables.ts';
import { BRANCH_TIME_ZONE_SQL, businessDaySql } from '../../branch/index.ts';
import { type ItemBranch, type StockRef, toItemBranchKey } from './ledger.ts';

/** The quantity available for a later day, in thousandths. */
export type AvailabilityOnDate = {
  /** Units that do not expire before that day and that no other order for that day or later needs. */
  readonly available: bigint;
  /** Units already reserved by this document. */
  readonly own: bigint;
};

type Row = Pick<Selectable<Tables['stock_reservation']>, 'item_id' | 'branch_id'> & {
  available: string;
  own: string;
};

/**
 * Computes the availability for a later day where units expire before it. Orders take the earliest expiry first, so at
 * every expiry date up to that day the later orders must fit into the units that remain.
 * @param wanted_at when the goods are wanted
 * @param ref the document whose own reservation is not subtracted
 * @returns only items and branches with units that expire before that day
 * Source: docs/rules/stock.md#orders-for-a-later-day
 */
export async function computeAvailabilityOnDate(
  ctx: Ctx,
  places: readonly ItemBranch[],
  wanted_at: Date,
  ref: StockRef | null,
): Promise<ReadonlyMap<string, AvailabilityOnDate>> {
  const json = JSON.stringify(places.map(({ item_id, branch_id }) => ({ item_id, branch_id })));
  const isOwn = sql`r.ref_type = ${ref?.type ?? ''} AND r.ref_id = ${ref?.id ?? 0}::int`;
  const rows = await fetchRows(
    ctx,
    sql<Row>`
    WITH place AS MATERIALIZED (
      SELECT DISTINCT w.item_id, w.branch_id, ${businessDaySql(ctx)} AS today, ${BRANCH_TIME_ZONE_SQL} AS zone,
             (${wanted_at}::timestamptz AT TIME ZONE ${BRANCH_TIME_ZONE_SQL})::date AS wanted
        FROM jsonb_to_recordset(${json}::jsonb) AS w(item_id int, branch_id int) JOIN branch b ON b.id = w.branch_id
    ), bound AS MATERIALIZED (
      SELECT DISTINCT p.*, s.expire_date + 1 AS day FROM place p JOIN stock_batch s
          ON s.item_id = p.item_id AND s.branch_id = p.branch_id AND s.remaining_quantity > 0
         AND s.expire_date >= p.today AND s.expire_date < p.wanted
    )
    SELECT t.item_id, t.branch_id, trunc(min(t.supply - t.demand) * 1000)::text AS available,
           trunc(max(t.own) * 1000)::text AS own
      FROM (
        SELECT d.item_id, d.branch_id,
               (SELECT coalesce(sum(s.remaining_quantity), 0) FROM stock_batch s WHERE s.item_id = d.item_id
                   AND s.branch_id = d.branch_id AND s.remaining_quantity > 0
                   AND (s.expire_date IS NULL OR s.expire_date >= d.day)) AS supply,
               (SELECT coalesce(sum(r.quantity), 0) FROM stock_reservation r JOIN "order" o ON o.id = r.ref_id
                 WHERE r.ref_type = 'order' AND r.item_id = d.item_id AND r.branch_id = d.branch_id AND NOT (${isOwn})
                   AND (o.preferred_at AT TIME ZONE d.zone)::date >= d.day) AS demand,
               (SELECT coalesce(sum(r.quantity), 0) FROM stock_reservation r
                 WHERE ${isOwn} AND r.item_id = d.item_id AND r.branch_id = d.branch_id) AS own
          FROM bound d
      ) t GROUP BY t.item_id, t.branch_id`,
  );
  return new Map(
    rows.map((row) => [toItemBranchKey(row), { available: BigInt(row.available), own: BigInt(row.own) }]),
  );
}
