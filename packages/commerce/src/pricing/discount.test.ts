import { describe, expect, test } from 'vitest';
import { priceCart } from './price.ts';
import { cart, context, coupon, discount, money, product, units, wholesale } from './shop-fixture.ts';
import type { Coupon, PriceContext } from './types.ts';

type Rules = Partial<Pick<PriceContext, 'discounts' | 'wholesales' | 'minute' | 'weekday' | 'source'>>;

/** What one unit of product 1 costs under rules, and which of them won. */
const unitOf = (rules: Rules, base = money(50), quantity = units(1)) => {
  const line = product(1, base, { quantity, categorys_ids: [7, 1] });
  const [only] = priceCart(cart([line]), context(rules)).lines;
  return [only?.unit_price, only?.discount_source?.kind ?? null, only?.discount_source?.id ?? null];
};
const percent = (bp: bigint, min_quantity = units(2)) =>
  ({ min_quantity, discount_type: 'percent', discount: bp }) as const;
const several = [
  { product_id: 1, item_id: null },
  { product_id: 2, item_id: null },
];

describe('product discounts', () => {
  test('the discount with the lowest price wins, and discounts are not combined (vector V2.6)', () => {
    const discounts = [discount(1), discount(2, { discount_type: 'fixed', discount: money(6) })];
    const wholesales = [wholesale(3, [percent(1_500n)])];
    expect(unitOf({ discounts, wholesales }, money(50), units(2))).toEqual([money(42.5), 'wholesale', 3]);
    expect(unitOf({ discounts, wholesales })).toEqual([money(44), 'discount', 2]);
    expect(unitOf({ discounts: discounts.slice(0, 1) })).toEqual([money(45), 'discount', 1]);
  });

  test('at the same price wholesale wins, then a product discount, then a multi-discount, then the older', () => {
    const multi = discount(1, { products: several });
    const wholesales = [wholesale(9, [percent(1_000n)])];
    const all = { discounts: [multi, discount(5), discount(4)], wholesales };
    expect(unitOf(all, money(50), units(2))).toEqual([money(45), 'wholesale', 9]);
    expect(unitOf({ discounts: all.discounts })).toEqual([money(45), 'discount', 4]);
    expect(unitOf({ discounts: [multi] })).toEqual([money(45), 'multi_discount', 1]);
  });

  test('a discount applies to an item, a product or a category, once each', () => {
    const items = (item_id: number) => [{ product_id: 1, item_id }];
    expect(unitOf({ discounts: [discount(1, { products: items(1) })] })[0]).toBe(money(45));
    expect(unitOf({ discounts: [discount(1, { products: items(2) })] })[0]).toBe(money(50));
    expect(unitOf({ discounts: [discount(1, { products: [] })] })[0]).toBe(money(50));
    const everywhere = discount(1, { products: [...items(1), ...several], categorys_ids: [1, 7] });
    expect(unitOf({ discounts: [everywhere, discount(2)] })).toEqual([money(45), 'discount', 2]);
    const line = product(1, money(50), { categorys_ids: [7, 1] });
    const [only] = priceCart(cart([line]), context({ discounts: [everywhere, discount(2)] })).lines;
    expect(only?.steps.map(({ id, code }) => [id, code])).toEqual([
      [1, 'applied'],
      [1, 'beaten'],
      [2, 'applied'],
    ]);
  });

  test('T3 a discount applies on its days and in its hours of the branch', () => {
    const on = (over: Parameters<typeof discount>[1], rules: Rules = {}) =>
      unitOf({ discounts: [discount(1, over)], ...rules })[0] === money(45);
    expect(on({ start_date: '2026-11-21', end_date: '2026-11-21' })).toBe(true);
    expect(on({ start_date: '2026-11-22' })).toBe(false);
    expect(on({ end_date: '2026-11-20' })).toBe(false);
    expect(on({ active: false })).toBe(false);
    expect(on({ days: [0] })).toBe(true);
    expect(on({ days: [1, 2] })).toBe(false);
    expect(on({ branches_ids: [2, 1] })).toBe(true);
    expect(on({ branches_ids: [2] })).toBe(false);
    const slots = ['midday', 'evening'] as const;
    const minutes = [659, 660, 899, 900, 1_079, 1_080, 1_439];
    expect(minutes.map((minute) => on({ slots }, { minute }))).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
      true,
    ]);
  });

  test('a discount in hours over midnight counts for the day on which they begin', () => {
    const slots: PriceContext['slots'] = {
      midday: [660, 900],
      afternoon: [900, 1_080],
      evening: [1_200, 120],
    };
    const at = (over: Parameters<typeof discount>[1], day: Partial<PriceContext>) => {
      const discounts = [discount(1, { slots: ['evening'], ...over })];
      const line = product(1, money(50), {});
      const [only] = priceCart(cart([line]), context({ discounts, slots, ...day })).lines;
      return only?.steps.find(({ kind }) => kind === 'discount')?.code;
    };
    const saturday = { today: '2026-11-21', weekday: 0 };
    const sunday = { today: '2026-11-22', weekday: 1 };
    expect(at({}, { ...saturday, minute: 1_199 })).toBe('slot');
    expect(at({}, { ...saturday, minute: 1_200 })).toBe('applied');
    expect(at({}, { ...sunday, minute: 119 })).toBe('applied');
    expect(at({}, { ...sunday, minute: 120 })).toBe('slot');
    // Saturday's evening lasts into Sunday, and began on no Friday
    expect(at({ days: [0] }, { ...sunday, minute: 60 })).toBe('applied');
    expect(at({ days: [0] }, { ...saturday, minute: 60 })).toBe('weekday');
    expect(at({ days: [1] }, { ...sunday, minute: 60 })).toBe('weekday');
    const oneDay = { start_date: '2026-11-21', end_date: '2026-11-21' };
    expect(at(oneDay, { ...sunday, minute: 60 })).toBe('applied');
    expect(at(oneDay, { ...saturday, minute: 60 })).toBe('not_yet');
    expect(at(oneDay, { ...sunday, minute: 1_200 })).toBe('over');
  });

  test('I14 a discount outside 0.5 % to 99.5 % of the price is ignored and reported (vector V2.9)', () => {
    const fixed = (value: number) => ({
      discounts: [discount(1, { discount_type: 'fixed', discount: money(value) })],
    });
    const left = [0.5, 0.51, 99.49, 99.5].map((value) => unitOf(fixed(value), money(100))[0]);
    expect(left).toEqual([money(100), money(99.49), money(0.51), money(100)]);
    const bp = (value: bigint) => ({ discounts: [discount(1, { discount: value })] });
    const parts = [50n, 51n, 9_949n, 9_950n].map((value) => unitOf(bp(value), money(100))[0]);
    expect(parts).toEqual([money(100), money(99.49), money(0.51), money(100)]);
    const { warnings } = priceCart(cart([product(1, money(100))]), context(fixed(0.5)));
    expect(warnings).toEqual([{ code: 'discount.too_low', params: { id: 1, item_id: 1 } }]);
  });

  test('a discount that rounds to nothing does not apply', () => {
    expect(unitOf({ discounts: [discount(1)] }, 4n)).toEqual([4n, null, null]);
    expect(unitOf({ discounts: [discount(1)] }, 5n)).toEqual([4n, 'discount', 1]);
    expect(unitOf({ discounts: [discount(1)] }, 0n)).toEqual([0n, null, null]);
  });
});

