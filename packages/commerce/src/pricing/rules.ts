import { addDays, type LocalDate } from '../time/day.ts';
import type { DiscountSource, PriceStep, RejectionReason } from './priced.ts';
import type { Discount, PriceContext, PriceList, Reduction, Scope, Validity, Wholesale } from './types.ts';

/** Why a rule is not valid on a date; null when it is. */
export function findDateProblem(
  { active, start_date, end_date }: Validity,
  today: LocalDate,
): 'inactive' | 'not_yet' | 'over' | null {
  if (!active) return 'inactive';
  if (start_date !== null && today < start_date) return 'not_yet';
  return end_date !== null && today > end_date ? 'over' : null;
}

/** True when a rule names branches and this one is not among them. */
export const isForOtherBranch = (
  { branches_ids = [] }: { readonly branches_ids?: readonly number[] },
  branch_id: number,
): boolean => branches_ids.length > 0 && !branches_ids.includes(branch_id);

/** A discount rule for an item, checked as far as possible without price and quantity. */
export type DiscountCandidate = {
  readonly source: DiscountSource;
  /** Of equal prices the lower rank wins: wholesale, discount, multi-discount, then the lower id. */
  readonly rank: number;
  /** Set when the rule cannot win at any price; created once, because it is the same for every line. */
  readonly lost: PriceStep | null;
  /** The highest first; a discount has one tier from quantity 0 on. */
  readonly tiers: readonly (Reduction & { readonly min_quantity: bigint })[];
};

/** A price list for the customer and the branch, with its active rows. */
export type ListRules = {
  readonly id: number;
  readonly lost: RejectionReason | null;
  readonly items: ReadonlyMap<number, bigint>;
  readonly products: ReadonlyMap<number, bigint>;
};

/** The rules of a context, indexed by item. */
export type IndexedRules = {
  /** The customer's own lists before public ones, then the lower ord, then the higher id. */
  readonly lists: readonly ListRules[];
  readonly items: ReadonlyMap<number, readonly DiscountCandidate[]>;
  readonly products: ReadonlyMap<number, readonly DiscountCandidate[]>;
  readonly categories: ReadonlyMap<number, readonly DiscountCandidate[]>;
};

/** A step without an amount, for a rejected rule. */
export const createRejectedStep = (
  { kind, id }: { readonly kind: PriceStep['kind']; readonly id: number },
  code: RejectionReason,
  unit: bigint | null,
): PriceStep => ({ kind, code, id, amount: 0n, unit });

type LocalDay = { readonly date: LocalDate; readonly weekday: number };

/**
 * Returns the day on which the current part of the day began: today, or yesterday when it crosses midnight.
 * Rule: docs/rules/offers.md#parts-of-the-day
 * @returns null when the minute is outside of it
 */
function findSlotDay(
  [from, to]: readonly [from: number, to: number],
  { today, weekday, minute }: Pick<PriceContext, 'today' | 'weekday' | 'minute'>,
): LocalDay | null {
  const isOver = to <= minute;
  if (minute >= from) return from < to && isOver ? null : { date: today, weekday };
  return from > to && !isOver ? { date: addDays(today, -1), weekday: (weekday + 6) % 7 } : null;
}

function whyNotOn(
  discount: Discount,
  { date, weekday }: LocalDay,
  branch_id: number,
): RejectionReason | null {
  const late = findDateProblem(discount, date);
  if (late) return late;
  if (isForOtherBranch(discount, branch_id)) return 'branch';
  return discount.days.length > 0 && !discount.days.includes(weekday) ? 'weekday' : null;
}

function whyNotNow(discount: Discount, context: PriceContext): RejectionReason | null {
  const today = { date: context.today, weekday: context.weekday };
  if (discount.slots.length === 0) return whyNotOn(discount, today, context.branch_id);
  const days = discount.slots.flatMap((slot) => findSlotDay(context.slots[slot], context) ?? []);
  if (days.length === 0) return whyNotOn(discount, today, context.branch_id) ?? 'slot';
  const reasons = days.map((day) => whyNotOn(discount, day, context.branch_id));
  return reasons.includes(null) ? null : (reasons[0] ?? null);
}

const isMulti = ({ products, categorys_ids }: Scope): boolean =>
  categorys_ids.length > 0 || products.some(({ product_id }) => product_id !== products[0]?.product_id);

type Judged = { scope: Scope; candidate: Omit<DiscountCandidate, 'rank'> };

function judgeDiscount(discount: Discount, context: PriceContext): Judged {
  const source: DiscountSource = {
    kind: isMulti(discount) ? 'multi_discount' : 'discount',
    id: discount.id,
  };
  const why = whyNotNow(discount, context);
  const { discount_type, discount: value } = discount;
  const tiers = [{ discount_type, discount: value, min_quantity: 0n }];
  return {
    scope: discount,
    candidate: { source, lost: why && createRejectedStep(source, why, null), tiers },
  };
}

