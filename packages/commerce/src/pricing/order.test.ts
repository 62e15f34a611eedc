import { describe, expect, test } from 'vitest';
import { computeCashRounding } from './payment.ts';
import { priceCart } from './price.ts';
import { cart, context, coupon, money, payment, product, units, zone } from './shop-fixture.ts';
import { splitDeliveryTax } from './tax.ts';
import type { Cart, ChosenPayment, DeliveryMethod, PriceContext } from './types.ts';

const deliver = (goods: number, over: Partial<Cart>, settings: Partial<PriceContext['settings']> = {}) =>
  priceCart(cart([product(1, money(goods))], { type: 'delivery', ...over }), context({ settings }));
const method = (over: Partial<DeliveryMethod> = {}): DeliveryMethod => ({
  id: 4,
  inhouse: true,
  delivery_cost: 0n,
  ...over,
});

describe('delivery charges', () => {
  const free = zone(money(12), { free_after_amount: money(100) });

  test("T8 a delivery costs the zone's charge until it is free, and a surcharge is never free", () => {
    const express = method({ delivery_cost: money(5) });
    expect(deliver(99.99, { zone: free }).delivery).toMatchObject({ amount: money(12), why: 'zone' });
    expect(deliver(100, { zone: free }).delivery).toMatchObject({ amount: 0n, why: 'free' });
    expect(deliver(100, { zone: free, delivery_method: express }).delivery).toMatchObject({
      amount: money(5),
      why: 'free',
      charge: 0n,
      surcharge: money(5),
    });
    expect(deliver(10, { zone: free, delivery_method: express }).delivery.amount).toBe(money(17));
  });

  test('delivery is free by the amount after all discounts', () => {
    const order = { zone: free, coupon: coupon({ discount: money(1) }) };
    expect(deliver(100, order).delivery.why).toBe('zone');
    expect(deliver(101, order).delivery.why).toBe('free');
  });

  test("delivery is free from the settings' amount when the zone has none, and 0 in the zone means never", () => {
    const settings = { free_after_amount: money(50) };
    expect(deliver(60, { zone: zone(money(12)) }, settings).delivery.why).toBe('free');
    expect(
      deliver(60, { zone: zone(money(12), { free_after_amount: 0n }) }, settings).delivery,
    ).toMatchObject({
      why: 'zone',
      free_after: null,
    });
    expect(deliver(60, { zone: zone(money(12)) }).delivery.why).toBe('zone');
  });

  test('an external delivery costs its own charge, and a fixed price for all applies everywhere', () => {
    const courier = method({ inhouse: false, delivery_cost: money(25) });
    expect(deliver(500, { zone: free, delivery_method: courier }).delivery).toMatchObject({
      amount: money(25),
      why: 'method',
    });
    expect(deliver(500, { delivery_method: courier }).problems).toEqual([]);
    const settings = { fixed_custom_shipping_price: money(7) };
    expect(deliver(500, { zone: free, delivery_method: courier }, settings).delivery).toMatchObject({
      amount: money(7),
      why: 'fixed',
    });
    expect(deliver(1, { zone: free }, { fixed_custom_shipping_price: 0n }).delivery.amount).toBe(0n);
  });

  test('a delivery to an unserved place is a problem, but not take-away, dine-in or a till sale', () => {
    expect(deliver(10, {}).problems).toEqual([{ code: 'order.no_delivery', params: {} }]);
    for (const over of [{ type: 'take_away' }, { type: 'dine_in' }, { pos: true }] as const)
      expect(deliver(10, { zone: free, ...over }).delivery).toMatchObject({ amount: 0n, why: 'none' });
  });

  test("the delivery of free items is taxed at the branch's rate", () => {
    const lines = [product(1, 0n, { tax_bp: 700n })];
    const settings = { tax_bp: 1_900n };
    const { tax_groups, totals } = priceCart(cart(lines, { zone: zone(money(11.9)) }), context({ settings }));
    expect(tax_groups.map(({ tax_bp, gross, tax }) => [tax_bp, gross, tax])).toEqual([
      [1_900n, money(11.9), money(1.9)],
    ]);
    expect([totals.delivery_tax, totals.goods_tax, totals.due]).toEqual([money(1.9), 0n, money(11.9)]);
  });

  test('delivery and items share the tax of one rate to the last unit', () => {
    expect(splitDeliveryTax(167n, 2_322n, 228n)).toEqual({ goods_tax: 152n, delivery_tax: 15n });
    expect(splitDeliveryTax(110n, 630n, 62n)).toEqual({ goods_tax: 100n, delivery_tax: 10n });
    expect(splitDeliveryTax(0n, 0n, 0n)).toEqual({ goods_tax: 0n, delivery_tax: 0n });
  });
});

describe('minimum order amounts', () => {
  const settings = { minimum_order: money(50), minimum_products: 2 };
  const small = (over: Partial<Cart>, rules: Partial<Omit<PriceContext, 'settings'>> = {}) =>
    priceCart(cart([product(1, money(49.99))], over), context({ settings, ...rules }));

  test('an order below the minimum is refused in the apps and only warned about for staff', () => {
    const told = [
      { code: 'order.min_order', params: { required: money(50), subtotal: money(49.99) } },
      { code: 'order.min_products', params: { required: 2, pieces: units(1) } },
    ];
    expect(small({}, { source: 'website' })).toMatchObject({ problems: told, warnings: [] });
    expect(small({}, { source: 'dashboard' })).toMatchObject({ problems: [], warnings: told });
    expect(small({ pos: true }, { source: 'android' })).toMatchObject({ problems: [], warnings: told });
  });

  test('the minimum is measured before the coupon, and a higher minimum of the delivering zone applies', () => {
    const source = 'website';
    const lines = [product(1, money(50), { quantity: units(2) })];
    const order = (over: Partial<Cart>) =>
      priceCart(cart(lines, over), context({ settings, source })).problems;
    expect(order({ coupon: coupon({ discount: money(90) }) })).toEqual([]);
    const strict = zone(0n, { min_order: money(100.01) });
    expect(order({ zone: strict })).toMatchObject([{ params: { required: money(100.01) } }]);
    expect(order({ zone: strict, type: 'take_away' })).toEqual([]);
  });

  test('an item sold by weight counts as one piece', () => {
    const weighed = product(1, money(60), { quantity: units(0.25), weighted: true });
    const { totals } = priceCart(cart([weighed, product(2, 1n, { quantity: units(3) })]), context());
    expect(totals.pieces).toBe(units(4));
    expect(totals.subtotal).toBe(money(15.03));
  });
});

