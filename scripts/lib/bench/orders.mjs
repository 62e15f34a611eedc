import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fillOrders, LISTED } from './fill-shop.mjs';
import { measure, median } from './measure.mjs';
import { writeRows } from './order-writes.mjs';
import { table, writeSection } from './report.mjs';
import { zoneRows } from './zones.mjs';

const LIST = '/admin/products/orders';
const PAYMENTS = '/admin/orders/payments';
/** Milliseconds at p95 that every list keeps under. */
const GOAL = 60;

const LINES = 10;
const ALWAYS = { active: true, start_date: null, end_date: null };
const numbers = (count) => Array.from({ length: count }, (_, at) => at);
const target = (product_id) => ({ product_id, item_id: null });

/** A shop with rules for every product: two price lists, ten discounts, a wholesale offer. */
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

/** Ten lines at two tax rates, two with an extra; a coupon of ten percent, delivered, paid in cash. */
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

/** How many a second, by the processor's time: what else runs on the machine does not count. */
function rateOf(work, seconds) {
  const until = performance.now() + seconds * 1_000;
  const before = process.threadCpuUsage();
  let count = 0;
  for (; performance.now() < until; count += 1) work();
  const { user, system } = process.threadCpuUsage(before);
  return (count * 1e6) / (user + system);
}

/** Prices of a cart of ten lines on one core: in a shop known before, and with its rules sorted anew each time. */
async function prices(seconds) {
  const { priceCart } = await import('../../../packages/commerce/src/index.ts');
  const [cart, known] = [order(), shop()];
  rateOf(() => priceCart(cart, known), seconds);
  return {
    known: rateOf(() => priceCart(cart, known), seconds),
    anew: rateOf(() => priceCart(cart, { ...known }), seconds),
  };
}

const day = (back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);

/** Every filter that lists of orders offer, with a value that many orders have. */
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
    { from_date: day(30), to_date: day(0) },
    { keywords: String(id) },
    { keywords: 'gulf' },
  ];
  return { alone, within: { branch_id, from_date: day(90), to_date: day(0) } };
}

const LATE = 1_000;

/**
 * The late page of each question: the thousandth. Where growth is measured, the last one that the smaller shop has,
 * which its run writes down and that of the larger reads: a page past the end is no measure for one with rows.
 */
async function latePages(asked, ask) {
  const file = process.env.LATE_PAGES;
  if (!file) return asked.map(() => LATE);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const pages = [];
  for (const body of asked) pages.push(Math.min(LATE, (await ask(body)).meta.last_page));
  writeFileSync(file, JSON.stringify(pages));
  return pages;
}

/** What lists of orders are asked for: each filter alone and with branch and days, each sort; first and late pages. */
async function questions(client, ask) {
  const { alone, within } = await filters(client);
  const sorts = ['created_at', 'id', 'due', 'promised_at', 'status'].flatMap((sort_by) =>
    ['desc', 'asc'].map((sort_as) => ({ sort_by, sort_as })),
  );
  const asked = [...alone, ...alone.map((filter) => ({ ...filter, ...within })), ...sorts];
  const late = await latePages(asked, ask);
  return asked.flatMap((body, at) => [body, { ...body, page: late[at] }]);
}

/** What the list of payments is asked for. */
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
    { from_date: day(30), to_date: day(0) },
    { keywords: 'R-1' },
  ];
}

/** What performance.md's R2 and R3 name: the same of all ten callers, and each time another. */
async function named(client) {
  const { rows } = await client.query(
    'SELECT DISTINCT order_id AS id FROM order_payment ORDER BY 1 DESC LIMIT 400',
  );
  const days = (back) => ({ from_date: day(back + 30), to_date: day(back) });
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

/** As long as a process that was just started is asked before it is measured: it answers at half its speed at first. */
const WARM_SECONDS = 4;

/** Lists beside the read floor; whatever is too slow is named. */
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
  const asked = [
    ...(await questions(client, (body) => post(LIST, body))).map((body) => [LIST, '', body]),
    ...(await paymentQuestions(client)).map((body) => [PAYMENTS, 'payments ', body]),
  ];
  for (const [path, of, body] of asked) {
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
 * What orders cost.
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
  // what is written has to be vacuumed and brought to the disk for a while: lists are asked before
  const asked = await lists(stage, seconds);
  const writes = await writeRows(stage, seconds);
  const columns = ['what', 'p50 ms', 'p95 ms', 'a second', 'of the floor'];
  const text = `${table(['what', 'a second', ''], rows)}\n\n${table(columns, writes)}\n\n${asked}`;
  await writeSection(stage.client, 'orders', 'Orders', text);
  console.log(`\n${text}`);
}