function judgeWholesale(offer: Wholesale, { today, branch_id }: PriceContext): Judged {
  const source: DiscountSource = { kind: 'wholesale', id: offer.id };
  const why = findDateProblem(offer, today) ?? (isForOtherBranch(offer, branch_id) ? 'branch' : null);
  const tiers = offer.tiers.toSorted((a, b) => Number(b.min_quantity - a.min_quantity));
  return { scope: offer, candidate: { source, lost: why && createRejectedStep(source, why, null), tiers } };
}

function addCandidate(map: Map<number, DiscountCandidate[]>, id: number, candidate: DiscountCandidate): void {
  const filed = map.get(id);
  if (!filed) map.set(id, [candidate]);
  else if (filed.at(-1) !== candidate) filed.push(candidate);
}

const ORDER: Readonly<Record<DiscountSource['kind'], number>> = {
  wholesale: 0,
  discount: 1,
  multi_discount: 2,
};

function fileCandidates(context: PriceContext): Omit<IndexedRules, 'lists'> {
  const scopedCandidates = [
    ...context.wholesales.map((offer) => judgeWholesale(offer, context)),
    ...context.discounts.map((discount) => judgeDiscount(discount, context)),
  ].toSorted(
    ({ candidate: { source: a } }, { candidate: { source: b } }) =>
      ORDER[a.kind] - ORDER[b.kind] || a.id - b.id,
  );
  const rules = {
    items: new Map<number, DiscountCandidate[]>(),
    products: new Map<number, DiscountCandidate[]>(),
    categories: new Map<number, DiscountCandidate[]>(),
  };
  for (const [rank, { scope, candidate }] of scopedCandidates.entries()) {
    const ranked = { ...candidate, rank };
    for (const { product_id, item_id } of scope.products) {
      if (item_id === null) addCandidate(rules.products, product_id, ranked);
      else addCandidate(rules.items, item_id, ranked);
    }
    for (const id of scope.categorys_ids) addCandidate(rules.categories, id, ranked);
  }
  return rules;
}

function openList(list: PriceList, today: LocalDate): ListRules {
  const items = new Map<number, bigint>();
  const products = new Map<number, bigint>();
  for (const { product_id, item_id, price, active } of list.items) {
    const [rows, id] = item_id === null ? [products, product_id] : [items, item_id];
    if (active && !rows.has(id)) rows.set(id, price);
  }
  return { id: list.id, lost: findDateProblem(list, today), items, products };
}

// lists of other customers and branches do not appear, not even as rejected, because they are confidential
function openLists({ price_lists, branch_id, phone, today }: PriceContext): ListRules[] {
  return price_lists
    .filter(({ branches_ids }) => branches_ids.includes(branch_id))
    .filter(({ phones }) => phones.length === 0 || (phone !== null && phones.includes(phone)))
    .toSorted(
      (a, b) => Number(a.phones.length === 0) - Number(b.phones.length === 0) || a.ord - b.ord || b.id - a.id,
    )
    .map((list) => openList(list, today));
}

const rulesByContext = new WeakMap<PriceContext, IndexedRules>();

/** Indexes the rules of a context by item, once per context. */
export function indexPriceRules(context: PriceContext): IndexedRules {
  const cached = rulesByContext.get(context);
  if (cached) return cached;
  const rules = { lists: openLists(context), ...fileCandidates(context) };
  rulesByContext.set(context, rules);
  return rules;
}

const NONE: readonly DiscountCandidate[] = [];

/** Merges two lists sorted by rank, without duplicates; returns one unchanged when the other is empty. */
function mergeCandidates(
  first: readonly DiscountCandidate[],
  second: readonly DiscountCandidate[] = NONE,
): readonly DiscountCandidate[] {
  if (second.length === 0) return first;
  if (first.length === 0) return second;
  const merged: DiscountCandidate[] = [];
  let at = 0;
  for (const candidate of first) {
    for (let next = second[at]; next && next.rank <= candidate.rank; next = second[at]) {
      if (next !== candidate) merged.push(next);
      at += 1;
    }
    merged.push(candidate);
  }
  for (; at < second.length; at += 1) merged.push(second[at] as DiscountCandidate);
  return merged;
}

/** The discount rules for an item by rank, each once. */
export function findDiscountCandidates(
  rules: IndexedRules,
  line: {
    readonly item_id: number;
    readonly product_id: number;
    readonly categorys_ids: readonly number[];
  },
): readonly DiscountCandidate[] {
  let matches = mergeCandidates(rules.items.get(line.item_id) ?? NONE, rules.products.get(line.product_id));
  if (rules.categories.size > 0)
    for (const id of line.categorys_ids) matches = mergeCandidates(matches, rules.categories.get(id));
  return matches;
}