describe('order payments', () => {
  const pay = (
    payments: readonly ChosenPayment[],
    { due = 118.37, currency = 'QAR', cash_rounding = 25n } = {},
  ) =>
    priceCart(
      cart([product(1, money(due))], { payments }),
      context({ currency, settings: { cash_rounding } }),
    );
  const card = (over: Partial<ChosenPayment> = {}) => payment({ payment_id: 2, type: 'card', ...over });

  test('a payment in cash only is rounded to the coin (vector V2.10)', () => {
    const dues = [118.37, 118.38, 118.13].map((due) => pay([payment()], { due }).totals);
    expect(dues.map(({ due }) => due)).toEqual([money(118.25), money(118.5), money(118.25)]);
    expect(dues.map(({ rounding }) => rounding)).toEqual([-12n, 12n, 12n]);
    expect(computeCashRounding(money(118.37), 0n)).toBe(0n);
    expect(pay([payment()]).payments).toMatchObject([{ amount: money(118.25) }]);
  });

  test('cash may be given rounded or unrounded, in several payments or one', () => {
    for (const given of [118.37, 118.25]) {
      const { totals, payments, problems } = pay([payment({ amount: money(given) })]);
      expect([totals.due, payments[0]?.amount, problems]).toEqual([money(118.25), money(118.25), []]);
    }
    const twice = pay([payment({ amount: money(100) }), payment({ payment_id: 3 })]);
    expect(twice.payments.map(({ amount }) => amount)).toEqual([money(100), money(18.25)]);
  });

  test('a payment is not rounded by card, in part, together with a card, in euro, or before a method is chosen', () => {
    const rounded = [
      pay([card()]),
      pay([payment({ amount: money(50) })]),
      pay([payment({ amount: money(50) }), card()]),
      pay([payment()], { currency: 'EUR' }),
      pay([payment()], { cash_rounding: 0n }),
      pay([]),
    ].map(({ totals }) => [totals.rounding, totals.due]);
    expect(rounded).toEqual(Array.from({ length: 6 }, () => [0n, money(118.37)]));
  });

  test('a payment without an amount takes what the others leave open', () => {
    const { payments } = pay([card({ amount: money(100) }), payment({ amount: null })]);
    expect(payments.map(({ amount }) => amount)).toEqual([money(100), money(18.37)]);
  });

  test('a payment costs the shop its commission, and the customer only where the branch says so', () => {
    const margin_bp = 250n;
    expect(pay([card({ margin_bp })], { due: 100 })).toMatchObject({
      payments: [{ amount: money(100), charge: 0n, fee: money(2.5), net: money(97.5) }],
      totals: { due: money(100), charge: 0n },
    });
    expect(pay([card({ margin_bp, charge_customer: true })], { due: 100 })).toMatchObject({
      payments: [{ amount: money(102.5), charge: money(2.5), fee: money(2.5), net: money(100) }],
      totals: { due: money(102.5), charge: money(2.5) },
    });
  });

  test('a cash payment has no fee', () => {
    const { totals } = pay([payment({ margin_bp: 250n, charge_customer: true })], { due: 100 });
    expect([totals.charge, totals.due]).toEqual([0n, money(100)]);
  });

  test.each<[string, Partial<ChosenPayment>]>([
    ['payment.inactive', { active: false }],
    ['payment.not_in_branch', { in_branch: false }],
    ['payment.below_min', { min_transaction: money(118.38) }],
    ['payment.above_max', { max_transaction: money(118.36) }],
    ['payment.not_combinable', { combinable: false, amount: money(118.36) }],
    ['payment.over_due', { amount: money(118.38) }],
  ])('the payment is refused: %s', (code, over) => {
    expect(pay([card(over)]).problems).toMatchObject([{ code }]);
  });

  test.each<[string, Partial<ChosenPayment>]>([
    ['at its least', { min_transaction: money(118.37) }],
    ['at its most', { max_transaction: money(118.37) }],
    ['without a most', { max_transaction: 0n }],
    ['alone, for everything', { combinable: false, amount: money(118.37) }],
    ['in part', { amount: money(1) }],
  ])('the payment is accepted %s', (_, over) => {
    expect(pay([card(over)]).problems).toEqual([]);
  });

  test('a payment of an order that costs nothing is below no minimum', () => {
    expect(pay([card({ min_transaction: money(5) })], { due: 0 }).problems).toEqual([]);
  });

  test('a payment method must be assigned to the delivery method', () => {
    const order = (delivery_ids: readonly number[], over: Partial<Cart> = {}) =>
      deliver(10, {
        zone: zone(0n),
        delivery_method: method(),
        payments: [payment({ delivery_ids })],
        ...over,
      }).problems;
    expect(order([9])).toMatchObject([{ code: 'payment.not_for_delivery' }]);
    expect([order([]), order([9, 4]), order([9], { type: 'take_away' })]).toEqual([[], [], []]);
  });
});
