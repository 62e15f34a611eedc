import { describe, expect, test } from 'vitest';
import { priceCart } from './price.ts';
import type { PricedLine } from './priced.ts';
import {
  bundle,
  cart,
  context,
  coupon,
  discount,
  money,
  part,
  payment,
  priceList,
  product,
  units,
  wholesale,
  zone,
} from './shop-fixture.ts';

const of = <K extends keyof PricedLine>(lines: readonly PricedLine[], field: K) =>
  lines.map((line) => line[field]);

/** V2.2: an order in Qatar. */
const qatar = () =>
  priceCart(
    cart([product(1, money(45), { quantity: units(3) }), product(2, money(20))], {
      coupon: coupon({ discount: money(15) }),
      zone: zone(money(12), { free_after_amount: money(150) }),
    }),
    context({ discounts: [discount(11)] }),
  );

/** V2.3: an order in Germany. */
const germany = () =>
  priceCart(
    cart(
      [
        product(1, money(12.9), { quantity: units(2), tax_bp: 700n }),
        product(2, money(3.5), { quantity: units(2), tax_bp: 1_900n }),
      ],
      { coupon: coupon({ discount_type: 'percent', discount: 1_000n }), zone: zone(money(2.9)) },
    ),
    context({ currency: 'EUR' }),
  );

/** V2.4: an order in Egypt. */
const egypt = () =>
  priceCart(
    cart(
      [
        product(1, money(99.99), { quantity: units(3), tax_bp: 1_400n }),
        product(2, money(49.5), { tax_bp: 1_400n }),
      ],
      { manual: { discount_type: 'fixed', discount: money(20) }, zone: zone(money(30)) },
    ),
    context({ currency: 'EGP', settings: { tax_mode: 'exclusive' } }),
  );

describe('worked examples of orders', () => {
  test('an order in Qatar has a product discount, a fixed coupon and a charged zone (vectors V2.2, V7.1)', () => {
    const { lines, totals, delivery, tax_groups, coupon_id } = qatar();
    expect(totals.subtotal).toBe(money(141.5));
    expect(of(lines, 'unit_price')).toEqual([money(40.5), money(20)]);
    expect(of(lines, 'discount_source')).toEqual([{ kind: 'discount', id: 11 }, null]);
    expect(of(lines, 'coupon')).toEqual([money(12.88), money(2.12)]);
    expect(of(lines, 'net')).toEqual([money(108.62), money(17.88)]);
    expect(totals.goods).toBe(money(126.5));
    expect(delivery).toMatchObject({ amount: money(12), why: 'zone', free_after: money(150) });
    expect(totals.due).toBe(money(138.5));
    expect([totals.total, totals.discount, totals.delivery]).toEqual([money(155), money(28.5), money(12)]);
    expect(tax_groups).toMatchObject([{ tax_bp: 0n, gross: money(138.5), tax: 0n }]);
    expect(coupon_id).toBe(90);
  });

  test('an order in Germany has two tax rates inside its prices and a delivery that shares them (vectors V2.3, V7.3)', () => {
    const { lines, totals, tax_groups } = germany();
    expect(of(lines, 'coupon')).toEqual([money(2.58), money(0.7)]);
    expect(of(lines, 'net')).toEqual([money(23.22), money(6.3)]);
    expect(of(lines, 'delivery')).toEqual([money(2.28), money(0.62)]);
    expect(tax_groups).toEqual([
      {
        tax_bp: 700n,
        goods: money(23.22),
        delivery: money(2.28),
        gross: money(25.5),
        net: money(23.83),
        tax: money(1.67),
        goods_tax: money(1.52),
        delivery_tax: money(0.15),
      },
      {
        tax_bp: 1_900n,
        goods: money(6.3),
        delivery: money(0.62),
        gross: money(6.92),
        net: money(5.82),
        tax: money(1.1),
        goods_tax: money(1),
        delivery_tax: money(0.1),
      },
    ]);
    expect(totals).toMatchObject({
      total: money(32.8),
      discount: money(3.28),
      coupon: money(3.28),
      delivery: money(2.9),
      due: money(32.42),
      tax: money(2.77),
      goods_tax: money(2.52),
      exclusive_tax: 0n,
    });
  });

  test('T7 an order in Egypt adds tax to items and delivery and has a manual discount (vectors V2.4, V2.11)', () => {
    const { lines, totals, tax_groups, delivery } = egypt();
    expect(of(lines, 'manual')).toEqual([money(17.17), money(2.83)]);
    expect(of(lines, 'net')).toEqual([money(282.8), money(46.67)]);
    expect(tax_groups).toMatchObject([{ net: money(359.47), tax: money(50.33), gross: money(409.8) }]);
    expect(of(lines, 'tax')).toEqual([money(39.6), money(6.53)]);
    expect(totals.delivery_tax).toBe(money(4.2));
    expect(totals.due).toBe(money(409.8));
    expect(of(lines, 'value')).toEqual([money(322.4), money(53.2)]);
    expect(delivery.value).toBe(money(34.2));
  });

  test('T6 an order in Kuwait has prices of three decimals (vector V2.5)', () => {
    const { lines } = priceCart(
      cart([product(1, 1_235n, { quantity: units(7) })]),
      context({ currency: 'KWD', discounts: [discount(1, { discount: 1_250n })] }),
    );
    expect(of(lines, 'unit_price')).toEqual([1_081n]);
    expect(of(lines, 'gross')).toEqual([7_567n]);
  });
});

