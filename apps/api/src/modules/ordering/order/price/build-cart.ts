import {
  type Cart,
  type CartLine,
  type ChosenPayment,
  countDecimalPlaces,
  type DeliveryZone,
  isSoldByWeight,
  markDrinks,
  type PriceContext,
  type Reduction,
  toMinor,
  toMinorRounded,
} from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { failField } from '../../../../core/fail-field.ts';
import type { Quote } from '../../../delivery/index.ts';
import { getSlotMinutes, type PriceRules, toPriceSettings } from '../../../pricing/index.ts';
import type { Settings } from '../../../setting/index.ts';
import type { BranchWithLocalTime, ShopPaymentMethod } from '../record/shop-snapshot.ts';
import { failCartLine, type PricingBundle, type PricingData, type PricingItem } from './load-cart-items.ts';
import type { MakeOrderInput } from './resolve-customer.ts';
import type { MatchedRow, SoldLine } from './sold-lines.ts';

/** A line of the cart with the records it refers to. */
export type CartLineData = {
  readonly key: string;
  readonly quantity: bigint;
  readonly item: PricingItem | null;
  readonly bundle: PricingBundle | null;
  readonly extras: PricingItem['extras'];
  /** The order line that it keeps; null for a newly sold one. */
  readonly line: SoldLine | null;
};

type Line = MakeOrderInput['cart'][number];

/** A rate in percent as basis points. */
export const toBasisPoints = (percent: string | number): bigint => toMinor(percent, 2);

const getTaxBasisPoints = (item: PricingItem, branch: BranchWithLocalTime): bigint =>
  toBasisPoints(item.tax ?? branch.tax);

/**
 * Returns the ids that a cart refers to, for loadPricingData, and more items.
 * @throws request.invalid on a line that names nothing
 */
export function collectCartIds(cart: readonly Line[], moreItems: readonly number[] = []) {
  cart.forEach((line, n) => {
    if (line.offer_id !== undefined && (line.item_id ?? line.product_id) !== undefined)
      failCartLine(n, 'offer_id', 'unknown_field');
    if (line.offer_id === undefined && line.item_id === undefined && line.product_id === undefined)
      failCartLine(n, 'item_id', 'required');
  });
  return {
    item_ids: [...cart.flatMap(({ item_id }) => item_id ?? []), ...moreItems],
    product_ids: cart.flatMap(({ item_id, product_id }) => (item_id === undefined ? (product_id ?? []) : [])),
    offer_ids: cart.flatMap(({ offer_id }) => offer_id ?? []),
    extra_ids: cart.flatMap(({ extras_ids }) => extras_ids ?? []),
  };
}

/** Returns the ids that a changed cart refers to, of new and of kept lines. */
export function collectChangedCartIds(rows: readonly MatchedRow[]) {
  const fresh = collectCartIds(rows.flatMap((row) => (row.line ? [] : [row.row])));
  const lines = rows.flatMap(({ line }) => line ?? []);
  return {
    ...fresh,
    item_ids: [...fresh.item_ids, ...lines.flatMap(({ item_id }) => item_id ?? [])],
    offer_ids: [...fresh.offer_ids, ...lines.flatMap(({ offer_id }) => offer_id ?? [])],
  };
}

function requireItem(facts: PricingData, line: Line, n: number): PricingItem {
  const found =
    line.item_id === undefined
      ? facts.items.find(({ product_id, first }) => first && product_id === line.product_id)
      : facts.items.find(({ item_id }) => item_id === line.item_id);
  if (!found || (line.product_id !== undefined && found.product_id !== line.product_id))
    return fail('reference.missing', { field: 'item_id' }, `cart.${n}.item_id`);
  return found;
}

function requireExtras(item: PricingItem, line: Line, n: number): PricingItem['extras'] {
  return (line.extras_ids ?? []).map(
    (id) =>
      item.extras.find((extra) => extra.id === id) ??
      fail('reference.missing', { field: 'extras_ids' }, `cart.${n}.extras_ids`),
  );
}

/** Resolves the lines of a cart. @throws reference.missing, request.invalid on the line */
export const resolveCartLines = (facts: PricingData, cart: readonly Line[], isSold = false): CartLineData[] =>
  cart.map((line, n) => wantedRow(facts, line, n, isSold));

