import { addDays } from '@dukkan/commerce';
import { SHELF_LIFE, SUPPLIERS } from '../../../../prisma/seed/demo-purchasing.ts';
import {
  createRandom,
  listDaysBetween,
  pickOrderTimes,
  pickRandomBelow,
  pickWeighted,
  type RandomGenerator,
} from './demo-rhythm.ts';

export type DemoProduct = {
  readonly product_id: number;
  readonly item_id: number;
  readonly category: string;
  readonly price: number;
  readonly isLoose: boolean;
  readonly created_at: Date;
};

export type DemoBranch = {
  readonly id: number;
  readonly tills: readonly number[];
  readonly manager_id: number;
  readonly cashiers: readonly number[];
  readonly drivers: readonly number[];
};

export type DemoCustomer = {
  readonly id: number;
  readonly phone: string;
  /** Null when the customer lives outside the delivery area and picks orders up. */
  readonly address_id: number | null;
  /** The index of the branch that delivers there, else of the one where the customer picks up. */
  readonly shop: number;
  /** The minimum order value at that address. */
  readonly minimum: number;
};

/** The parts of the demo business that the order planner needs. */
export type DemoBusiness = {
  readonly zone: string;
  readonly goods: readonly DemoProduct[];
  readonly shops: readonly DemoBranch[];
  readonly buyers: readonly DemoCustomer[];
};

export type OrderChannel = 'website' | 'iphone' | 'android' | 'dashboard' | 'till';

export type PlannedOrder = {
  /** Identifies the order among all planned ones. */
  readonly key: string;
  readonly at: Date;
  readonly via: OrderChannel;
  readonly shop: number;
  /** Null for an unknown customer at the counter. */
  readonly buyer: DemoCustomer | null;
  readonly type: 'delivery' | 'take_away';
  readonly cart: readonly { readonly good: DemoProduct; readonly quantity: number }[];
  readonly pays: 'cash' | 'card' | 'online';
  readonly coupon: boolean;
  readonly end: 'delivered' | 'cancelled';
  /** Days until a unit of the first line is returned; null for no return. */
  readonly returned_after: number | null;
  readonly driver_id: number | null;
  readonly seller_id: number;
  /** The order's number; numbers follow the order in time. */
  readonly number?: number | undefined;
};

const FULL_SHELF = 6;

/** Goods with a shorter shelf life in days are bought often and in small quantities. */
export const FRESH_DAYS = 20;

/** Returns how often a product is bought: a few every day, most of them rarely. */
function getPopularity(good: DemoProduct): number {
  const luck = createRandom(`good ${good.item_id}`)();
  const daily = ['fruit', 'vegetables', 'bakery', 'milk', 'eggs', 'water'].includes(good.category) ? 2.4 : 1;
  return (daily * (0.25 + luck ** 3 * 4)) / (good.price > 60 ? 3 : 1);
}

function pickQuantity(chance: RandomGenerator, { isLoose, price }: DemoProduct): number {
  if (isLoose) return (1 + pickRandomBelow(chance, 6)) * 0.25;
  if (price > 40) return 1;
  return pickWeighted(chance, [
    [1, 6],
    [2, 3],
    [3, 1],
    [FULL_SHELF, price < 4 ? 1 : 0],
  ]);
}

type Basket = PlannedOrder['cart'];
const sumBasket = (cart: Basket): number =>
  cart.reduce((sum, { good, quantity }) => sum + good.price * quantity, 0);

const TRIES_MAX = 10_000;

function pickBasket(
  chance: RandomGenerator,
  popular: readonly (readonly [DemoProduct, number])[],
  lines: number,
  minimum: number,
): Basket {
  const cart = new Map<number, Basket[number]>();
  // the number of tries is limited, because a business with few products cannot fill a large cart
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    if (cart.size >= lines && (sumBasket([...cart.values()]) >= minimum || cart.size >= 25)) break;
    const good = pickWeighted(chance, popular);
    if (!cart.has(good.item_id)) cart.set(good.item_id, { good, quantity: pickQuantity(chance, good) });
  }
  return [...cart.values()];
}

/** Factor on the app's minimum order value, so that discounts do not fall below it. */
const ROOM = 1.35;
const BUSY_SHOPS = [0.46, 0.32, 0.22] as const;
/** Weights the customers so that the first ones buy most often. */
const weightCustomers = (buyers: readonly DemoCustomer[]) =>
  buyers.map((buyer, n) => [buyer, 1 / (1 + n / 30)] as const);

