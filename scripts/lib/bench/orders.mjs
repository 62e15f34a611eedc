import { table, writeSection } from './report.mjs';
import { zoneRows } from './zones.mjs';

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
  const { price } = await import('../../../packages/commerce/src/index.ts');
  const [cart, known] = [order(), shop()];
  rateOf(() => price(cart, known), seconds);
  return {
    known: rateOf(() => price(cart, known), seconds),
    anew: rateOf(() => price(cart, { ...known }), seconds),
  };
}

/**
 * What orders cost.
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 * @param {{ seconds: number }} options seconds of each measurement
 */
export async function run({ client }, { seconds }) {
  const { known, anew } = await prices(seconds);
  const rows = [
    ['price of a 10-line cart, one core', known, '20,000/s wanted'],
    ['the same, rules sorted anew for each', anew, ''],
    ...(await zoneRows(rateOf, seconds)),
  ];
  const text = table(['what', 'a second', ''], rows);
  await writeSection(client, 'orders', 'Orders', text);
  console.log(`\n${text}`);
}