/**
 * Resolves one line of a cart; of sold goods neither the step nor the dates of a bundle are checked.
 * @throws reference.missing, request.invalid on the line `n`
 */
function wantedRow(facts: PricingData, line: Line, n: number, isSold = false): CartLineData {
  const quantity = toMinor(line.quantity, 3);
  if (line.offer_id !== undefined) {
    const bundle = facts.bundles.find(({ id }) => id === line.offer_id);
    if (!bundle || !(bundle.active || isSold) || bundle.parts.length === 0)
      return fail('reference.missing', { field: 'offer_id' }, `cart.${n}.offer_id`);
    if (quantity % 1_000n !== 0n) failField(`cart.${n}.quantity`, 'integer');
    return { key: String(n), quantity, item: null, bundle, extras: [], line: null };
  }
  const item = requireItem(facts, line, n);
  const step = toMinor(item.stepper, 3);
  if (!isSold && step > 0n && quantity % step !== 0n)
    failField(`cart.${n}.quantity`, 'multiple_of', { step: Number(item.stepper) });
  return { key: String(n), quantity, item, bundle: null, extras: requireExtras(item, line, n), line: null };
}

/**
 * Resolves the lines of a changed cart: kept lines as they were sold, even if their goods have changed, and new ones.
 */
export const buildChangedCartLines = (facts: PricingData, rows: readonly MatchedRow[]): CartLineData[] =>
  rows.map((matched, at) => {
    const { n, line } = matched;
    if (line === null) return { ...wantedRow(facts, matched.row, n), key: String(at) };
    const { quantity } = matched;
    const extras = line.extras.map(({ extra_id, titles, price }) => ({
      id: extra_id,
      titles,
      price: String(price),
    }));
    const item = facts.items.find(({ item_id }) => item_id === line.item_id) ?? null;
    const bundle = facts.bundles.find(({ id }) => id === line.offer_id) ?? null;
    if (!item && !bundle) throw new Error(`line ${line.id} stands for nothing that ever was`);
    const { titles, barcode } = line;
    const key = String(at);
    return item
      ? { key, quantity, item: { ...item, titles, barcode }, bundle: null, extras, line }
      : { key, quantity, item: null, bundle: bundle && { ...bundle, titles }, extras, line };
  });

/** Returns the parts of a bundle with their items. @throws reference.missing on the cart */
export const buildBundleParts = (facts: PricingData, bundle: PricingBundle) =>
  bundle.parts.map(({ item_id, quantity }) => ({
    item:
      facts.items.find((one) => one.item_id === item_id) ??
      fail('reference.missing', { field: 'offer_id' }, 'cart'),
    quantity: toMinor(quantity, 3),
  }));

/** Converts a kept line for pricing, with the number of units that stay. */
function toKeptCartLine({ key, quantity, item, bundle }: CartLineData, line: SoldLine): CartLine {
  if (item)
    return {
      key,
      kind: 'product',
      product_id: item.product_id,
      item_id: item.item_id,
      quantity,
      base: line.unit_list,
      weighted: isSoldByWeight(toMinor(line.stepper ?? item.stepper, 3)),
      tax_bp: line.tax_bp ?? 0n,
      categorys_ids: item.categorys_ids,
      extras: line.extras.map(({ extra_id, price }) => ({
        extra_id,
        price: toMinorRounded(String(price), line.scale),
      })),
      sold: line.sold,
    };
  return {
    key,
    kind: 'bundle',
    offer_id: line.offer_id ?? 0,
    quantity,
    bundle_price: line.sold.unit_price,
    drink_share_bp: null,
    categorys_ids: bundle?.categorys_ids ?? [],
    parts: line.parts.map((part) => ({
      product_id: part.product_id,
      item_id: part.item_id,
      quantity: (part.quantity * 1_000n) / line.quantity,
      base: part.unit_list,
      tax_bp: part.tax_bp,
      drink: false,
    })),
    sold_shares: line.parts.map(({ share }) => share),
  };
}

