import { computeDeliveryCharge } from './delivery.ts';
import {
  type LineInProgress,
  priceBundle,
  priceProduct,
  priceSoldLine,
  splitDiscountsOverParts,
} from './line.ts';
import { applyCoupon, applyManualDiscount } from './order-discount.ts';
import { applyPayments, getCashRoundingStep } from './payment.ts';
import type { PricedCart, PriceProblem, PriceTotals } from './priced.ts';
import { indexPriceRules } from './rules.ts';
import { applyTax } from './tax.ts';
import type { Cart, CartLine, PriceContext } from './types.ts';

/** The quantity of each item over all lines, for wholesale; parts of bundles do not count. */
function sumQuantityByItem(lines: readonly CartLine[]): Map<number, bigint> {
  const sums = new Map<number, bigint>();
  for (const line of lines)
    if (line.kind === 'product') sums.set(line.item_id, (sums.get(line.item_id) ?? 0n) + line.quantity);
  return sums;
}

const NO_SUMS: ReadonlyMap<number, bigint> = new Map();

function priceLines(lines: readonly CartLine[], context: PriceContext): LineInProgress[] {
  const rules = indexPriceRules(context);
  const sums = context.wholesales.length > 0 ? sumQuantityByItem(lines) : NO_SUMS;
  return lines.map((line) =>
    line.kind === 'product'
      ? line.sold
        ? priceSoldLine(line, line.sold)
        : priceProduct(line, rules, sums.get(line.item_id) ?? line.quantity)
      : priceBundle(line, rules),
  );
}

/** The number of pieces in thousandths; a weighed line is one piece. */
function countPieces(lines: readonly CartLine[]): bigint {
  let pieces = 0n;
  for (const line of lines) pieces += line.kind === 'product' && line.weighted ? 1_000n : line.quantity;
  return pieces;
}

/** The minimums that an order does not reach: by amount before the coupon, and by pieces. */
function listMissedMinimums(
  cart: Cart,
  { settings }: PriceContext,
  subtotal: bigint,
  pieces: bigint,
): PriceProblem[] {
  const problems: PriceProblem[] = [];
  const ofZone = cart.type === 'delivery' && !cart.pos ? (cart.zone?.min_order ?? 0n) : 0n;
  const required = ofZone > settings.minimum_order ? ofZone : settings.minimum_order;
  if (subtotal < required) problems.push({ code: 'order.min_order', params: { required, subtotal } });
  const minimum = settings.minimum_products;
  if (pieces < BigInt(minimum) * 1_000n)
    problems.push({ code: 'order.min_products', params: { required: minimum, pieces } });
  return problems;
}

/** Discounts that a price change has moved outside of the allowed bounds. */
function listMisfitDiscounts(lines: readonly LineInProgress[]): PriceProblem[] {
  const problems: PriceProblem[] = [];
  for (const { steps, item_id } of lines)
    for (const { kind, code, id } of steps) {
      if (code !== 'too_low' && code !== 'too_high') continue;
      if (kind === 'discount' || kind === 'multi_discount')
        problems.push({ code: `discount.${code}`, params: { id: id ?? 0, item_id: item_id ?? 0 } });
    }
  return problems;
}

/**
 * Prices a cart: base, price list, one product discount, extras, bundles, coupon, manual discount, delivery, tax by
 * rate, payments and cash rounding. Pure: the same cart and context give the same result, and neither is changed.
 * Amounts are minor units, quantities thousandths, rates basis points.
 * @returns the amounts that an order stores, and the problems that keep it from being placed; nothing of that is
 * thrown. RangeError for negative prices or quantities and for a bundle without parts.
 */
export function priceCart(cart: Cart, context: PriceContext): PricedCart {
  const { settings } = context;
  const problems: PriceProblem[] = [];
  const lines = priceLines(cart.lines, context);
  const warnings = listMisfitDiscounts(lines);

  let total = 0n;
  let subtotal = 0n;
  for (const { list, gross } of lines) {
    total += list;
    subtotal += gross;
  }
  let coupon = 0n;
  if (cart.coupon) {
    const couponResult = applyCoupon(cart.coupon, cart.lines, lines, subtotal, context);
    if (typeof couponResult === 'bigint') coupon = couponResult;
    else problems.push({ code: couponResult, params: { id: cart.coupon.id } });
  }
  const manual = cart.manual ? applyManualDiscount(cart.manual, lines) : 0n;
  const goods = subtotal - coupon - manual;
  splitDiscountsOverParts(lines);

  const charged = computeDeliveryCharge(cart, goods, settings);
  if (!charged) problems.push({ code: 'order.no_delivery', params: {} });
  const delivery = charged?.amount ?? 0n;
  const pieces = countPieces(cart.lines);
  // staff may sell less than the minimums of the shop's apps
  const isStaff = context.source === 'dashboard' || cart.pos;
  (isStaff ? warnings : problems).push(...listMissedMinimums(cart, context, subtotal, pieces));

  const tax_groups = applyTax(lines, delivery, settings);
  let goods_tax = 0n;
  let delivery_tax = 0n;
  for (const group of tax_groups) {
    goods_tax += group.goods_tax;
    delivery_tax += group.delivery_tax;
  }
  const tax = goods_tax + delivery_tax;
  const exclusive_tax = settings.tax_mode === 'exclusive' ? tax : 0n;
  const payable = goods + delivery + exclusive_tax;
  const paying = applyPayments(cart, payable, getCashRoundingStep(context.currency, settings.cash_rounding));
  problems.push(...paying.problems);
  const totals: PriceTotals = {
    total,
    discount: total - goods,
    subtotal,
    coupon,
    manual,
    goods,
    delivery,
    tax,
    goods_tax,
    delivery_tax,
    exclusive_tax,
    charge: paying.charge,
    rounding: paying.rounding,
    due: payable + paying.charge + paying.rounding,
    pieces,
  };
  return {
    lines,
    totals,
    tax_groups,
    delivery: {
      amount: delivery,
      why: charged?.why ?? 'none',
      charge: charged?.charge ?? 0n,
      surcharge: charged?.surcharge ?? 0n,
      free_after: charged?.free_after ?? null,
      value: settings.tax_mode === 'exclusive' ? delivery + delivery_tax : delivery,
    },
    payments: paying.payments,
    coupon_id: coupon > 0n ? (cart.coupon?.id ?? null) : null,
    problems,
    warnings,
  };
}
