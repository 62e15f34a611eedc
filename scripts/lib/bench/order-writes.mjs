import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { runStep } from '../print-step.mjs';
import { UserError } from '../user-error.mjs';
import { fillOrders } from './fill-shop.mjs';
import { CLIENTS, ITEMS, LINES, orderFloor, pick } from './order-floor.mjs';
import { table, writeSection } from './report.mjs';
import { sameRowsFloor } from './same-rows-floor.mjs';

const PATH = '/admin/products/orders';
/** The id of the seeded status 'delivered'. */
export const DELIVERED = 6;
/** The number of customers of the orders; they order repeatedly, as in a shop. */
export const CUSTOMERS = 500;
/** Seconds of placing orders before the measurement, because a new process is slower at first. */
const WARM_SECONDS = 6;
/** A position inside a zone of the demo business. */
export const HOME = { lat: 25.2854, lng: 51.531 };

/**
 * Posts the bodies of `next` over ten connections, each with its own idempotency key.
 *
 * @param {{ url: string, token: string }} stage
 * @param {string} path
 * @param {() => object | undefined} next returns the next body; undefined ends the run
 * @param {{ seconds?: number, amount?: number }} until
 */
export async function post({ url, token }, path, next, { seconds, amount }) {
  const [times, answers] = [[], []];
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const from = performance.now();
  await new Promise((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections: CLIENTS,
        ...(amount ? { amount } : { duration: seconds }),
        requests: [
          {
            method: 'POST',
            path,
            setupRequest: (request) => ({
              ...request,
              headers: { ...headers, 'idempotency-key': randomUUID() },
              body: JSON.stringify(next()),
            }),
            onResponse: (status, body) => void answers.push({ status, body }),
          },
        ],
      },
      (error) => (error ? reject(error) : resolve()),
    );
    run.on('response', (_client, _status, _bytes, ms) => void times.push(ms));
  });
  const took = (performance.now() - from) / 1_000;
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new UserError(`${path} answered ${refused.status}: ${refused.body}`);
  const sorted = times.toSorted((a, b) => a - b);
  return {
    rate: times.length / took,
    p50: sorted[times.length >> 1],
    p95: sorted[Math.floor(times.length * 0.95)],
    ids: answers.map(({ body }) => JSON.parse(body).results.id),
  };
}

/** Puts plenty of stock into the first branch, so that no order is refused. */
export async function stockUp({ client, post: call }) {
  const { rows: branches } = await client.query(
    'SELECT id FROM branch WHERE deleted_at IS NULL ORDER BY id LIMIT 1',
  );
  const [{ id: branch_id }] = branches;
  const { rows: items } = await client.query(
    `SELECT i.id AS item_id FROM product_item i JOIN product p ON p.id = i.product_id
      WHERE i.deleted_at IS NULL AND i.barcode IS NOT NULL AND p.deleted_at IS NULL AND p.status = 1
      ORDER BY i.id DESC LIMIT ${ITEMS}`,
  );
  const supplier = await call('/admin/products/suppliers/save', { name: `Bench ${Date.now()}` });
  await call('/admin/products/receipts/save', {
    supplier_id: supplier.results.id,
    on_date: new Date().toISOString().slice(0, 10),
    status: 1,
    items: items.map(({ item_id }) => ({ item_id, branch_id, quantity: 100_000, cost_value: 2.5 })),
  });
  return { branch_id, items };
}

/**
 * Measures placing and delivering orders, compared with the order floor and with the same rows written by hand.
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 * @param {number} seconds of each measurement
 * @returns {Promise<(string | number)[][]>} rows for WRITE_COLUMNS
 */
export async function writeRows(stage, seconds) {
  const { branch_id, items } = await runStep('goods for the writers', () => stockUp(stage));
  const cart = () => pick(items, LINES).map(({ item_id }) => ({ item_id, quantity: 1 }));
  const delivered = () => {
    const at = Math.floor(Math.random() * CUSTOMERS);
    const client = { name: `Customer ${at}`, phone: `+9745510${String(at).padStart(4, '0')}`, ...HOME };
    return { type: 'delivery', branch_id, client, cart: cart() };
  };
  const taken = () => ({ type: 'take_away', branch_id, cart: cart() });
  const make = (body, until) => post(stage, `${PATH}/make`, body, until);
  await make(delivered, { seconds: WARM_SECONDS });
  const floor = await orderFloor(stage.databaseUrl, seconds);
  const placed = await make(delivered, { seconds: seconds * 2 });
  const waiting = await make(taken, { seconds: seconds * 2 });
  const ids = [...waiting.ids];
  const advanced = await post(
    stage,
    `${PATH}/save`,
    () => ({ id: ids.pop(), status_id: DELIVERED, paid: 1 }),
    { amount: waiting.ids.length },
  );
  const about = { branch_id, items, placedId: placed.ids.at(-1), deliveredId: advanced.ids.at(-1) };
  const same = await sameRowsFloor(stage.databaseUrl, stage.client, seconds * 2, about);
  const row = (name, { p50, p95, rate }, own) => [
    name,
    p50,
    p95,
    rate,
    (rate / floor.rate).toFixed(3),
    own ? (rate / own.rate).toFixed(2) : '',
  ];
  return [
    row('order floor', floor),
    row('R4s same rows as R4, by hand', same.placed),
    row('R4 make, 3 lines, delivered to a zone', placed, same.placed),
    row('make, 3 lines, taken away', waiting, same.placed),
    row('same rows as R5, by hand', same.delivered),
    row('R5 delivered and paid in one step', advanced, same.delivered),
  ];
}

/** The columns of these rows. */
export const WRITE_COLUMNS = [
  'what',
  'p50 ms',
  'p95 ms',
  'a second',
  'of the order floor',
  'of the same rows by hand',
];

/** Measures only placing and delivering orders. */
export async function run(stage, { seconds }) {
  await fillOrders(stage.client);
  const text = table(WRITE_COLUMNS, await writeRows(stage, seconds));
  await writeSection(stage.client, 'writes', 'Placing and delivering orders', text);
  console.log(`\n${text}`);
}
