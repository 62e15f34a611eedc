import { divideRounded } from '../money/currency.ts';
import { splitByWeights } from '../money/split-by-weights.ts';
import type { LineInProgress } from './line.ts';
import type { TaxGroup, TaxShare } from './priced.ts';
import type { PriceSettings } from './types.ts';
import { computePercent } from './unit.ts';

type Taxed = { -readonly [K in keyof TaxShare]: TaxShare[K] };
type Group = { readonly tax_bp: bigint; goods: bigint; delivery: bigint; readonly members: Taxed[] };

const sumField = (lines: readonly Taxed[], field: keyof TaxShare): bigint => {
  let sum = 0n;
  for (const line of lines) sum += line[field];
  return sum;
};

/** Splits an amount over lines by the field `by`, into `field`. */
function spreadAmount(
  total: bigint,
  lines: readonly Taxed[],
  by: keyof TaxShare,
  field: keyof TaxShare,
): void {
  const [only] = lines;
  if (total === 0n || !only) return;
  if (lines.length === 1) {
    if (only[by] > 0n) only[field] = total;
    return;
  }
  const shares = splitByWeights(
    total,
    lines.map((line) => line[by]),
  );
  lines.forEach((line, at) => {
    line[field] = shares[at] ?? 0n;
  });
}

/** The tax of an amount at a rate: included in it, or added to it. */
export const computeTax = (amount: bigint, tax_bp: bigint, mode: PriceSettings['tax_mode']): bigint =>
  mode === 'inclusive' ? divideRounded(amount * tax_bp, 10_000n + tax_bp) : computePercent(amount, tax_bp);

/** Splits a group's tax between its goods and its delivery; the two sum to it. */
export function splitDeliveryTax(
  tax: bigint,
  goods: bigint,
  delivery: bigint,
): { readonly goods_tax: bigint; readonly delivery_tax: bigint } {
  const [goods_tax = 0n, delivery_tax = 0n] =
    delivery === 0n ? [goods === 0n ? 0n : tax] : splitByWeights(tax, [goods, delivery]);
  return { goods_tax, delivery_tax };
}

function groupFor(groups: Group[], tax_bp: bigint): Group {
  const existing = groups.find((group) => group.tax_bp === tax_bp);
  if (existing) return existing;
  const group: Group = { tax_bp, goods: 0n, delivery: 0n, members: [] };
  groups.push(group);
  return group;
}

function groupLines(lines: readonly LineInProgress[]): Group[] {
  const groups: Group[] = [];
  const join = (tax_bp: bigint, member: Taxed): void => {
    const group = groupFor(groups, tax_bp);
    group.goods += member.net;
    group.delivery += member.delivery;
    group.members.push(member);
  };
  for (const line of lines) {
    if (line.kind === 'product') join(line.tax_bp ?? 0n, line);
    else for (const part of line.parts) join(part.tax_bp, part);
  }
  return groups;
}

function taxGroup({ tax_bp, goods, delivery, members }: Group, mode: PriceSettings['tax_mode']): TaxGroup {
  const amount = goods + delivery;
  const tax = computeTax(amount, tax_bp, mode);
  const { goods_tax, delivery_tax } = splitDeliveryTax(tax, goods, delivery);
  spreadAmount(goods_tax, members, 'net', 'tax');
  spreadAmount(delivery_tax, members, 'delivery', 'delivery_tax');
  const [gross, net] = mode === 'inclusive' ? [amount, amount - tax] : [amount + tax, amount];
  return { tax_bp, goods, delivery, gross, net, tax, goods_tax, delivery_tax };
}

/**
 * Splits the delivery over the lines and taxes goods and delivery by rate: once per rate, then to the lines by the
 * largest remainder, for a bundle through its parts. Writes into the lines.
 * @returns the groups with taxable amounts, the lowest rate first
 */
export function applyTax(
  lines: readonly LineInProgress[],
  delivery: bigint,
  { tax_mode, tax_bp }: Pick<PriceSettings, 'tax_mode' | 'tax_bp'>,
): TaxGroup[] {
  const goods = sumField(lines, 'net');
  if (goods > 0n) spreadAmount(delivery, lines, 'net', 'delivery');
  for (const line of lines) {
    if (line.kind === 'product') continue;
    spreadAmount(line.delivery, line.parts, 'net', 'delivery');
  }
  const groups = groupLines(lines);
  // when all goods cost nothing, the delivery has the branch's own rate
  if (goods === 0n && delivery > 0n) groupFor(groups, tax_bp).delivery += delivery;
  const taxed = groups
    .filter((group) => group.goods > 0n || group.delivery > 0n)
    .sort((a, b) => Number(a.tax_bp - b.tax_bp))
    .map((group) => taxGroup(group, tax_mode));
  for (const line of lines) {
    if (line.kind === 'bundle') {
      line.tax = sumField(line.parts, 'tax');
      line.delivery_tax = sumField(line.parts, 'delivery_tax');
    }
    line.value = tax_mode === 'inclusive' ? line.net : line.net + line.tax;
  }
  return taxed;
}
