import {
  type Coupon,
  type Discount,
  getCurrencyScale,
  type PriceList,
  type Reduction,
  type Target,
  toMinor,
  toMinorRounded,
  type Validity,
  type Wholesale,
} from '@dukkan/commerce';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow } from '../../../core/db/tables.ts';
import { getCouponCode, type PriceRulesQuery, type PriceRulesRow, priceRulesSql } from './price-rules-sql.ts';

/** The rules that can affect the price of the requested items; amounts in minor units of the shop's currency. */
export type PriceRules = {
  readonly price_lists: readonly PriceList[];
  readonly discounts: readonly Discount[];
  readonly wholesales: readonly Wholesale[];
  /** Null when no code was given or no coupon has it. */
  readonly coupon: (Coupon & { readonly code: string }) | null;
};

/** Returns a function that converts stored amounts to minor units. */
const minorIn =
  (scale: number) =>
  (amount: number): bigint =>
    toMinorRounded(amount, scale);
type Minor = ReturnType<typeof minorIn>;

const toThousandths = (quantity: number): bigint => toMinor(quantity, 3);
const basisPoints = (percent: number): bigint => toMinorRounded(percent, 2);

/** Converts a reduction for `price`: a percentage in basis points, an amount in minor units. */
export const toReduction = (
  minor: (amount: number) => bigint,
  discount_type: 'fixed' | 'percent',
  value: number,
): Reduction => ({
  discount_type,
  discount: discount_type === 'percent' ? basisPoints(value) : minor(value),
});

const toValidity = (
  [start_date, end_date]: readonly [string | null, string | null],
  status = 1,
): Validity => ({
  active: status === 1,
  start_date,
  end_date,
});

const toTargets = (rows: readonly (readonly [number, number | null])[] | null): Target[] =>
  (rows ?? []).map(([product_id, item_id]) => ({ product_id, item_id }));

/**
 * A second product as target, so that a discount for several products is still treated as one when the cart has only
 * one of them.
 */
const toOtherTarget = (product_id: number | null): Target[] =>
  product_id === null ? [] : [{ product_id, item_id: null }];

function toCoupon({ coupon }: PriceRulesRow, minor: Minor, isKnown: boolean): PriceRules['coupon'] {
  if (!coupon) return null;
  return {
    ...toValidity(coupon.dates, coupon.status),
    ...toReduction(minor, coupon.discount_type, coupon.discount),
    id: coupon.id,
    code: coupon.code,
    products: toTargets(coupon.products),
    categorys_ids: coupon.categories ?? [],
    branches_ids: coupon.branches ?? [],
    min_order: coupon.min_order === null ? null : minor(coupon.min_order),
    max_discount: coupon.max_discount === null ? null : minor(coupon.max_discount),
    usage_limit: coupon.usage_limit,
    per_customer_limit: coupon.per_customer_limit,
    uses: coupon.uses,
    customer_uses: isKnown ? coupon.customer_uses : null,
  };
}

const toPriceLists = (
  read: PriceRulesRow,
  minor: Minor,
  { branch_id, phone }: PriceRulesQuery,
): PriceList[] =>
  (read.price_lists ?? []).map((list) => ({
    ...toValidity(list.dates),
    id: list.id,
    ord: list.ord,
    // the list's other phone numbers are not read
    phones: list.bound && phone !== null ? [phone] : [],
    branches_ids: [branch_id],
    items: list.items.map(([product_id, item_id, price]) => ({
      product_id,
      item_id,
      price: minor(price),
      active: true,
    })),
  }));

const toDiscounts = (read: PriceRulesRow, minor: Minor): Discount[] =>
  (read.discounts ?? []).map((discount) => ({
    ...toValidity(discount.dates),
    ...toReduction(minor, discount.type, discount.value),
    id: discount.id,
    branches_ids: [],
    days: discount.days,
    slots: discount.slots,
    products: [...toTargets(discount.products), ...toOtherTarget(discount.other)],
    categorys_ids: discount.categories ?? [],
  }));

function toWholesales(read: PriceRulesRow, minor: Minor): Wholesale[] {
  return (read.wholesales ?? []).map(({ tiers, discount, discount_type, quantity, ...offer }) => {
    const plain =
      discount === null || discount_type === null || quantity === null
        ? []
        : [{ min_quantity: quantity, discount, discount_type }];
    return {
      ...toValidity(offer.dates),
      id: offer.id,
      tiers: (tiers.length > 0 ? tiers : plain).map((tier) => ({
        ...toReduction(minor, tier.discount_type, tier.discount),
        min_quantity: toThousandths(tier.min_quantity),
      })),
      products: toTargets(offer.products),
      categorys_ids: offer.categories ?? [],
    };
  });
}

/** The rules of a shop without any. */
const NO_RULES: PriceRules = { price_lists: [], discounts: [], wholesales: [], coupon: null };

/**
 * Reads the rules that can affect the price of some items, ready for `price`, in one statement;
 * inactive and expired rules and those of other branches or customers are skipped. A coupon is found by its code in any
 * case, with its uses in total and by the customer (by account or phone, without canceled orders).
 * @param currency the shop's currency
 */
export async function readPriceRules(
  ctx: Ctx,
  currency: string,
  query: PriceRulesQuery,
): Promise<PriceRules> {
  const { price_lists, discounts, wholesales } = query.kinds;
  if (!price_lists && !discounts && !wholesales && getCouponCode(query) === null) return NO_RULES;
  const read = await fetchRow(ctx, priceRulesSql(ctx, query));
  if (!read) throw new Error('a statement over one row answered none');
  const minor = minorIn(getCurrencyScale(currency));
  return {
    price_lists: toPriceLists(read, minor, query),
    discounts: toDiscounts(read, minor),
    wholesales: toWholesales(read, minor),
    coupon: toCoupon(read, minor, query.client_id != null || query.phone !== null),
  };
}