function planOrder(
  business: DemoBusiness,
  day: string,
  n: number,
  at: Date,
  popular: readonly (readonly [DemoProduct, number])[],
) {
  const chance = createRandom(`order ${day} ${n}`);
  const { shops, buyers } = business;
  const via = pickWeighted<OrderChannel>(chance, [
    ['website', 0.22],
    ['iphone', 0.21],
    ['android', 0.17],
    ['dashboard', 0.14],
    ['till', 0.26],
  ]);
  const isTill = via === 'till';
  const buyer = isTill && chance() < 0.7 ? null : pickWeighted(chance, weightCustomers(buyers));
  const shop = isTill
    ? pickWeighted(
        chance,
        shops.map((_, place) => [place, BUSY_SHOPS[place] ?? 0.1] as const),
      )
    : (buyer?.shop ?? 0);
  const isDelivered = !isTill && buyer?.address_id != null && chance() < 0.78;
  const minimum = isTill ? 0 : isDelivered ? Math.max(25, (buyer?.minimum ?? 0) * ROOM) : 20;
  const lines = 1 + pickRandomBelow(chance, isTill ? 5 : 7);
  const cart = pickBasket(chance, popular, lines, minimum);
  const isCancelled = !isTill && chance() < 0.055;
  const standing = shops[shop] as DemoBranch;
  const some = <T>(of: readonly T[]): T | undefined => of[pickRandomBelow(chance, of.length)];
  return {
    key: `${day}#${n}`,
    at,
    via,
    shop,
    buyer,
    type: isDelivered ? ('delivery' as const) : ('take_away' as const),
    cart,
    pays: isTill
      ? pickWeighted(chance, [
          ['cash', 0.55],
          ['card', 0.45],
        ] as const)
      : via === 'dashboard'
        ? ('cash' as const)
        : pickWeighted(chance, [
            ['cash', 0.6],
            ['online', 0.4],
          ] as const),
    coupon: !isTill && via !== 'dashboard' && sumBasket(cart) > 130 && chance() < 0.3,
    end: isCancelled ? ('cancelled' as const) : ('delivered' as const),
    returned_after: !isCancelled && chance() < 0.035 ? 1 + pickRandomBelow(chance, 4) : null,
    driver_id: isDelivered ? (some(standing.drivers) ?? null) : null,
    seller_id: some(standing.cashiers) ?? standing.manager_id,
  } satisfies PlannedOrder;
}

/** Plans the orders of a day, sorted by time; `progress` from 0 to 1 is how far the business has grown. */
export function planOrders(business: DemoBusiness, day: string, progress: number): PlannedOrder[] {
  const moments = pickOrderTimes(day, progress, business.zone);
  const [first = new Date(0)] = moments;
  const popular = business.goods
    .filter(({ created_at }) => created_at < first)
    .map((good) => [good, getPopularity(good)] as const);
  return moments.map((at, n) => planOrder(business, day, n, at, popular));
}

/** A receipt from a supplier, planned for the orders that follow. */
export type PlannedReceipt = {
  readonly day: string;
  /** The index of the supplier in SUPPLIERS. */
  readonly supplier: number;
  readonly lines: readonly {
    readonly good: DemoProduct;
    readonly shop: number;
    readonly quantity: number;
    readonly cost: number;
    readonly expire_date: string | null;
  }[];
};

const roundToCents = (amount: number): number => Math.round(amount * 100) / 100;

/** Returns the days between two receipts of a supplier: fresh goods come about twice a week. */
const everyDays = (categories: readonly string[]): number =>
  categories.some((key) => (SHELF_LIFE[key] ?? FRESH_DAYS) < FRESH_DAYS) ? 3 : 14;

const isDay = (days: number, supplier: number, every: number): boolean => (days + supplier) % every === 0;

function planReceiptLines(
  goods: ReadonlyMap<string, { good: DemoProduct; shop: number; asked: number }>,
  day: string,
) {
  return [...goods.values()]
    .sort((a, b) => a.good.item_id - b.good.item_id || a.shop - b.shop)
    .map(({ good, shop, asked }) => {
      const chance = createRandom(`bought ${day} ${good.item_id} ${shop}`);
      const life = SHELF_LIFE[good.category] ?? null;
      // some surplus of goods with a long shelf life
      const more = chance() < 0.12 && (life ?? FRESH_DAYS) >= FRESH_DAYS ? 1 : 0;
      return {
        good,
        shop,
        quantity: (good.isLoose ? Math.ceil(asked * 2) / 2 : Math.ceil(asked)) + more,
        cost: roundToCents(good.price * (0.6 + chance() * 0.14)),
        // later receipts expire later, so that sales (first expired, first out) never take units received after them
        expire_date: life === null ? null : addDays(day, life),
      };
    });
}

/** A day of the history with its receipts and orders. */
export type PlannedDay = {
  readonly day: string;
  readonly receipts: readonly PlannedReceipt[];
  readonly orders: readonly PlannedOrder[];
};

/** Plans all days of a period: goods are received before they are sold, at each supplier's interval. */
export function planDays(business: DemoBusiness, from: string, until: string): PlannedDay[] {
  const days = listDaysBetween(from, until);
  let number = 0;
  const orders = days.map((day, n) =>
    planOrders(business, day, n / days.length).map((order) => {
      number += 1;
      return { ...order, number };
    }),
  );
  const receipts = days.map((): PlannedReceipt[] => []);
  for (const [supplier, { categories }] of SUPPLIERS.entries()) {
    const every = everyDays(categories);
    let open: Map<string, { good: DemoProduct; shop: number; asked: number }> = new Map();
    // backwards: each receipt covers the demand until the next one
    for (let n = days.length - 1; n >= 0; n -= 1) {
      for (const { shop, cart } of orders[n] ?? [])
        for (const { good, quantity } of cart) {
          if (!categories.includes(good.category)) continue;
          const key = `${good.item_id} ${shop}`;
          open.set(key, { good, shop, asked: (open.get(key)?.asked ?? 0) + quantity });
        }
      const day = days[n] ?? '';
      if (open.size === 0 || (n > 0 && !isDay(n, supplier, every))) continue;
      receipts[n]?.push({ day, supplier, lines: planReceiptLines(open, day) });
      open = new Map();
    }
  }
  return days.map((day, n) => ({ day, receipts: receipts[n] ?? [], orders: orders[n] ?? [] }));
}
