import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dayBefore } from './asking.mjs';
import { fillOrders, LISTED } from './fill-shop.mjs';
import { measure, median } from './measure.mjs';
import { WRITE_COLUMNS, writeRows } from './order-writes.mjs';
import { table, writeSection } from './report.mjs';
import { zoneRows } from './zones.mjs';

const LIST = '/admin/products/orders';
const PAYMENTS = '/admin/orders/payments';
/** The limit for every list, p95 in milliseconds. */
const GOAL = 60;

const LINES = 10;
const ALWAYS = { active: true, start_date: null, end_date: null };
const numbers = (count) => Array.from({ length: count }, (_, at) => at);
const target = (product_id) => ({ product_id, item_id: null });

/** Returns a shop with price rules for every product: two price lists, ten discounts, a wholesale offer. */
const shop = () => ({
  currency: 'QAR',
  branch_id: 1,
  today: '2026-11-21',
  weekday: 0,
  minute: 720,
  slots: { midday: [660, 900], afternoon: [900, 1_080], evening: [1_080, 1_440] },
  phone: '+97455123456',
  source: 'website',
  price_lists: [1, 2].map((id) => ({
    ...ALWAYS,
    id,
    ord: id,
    phones: id === 1 ? ['+97455123456'] : [],
    branches_ids: [1],
    items: numbers(5).map((at) => ({ ...target(at * id), price: BigInt(4_000 + at), active: true })),
  })),
  discounts: numbers(LINES).map((at) => ({
    ...ALWAYS,
    id: at + 1,
    products: [target(at)],
    categorys_ids: at === 0 ? [1] : [],
    discount_type: at % 2 ? 'percent' : 'fixed',
    discount: at % 2 ? 1_000n : 300n,
    branches_ids: [],
    days: [],
    slots: at === 3 ? ['midday'] : [],
  })),
  wholesales: [
    {
      ...ALWAYS,
      id: 3,
      products: [target(2)],
      categorys_ids: [],
      tiers: [{ min_quantity: 2_000n, discount_type: 'percent', discount: 1_500n }],
    },
  ],
  settings: {
    tax_mode: 'inclusive',
    tax_bp: 0n,
    minimum_order: 0n,
    minimum_products: 0,
    fixed_custom_shipping_price: null,
    free_after_amount: null,
    cash_rounding: 25n,
  },
});

/**
 * Returns an order of ten lines with two tax rates, extras on some lines, a coupon of ten percent, delivery, paid in
 * cash.
 */
const order = () => ({
  lines: numbers(LINES).map((at) => ({
    key: String(at),
    kind: 'product',
    ...target(at),
    item_id: at,
    quantity: BigInt(1 + (at % 3)) * 1_000n,
    base: BigInt(3_500 + at * 17),
    weighted: false,
    tax_bp: at % 2 ? 700n : 1_900n,
    categorys_ids: [(at % 3) + 2, 1],
    extras: at % 5 ? [] : [{ extra_id: 1, price: 200n }],
  })),
  coupon: {
    ...ALWAYS,
    id: 9,
    products: [],
    categorys_ids: [],
    discount_type: 'percent',
    discount: 1_000n,
    min_order: null,
    max_discount: null,
    usage_limit: null,
    per_customer_limit: null,
    uses: 0,
    customer_uses: 0,
  },
  manual: null,
  type: 'delivery',
  pos: false,
  delivery_method: null,
  zone: { id: 1, delivery_charge: 1_200n, free_after_amount: null, min_order: 0n },
  payments: [
    {
      payment_id: 1,
      type: 'cash',
      amount: null,
      active: true,
      in_branch: true,
      delivery_ids: [],
      min_transaction: null,
      max_transaction: null,
      margin_bp: 0n,
      combinable: true,
      charge_customer: false,
    },
  ],
});

/** Returns the rate per second of processor time, so that other programs on the machine do not matter. */
function rateOf(work, seconds) {
  const until = performance.now() + seconds * 1_000;
  const before = process.threadCpuUsage();
  let count = 0;
  for (; performance.now() < until; count += 1) work();
  const { user, system } = process.threadCpuUsage(before);
  return (count * 1e6) / (user + system);
}

