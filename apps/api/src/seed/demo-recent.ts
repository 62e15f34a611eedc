import { addDays, CANCELED, getDayStart, toLocalDate } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { SHELF_LIFE, SUPPLIERS } from '../../../../prisma/seed/demo-purchasing.ts';
import type { Services } from '../core/ctx.ts';
import { type Ctx, createCtxAs, createSystemCtx } from '../core/ctx.ts';
import { saveReceipt } from '../modules/purchasing/index.ts';
import { postStockCount, saveStockCount, saveTransfer } from '../modules/stock/index.ts';
import { type DemoStatusesAndMethods, loadDemoStatusesAndMethods } from './demo-facts.ts';
import {
  addMinutes,
  advanceDemoOrder,
  createStaffCtx,
  moveDemoOrder,
  placeDemoOrder,
  returnDemoOrder,
  runPlannedOrder,
  runTillDay,
} from './demo-orders.ts';
import {
  type DemoBusiness,
  type DemoProduct,
  FRESH_DAYS,
  type PlannedOrder,
  planOrders,
} from './demo-plan.ts';
import { countHistoryOrders, createRandom, pickRandomBelow, RECENT_DAYS } from './demo-rhythm.ts';
import { buildStepKey, type DemoStep } from './demo-steps.ts';

const roundToCents = (amount: number): number => Math.round(amount * 100) / 100;

/** Units of goods with a long shelf life that last until the next delivery. */
const PLENTY = 12;

/** The units in the recent orders, by branch and item. */
type Demand = ReadonlyMap<string, number>;

function sumDemand(orders: readonly PlannedOrder[]): Demand {
  const demand = new Map<string, number>();
  for (const { shop, cart } of orders)
    for (const { good, quantity } of cart) {
      const key = `${shop} ${good.item_id}`;
      demand.set(key, (demand.get(key) ?? 0) + quantity);
    }
  return demand;
}

/**
 * Returns the units that a branch receives of a product: those it will sell plus some, sometimes few, and none without
 * demand.
 */
function pickReceivedUnits(good: DemoProduct, shop: number, demand: Demand): number {
  const chance = createRandom(`shelf ${good.item_id} ${shop}`);
  const luck = chance();
  const sold = demand.get(`${shop} ${good.item_id}`) ?? 0;
  if (sold === 0 && luck < 0.04) return 0;
  const isFresh = (SHELF_LIFE[good.category] ?? FRESH_DAYS) < FRESH_DAYS;
  const most = isFresh ? 2 + pickRandomBelow(chance, 3) : PLENTY + pickRandomBelow(chance, 30);
  return Math.ceil(sold) + (luck < 0.1 ? 1 + pickRandomBelow(chance, 3) : most);
}

/** Receives the supplier's goods for all branches on the day before the first recent day. */
const stockStep = (
  business: DemoBusiness,
  from: string,
  supplier: number,
  supplier_id: number,
  demand: Demand,
): DemoStep => ({
  key: buildStepKey('a', from, supplier),
  take: async (ctx) => {
    const { name = '', categories = [] } = SUPPLIERS[supplier] ?? {};
    const day = addDays(from, -1);
    const items = business.goods
      .filter(({ category }) => categories.includes(category))
      .flatMap((good) =>
        business.shops.flatMap(({ id: branch_id }, shop) => {
          const quantity = pickReceivedUnits(good, shop, demand);
          const chance = createRandom(`bought ${name} ${good.item_id} ${shop}`);
          const life = SHELF_LIFE[good.category] ?? null;
          // later receipts expire later, so that sales (first expired, first out) never take units received after them
          const expire_date = life === null ? null : addDays(day, life);
          const cost_value = roundToCents(good.price * (0.6 + chance() * 0.14));
          return quantity === 0
            ? []
            : [{ item_id: good.item_id, branch_id, quantity, cost_value, expire_date }];
        }),
      );
    const input = { supplier_id, on_date: day, invoice_number: `INV-${3_100 + supplier}`, invoice_date: day };
    const morning = addMinutes(getDayStart(day, business.zone), 330);
    await saveReceipt(
      createCtxAs(ctx, { now: morning }),
      api.receipt.save.input.parse({ ...input, items, status: 1 }),
    );
  },
});

