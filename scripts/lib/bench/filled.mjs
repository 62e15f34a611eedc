import { generateOrders, ORDERS } from '../generate/orders.mjs';
import { generateStock } from '../generate/stock.mjs';
import { step } from '../say.mjs';

/** How many batches each size has beside those that orders were taken from. */
export const BATCHES = { small: 20_000, medium: 300_000, large: 1_000_000 };

const orders = Number(process.env.ORDERS ?? ORDERS.large);
const batches = Number(process.env.STOCK_BATCHES ?? BATCHES.large);

/**
 * A shop with stock and orders in it, as large as the other suites have it; what is there already stays.
 *
 * @param {import('pg').Client} client
 * @returns {Promise<{ orders: number, batches: number }>} how many there are
 */
export async function fillShop(client) {
  await step(`${batches} batches`, () => generateStock(client, batches));
  await step(`${orders} orders`, () => generateOrders(client, orders));
  const { rows } = await client.query(
    'SELECT (SELECT count(*)::int FROM "order") AS orders, (SELECT count(*)::int FROM stock_batch) AS batches',
  );
  return rows[0];
}

/** The value below which `share` of some values stand. */
export function quantileOf(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY;
}

/** The one in the middle. */
export const middleOf = (values) => quantileOf(values, 0.5);
