import { describe, expect, it } from 'vitest';
import { createPackIndex, toStoredItem } from '../pack/pack-index.ts';
import type { PackShop } from '../pack/pack-shape.ts';
import { changeDraft, EMPTY_DRAFT, type SaleDraft } from './draft.ts';
import { listUnsoldLines, type PricedFor, priceSale, type SalePart, toTillRules } from './price-sale.ts';
import { item, NO_PRICES, says, shop } from './till-fixture.ts';

// a Friday, 19:00 in Qatar
const NOW = new Date('2026-11-27T16:00:00Z');
const pack = createPackIndex(
  [
    item(1, 'Milk', 12.5, { categorys_ids: [3] }),
    item(2, 'Cheese', 40, { stepper: 0.25 }),
    item(3, 'Tea', 8.1, { tax: 5, extras_ids: [7] }),
  ].map(toStoredItem),
);

const cart = (...lines: readonly (readonly [item_id: number, quantity: number])[]): SaleDraft =>
  lines.reduce(
    (draft, [item_id, quantity]) =>
      changeDraft(draft, { kind: 'add', goods: { kind: 'item', item_id, stepper: 0.001 }, quantity }),
    EMPTY_DRAFT,
  );

const due = (
  of: PackShop,
  draft: SaleDraft,
  {
    customer = null,
    payments = [],
    prices = NO_PRICES,
  }: {
    customer?: PricedFor;
    payments?: readonly SalePart[];
    prices?: Parameters<typeof toTillRules>[1];
  } = {},
) => priceSale(toTillRules(of, prices), pack, draft, { now: NOW, customer, payments }).totals.due;

describe('the price of a sale', () => {
  it('the price is the pack’s prices times the quantities', () => {
    expect(due(shop(), cart([1, 2_000], [2, 1_250]))).toBe(2_500n + 5_000n);
  });

  it('a discount of a category is taken also for those below it, at its weekday and part of the day', () => {
    const evening = {
      id: 4,
      start_date: null,
      end_date: null,
      discount_type: 'percent' as const,
      discount: 20,
      days: [6],
      slots: ['evening' as const],
      products: [],
      categorys_ids: [2],
    };
    expect(due(shop({ discounts: [evening] }), cart([1, 1_000]))).toBe(1_000n);
    expect(due(shop({ discounts: [{ ...evening, days: [0] }] }), cart([1, 1_000]))).toBe(1_250n);
  });

  it('the price uses a list for some customers only for those whose number it knows', () => {
    const list = { id: 9, ord: 1, start_date: null, end_date: null, version: 'a', phones: ['known'] };
    const prices = new Map([
      [9, { id: 9, version: 'a', prices: [[101, 1, 10]] as [number, number, number][] }],
    ]);
    const of = shop({ price_lists: [list] });
    const priced = (hash: string) =>
      due(of, cart([1, 1_000]), { prices, customer: { phone: '+97455512345', hash } });
    expect([priced('known'), priced('other'), due(of, cart([1, 1_000]), { prices })]).toEqual([
      1_000n,
      1_250n,
      1_250n,
    ]);
  });

  it('the price rounds cash to the smallest coin, and a card not', () => {
    const pay = (payment_id: number) => [{ payment_id, amount: null, tendered: null, ref_number: null }];
    expect(due(shop(), cart([3, 1_000]), { payments: pay(1) })).toBe(800n);
    expect(due(shop(), cart([3, 1_000]), { payments: pay(3) })).toBe(810n);
  });

  it('the price of a bundle is its own', () => {
    const bundle = {
      id: 30,
      titles: says('Breakfast'),
      start_date: null,
      end_date: null,
      bundle_price: 45,
      drink_share: null,
      categorys_ids: [],
      image: null,
      parts: [
        { item_id: 1, quantity: 1 },
        { item_id: 2, quantity: 1 },
      ],
    };
    const draft = changeDraft(EMPTY_DRAFT, { kind: 'add', goods: { kind: 'bundle', offer_id: 30 } });
    expect(due(shop({ bundles: [bundle] }), draft)).toBe(4_500n);
  });

  it('a coupon is taken off the lines that the server named, by exactly its amount', () => {
    const draft = changeDraft(cart([1, 1_000], [2, 1_000]), {
      kind: 'coupon',
      coupon: { code: 'TEN', id: 77, amount: 400, lines: ['l1'] },
    });
    const priced = priceSale(toTillRules(shop(), NO_PRICES), pack, draft, {
      now: NOW,
      customer: null,
      payments: [],
    });
    expect(priced.lines.map(({ coupon }) => coupon)).toEqual([0n, 400n]);
    expect([priced.coupon_id, priced.totals.due]).toEqual([77, 4_850n]);
  });

  it('the price leaves out what the pack no longer sells, and names it', () => {
    const draft = cart([1, 1_000], [55, 1_000]);
    expect(due(shop(), draft)).toBe(1_250n);
    expect(
      listUnsoldLines(toTillRules(shop(), NO_PRICES), pack, draft).map(({ item_id }) => item_id),
    ).toEqual([55]);
  });
});
