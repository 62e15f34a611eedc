import { generateOrders, ORDERS } from '../generate/orders.mjs';
import { generateStock } from '../generate/stock.mjs';
import { runStep } from '../print-step.mjs';
import { UserError } from '../user-error.mjs';
import { warm } from './stage.mjs';

/** The number of batches for each size, in addition to those of the generated orders. */
export const BATCHES = { small: 20_000, medium: 300_000, large: 1_000_000 };

/** The number of orders in the suites; a million by default. */
export const LISTED = Number(process.env.ORDERS ?? ORDERS.large);
const batches = Number(process.env.STOCK_BATCHES ?? BATCHES.large);

/** Waits until the daily totals exist, because a worker computes them every minute and a newly filled shop has none. */
export async function untilSummed(client) {
  const lacking = `SELECT count(*)::int AS count FROM branch b
    WHERE NOT EXISTS (SELECT 1 FROM day_sum_zone k WHERE k.branch_id = b.id) OR NOT EXISTS (SELECT 1 FROM day_sum_shop_zone)
       OR (SELECT count(*) FROM event_sum_zone WHERE upto > now() - interval '1 day') < 2`;
  for (let tries = 0; tries < 1_800; tries += 1) {
    const { rows } = await client.query(lacking);
    if (rows[0].count === 0) return;
    await new Promise((done) => setTimeout(done, 1_000));
  }
  throw new UserError('The sums of days were not made in half an hour');
}

/** Waits for the worker first, because while it reads all orders a vacuum cannot mark them as visible to all. */
async function rest(client) {
  await untilSummed(client);
  await client.query('VACUUM (ANALYZE)');
  await warm(client);
}

/**
 * Fills the shop with orders for the large suites; existing orders stay. After creating orders it brings the shop into
 * the state of an older one: totals computed, vacuumed and read into memory.
 *
 * @param {import('pg').Client} client
 */
export async function fillOrders(client) {
  const made = await runStep(`${LISTED} orders`, () => generateOrders(client, LISTED));
  if (made > 0) await runStep('what a shop has done with them a while later', () => rest(client));
}

/**
 * Fills the shop with stock and orders for the other suites; existing ones stay.
 *
 * @param {import('pg').Client} client
 * @returns {Promise<{ orders: number, batches: number }>} the numbers of orders and batches
 */
export async function fillShop(client) {
  await runStep(`${batches} batches`, () => generateStock(client, batches));
  await fillOrders(client);
  const { rows } = await client.query(
    'SELECT (SELECT count(*)::int FROM "order") AS orders, (SELECT count(*)::int FROM stock_batch) AS batches',
  );
  return rows[0];
}

/** Returns the value below which a `share` of the values is. */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY;
}

/** Returns the median. */
export const median = (values) => quantile(values, 0.5);
