import type { PricedCart, PricedLine, PricedPart, PriceStep, TaxGroup, TaxShare } from '../pricing/priced.ts';
import { computeTax } from '../pricing/tax.ts';
import type { PriceSettings } from '../pricing/types.ts';
import { multiplyPrice } from '../pricing/unit.ts';
import { maxBigInt } from '../stock/allocation.ts';

type TaxMode = PriceSettings['tax_mode'];
type Amounts<T> = { [K in keyof T]: T[K] extends bigint ? K : never }[keyof T];

const sum = <T>(of: readonly T[], field: Amounts<T>): bigint => {
  let all = 0n;
  for (const one of of) all += one[field] as bigint;
  return all;
};

const isNotNegative = (...amounts: readonly bigint[]): boolean => amounts.every((amount) => amount >= 0n);

/** The amount that a step leads to, where its unit price says it; null for a discount of the order. */
function amountAfter(step: PriceStep, extras: bigint, unit: bigint, quantity: bigint): bigint | null {
  if (step.kind === 'coupon' || step.kind === 'manual') return null;
  return multiplyPrice(step.kind === 'extra' ? unit + extras : unit, quantity);
}

/** Whether each step of a product's line takes or adds what its unit price says, and what its shares say. */
function areStepsRight({ steps, quantity, coupon, manual, unit_base, item_id }: PricedLine): boolean {
  const [base] = steps;
  if (base?.kind !== 'base' || base.unit !== unit_base || base.id !== item_id) return false;
  let unit = 0n;
  let extras = 0n;
  let running = 0n;
  return steps.every((step, at) => {
    if (step.kind === 'bundle' || (step.kind === 'base' && at > 0)) return false;
    if (step.kind === 'extra') extras += step.unit ?? 0n;
    else unit = step.unit ?? unit;
    const after = amountAfter(step, extras, unit, quantity);
    if (after === null) return step.amount === -(step.kind === 'coupon' ? coupon : manual);
    const isRight = step.amount === after - running && step.unit !== null;
    running = after;
    return isRight;
  });
}

/** What the parts of one bundle cost alone, times thousandths. */
const sumLists = (parts: readonly PricedPart[], quantity: bigint): bigint =>
  parts.reduce((all, part) => all + (part.unit_list * part.quantity * 1_000n) / quantity, 0n);

/** Whether the parts of a bundle make up its line. */
function isBundleRight({ parts, quantity, steps, gross, net, unit_price, offer_id }: PricedLine): boolean {
  const [base, priced, ...rest] = steps;
  // bundles are counted, so that the parts of one follow from the parts of all
  if (parts.length === 0 || quantity <= 0n || quantity % 1_000n !== 0n) return false;
  return (
    base?.kind === 'base' &&
    priced?.kind === 'bundle' &&
    base.id === offer_id &&
    priced.id === offer_id &&
    base.unit === multiplyPrice(sumLists(parts, quantity), 1n) &&
    base.amount === multiplyPrice(multiplyPrice(sumLists(parts, quantity), quantity), 1n) &&
    priced.unit === unit_price &&
    base.amount + priced.amount === gross &&
    rest.every(({ kind }) => kind === 'coupon' || kind === 'manual') &&
    sum(parts, 'share') === unit_price &&
    sum(parts, 'gross') === gross &&
    sum(parts, 'net') === net &&
    parts.every((part) => isNotNegative(part.quantity, part.unit_list, part.share, part.gross))
  );
}

/** Whether the last steps are the line's shares of the order's discounts, each once. */
function areSharesRight({ steps, coupon, manual }: PricedLine): boolean {
  const amountsOf = (kind: PriceStep['kind']): bigint[] =>
    steps.filter((step) => step.kind === kind).map(({ amount }) => -amount);
  const isShare = (amounts: readonly bigint[], share: bigint): boolean =>
    share === 0n ? amounts.length === 0 : amounts.length === 1 && amounts[0] === share;
  return isShare(amountsOf('coupon'), coupon) && isShare(amountsOf('manual'), manual);
}

function isLineRight(line: PricedLine): boolean {
  const { kind, steps, net, gross, list, coupon, manual, quantity, unit_base, unit_list, unit_price } = line;
  return (
    isNotNegative(net, gross, coupon, manual, quantity, unit_base, line.unit_extras) &&
    sum(steps, 'amount') === net &&
    unit_price <= unit_list &&
    gross <= list &&
    areSharesRight(line) &&
    (kind === 'product' ? areStepsRight(line) : isBundleRight(line))
  );
}

type Taxed = TaxShare & { readonly tax_bp: bigint };

