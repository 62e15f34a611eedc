import { DAY_MS } from '@dukkan/commerce';
import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely';
import { createLruCache } from '../../core/cache/lru-cache.ts';
import type { Ctx } from '../../core/ctx.ts';
import { anyIdSql, fetchRows } from '../../core/db/tables.ts';
import { memoizePerProcess } from '../../core/process/memoize-per-process.ts';
import type { Tables } from '../../generated/tables.ts';

/** Number of days over which the sales pace is measured: four weeks, so that every weekday counts equally. */
export const PACE_DAYS = 28;
/** Minimum number of days by which sales are divided, so that new items do not get an extreme pace. */
export const FEWEST_DAYS = 7;

/** Units sold in those days less returns, and when the item first came into the branch. */
type Sold = { readonly branch_id: number; readonly sold: number; readonly since: number };
type SoldRow = Pick<Selectable<Tables['stock_use']>, 'item_id' | 'branch_id'> & { sold: number } & {
  since: Selectable<Tables['stock_batch']>['created_at'] | null;
};

/** Cached sales of an item, valid while none of its stock levels changes. */
type Remembered = { readonly stamp: string; readonly at: number; readonly sold: readonly Sold[] };
/** The cache ignores that sales leave the four-week window, which changes little within a minute. */
const MINUTE_MS = 60_000;
const REMEMBERED = { bytes: 4_000_000, ms: MINUTE_MS };
const remembered = memoizePerProcess(() => createLruCache<Remembered>(REMEMBERED));

/**
 * SQL for a version of all stock levels of the item in column `item_id`; every sale, return and receipt writes a level
 * and so changes it.
 */
export const stockLevelVersionSql = (item_id: Expression<number>): RawBuilder<string | null> =>
  sql<
    string | null
  >`(SELECT sum(l.xmin::text::bigint)::text FROM stock_level l WHERE l.item_id = ${item_id})`;

async function loadSoldUnits(ctx: Ctx, item_ids: readonly number[]): Promise<Map<number, Sold[]>> {
  const since = new Date(ctx.now.getTime() - PACE_DAYS * DAY_MS);
  const rows = await fetchRows(
    ctx,
    sql<SoldRow>`
    WITH sold AS MATERIALIZED (
      SELECT u.item_id, u.branch_id, sum(u.quantity - u.returned_quantity) AS sold FROM stock_use u
       WHERE u.item_id = ${anyIdSql(item_ids)} AND u.created_at > ${since}::timestamptz
       GROUP BY u.item_id, u.branch_id
    )
    SELECT s.item_id, s.branch_id, s.sold::float8 AS sold,
           -- looked up one by one: all batches there are would be read for a page of them
           (SELECT min(f.created_at) FROM stock_batch f
             WHERE f.product_id = (SELECT i.product_id FROM product_item i WHERE i.id = s.item_id)
               AND f.item_id = s.item_id AND f.branch_id = s.branch_id) AS since
      FROM sold s`,
  );
  const found = Map.groupBy(rows, ({ item_id }) => item_id);
  return new Map(
    item_ids.map((item_id) => [
      item_id,
      (found.get(item_id) ?? []).map(({ branch_id, sold, since }) => ({
        branch_id,
        sold,
        since: since ? since.getTime() : Number.NEGATIVE_INFINITY,
      })),
    ]),
  );
}

/**
 * Loads the units per day that items sold in each branch over the last four weeks, or since they first came in, but at
 * least a week.
 * @param stamps the current stockLevelVersionSql of the items; sales cached under the same stamp are not summed up
 * again
 * @returns units per day by item, then by branch
 */
export async function loadSalesPace(
  ctx: Ctx,
  item_ids: readonly number[],
  stamps: ReadonlyMap<number, string | null> = new Map(),
): Promise<Map<number, Map<number, number>>> {
  const kept = remembered(ctx);
  const at = ctx.now.getTime();
  const known = new Map<number, readonly Sold[]>();
  for (const [item_id, stamp] of stamps) {
    const one = kept.get(String(item_id));
    if (one && one.stamp === stamp && Math.abs(at - one.at) < MINUTE_MS) known.set(item_id, one.sold);
  }
  const unknown = item_ids.filter((item_id) => !known.has(item_id));
  if (unknown.length > 0)
    for (const [item_id, sold] of await loadSoldUnits(ctx, unknown)) {
      const stamp = stamps.get(item_id);
      // the sales were read after the stamp, so a sale in between changes the next stamp
      if (stamp) kept.set(String(item_id), { stamp, at, sold }, stamp.length * 2 + sold.length * 64);
      known.set(item_id, sold);
    }
  const paces = new Map<number, Map<number, number>>();
  for (const [item_id, all] of known)
    paces.set(
      item_id,
      new Map(
        all.map(({ branch_id, sold, since }) => {
          const days = Math.max(FEWEST_DAYS, Math.min(PACE_DAYS, (at - since) / DAY_MS));
          return [branch_id, Math.max(0, sold / days)];
        }),
      ),
    );
  return paces;
}