/**
 * Measures pricing a cart of ten lines on one core: with prepared rules, and with the rules prepared for every cart.
 */
async function prices(seconds) {
  const { priceCart } = await import('../../../packages/commerce/src/index.ts');
  const [cart, known] = [order(), shop()];
  rateOf(() => priceCart(cart, known), seconds);
  return {
    known: rateOf(() => priceCart(cart, known), seconds),
    anew: rateOf(() => priceCart(cart, { ...known }), seconds),
  };
}

/** Returns every filter of the order lists with a value that many orders have. */
async function filters(client) {
  const { rows } = await client.query(
    `SELECT branch_id, client_id, driver_id, seller_id, payment_id, delivery_id, id, due::int AS due FROM "order"
      WHERE driver_id IS NOT NULL AND client_id IS NOT NULL AND status_value = 5 ORDER BY id DESC LIMIT 1`,
  );
  const { rows: sold } = await client.query(
    'SELECT seller_id FROM "order" WHERE seller_id IS NOT NULL ORDER BY id DESC LIMIT 1',
  );
  const { rows: bought } = await client.query('SELECT product_id FROM order_line ORDER BY id DESC LIMIT 1');
  const [{ branch_id, due, ...some }] = rows;
  const { client_id, driver_id, payment_id, delivery_id, id } = some;
  const alone = [
    { status_id: 6 },
    { status_value: -1 },
    { status_value: [0, 1, 2, 3, 4] },
    { driver_id },
    { seller_id: sold[0]?.seller_id },
    { client_id },
    { branch_id },
    { source: 'website' },
    { type: 'dine_in' },
    { paid: 0 },
    { pos: 1 },
    { payment_id },
    { delivery_id },
    { product_id: bought[0].product_id },
    { recurring: 1 },
    { late: 1 },
    { unassigned: 1 },
    { due_from: due, due_to: due + 100 },
    { from_date: dayBefore(30), to_date: dayBefore(0) },
    { keywords: String(id) },
    { keywords: 'gulf' },
  ];
  return { alone, within: { branch_id, from_date: dayBefore(90), to_date: dayBefore(0) } };
}

const LATE = 1_000;

/**
 * Returns the late page of each query: the thousandth. When growth is measured, the run on the smaller shop stores its
 * last pages, and the run on the larger one reads them, because a page past the end cannot be compared.
 */
async function latePages(requests, ask) {
  const file = process.env.LATE_PAGES;
  if (!file) return requests.map(() => LATE);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const pages = [];
  for (const body of requests) pages.push(Math.min(LATE, (await ask(body)).meta.last_page));
  writeFileSync(file, JSON.stringify(pages));
  return pages;
}

/**
 * Returns the queries of the order lists: each filter alone and with branch and dates, each sort order; first and late
 * pages.
 */
async function questions(client, ask) {
  const { alone, within } = await filters(client);
  const sorts = ['created_at', 'id', 'due', 'promised_at', 'status'].flatMap((sort_by) =>
    ['desc', 'asc'].map((sort_as) => ({ sort_by, sort_as })),
  );
  const requests = [...alone, ...alone.map((filter) => ({ ...filter, ...within })), ...sorts];
  const late = await latePages(requests, ask);
  return requests.flatMap((body, at) => [body, { ...body, page: late[at] }]);
}

/** Returns the queries of the list of payments. */
async function paymentQuestions(client) {
  const { rows } = await client.query(
    'SELECT payment_id, driver_id FROM order_payment WHERE driver_id IS NOT NULL ORDER BY id DESC LIMIT 1',
  );
  const [{ payment_id, driver_id } = { payment_id: 1, driver_id: 1 }] = rows;
  return [
    ...['created_at', 'id', 'amount'].map((sort_by) => ({ sort_by, sort_as: 'desc' })),
    { page: 1_000 },
    { branch_id: 2 },
    { payment_id },
    { driver_id },
    { holder: 'driver' },
    { status: 'received' },
    { status: 'pending' },
    { refund: 1 },
    { from_date: dayBefore(30), to_date: dayBefore(0) },
    { keywords: 'R-1' },
  ];
}