describe('wholesale offers', () => {
  const tiers = [percent(500n), percent(2_000n, units(10)), percent(1_000n, units(5))];
  const wholesales = [wholesale(3, tiers)];

  test('a wholesale offer prices all units by the highest reached tier', () => {
    const at = (quantity: number) => unitOf({ wholesales }, money(50), units(quantity))[0];
    expect([1, 2, 4.999, 5, 9, 10, 100].map(at)).toEqual([
      money(50),
      money(47.5),
      money(47.5),
      money(45),
      money(45),
      money(40),
      money(40),
    ]);
  });

  test('a wholesale offer counts an item over all lines, and only that item', () => {
    const line = (over: object) => product(1, money(50), { quantity: units(3), ...over });
    const { lines } = priceCart(cart([line({}), line({ key: 'again' })]), context({ wholesales }));
    expect(lines.map(({ unit_price }) => unit_price)).toEqual([money(45), money(45)]);
    const sizes = priceCart(cart([line({}), line({ item_id: 2 })]), context({ wholesales }));
    expect(sizes.lines.map(({ unit_price }) => unit_price)).toEqual([money(47.5), money(47.5)]);
  });
});

describe('coupons', () => {
  const lines = [
    product(1, money(60), { categorys_ids: [7, 1] }),
    product(2, money(30), { categorys_ids: [8, 1] }),
    product(3, money(10), { categorys_ids: [8, 1] }),
  ];
  const use = (over: Partial<Coupon>) => priceCart(cart(lines, { coupon: coupon(over) }), context());
  const shares = (over: Partial<Coupon>) => use(over).lines.map((line) => line.coupon);

  test('a coupon applies to everything or to what it names', () => {
    const fixed = { discount: money(20) };
    expect(shares(fixed)).toEqual([money(12), money(6), money(2)]);
    expect(shares({ ...fixed, categorys_ids: [8] })).toEqual([0n, money(15), money(5)]);
    expect(shares({ ...fixed, products: [{ product_id: 3, item_id: 3 }] })).toEqual([0n, 0n, money(10)]);
    expect(shares({ ...fixed, products: [{ product_id: 3, item_id: 4 }], categorys_ids: [7] })).toEqual([
      money(20),
      0n,
      0n,
    ]);
  });

  test('a percent coupon has a maximum', () => {
    const percent = { discount_type: 'percent', discount: 2_500n } as const;
    expect(use(percent).totals.coupon).toBe(money(25));
    expect(use({ ...percent, max_discount: money(10) }).totals.coupon).toBe(money(10));
    expect(use({ ...percent, max_discount: money(50) }).totals.coupon).toBe(money(25));
    expect(use({ ...percent, discount: 10_000n }).totals.goods).toBe(0n);
  });

  test.each<[string, Partial<Coupon>]>([
    ['coupon.inactive', { active: false }],
    ['coupon.not_yet', { start_date: '2026-11-22' }],
    ['coupon.over', { end_date: '2026-11-20' }],
    ['coupon.min_order', { min_order: money(100.01) }],
    ['coupon.used_up', { usage_limit: 5, uses: 5 }],
    ['coupon.used_by_customer', { per_customer_limit: 1, customer_uses: 1 }],
    ['coupon.customer_unknown', { per_customer_limit: 1, customer_uses: null }],
    ['coupon.nothing_eligible', { categorys_ids: [99] }],
  ])('the coupon is refused: %s', (code, over) => {
    const { problems, totals, coupon_id } = use({ discount: money(5), ...over });
    expect(problems).toEqual([{ code, params: { id: 90 } }]);
    expect([totals.coupon, totals.due, coupon_id]).toEqual([0n, money(100), null]);
  });

  test.each<[string, Partial<Coupon>]>([
    ['on its last day', { end_date: '2026-11-21' }],
    ['at its minimum', { min_order: money(100) }],
    ['for the last time', { usage_limit: 5, uses: 4 }],
    ["for the customer's last time", { per_customer_limit: 2, customer_uses: 1 }],
  ])('the coupon is valid %s', (_, over) => {
    expect(use({ discount: money(5), ...over }).totals.coupon).toBe(money(5));
  });
});

describe('manual discounts', () => {
  const lines = [product(1, money(60)), product(2, money(40))];
  const discounted = (discount_type: 'fixed' | 'percent', value: bigint) =>
    priceCart(
      cart(lines, { coupon: coupon({ discount: money(10) }), manual: { discount_type, discount: value } }),
      context(),
    ).totals;

  test('a manual discount applies to what the coupon left and never exceeds it', () => {
    expect(discounted('percent', 1_000n)).toMatchObject({ manual: money(9), goods: money(81) });
    expect(discounted('fixed', money(15))).toMatchObject({ manual: money(15), goods: money(75) });
    expect(discounted('fixed', money(500))).toMatchObject({ manual: money(90), goods: 0n, due: 0n });
    expect(discounted('percent', 20_000n)).toMatchObject({ manual: money(90), goods: 0n });
  });
});