const listTaxed = (lines: readonly PricedLine[]): Taxed[] =>
  lines.flatMap((line): readonly Taxed[] =>
    line.kind === 'product' ? [{ ...line, tax_bp: line.tax_bp ?? 0n }] : line.parts,
  );

function isGroupRight(group: TaxGroup, members: readonly Taxed[], hasGoods: boolean, mode: TaxMode): boolean {
  const amount = group.goods + group.delivery;
  return (
    sum(members, 'net') === group.goods &&
    sum(members, 'tax') === group.goods_tax &&
    (!hasGoods || sum(members, 'delivery') === group.delivery) &&
    (!hasGoods || sum(members, 'delivery_tax') === group.delivery_tax) &&
    group.tax === computeTax(amount, group.tax_bp, mode) &&
    group.goods_tax + group.delivery_tax === group.tax &&
    group.gross === group.net + group.tax &&
    amount === (mode === 'inclusive' ? group.gross : group.net)
  );
}

/** Whether goods and delivery are taxed by rate, each rate once and the lowest first. */
function isTaxRight({ lines, totals, tax_groups }: PricedCart, mode: TaxMode): boolean {
  const taxed = listTaxed(lines);
  const rates = tax_groups.map(({ tax_bp }) => tax_bp);
  const without = taxed.filter(({ tax_bp }) => !rates.includes(tax_bp));
  return (
    rates.every((rate, at) => rate >= 0n && (at === 0 || rate > (rates[at - 1] ?? 0n))) &&
    without.every((one) => [one.net, one.tax, one.delivery, one.delivery_tax].every((n) => n === 0n)) &&
    taxed.every((one) => isNotNegative(one.net, one.tax, one.delivery, one.delivery_tax)) &&
    tax_groups.every((group) =>
      isGroupRight(
        group,
        taxed.filter(({ tax_bp }) => tax_bp === group.tax_bp),
        totals.goods > 0n,
        mode,
      ),
    )
  );
}

/** Whether the pieces may be those of the lines, of which a weighed one is one piece. */
function arePiecesRight({ lines, totals }: PricedCart): boolean {
  let most = 0n;
  for (const { quantity } of lines) most += maxBigInt(quantity, 1_000n);
  return totals.pieces >= 0n && totals.pieces <= most;
}

function areTotalsRight(cart: PricedCart, mode: TaxMode): boolean {
  const { lines, totals, tax_groups, delivery } = cart;
  const { goods, goods_tax, delivery_tax, tax, exclusive_tax, charge, rounding, due } = totals;
  return (
    isNotNegative(goods, totals.delivery, tax, charge, due) &&
    sum(lines, 'list') === totals.total &&
    totals.total - totals.discount === goods &&
    sum(lines, 'gross') === totals.subtotal &&
    sum(lines, 'coupon') === totals.coupon &&
    sum(lines, 'manual') === totals.manual &&
    sum(lines, 'net') === goods &&
    sum(lines, 'tax') === goods_tax &&
    sum(tax_groups, 'goods') === goods &&
    sum(tax_groups, 'delivery') === totals.delivery &&
    sum(tax_groups, 'goods_tax') === goods_tax &&
    sum(tax_groups, 'delivery_tax') === delivery_tax &&
    goods_tax + delivery_tax === tax &&
    exclusive_tax === (mode === 'exclusive' ? tax : 0n) &&
    goods + totals.delivery + exclusive_tax + charge + rounding === due &&
    delivery.amount === totals.delivery &&
    delivery.charge + delivery.surcharge === delivery.amount &&
    isNotNegative(delivery.charge, delivery.surcharge) &&
    (cart.coupon_id !== null) === totals.coupon > 0n
  );
}

const arePaymentsRight = ({ payments, totals }: PricedCart): boolean =>
  sum(payments, 'amount') === totals.due &&
  sum(payments, 'charge') === totals.charge &&
  payments.every(
    ({ amount, charge, fee, net }) =>
      amount === fee + net && isNotNegative(amount, charge, fee) && (charge === 0n || charge === fee),
  );

/**
 * Whether every amount of a printed sale follows from the others: steps and parts make their line, lines and rates make
 * the totals, payments make what is due.
 * Source: docs/rules/till-sales.md#printed
 */
export const isBalanced = (cart: PricedCart, mode: TaxMode): boolean =>
  cart.lines.every(isLineRight) &&
  isTaxRight(cart, mode) &&
  arePiecesRight(cart) &&
  areTotalsRight(cart, mode) &&
  arePaymentsRight(cart);