describe('price lists', () => {
  const unitAt = (lists: Parameters<typeof context>[0], line = product(1, money(50))) => {
    const [only] = priceCart(cart([line]), context(lists)).lines;
    return [only?.unit_list, only?.price_list_id];
  };

  test('a price list replaces the price, also with a higher one, and discounts start from it', () => {
    const lists = { price_lists: [priceList(1, money(60))], discounts: [discount(1)] };
    const { lines, totals } = priceCart(cart([product(1, money(50))]), context(lists));
    expect(lines[0]).toMatchObject({ unit_base: money(50), unit_list: money(60), unit_price: money(54) });
    expect([totals.total, totals.discount]).toEqual([money(60), money(6)]);
  });

  test("a customer's price list comes before a public one, then the lower position, then the newer", () => {
    const mine = priceList(1, money(40), { phones: ['+97455123456'], ord: 9 });
    const lists = [priceList(2, money(30), { ord: 1 }), priceList(3, money(35), { ord: 1 }), mine];
    expect(unitAt({ price_lists: lists, phone: '+97455123456' })).toEqual([money(40), 1]);
    expect(unitAt({ price_lists: lists, phone: '+97455999999' })).toEqual([money(35), 3]);
    expect(unitAt({ price_lists: lists })).toEqual([money(35), 3]);
    const earlier = priceList(4, money(45), { ord: 0 });
    expect(unitAt({ price_lists: [...lists, earlier] })).toEqual([money(45), 4]);
  });

  test('a price list applies on its days, in its branches, with its active rows only', () => {
    const items = [{ product_id: 1, item_id: null, price: money(40), active: false }];
    for (const off of [
      { active: false },
      { start_date: '2026-11-22' },
      { end_date: '2026-11-20' },
      { branches_ids: [2] },
      { items },
    ])
      expect(unitAt({ price_lists: [priceList(1, money(40), off)] })).toEqual([money(50), null]);
    const today = { start_date: '2026-11-21', end_date: '2026-11-21' };
    expect(unitAt({ price_lists: [priceList(1, money(40), today)] })).toEqual([money(40), 1]);
  });

  test('a price list without the item leaves it to the next list, and a row for the item comes before one for the product', () => {
    const other = priceList(2, 0n, {
      ord: -1,
      items: [{ product_id: 2, item_id: 2, price: 1n, active: true }],
    });
    const both = priceList(1, money(40), {
      items: [
        { product_id: 1, item_id: null, price: money(40), active: true },
        { product_id: 1, item_id: 1, price: money(39), active: true },
      ],
    });
    expect(unitAt({ price_lists: [other, both] })).toEqual([money(39), 1]);
  });

  test("another customer's price list is not mentioned in the explanation", () => {
    const secret = priceList(1, money(40), { phones: ['+97455123456'] });
    const [line] = priceCart(cart([product(1, money(50))]), context({ price_lists: [secret] })).lines;
    expect(line?.steps.map(({ kind }) => kind)).toEqual(['base']);
  });
});