/** Returns the queries of rows R2 and R3: the same for all ten clients, and a different one each time. */
async function named(client) {
  const { rows } = await client.query(
    'SELECT DISTINCT order_id AS id FROM order_payment ORDER BY 1 DESC LIMIT 400',
  );
  const days = (back) => ({ from_date: dayBefore(back + 30), to_date: dayBefore(back) });
  const statuses = [1, 2, 6, 10, 11, 12, 14];
  const body = { status_id: 6, ...days(0) };
  return [
    ['R2 a status of 30 days', { path: LIST, body }],
    [
      'R2, each time another status and other days',
      {
        path: '',
        asked: statuses.flatMap((status_id) =>
          [0, 7, 14, 21, 28].map((back) => ({
            path: LIST,
            body: JSON.stringify({ status_id, ...days(back) }),
          })),
        ),
      },
    ],
    ['R3 one order, with lines and payments', { path: `${LIST}/show/${rows[0].id}` }],
    [
      'R3, each time another order',
      { path: '', asked: rows.map(({ id }) => ({ path: `${LIST}/show/${id}`, body: '{}' })) },
    ],
  ];
}

/** Seconds of requests before the measurement, because a new process runs at half its speed at first. */
const WARM_SECONDS = 4;

/** Measures the lists compared with the read floor, and names those that are too slow. */
async function lists({ client, url, token, floorUrl, post }, seconds) {
  const asking = await named(client);
  await measure({ url: floorUrl }, WARM_SECONDS);
  for (const [, { path, ...what }] of asking)
    await measure({ url: url + path, token, ...what }, WARM_SECONDS);
  const floor = await measure({ url: floorUrl }, seconds);
  const rows = [['read floor', floor.p50, floor.p95, floor.rate, 1]];
  const slow = [];
  for (const [name, { path, ...what }] of asking) {
    const { p50, p95, rate } = await median({ url: url + path, token, ...what }, seconds);
    rows.push([name, p50, p95, rate, (rate / floor.rate).toFixed(3)]);
  }
  const requests = [
    ...(await questions(client, (body) => post(LIST, body))).map((body) => [LIST, '', body]),
    ...(await paymentQuestions(client)).map((body) => [PAYMENTS, 'payments ', body]),
  ];
  for (const [path, of, body] of requests) {
    const { p50, p95, rate } = await measure({ url: url + path, token, body }, seconds);
    const name = `${of}\`${JSON.stringify(body)}\``;
    if (p95 > GOAL) slow.push(`${name} (${p95.toFixed(0)} ms)`);
    rows.push([name, p50, p95, rate, (rate / floor.rate).toFixed(3)]);
    console.log(`  ${rows.at(-1).join(' · ')}`);
  }
  const verdict =
    slow.length === 0
      ? `Every list has a p95 under ${GOAL} ms.`
      : `Over ${GOAL} ms at p95: ${slow.join(', ')}.`;
  return `Lists of ${LISTED} orders, ten connections. Who asks the same in the same moment shares a statement (docs/adr/0010); the rows 'each time' ask for others in turn. ${verdict}\n\n${table(['asked for', 'p50 ms', 'p95 ms', 'a second', 'of the floor'], rows)}`;
}

/**
 * Measures orders: pricing, lists and writes.
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 * @param {{ seconds: number }} options seconds of each measurement
 */
export async function run(stage, { seconds }) {
  const { known, anew } = await prices(seconds);
  const rows = [
    ['price of a 10-line cart, one core', known, '20,000/s wanted'],
    ['the same, rules sorted anew for each', anew, ''],
    ...(await zoneRows(rateOf, seconds)),
  ];
  await fillOrders(stage.client);
  // lists are measured first, because writes cause vacuums and disk writes for a while
  const requests = await lists(stage, seconds);
  const writes = table(WRITE_COLUMNS, await writeRows(stage, seconds));
  const text = `${table(['what', 'a second', ''], rows)}\n\n${writes}\n\n${requests}`;
  await writeSection(stage.client, 'orders', 'Orders', text);
  console.log(`\n${text}`);
}
