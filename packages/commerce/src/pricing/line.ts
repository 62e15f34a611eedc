import { divideRounded } from '../money/currency.ts';
import { splitByWeights } from '../money/split-by-weights.ts';
import { maxBigInt } from '../stock/allocation.ts';
import type { PricedLine, PricedPart, PriceStep } from './priced.ts';
import { findDiscountCandidates, type IndexedRules } from './rules.ts';
import type { CartBundle, CartPart, CartProduct, SoldProduct } from './types.ts';
import { computePercent, findBestDiscount, findListPrice, multiplyPrice } from './unit.ts';

type Open<T> = { -readonly [K in keyof T]: T[K] };

/** A part whose amounts are still being computed. */
export type PartInProgress = Open<PricedPart>;
export type LineInProgress = Open<Omit<PricedLine, 'parts' | 'steps'>> & {
  parts: PartInProgress[];
  steps: PriceStep[];
};

const NO_PARTS: PartInProgress[] = [];

function refuseNegative(...amounts: readonly bigint[]): void {
  for (const amount of amounts) if (amount < 0n) throw new RangeError('a negative price or quantity');
}

/**
 * Prices a line of one item up to its gross.
 * @param quantityInCart the item's quantity in the whole cart, for wholesale
 */
export function priceProduct(line: CartProduct, rules: IndexedRules, quantityInCart: bigint): LineInProgress {
  const { key, product_id, item_id, quantity, base, tax_bp } = line;
  refuseNegative(quantity, base);
  const steps: PriceStep[] = [];
  let gross = multiplyPrice(base, quantity);
  steps.push({ kind: 'base', code: 'applied', id: item_id, amount: gross, unit: base });
  /** A step that gives the line a new unit price. */
  const step = (kind: PriceStep['kind'], id: number, to: bigint, unit: bigint): void => {
    const next = multiplyPrice(to, quantity);
    steps.push({ kind, code: 'applied', id, amount: next - gross, unit });
    gross = next;
  };

  const listPrice = rules.lists.length > 0 ? findListPrice(rules, line, steps) : { unit: base, id: null };
  if (listPrice.id !== null) step('price_list', listPrice.id, listPrice.unit, listPrice.unit);
  const atList = gross;
  const { unit, source } = findBestDiscount(
    findDiscountCandidates(rules, line),
    listPrice.unit,
    quantityInCart,
    steps,
  );
  if (source) step(source.kind, source.id, unit, unit);
  let extras = 0n;
  for (const { extra_id, price } of line.extras) {
    refuseNegative(price);
    extras += price;
    step('extra', extra_id, unit + extras, price);
  }
  return {
    key,
    kind: 'product',
    product_id,
    item_id,
    offer_id: null,
    quantity,
    unit_base: base,
    unit_list: listPrice.unit,
    unit_price: unit,
    price_list_id: listPrice.id,
    discount_source: source,
    unit_extras: extras,
    list: extras === 0n ? atList : multiplyPrice(listPrice.unit + extras, quantity),
    gross,
    coupon: 0n,
    manual: 0n,
    net: gross,
    delivery: 0n,
    tax_bp,
    tax: 0n,
    delivery_tax: 0n,
    value: gross,
    parts: NO_PARTS,
    steps,
  };
}

/** Scales the stored steps to fewer units, so that each step ends at the proportional amount. */
function stepsFor(
  steps: readonly PriceStep[],
  quantity: bigint,
  soldQuantity: bigint,
  gross: bigint,
): PriceStep[] {
  let stood = 0n;
  let explained = 0n;
  return steps.map((step, at) => {
    stood += step.amount;
    const now =
      at === steps.length - 1
        ? gross
        : soldQuantity === 0n
          ? 0n
          : divideRounded(stood * quantity, soldQuantity);
    const amount = now - explained;
    explained = now;
    return { ...step, amount };
  });
}

/**
 * Prices a stored line as it was sold, for the same or fewer units, without today's rules.
 * Source: docs/rules/order-changes.md#lines-that-stay
 */
export function priceSoldLine(line: CartProduct, sold: SoldProduct): LineInProgress {
  const { key, product_id, item_id, quantity, base, tax_bp } = line;
  refuseNegative(quantity, base, sold.unit_price);
  const extras = line.extras.reduce((sum, { price }) => sum + price, 0n);
  const gross = multiplyPrice(sold.unit_price + extras, quantity);
  return {
    key,
    kind: 'product',
    product_id,
    item_id,
    offer_id: null,
    quantity,
    unit_base: base,
    unit_list: base,
    unit_price: sold.unit_price,
    price_list_id: null,
    discount_source: sold.discount_source,
    unit_extras: extras,
    list: multiplyPrice(base + extras, quantity),
    gross,
    coupon: 0n,
    manual: 0n,
    net: gross,
    delivery: 0n,
    tax_bp,
    tax: 0n,
    delivery_tax: 0n,
    value: gross,
    parts: NO_PARTS,
    steps: stepsFor(sold.steps, quantity, sold.quantity, gross),
  };
}