describe('bundles', () => {
  test('a bundle price is split over its parts by their single prices (vector V2.7)', () => {
    const parts = [part(1, money(45)), part(2, money(20)), part(3, money(5), { quantity: units(2) })];
    const { lines, totals } = priceCart(cart([bundle(money(60), parts, { quantity: units(2) })]), context());
    const [line] = lines;
    expect(line?.parts.map(({ share }) => share)).toEqual([money(36), money(16), money(8)]);
    expect(line?.parts.map(({ gross }) => gross)).toEqual([money(72), money(32), money(16)]);
    expect(line?.parts.map(({ quantity }) => quantity)).toEqual([units(2), units(2), units(4)]);
    expect([totals.total, totals.discount, totals.due]).toEqual([money(150), money(30), money(120)]);
  });

  test('bundle parts ignore product discounts but use price lists', () => {
    const parts = [part(1, money(50)), part(2, money(20))];
    const lists = { price_lists: [priceList(1, money(40))], discounts: [discount(1)] };
    const [line] = priceCart(cart([bundle(money(30), parts)]), context(lists)).lines;
    expect(line?.parts.map(({ share }) => share)).toEqual([money(20), money(10)]);
    expect([line?.unit_base, line?.unit_list, line?.discount_source]).toEqual([money(70), money(60), null]);
  });

  test('bundle parts are taxed by their own rates', () => {
    const parts = [part(1, money(8), { tax_bp: 700n }), part(2, money(4), { tax_bp: 1_900n, drink: true })];
    const menu = bundle(money(10), parts, { drink_share_bp: 3_000n });
    const order = cart([menu], { manual: { discount_type: 'percent', discount: 1_000n } });
    const { lines, tax_groups } = priceCart(order, context({ currency: 'EUR' }));
    const [line] = lines;
    expect(line?.tax_bp).toBe(null);
    expect(line?.parts.map(({ share }) => share)).toEqual([money(7), money(3)]);
    expect(line?.parts.map(({ net }) => net)).toEqual([money(6.3), money(2.7)]);
    expect(tax_groups.map(({ tax_bp, gross, tax }) => [tax_bp, gross, tax])).toEqual([
      [700n, money(6.3), money(0.41)],
      [1_900n, money(2.7), money(0.43)],
    ]);
    expect(line?.tax).toBe(money(0.84));
  });

  test('a bundle of free parts is split by quantity, and a drink share needs both food and drink', () => {
    const free = [part(1, 0n, { quantity: units(3) }), part(2, 0n)];
    const [line] = priceCart(cart([bundle(money(4), free)]), context()).lines;
    expect(line?.parts.map(({ share }) => share)).toEqual([money(3), money(1)]);
    const drinks = [part(1, money(2), { drink: true }), part(2, money(6), { drink: true })];
    const [wet] = priceCart(cart([bundle(money(4), drinks, { drink_share_bp: 3_000n })]), context()).lines;
    expect(wet?.parts.map(({ share }) => share)).toEqual([money(1), money(3)]);
  });
});

