import { withAdvisoryLock } from '../../../core/lock/with-advisory-lock.ts';
import type { Services } from '../../../core/services.ts';

/** Whose turn it is to write missing facts. */
const LOCK = 7_340_019;

/** Orders whose rows are held at a time: an order that is sold meanwhile waits for some tenths of a second at most. */
const CHUNK = 500;

const NEXT = 'SELECT from_id, upto_id FROM trade_fact_gap ORDER BY from_id LIMIT 1';

/** The orders of a part, held; a parallel change of one writes its facts itself, whole. */
const HOLD = `
  SELECT id FROM "order" WHERE id > $1 AND id <= $2 ORDER BY id LIMIT ${CHUNK} FOR NO KEY UPDATE`;

type Gap = { readonly from_id: number; readonly upto_id: number };

/**
 * Writes facts of orders from the time before facts, a part in each transaction, so that it goes on where it was stopped
 * and the shop sells meanwhile. What is there already is not written twice.
 * @returns whether every order has its facts now
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
