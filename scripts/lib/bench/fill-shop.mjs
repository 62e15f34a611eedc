import { generateOrders, ORDERS } from '../generate/orders.mjs';
import { generateStock } from '../generate/stock.mjs';
import { runStep } from '../print-step.mjs';
import { UserError } from '../user-error.mjs';
import { warm } from './stage.mjs';

/** How many batches each size has beside those that orders were taken from. */
export const BATCHES = { small: 20_000, medium: 300_000, large: 1_000_000 };

/** How many orders the suites ask about (performance R2: a million). */
export const LISTED = Number(process.env.ORDERS ?? ORDERS.large);
const batches = Number(process.env.STOCK_BATCHES ?? BATCHES.large);

/** The sums of days are made by the minute: a shop that was just filled has none yet. */
export async function untilSummed(client) {
  const lacking = `SELECT count(*)::int AS count FROM branch b
    WHERE NOT EXISTS (SELECT 1 FROM day_sum_zone k WHERE k.branch_id = b.id) OR NOT EXISTS (SELECT 1 FROM day_sum_shop_zone)`;
  for (let tries = 0; tries < 1_800; tries += 1) {
    const { rows } = await client.query(lacking);
    if (rows[0].count === 0) return;
    await new Promise((done) => setTimeout(done, 1_000));
  }
  throw new UserError('The sums of days were not made in half an hour');
}

/** Until a worker has read all orders, no vacuum marks them as visible to all. */
async function rest(client) {
  await untilSummed(client);
  await client.query('VACUUM (ANALYZE)');
  await warm(client);
}

/**
 * Orders as large suites ask about; what is there already stays. Where they are made, they are asked only when the shop is
 * as it would be a while later: added up, vacuumed and read into memory.
 *
 * @param {import('pg').Client} client
 */
export async function fillOrders(client) {
  const made = await runStep(`${LISTED} orders`, () => generateOrders(client, LISTED));
  if (made > 0) await runStep('what a shop has done with them a while later', () => rest(client));
}

/**
 * A shop with stock and orders in it, as large as the other suites have it; what is there already stays.
 *
 * @param {import('pg').Client} client
 * @returns {Promise<{ orders: number, batches: number }>} how many there are
 */
export async function fillShop(client) {
  await runStep(`${batches} batches`, () => generateStock(client, batches));
  await fillOrders(client);
  const { rows } = await client.query(
    'SELECT (SELECT count(*)::int FROM "order") AS orders, (SELECT count(*)::int FROM stock_batch) AS batches',
  );
  return rows[0];
}

/** The value below which `share` of some values stand. */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY;
}

/** The one in the middle. */
export const median = (values) => quantile(values, 0.5);