describe('extras', () => {
  test('extras are added after the product discount without being discounted, and belong to the line', () => {
    const extras = [
      { extra_id: 3, price: money(2) },
      { extra_id: 4, price: money(1.5) },
    ];
    const line = product(1, money(50), { quantity: units(2), extras });
    const order = cart([line], { coupon: coupon({ discount_type: 'percent', discount: 1_000n }) });
    const { lines, totals } = priceCart(order, context({ discounts: [discount(1)] }));
    expect(lines[0]).toMatchObject({ unit_price: money(45), unit_extras: money(3.5), gross: money(97) });
    expect([totals.total, totals.discount, totals.due]).toEqual([money(107), money(19.7), money(87.3)]);
  });
});

describe('explanations of a line', () => {
  test('a line explains each rule that set its price and each that lost, with the reason', () => {
    const rules = {
      price_lists: [priceList(1, money(60)), priceList(2, money(55), { ord: 1 })],
      discounts: [
        discount(11),
        discount(12, { discount: 500n }),
        discount(13, { discount_type: 'fixed', discount: money(59.9) }),
        discount(14, { days: [6] }),
      ],
      wholesales: [wholesale(21, [{ min_quantity: units(4), discount_type: 'percent', discount: 5_000n }])],
    };
    const line = product(1, money(50), {
      quantity: units(2),
      extras: [{ extra_id: 3, price: money(1) }],
    });
    const order = cart([line], {
      coupon: coupon({ discount: money(5) }),
      manual: { discount_type: 'fixed', discount: money(1) },
    });
    const { lines, warnings } = priceCart(order, context(rules));
    expect(lines[0]?.steps).toEqual([
      { kind: 'base', code: 'applied', id: 1, amount: money(100), unit: money(50) },
      { kind: 'price_list', code: 'beaten', id: 2, amount: 0n, unit: money(55) },
      { kind: 'price_list', code: 'applied', id: 1, amount: money(20), unit: money(60) },
      { kind: 'wholesale', code: 'quantity', id: 21, amount: 0n, unit: null },
      { kind: 'discount', code: 'beaten', id: 12, amount: 0n, unit: money(57) },
      { kind: 'discount', code: 'too_high', id: 13, amount: 0n, unit: null },
      { kind: 'discount', code: 'weekday', id: 14, amount: 0n, unit: null },
      { kind: 'discount', code: 'applied', id: 11, amount: -money(12), unit: money(54) },
      { kind: 'extra', code: 'applied', id: 3, amount: money(2), unit: money(1) },
      { kind: 'coupon', code: 'applied', id: 90, amount: -money(5), unit: null },
      { kind: 'manual', code: 'applied', id: null, amount: -money(1), unit: null },
    ]);
    expect(warnings).toEqual([{ code: 'discount.too_high', params: { id: 13, item_id: 1 } }]);
  });

  test('pricing never changes the cart', () => {
    const order = Object.freeze(cart([Object.freeze(product(1, money(50), { tax_bp: 700n }))]));
    expect(priceCart(order, context())).toEqual(priceCart(order, context()));
  });
});

describe('invalid carts', () => {
  test.each([
    ['a negative price', product(1, -1n)],
    ['a negative quantity', product(1, 1n, { quantity: -1n })],
    ['a negative extra', product(1, 1n, { extras: [{ extra_id: 1, price: -1n }] })],
    ['a negative bundle price', bundle(-1n, [part(1, 1n)])],
    ['a negative part', bundle(1n, [part(1, -1n)])],
    ['a bundle without parts', bundle(1n, [])],
  ])('the cart is refused: %s', (_, line) => {
    expect(() => priceCart(cart([line]), context())).toThrow(RangeError);
  });

  test('an empty cart is valid and costs nothing', () => {
    const empty = priceCart(cart([], { coupon: coupon({ discount: 1n }), payments: [payment()] }), context());
    expect(empty.totals.due).toBe(0n);
    expect(empty.tax_groups).toEqual([]);
  });
});