/** Splits by weights, or by quantity when every list price is 0. */
function splitByWeight(total: bigint, weights: readonly bigint[], parts: readonly CartPart[]): bigint[] {
  return splitByWeights(
    total,
    weights.every((weight) => weight === 0n) ? parts.map(({ quantity }) => quantity) : weights,
  );
}

/**
 * Splits the price of a bundle over its parts by their list prices. With a drink share, the drinks together get that
 * share and the food the rest, if the bundle has both.
 */
export function splitBundlePrice(
  price: bigint,
  parts: readonly CartPart[],
  unitLists: readonly bigint[],
  drink_share_bp: bigint | null,
): bigint[] {
  const weights = parts.map(({ quantity }, at) => (unitLists[at] ?? 0n) * quantity);
  const drinks = parts.filter(({ drink }) => drink);
  if (drink_share_bp === null || drinks.length === 0 || drinks.length === parts.length)
    return splitByWeight(price, weights, parts);
  const wet = computePercent(price, drink_share_bp);
  const selectWeights = (isDrink: boolean) => weights.filter((_, at) => parts[at]?.drink === isDrink);
  const ofDrinks = splitByWeight(wet, selectWeights(true), drinks);
  const food = parts.filter(({ drink }) => !drink);
  const ofFood = splitByWeight(price - wet, selectWeights(false), food);
  return parts.map(({ drink }) => (drink ? ofDrinks.shift() : ofFood.shift()) ?? 0n);
}

/** Prices a bundle line up to its gross; product discounts do not apply inside. RangeError without parts. */
export function priceBundle(line: CartBundle, rules: IndexedRules): LineInProgress {
  const { key, offer_id, quantity, bundle_price, parts } = line;
  if (parts.length === 0) throw new RangeError('a bundle without parts');
  refuseNegative(quantity, bundle_price);
  for (const part of parts) refuseNegative(part.quantity, part.base);
  const isSold = line.sold_shares !== undefined;
  const unitLists = parts.map((part) => (isSold ? part.base : findListPrice(rules, part, null).unit));
  const gross = multiplyPrice(bundle_price, quantity);
  const sumUnits = (units: readonly bigint[]): bigint =>
    parts.reduce((all, part, at) => all + (units[at] ?? 0n) * part.quantity, 0n);
  const atList = sumUnits(unitLists);
  const unitOfParts = multiplyPrice(atList, 1n);
  // rounded once for all bundles instead of once per bundle
  const listOfParts = divideRounded(atList * quantity, 1_000_000n);
  // a bundle dearer than its parts gives no discount below zero: docs/rules/offers.md#dearer-bundles
  const unit_list = maxBigInt(unitOfParts, bundle_price);
  const list = maxBigInt(listOfParts, gross);
  const shares = line.sold_shares ?? splitBundlePrice(bundle_price, parts, unitLists, line.drink_share_bp);
  const ofGross = splitByWeights(gross, shares);
  const rate = parts[0]?.tax_bp ?? 0n;
  return {
    key,
    kind: 'bundle',
    product_id: null,
    item_id: null,
    offer_id,
    quantity,
    unit_base: multiplyPrice(sumUnits(parts.map(({ base }) => base)), 1n),
    unit_list,
    unit_price: bundle_price,
    price_list_id: null,
    discount_source: null,
    unit_extras: 0n,
    list,
    gross,
    coupon: 0n,
    manual: 0n,
    net: gross,
    delivery: 0n,
    tax_bp: parts.every(({ tax_bp }) => tax_bp === rate) ? rate : null,
    tax: 0n,
    delivery_tax: 0n,
    value: gross,
    parts: parts.map((part, at) => ({
      product_id: part.product_id,
      item_id: part.item_id,
      quantity: multiplyPrice(part.quantity, quantity),
      tax_bp: part.tax_bp,
      unit_list: unitLists[at] ?? 0n,
      share: shares[at] ?? 0n,
      gross: ofGross[at] ?? 0n,
      net: ofGross[at] ?? 0n,
      delivery: 0n,
      tax: 0n,
      delivery_tax: 0n,
    })),
    steps: [
      { kind: 'base', code: 'applied', id: offer_id, amount: listOfParts, unit: unitOfParts },
      { kind: 'bundle', code: 'applied', id: offer_id, amount: gross - listOfParts, unit: bundle_price },
    ],
  };
}

/** Splits the line's share of the order discounts over the parts of a bundle. */
export function splitDiscountsOverParts(lines: readonly LineInProgress[]): void {
  for (const { kind, net, gross, parts } of lines) {
    if (kind === 'product' || net === gross) continue;
    const weights = parts.map((part) => part.gross);
    for (const [at, share] of splitByWeights(net, weights).entries()) {
      const part = parts[at];
      if (part) part.net = share;
    }
  }
}
