import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countUtf8Bytes } from '../password.ts';
import { createRandomCart } from '../pricing/any-cart-fixture.ts';
import { priceCart } from '../pricing/price.ts';
import type { PricedCart } from '../pricing/priced.ts';
import {
  coupon,
  cart as createCart,
  context as createContext,
  discount,
  payment,
  product,
} from '../pricing/shop-fixture.ts';
import type { Cart, PriceContext } from '../pricing/types.ts';
import { canonicalJson } from './canonical-json.ts';
import { MAX_LETTER_BYTES } from './letters.ts';
import { type PrintedSale, toPrintedSale } from './printed-sale.ts';
import { fromPrintedSale } from './read-printed-sale.ts';

type Json = null | string | number | readonly Json[] | { readonly [name: string]: Json };

/** A random cart that is paid in full: what its payments leave open, the last one takes. */
function createPaidCart(seed: number): { readonly cart: Cart; readonly context: PriceContext } {
  const { cart, context } = createRandomCart(seed);
  return { cart: { ...cart, payments: [...cart.payments, payment({ payment_id: 9 })] }, context };
}

const print = (priced: PricedCart, { currency, settings }: PriceContext): PrintedSale =>
  // through the text, as it travels
  JSON.parse(canonicalJson(toPrintedSale(priced, { currency, tax_mode: settings.tax_mode })));

const isPaid = ({ payments, totals }: PricedCart): boolean =>
  payments.reduce((all, { amount }) => all + amount, 0n) === totals.due;

/** What is on a paper: neither the rules that lost nor what staff were warned of. */
const asPrinted = (priced: PricedCart): PricedCart => ({
  ...priced,
  lines: priced.lines.map((line) => ({
    ...line,
    steps: line.steps.filter(({ code }) => code === 'applied'),
  })),
  problems: [],
  warnings: [],
});

test('every cart that is paid in full comes back from its paper as it was priced, and no other does', {
  timeout: 60_000,
}, () => {
  let paid = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { cart, context } = createPaidCart(seed);
      const priced = priceCart(cart, context);
      if (isPaid(priced)) paid += 1;
      expect(fromPrintedSale(print(priced, context))).toEqual(isPaid(priced) ? asPrinted(priced) : null);
    }),
    { numRuns: 1_000 },
  );
  expect(paid).toBeGreaterThan(500);
});

type Path = readonly (string | number)[];

/** The paths to all numbers of a value. */
function listNumbers(value: Json, path: Path = []): Path[] {
  if (typeof value === 'number') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    listNumbers(one, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

/** The same value with another number, or without it, at a path. */
function change(value: Json, [name, ...rest]: Path, by: number | null): Json {
  if (name === undefined) return typeof value === 'number' && by !== null ? value + by : null;
  if (Array.isArray(value)) return value.map((one, at) => (at === name ? change(one, rest, by) : one));
  const entries = Object.entries(value as Readonly<Record<string, Json>>);
  return Object.fromEntries(
    entries.flatMap(([key, one]) =>
      key !== name ? [[key, one]] : rest.length === 0 && by === null ? [] : [[key, change(one, rest, by)]],
    ),
  );
}

/** A number that is no amount: an id, a quantity, a rate, or a term that changes nothing of what is paid. */
function isNoAmount(path: Path, line: Json | undefined): boolean {
  const name = path.at(-1);
  if (path.includes('steps') && name === 1) return true;
  if (name === 'unit_base') return Object.hasOwn(line as object, 'offer_id');
  return /_id$|^(quantity|pieces|tax_bp|free_after)$/.test(String(name));
}

test('a paper with any single amount changed or missing is refused', { timeout: 60_000 }, () => {
  let tried = 0;
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 5_000 }), fc.boolean(), (seed, size, isMore) => {
      const { cart, context } = createPaidCart(seed);
      const priced = priceCart(cart, context);
      if (!isPaid(priced)) return;
      const paper = print(priced, context) as unknown as Json & { readonly lines: readonly Json[] };
      for (const path of listNumbers(paper)) {
        const [head, at] = path;
        if (isNoAmount(path, head === 'lines' ? paper.lines[Number(at)] : undefined)) continue;
        // a list price of a part is rounded to minor units of the bundle, so a small change of it may not show
        const least = path.includes('parts') && path.at(-1) === 'unit_list' ? 10_000 : 0;
        const by = least + (path.length % 2 === 0 ? 1 : size);
        for (const changed of [isMore ? by : -by, null]) {
          expect([path, changed, fromPrintedSale(change(paper, path, changed))]).toEqual([
            path,
            changed,
            null,
          ]);
          tried += 1;
        }
      }
    }),
    { numRuns: 60 },
  );
  expect(tried).toBeGreaterThan(2_000);
});

test('a paper without one of its fields, or with one more, is refused', () => {
  const { cart, context } = createPaidCart(11);
  const paper = print(priceCart(cart, context), context);
  expect(fromPrintedSale(paper)).not.toBeNull();
  for (const name of Object.keys(paper)) {
    if (name === 'delivery') continue;
    const { [name as keyof PrintedSale]: _, ...rest } = paper;
    expect([name, fromPrintedSale(rest)]).toEqual([name, null]);
  }
  expect(fromPrintedSale({ ...paper, more: 1 })).toBeNull();
});

test.each([null, 'text', 4, [], {}, { lines: null }])('%j is no printed sale', (json) => {
  expect(fromPrintedSale(json)).toBeNull();
});

test.each([
  ['a fraction', 1.5],
  ['a text', '1'],
  ['nothing', null],
  ['too large to be exact', 2 ** 53],
])('an amount that is %s is refused', (_, due) => {
  const { cart, context } = createPaidCart(11);
  const paper = print(priceCart(cart, context), context);
  expect(fromPrintedSale({ ...paper, totals: { ...paper.totals, due } })).toBeNull();
});

test('a price list, a discount or a currency that does not exist is refused', () => {
  const { cart, context } = createPaidCart(11);
  const paper = print(priceCart(cart, context), context);
  expect(fromPrintedSale({ ...paper, currency: 'XXX' })).toBeNull();
  expect(fromPrintedSale({ ...paper, tax_mode: 'none' })).toBeNull();
});

test('a paper of 200 lines, each with a discount, a coupon and a manual discount, fits into a letter', () => {
  const context = createContext({
    discounts: Array.from({ length: 200 }, (_, at) =>
      discount(900_000 + at, { products: [{ product_id: 100_000 + at, item_id: null }] }),
    ),
  });
  const lines = Array.from({ length: 200 }, (_, at) =>
    product(100_000 + at, 123_450n, { key: String(at), tax_bp: 500n, quantity: 12_345n }),
  );
  const cart = createCart(lines, {
    coupon: coupon({ id: 100_000, discount: 100_000n }),
    manual: { discount_type: 'percent', discount: 500n },
    payments: [payment()],
  });
  const paper = print(priceCart(cart, context), context);
  expect(fromPrintedSale(paper)).not.toBeNull();
  const rest = lines.map(({ item_id }) => ({ item_id, quantity: 12.345 }));
  expect(countUtf8Bytes(canonicalJson([paper, rest]))).toBeLessThan(MAX_LETTER_BYTES - 2_000);
});
