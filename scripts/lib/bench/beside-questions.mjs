import { randomUUID } from 'node:crypto';
import { dayBefore, takeInTurn, WORDS } from './asking.mjs';
import { ITEMS, LINES, pick } from './order-floor.mjs';
import { CUSTOMERS, DELIVERED, HOME, stockUp } from './order-writes.mjs';

const PRODUCTS = '/admin/products';
const ORDERS = '/admin/products/orders';
const PAYMENTS = '/admin/orders/payments';
const REPORTS = '/admin/products/reports';
/** The number of different records that are asked for in turn. */
const DIFFERENT = 400;

const days = (back, length = 30) => ({ from_date: dayBefore(back + length), to_date: dayBefore(back) });

/** Returns a question whose requests are known beforehand. */
const toQuestion = (name, requests) => ({ name, prepare: async () => takeInTurn(requests) });

/** Returns the lists, single records and reports that are compared. */
async function reads({ client }) {
  const rowsOf = async (sql) => (await client.query(sql, [DIFFERENT])).rows;
  const products = await rowsOf(
    'SELECT id FROM product WHERE deleted_at IS NULL AND status = 1 ORDER BY id DESC LIMIT $1',
  );
  const items = await rowsOf(
    'SELECT barcode FROM product_item WHERE barcode IS NOT NULL AND deleted_at IS NULL ORDER BY id DESC LIMIT $1',
  );
  const orders = await rowsOf('SELECT DISTINCT order_id AS id FROM order_payment ORDER BY 1 DESC LIMIT $1');
  const lists = (path, bodies) => bodies.map((body) => ({ path, body }));
  const months = [0, 7, 14, 21, 28, 35, 42];
  return [
    toQuestion(
      'R1 product list, other words each time',
      lists(
        PRODUCTS,
        WORDS.map((keywords) => ({ locale: 'en', keywords })),
      ),
    ),
    toQuestion(
      'products newest first, another page each time',
      lists(
        PRODUCTS,
        products.slice(0, 200).map((_, at) => ({ locale: 'en', page: at + 1 })),
      ),
    ),
    toQuestion(
      'products by barcode, another each time',
      lists(
        PRODUCTS,
        items.map(({ barcode }) => ({ locale: 'en', barcode })),
      ),
    ),
    toQuestion(
      'scanned barcode, another each time',
      items.map(({ barcode }) => ({ path: `${PRODUCTS}/barcode/${barcode}`, body: { locale: 'en' } })),
    ),
    toQuestion(
      'R3 one product, another each time',
      products.map(({ id }) => ({ path: `${PRODUCTS}/show/${id}`, body: {} })),
    ),
    toQuestion(
      'R2 orders by status and days, others each time',
      lists(
        ORDERS,
        [1, 2, 6, 10, 11, 12, 14].flatMap((status_id) =>
          months.map((back) => ({ status_id, ...days(back) })),
        ),
      ),
    ),
    toQuestion(
      'orders newest first, another page each time',
      lists(
        ORDERS,
        orders.slice(0, 200).map((_, at) => ({ page: at + 1 })),
      ),
    ),
    toQuestion(
      'R3 one order, another each time',
      orders.map(({ id }) => ({ path: `${ORDERS}/show/${id}`, body: {} })),
    ),
    toQuestion(
      'payments newest first, other days each time',
      lists(
        PAYMENTS,
        months.map((back) => days(back)),
      ),
    ),
    ...['day', 'branch', 'product', 'hour'].map((group) =>
      toQuestion(
        `R7 sales by ${group}, six months, others each time`,
        lists(
          REPORTS,
          months.map((back) => ({ type: 'sales', group, ...days(back, 182) })),
        ),
      ),
    ),
    toQuestion(
      'R7 payments by method, six months, others each time',
      lists(
        PAYMENTS,
        months.map((back) => ({ group: 'method', ...days(back, 182) })),
      ),
    ),
    toQuestion(
      'R7 stock by item',
      lists(
        REPORTS,
        months.map((_, at) => ({ type: 'inventory', group: 'item', page: at + 1 })),
      ),
    ),
  ];
}

/** Returns placing and delivering orders; every request has an idempotency key of its own, as the apps send. */
async function writes(stage, makeAll) {
  const { branch_id, items } = await stockUp(stage);
  const keyed = (path, body) => ({ path, body, key: randomUUID() });
  const cart = () => pick(items.slice(0, ITEMS), LINES).map(({ item_id }) => ({ item_id, quantity: 1 }));
  const delivered = () => {
    const at = Math.floor(Math.random() * CUSTOMERS);
    const client = { name: `Customer ${at}`, phone: `+9745510${String(at).padStart(4, '0')}`, ...HOME };
    return keyed(`${ORDERS}/make`, { type: 'delivery', branch_id, client, cart: cart() });
  };
  const taken = () => keyed(`${ORDERS}/make`, { type: 'take_away', branch_id, cart: cart() });
  return [
    { name: 'R4 make, delivered', isWrite: true, prepare: async () => delivered },
    { name: 'R4 make, taken away', isWrite: true, prepare: async () => taken },
    {
      name: 'R5 delivered and paid',
      isWrite: true,
      prepare: async (calls) => {
        const ids = (await makeAll(stage, taken, calls)).map(({ results }) => results.id);
        return () => keyed(`${ORDERS}/save`, { id: ids.pop(), status_id: DELIVERED, paid: 1 });
      },
    },
  ];
}

/**
 * Returns what two builds are asked in turn. `prepare` takes the number of calls and returns a function that returns the
 * next request.
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 * @param {(stage: object, next: () => object, calls: number) => Promise<object[]>} makeAll sends requests and returns
 *   the answers
 */
export const besideQuestions = async (stage, makeAll) => [
  ...(await reads(stage)),
  ...(await writes(stage, makeAll)),
];