type Standing = {
  /** Minutes before now. */
  readonly ago: number;
  readonly value: number;
  readonly via: PlannedOrder['via'];
  readonly type: PlannedOrder['type'];
  readonly isAssigned?: true;
  readonly isPaid?: true;
  readonly isMissed?: true;
  readonly isRecurring?: true;
  /** Minutes from now at which the order is wanted. */
  readonly wanted?: number;
  readonly notes?: string;
  /** With the shop's coupon. */
  readonly hasCoupon?: true;
  /** Delivered by the driver with the demo account, in that driver's branch. */
  readonly isOfDemoDriver?: true;
};

/** The open orders at the start, oldest first: every status, late orders, and some without a driver. */
const OPEN: readonly Standing[] = [
  { ago: 1_500, value: 5, via: 'website', type: 'delivery', isAssigned: true, isRecurring: true },
  { ago: 236, value: 4, via: 'android', type: 'delivery', isAssigned: true, isMissed: true },
  { ago: 171, value: 3, via: 'iphone', type: 'delivery' },
  { ago: 148, value: 1, via: 'website', type: 'delivery', notes: 'الرجاء الاتصال قبل الوصول' },
  { ago: 133, value: 0, via: 'dashboard', type: 'delivery' },
  { ago: 104, value: 4, via: 'website', type: 'delivery', isAssigned: true, isPaid: true },
  { ago: 66, value: 3, via: 'website', type: 'delivery', isAssigned: true },
  { ago: 58, value: 5, via: 'iphone', type: 'take_away' },
  { ago: 51, value: 4, via: 'iphone', type: 'delivery', isAssigned: true, isOfDemoDriver: true },
  { ago: 47, value: -1, via: 'website', type: 'delivery' },
  { ago: 43, value: 4, via: 'dashboard', type: 'delivery', isAssigned: true, isOfDemoDriver: true },
  {
    ago: 38,
    value: 3,
    via: 'iphone',
    type: 'delivery',
    isAssigned: true,
    isPaid: true,
    isOfDemoDriver: true,
  },
  { ago: 34, value: 2, via: 'android', type: 'delivery' },
  { ago: 29, value: 2, via: 'website', type: 'take_away' },
  { ago: 24, value: 1, via: 'website', type: 'delivery', isPaid: true },
  { ago: 21, value: 1, via: 'android', type: 'take_away', notes: 'Bitte ohne Tüte' },
  { ago: 17, value: 1, via: 'dashboard', type: 'delivery' },
  { ago: 12, value: 0, via: 'iphone', type: 'delivery', wanted: 1_380, notes: 'Leave it with the guard' },
  { ago: 9, value: 0, via: 'website', type: 'delivery', hasCoupon: true },
  { ago: 6, value: 0, via: 'android', type: 'take_away' },
  { ago: 3, value: 0, via: 'iphone', type: 'delivery' },
];

/** The index of the branch of the demo accounts. */
const DEMO_SHOP = 0;
/** Orders from this amount use the coupon. */
const COUPON_FROM = 100;

/** Plans an open order like any other, but with the given time, channel and status. */
function openOrder(business: DemoBusiness, now: Date, one: Standing, n: number): PlannedOrder {
  const day = toLocalDate(now, business.zone);
  const drafts = planOrders(business, day, 1);
  const draft = drafts[n % drafts.length] as PlannedOrder;
  const homes = business.buyers.filter(
    ({ address_id, shop }) => address_id !== null && (!one.isOfDemoDriver || shop === DEMO_SHOP),
  );
  const buyer = homes[(n * 7) % homes.length] ?? null;
  const shop = buyer?.shop ?? 0;
  const drivers = business.shops[shop]?.drivers ?? [];
  const key = `open ${n}`;
  const cart = new Map(draft.cart.map((line) => [line.good.item_id, line]));
  // adds other goods of the day until the minimum order value is reached
  const least = Math.max(one.hasCoupon ? COUPON_FROM : 30, buyer?.minimum ?? 0) * 1.35;
  const others = drafts.flatMap((other) => other.cart);
  const sum = () => [...cart.values()].reduce((all, { good, quantity }) => all + good.price * quantity, 0);
  for (const line of others) if (sum() < least) cart.set(line.good.item_id, line);
  return {
    ...draft,
    key,
    at: addMinutes(now, -one.ago),
    via: one.via,
    type: one.type,
    buyer,
    shop,
    cart: [...cart.values()],
    pays: one.isPaid ? 'online' : 'cash',
    coupon: one.hasCoupon === true,
    end: one.value === CANCELED ? 'cancelled' : 'delivered',
    // the demo account is the first driver of its branch
    driver_id: one.isAssigned ? (drivers[one.isOfDemoDriver ? 0 : n % drivers.length] ?? null) : null,
  };
}

