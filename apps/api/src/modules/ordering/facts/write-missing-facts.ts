import type { Services } from '../../../core/ctx.ts';
import { withAdvisoryLock } from '../../../core/lock/with-advisory-lock.ts';

/** Advisory lock, so that only one process writes missing facts. */
const LOCK = 7_340_019;

/** Number of orders locked at a time; a sale of one of them waits a few tenths of a second at most. */
const CHUNK = 500;

const NEXT = 'SELECT from_id, upto_id FROM trade_fact_gap ORDER BY from_id LIMIT 1';

/** Locks the orders of a chunk; a parallel change of an order writes its own facts completely. */
const HOLD = `
  SELECT id FROM "order" WHERE id > $1 AND id <= $2 ORDER BY id LIMIT ${CHUNK} FOR NO KEY UPDATE`;

type Gap = { readonly from_id: number; readonly upto_id: number };

/**
 * Writes the facts of orders from before facts were introduced, one chunk per transaction, so that the job can be
 * interrupted and sales continue. Existing facts are not written again.
 * @returns true when every order has its facts
 */
export async function writeMissingFacts(
  services: Services,
  parts = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  for (let part = 0; part < parts; part += 1) {
    const isDone = await withAdvisoryLock(services, LOCK, async (send) => {
      const gap = (await send<Gap>(NEXT)).rows[0];
      if (!gap) return true;
      const ids = (await send<{ id: number }>(HOLD, [gap.from_id, gap.upto_id])).rows.map(({ id }) => id);
      await send('SELECT write_order_facts($1::int[])', [ids]);
      const last = ids.at(-1);
      if (last === undefined || ids.length < CHUNK)
        await send('DELETE FROM trade_fact_gap WHERE from_id = $1', [gap.from_id]);
      else await send('UPDATE trade_fact_gap SET from_id = $2 WHERE from_id = $1', [gap.from_id, last]);
      return false;
    });
    if (isDone) return true;
  }
  return (await services.database.pool.query(NEXT)).rows.length === 0;
}