function toCartLine(
  facts: PricingData,
  branch: BranchWithLocalTime,
  scale: number,
  lineData: CartLineData,
): CartLine {
  if (lineData.line) return toKeptCartLine(lineData, lineData.line);
  const { key, quantity, item, bundle } = lineData;
  if (item)
    return {
      key,
      kind: 'product',
      product_id: item.product_id,
      item_id: item.item_id,
      quantity,
      base: toMinorRounded(item.price, scale),
      weighted: isSoldByWeight(toMinor(item.stepper, 3)),
      tax_bp: getTaxBasisPoints(item, branch),
      categorys_ids: item.categorys_ids,
      extras: lineData.extras.map(({ id, price }) => ({ extra_id: id, price: toMinorRounded(price, scale) })),
    };
  return {
    key,
    kind: 'bundle',
    offer_id: bundle?.id ?? 0,
    quantity,
    bundle_price: toMinorRounded(bundle?.bundle_price ?? '0', scale),
    drink_share_bp: bundle?.drink_share == null ? null : toBasisPoints(bundle.drink_share),
    categorys_ids: bundle?.categorys_ids ?? [],
    parts: markDrinks(
      (bundle ? buildBundleParts(facts, bundle) : []).map((part) => ({
        product_id: part.item.product_id,
        item_id: part.item.item_id,
        quantity: part.quantity,
        base: toMinorRounded(part.item.price, scale),
        tax_bp: getTaxBasisPoints(part.item, branch),
      })),
    ),
  };
}

const minorOrNull = (amount: string | number | null, scale: number): bigint | null =>
  amount === null ? null : toMinorRounded(amount, scale);

/** Converts a selected payment method for pricing; the amount is null for the whole amount due. */
export const toChosenPayment = (
  method: ShopPaymentMethod,
  amount: bigint | null,
  scale: number,
): ChosenPayment => ({
  payment_id: method.id,
  type: method.type,
  amount,
  active: method.status === 1,
  in_branch: method.in_branch,
  delivery_ids: method.delivery_ids,
  min_transaction: minorOrNull(method.min_transaction, scale),
  max_transaction: minorOrNull(method.max_transaction, scale),
  margin_bp: toBasisPoints(method.margin),
  combinable: method.combinable === 1,
  charge_customer: method.charge_customer === 1,
});

/**
 * Converts an amount of the request to minor units. @throws request.invalid when it has too many decimals
 */
export function parseAmount(amount: number, scale: number, field: string): bigint {
  if (countDecimalPlaces(amount) > scale) failField(field, 'decimals', { max: scale });
  return toMinor(amount, scale);
}

/** Converts a manual discount for pricing: minor units, or basis points for a percentage. */
export function toManualDiscount(
  discount: number | null | undefined,
  type: 'fixed' | 'percent' | null | undefined,
  scale: number,
): Reduction | null {
  if (!discount) return null;
  const discount_type = type ?? 'fixed';
  if (discount_type === 'percent' && discount > 100) failField('discount', 'between', { min: 0, max: 100 });
  return {
    discount_type,
    discount: parseAmount(discount, discount_type === 'percent' ? 2 : scale, 'discount'),
  };
}

export const toDeliveryZone = (quote: Quote | null, scale: number): DeliveryZone | null =>
  quote && {
    id: quote.zone_id ?? quote.area_id ?? 0,
    delivery_charge: toMinorRounded(quote.delivery_charge, scale),
    free_after_amount: minorOrNull(quote.free_after_amount, scale),
    min_order: toMinorRounded(quote.min_order, scale),
  };

/** Builds the pricing context: the branch's local time, rules and settings. */
export function createPriceContext(
  settings: Settings,
  branch: BranchWithLocalTime,
  rules: PriceRules,
  { phone, source }: { readonly phone: string | null; readonly source: PriceContext['source'] },
): PriceContext {
  return {
    currency: settings.Currency,
    branch_id: branch.id,
    today: branch.today,
    weekday: branch.weekday,
    minute: branch.minute,
    slots: getSlotMinutes(settings),
    phone,
    source,
    price_lists: rules.price_lists,
    discounts: rules.discounts,
    wholesales: rules.wholesales,
    settings: toPriceSettings(settings, { tax_mode: branch.tax_mode, tax: { value: Number(branch.tax) } }),
  };
}

type CartParts = Omit<Cart, 'lines'>;

/** Builds the cart to price. */
export const createCart = (
  facts: PricingData,
  branch: BranchWithLocalTime,
  lines: readonly CartLineData[],
  scale: number,
  otherParts: CartParts,
): Cart => ({ lines: lines.map((one) => toCartLine(facts, branch, scale, one)), ...otherParts });