/** Places an open order and advances it to its planned status in the minutes since then. */
async function placeOpenOrder(
  ctx: Ctx,
  business: DemoBusiness,
  words: DemoStatusesAndMethods,
  one: Standing,
  order: PlannedOrder,
  now: Date,
) {
  const shop = business.shops[order.shop];
  if (!shop) return;
  if (one.value === CANCELED) return runPlannedOrder(ctx, business, words, order);
  const placedOrder = await placeDemoOrder(ctx, business, words, order, {
    ...(one.isRecurring ? { recurring: 1 as const } : {}),
    ...(one.wanted === undefined ? {} : { preferred_at: addMinutes(now, one.wanted).toISOString() }),
    ...(one.notes === undefined ? {} : { notes: one.notes }),
  });
  await advanceDemoOrder(ctx, business, words, order, placedOrder, one.value);
  if (one.isMissed && words.missed)
    await moveDemoOrder(ctx, words, shop, {
      id: placedOrder.id,
      at: addMinutes(now, -40),
      value: 4,
      status_id: words.missed.id,
      move_notes: 'Nobody opened',
    });
}

type RecentDay = { readonly day: string; readonly orders: readonly PlannedOrder[] };

/** Returns the steps of a recent day: sales, deliveries, cash and returns. */
function daySteps(
  business: DemoBusiness,
  words: DemoStatusesAndMethods,
  { day, orders }: RecentDay,
  now: Date,
): DemoStep[] {
  const steps: { at: Date; take: DemoStep['take'] }[] = orders
    .filter(({ via }) => via !== 'till')
    .map((order) => ({ at: order.at, take: (ctx) => runPlannedOrder(ctx, business, words, order) }));
  const isToday = day === toLocalDate(now, business.zone);
  const start = getDayStart(day, business.zone);
  for (const [place, shop] of business.shops.entries()) {
    const device_id = shop.tills[1];
    const sold = orders.filter((order) => order.via === 'till' && order.shop === place);
    if (device_id === undefined || addMinutes(start, 450) > now) continue;
    const closed = isToday ? null : addMinutes(start, 1_395);
    const opened = addMinutes(start, 450);
    const missing = place === SHORT_SHOP ? { missing: MISSING } : {};
    const till = { shop, device_id, orders: sold, opened, closed, ...missing };
    steps.push({ at: addMinutes(start, 1_395 + place), take: (ctx) => runTillDay(ctx, words, till) });
  }
  const delivered = orders.filter(({ via, end }) => via !== 'till' && end === 'delivered');
  const [first] = delivered;
  // the refund of what was paid online waits until somebody sends it
  const paidOnline = delivered.find((order) => order.pays === 'online' && order !== first);
  for (const [n, order] of [first, paidOnline].entries()) {
    if (!order || isToday) continue;
    const at = addMinutes(start, 1_410 + n);
    const waits = order === paidOnline;
    steps.push({ at, take: (ctx) => returnDemoOrder(ctx, business, words, order, at, { waits }) });
  }
  return steps
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ take }, n) => ({ key: buildStepKey('a', day, 100 + n), take }));
}

/** The branch whose drawers are counted short in the recent days, and by how much. */
const SHORT_SHOP = 1;
const MISSING = 15;

/** Items of a transfer, the units of each, and the units that must be there, so that none are missing for orders. */
const MOVED_ITEMS = 4;
const MOVED_UNITS = 2;
const SURPLUS = 25;

