import {
  bundle,
  cart,
  context,
  coupon,
  discount,
  part,
  payment,
  priceList,
  product,
  wholesale,
  zone,
} from './shop-fixture.ts';
import type { Cart, CartLine, PriceContext, Reduction, Scope, Slot, Validity } from './types.ts';

/** Random choices from a seed (mulberry32), so that a failing cart can be reproduced. */
function choices(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  return {
    below,
    amount: (limit: number): bigint => BigInt(below(limit)),
    /** True on average once in this many calls. */
    once: (times: number): boolean => below(times) === 0,
    one: <T>(of: readonly [T, ...T[]]): T => of[below(of.length)] ?? of[0],
    some: <T>(most: number, make: (index: number) => T): T[] =>
      Array.from({ length: below(most + 1) }, (_, index) => make(index)),
  };
}
type Choices = ReturnType<typeof choices>;

const PRODUCTS = 8;
const RATES: readonly [bigint, ...bigint[]] = [0n, 500n, 700n, 1_400n, 1_900n];
/** Product n is always in category 100 + n % 3 and in 1. */
const categoriesOf = (id: number): number[] => [100 + (id % 3), 1];
const rateOf = (id: number): bigint => RATES[id % RATES.length] ?? 0n;

const reduction = ({ amount, once }: Choices): Reduction =>
  once(2)
    ? { discount_type: 'percent', discount: amount(10_001) }
    : { discount_type: 'fixed', discount: amount(6_000) };

const validity = ({ once, one }: Choices): Validity => ({
  active: !once(8),
  start_date: one([null, null, '2026-11-21', '2026-11-22']),
  end_date: one([null, null, '2026-11-21', '2026-11-20']),
});

const scope = ({ some, below, once }: Choices): Scope => ({
  products: some(3, () => {
    const product_id = below(PRODUCTS);
    return { product_id, item_id: once(2) ? null : product_id };
  }),
  categorys_ids: once(3) ? [100 + below(3)] : [],
});

function line(key: string, random: Choices): CartLine {
  const { below, amount, once, one, some } = random;
  const quantity = one([1_000n, 1_000n, 2_000n, 3_000n, 250n, 1_234n]);
  const base = () => one([0n, amount(100), amount(20_000), amount(5_000_000)]);
  if (!once(5)) {
    const id = below(PRODUCTS);
    const extras = some(2, (extra_id) => ({ extra_id, price: amount(500) }));
    const over = { key, quantity, weighted: quantity % 1_000n > 0n, tax_bp: rateOf(id), extras };
    return product(id, base(), { ...over, categorys_ids: categoriesOf(id) });
  }
  const parts = [0, ...some(3, (index) => index + 1)].map(() => {
    const id = below(PRODUCTS);
    return part(id, base(), { quantity: one([1_000n, 2_000n, 500n]), tax_bp: rateOf(id), drink: once(3) });
  });
  return bundle(amount(20_000), parts, {
    key,
    quantity: BigInt(1 + below(3)) * 1_000n,
    drink_share_bp: one([null, 3_000n]),
    categorys_ids: [100 + below(3), 1],
  });
}

function anyContext(random: Choices): PriceContext {
  const { below, amount, once, one, some } = random;
  const slots: readonly [Slot, ...Slot[]] = ['midday', 'afternoon', 'evening'];
  return context({
    currency: one(['QAR', 'EUR', 'EGP']),
    minute: below(1_440),
    weekday: below(7),
    phone: one([null, '+97455123456']),
    source: one(['dashboard', 'website']),
    price_lists: some(2, (id) => {
      const rows = some(4, () => ({
        product_id: below(PRODUCTS),
        item_id: null,
        price: amount(9_000),
        active: !once(4),
      }));
      return priceList(id, 0n, {
        ...validity(random),
        ord: below(2),
        items: rows,
        phones: once(3) ? ['+97455123456'] : [],
      });
    }),
    discounts: some(5, (id) =>
      discount(id, {
        ...validity(random),
        ...scope(random),
        ...reduction(random),
        branches_ids: one([[], [1], [2]]),
        days: once(4) ? [below(7), below(7)] : [],
        slots: once(4) ? [one(slots)] : [],
      }),
    ),
    wholesales: some(2, (id) =>
      wholesale(
        id,
        some(3, () => ({ ...reduction(random), min_quantity: BigInt(2 + below(4)) * 1_000n })),
        {
          ...validity(random),
          ...scope(random),
        },
      ),
    ),
    settings: {
      tax_mode: one(['inclusive', 'exclusive']),
      tax_bp: one(RATES),
      minimum_order: amount(2_000),
      minimum_products: below(3),
      fixed_custom_shipping_price: once(8) ? amount(3_000) : null,
      free_after_amount: once(2) ? amount(20_000) : null,
      cash_rounding: one([0n, 5n, 25n, 100n]),
    },
  });
}

function anyOrder(random: Choices): Cart {
  const { amount, once, one, some } = random;
  const lines = some(8, (index) => line(String(index), random));
  const limits = { max_discount: once(3) ? amount(2_000) : null, min_order: once(4) ? amount(9_000) : null };
  return cart(lines, {
    coupon: once(2)
      ? coupon({ ...validity(random), ...scope(random), ...reduction(random), ...limits })
      : null,
    manual: once(3) ? reduction(random) : null,
    type: one(['delivery', 'delivery', 'take_away', 'dine_in']),
    pos: once(6),
    delivery_method: once(2) ? { id: 4, inhouse: once(2), delivery_cost: amount(1_500) } : null,
    zone: once(5) ? null : zone(amount(3_000), { free_after_amount: one([null, 0n, amount(15_000)]) }),
    payments: some(2, (payment_id) =>
      payment({
        payment_id,
        type: one(['cash', 'cash', 'card']),
        amount: once(3) ? amount(4_000) : null,
        margin_bp: amount(400),
        charge_customer: once(3),
      }),
    ),
  });
}

/** Creates a random cart and shop; the same seed gives the same result. */
export function createRandomCart(seed: number): { readonly cart: Cart; readonly context: PriceContext } {
  const random = choices(seed);
  return { cart: anyOrder(random), context: anyContext(random) };
}