/** Moves some units from the first branch to another in the morning. */
const transferStep = (
  business: DemoBusiness,
  words: DemoStatusesAndMethods,
  day: string,
  to: number,
): DemoStep => ({
  key: buildStepKey('a', day, 90 + to),
  take: async (ctx) => {
    const shop = business.shops[DEMO_SHOP];
    const other = business.shops[to];
    if (!shop || !other) return;
    const by = createStaffCtx(ctx, words, shop.manager_id, addMinutes(getDayStart(day, business.zone), 410));
    const levels = await ctx.db.stock_level.findMany({
      where: { branch_id: shop.id, on_hand: { gt: SURPLUS } },
      select: { item_id: true },
      orderBy: { item_id: 'asc' },
      take: MOVED_ITEMS,
      skip: to * MOVED_ITEMS,
    });
    if (levels.length === 0) return;
    const items = levels.map(({ item_id }) => ({ item_id, quantity: MOVED_UNITS }));
    const branches = { from_branch_id: shop.id, to_branch_id: other.id };
    const notes = 'نقل بين الفروع · Between branches';
    await saveTransfer(
      createCtxAs(by, { scope: 'all' }),
      api.transfer.save.input.parse({ ...branches, notes, items }),
    );
  },
});

/** The number of items in a stocktake; one of them misses a unit. */
const COUNTED = 8;

/** Counts some items of the first branch on the evening before. */
const countStep = (business: DemoBusiness, words: DemoStatusesAndMethods, day: string): DemoStep => ({
  key: buildStepKey('a', day, 90),
  take: async (ctx) => {
    const shop = business.shops[DEMO_SHOP];
    if (!shop) return;
    const branch_id = shop.id;
    const by = createStaffCtx(ctx, words, shop.manager_id, addMinutes(getDayStart(day, business.zone), 400));
    const levels = await ctx.db.stock_level.findMany({
      where: { branch_id, on_hand: { gt: COUNTED } },
      select: { item_id: true, on_hand: true },
      orderBy: { item_id: 'asc' },
      take: COUNTED,
    });
    const items = levels.map(({ item_id, on_hand }, n) => ({
      item_id,
      counted: Number(on_hand) - (n === 1 ? 1 : 0),
    }));
    const notes = 'جرد أسبوعي · Weekly count';
    const { id } = await saveStockCount(by, api.stockCount.save.input.parse({ branch_id, notes, items }));
    await postStockCount(by, api.stockCount.post.input.parse({ id, force: true }));
  },
});

/** The steps of the recent days, and the number of their last order. */
export type RecentPlan = { readonly steps: readonly DemoStep[]; readonly lastNumber: number };

/** Builds the steps of the last days up to `now`, so that the shop has goods and orders from its first minute. */
export async function buildRecentSteps(
  services: Services,
  business: DemoBusiness,
  now: Date,
): Promise<RecentPlan> {
  const ctx = createSystemCtx(services, 'demo');
  const words = await loadDemoStatusesAndMethods(ctx);
  const today = toLocalDate(now, business.zone);
  const from = addDays(today, -RECENT_DAYS);
  const open = OPEN.map((one, n) => openOrder(business, now, one, n));
  const days = [from, addDays(from, 1), today].map((day) => ({
    day,
    orders: planOrders(business, day, 1).filter(({ at }) => at < addMinutes(now, -260)),
  }));
  const all = [...days.flatMap(({ orders }) => orders), ...open];
  const before = countHistoryOrders(today, business.zone);
  const inTime = all.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map(({ key }) => key);
  const numbers = new Map(inTime.map((key, n) => [key, before + 1 + n]));
  const withNumber = (order: PlannedOrder): PlannedOrder => ({ ...order, number: numbers.get(order.key) });
  const suppliers = await ctx.db.supplier.findMany({
    where: { name: { in: SUPPLIERS.map(({ name }) => name) } },
    select: { id: true, name: true },
  });
  const demand = sumDemand(all);
  const stock = SUPPLIERS.flatMap(({ name }, place) => {
    const existing = suppliers.find((one) => one.name === name);
    return existing ? [stockStep(business, from, place, existing.id, demand)] : [];
  });
  const sold = days.flatMap(({ day, orders }) =>
    daySteps(business, words, { day, orders: orders.map(withNumber) }, now),
  );
  const standing = open.map(
    (order, n): DemoStep => ({
      key: buildStepKey('a', today, 500 + n),
      take: (ctx) => placeOpenOrder(ctx, business, words, OPEN[n] as Standing, withNumber(order), now),
    }),
  );
  const inventory = [
    countStep(business, words, from),
    ...[1, 2].map((to) => transferStep(business, words, from, to)),
  ];
  const steps = [...stock, ...inventory, ...sold, ...standing];
  return { steps, lastNumber: before + all.length };
}
