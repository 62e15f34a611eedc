import {
  addDays,
  type Cart,
  type CartProduct,
  type Coupon,
  formatMinor,
  fromMinor,
  type PriceContext,
  type PricedLine,
  priceCart,
  toMinor,
  toMinorRounded,
} from '@dukkan/commerce';
import { EFFECT_WEEKS, formatRule, type priceEffect } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { type PriceRules, readPriceRules } from '../rule/read-price-rules.ts';
import type { RuleDraft } from '../rule/rule-draft.ts';
import type { RuleScope } from '../rule/rule-scope.ts';
import { listMomentsToTry } from './list-effect-moments.ts';
import {
  createPriceContextAt,
  type EffectContext,
  type EffectItem,
  loadEffectContext,
  loadItemsInScope,
  loadPriceRuleTitles,
} from './load-effect-data.ts';

type Effect = z.output<typeof priceEffect>;
type ItemView = Effect['items'][number];

type RuleSet = Pick<PriceRules, 'price_lists' | 'discounts' | 'wholesales'>;

/** Returns the stored rules with the draft in place of its stored version. */
function withDraft(stored: RuleSet, draft: RuleDraft): RuleSet {
  const others = withoutDraft(stored, draft);
  if (draft.kind === 'discount') return { ...others, discounts: [...others.discounts, draft.rule] };
  if (draft.kind === 'wholesale') return { ...others, wholesales: [...others.wholesales, draft.rule] };
  return others;
}

/** Returns the stored rules without the one being edited. */
const withoutDraft = (stored: RuleSet, { kind, rule }: RuleDraft): RuleSet => ({
  price_lists: stored.price_lists,
  discounts: kind === 'discount' ? stored.discounts.filter(({ id }) => id !== rule.id) : stored.discounts,
  wholesales: kind === 'wholesale' ? stored.wholesales.filter(({ id }) => id !== rule.id) : stored.wholesales,
});

export const toCartLine = (item: EffectItem, quantity: bigint, scale: number): CartProduct => ({
  key: `${item.item_id}`,
  kind: 'product',
  product_id: item.product_id,
  item_id: item.item_id,
  quantity,
  base: toMinorRounded(item.price, scale),
  weighted: false,
  tax_bp: toMinor(item.tax ?? 0, 2),
  categorys_ids: item.categorys_ids,
  extras: [],
});

const createCart = (lines: Cart['lines'], coupon: Coupon | null = null): Cart => ({
  lines,
  coupon,
  manual: null,
  type: 'take_away',
  pos: false,
  delivery_method: null,
  zone: null,
  payments: [],
});

/** Prices a cart of goods without delivery or payment. */
export const priceGoodsOnly = (lines: Cart['lines'], context: PriceContext, coupon: Coupon | null = null) =>
  priceCart(createCart(lines, coupon), context);

const ONE = 1_000n;

/** Returns the quantities to show a rule for: the first of each wholesale tier, or one unit. */
const listShownQuantities = (draft: RuleDraft): bigint[] =>
  draft.kind === 'wholesale'
    ? draft.rule.tiers.map(({ min_quantity }) => min_quantity).toSorted((a, b) => Number(a - b))
    : [ONE];

/** Finds the draft's step in a priced line; a discount's step may be of either discount kind. */
const draftStep = ({ steps }: PricedLine, { kind, rule }: RuleDraft) =>
  steps.find(
    (step) =>
      step.id === rule.id &&
      (kind === 'wholesale' ? step.kind === 'wholesale' : /^(multi_)?discount$/.test(step.kind)),
  );

type Fate = { readonly wins: boolean; readonly isOutOfBounds: boolean; readonly line: PricedLine };

/** Evaluates the draft at other moments, for the lines that it does not price now. */
function evaluateDraftAt(
  lines: readonly CartProduct[],
  draft: RuleDraft,
  moment: EffectContext,
  rules: RuleSet,
): Map<string, Fate> {
  const fates = new Map<string, Fate>();
  const context = createPriceContextAt(moment, moment, rules);
  let open = [...lines];
  for (const cell of listMomentsToTry(context, draft)) {
    if (open.length === 0) break;
    for (const line of priceGoodsOnly(open, createPriceContextAt(moment, cell, rules)).lines) {
      const code = draftStep(line, draft)?.code;
      if (code === undefined || ['inactive', 'not_yet', 'over', 'branch', 'weekday', 'slot'].includes(code))
        continue;
      const wins = code === 'applied';
      const isOutOfBounds = code === 'too_low' || code === 'too_high';
      const before = fates.get(line.key);
      // a price within bounds at any moment counts as beaten, not as out of bounds
      if (wins || !before || (before.isOutOfBounds && !isOutOfBounds))
        fates.set(line.key, { wins, isOutOfBounds, line });
    }
    open = open.filter(({ key }) => !fates.get(key)?.wins);
  }
  return fates;
}

type Winner = NonNullable<ItemView['winner']>;
type Unnamed = Omit<ItemView, 'winner'> & { readonly winner: Omit<Winner, 'title'> | null };

/** True when the net unit price is below the cost; null when the cost is unknown. */
export function isBelowCost(
  amount: bigint,
  item: Pick<EffectItem, 'cost' | 'tax'>,
  context: PriceContext,
  scale: number,
): boolean | null {
  if (item.cost === null) return null;
  const bp = toMinor(item.tax ?? 0, 2);
  const tax = context.settings.tax_mode === 'inclusive' ? (amount * bp) / (10_000n + bp) : 0n;
  return fromMinor(amount - tax, scale) < item.cost;
}

const MESSAGES = { too_low: 'discount_low', too_high: 'discount_high' } as const;
const isBound = (code: string): code is keyof typeof MESSAGES => Object.hasOwn(MESSAGES, code);

function itemView(
  ctx: Ctx,
  item: EffectItem,
  [before, after]: readonly [PricedLine, PricedLine],
  draft: RuleDraft,
  fate: Fate | undefined,
  { context, scale }: { readonly context: PriceContext; readonly scale: number },
): Unnamed {
  const code = draftStep(after, draft)?.code ?? null;
  const wins = code === 'applied';
  const bounds = code !== null && isBound(code) ? code : null;
  // if the rule does not apply now, the first moment that it does decides whether it is out of bounds
  const later = fate && !fate.wins ? (draftStep(fate.line, draft)?.code ?? null) : null;
  const out = bounds ?? (fate?.isOutOfBounds && later !== null && isBound(later) ? later : null);
  const verdict = wins ? 'now' : fate?.wins ? 'other_times' : out !== null ? 'out_of_bounds' : 'never';
  const shown = verdict === 'never' && fate ? fate.line : after;
  const source = wins ? null : shown.discount_source;
  const isOwn =
    source?.id === draft.rule.id && (source.kind === 'wholesale') === (draft.kind === 'wholesale');
  return {
    product_id: item.product_id,
    item_id: item.item_id,
    title: item.title,
    barcode: item.barcode,
    quantity: Number(formatMinor(after.quantity, 3)),
    list: fromMinor(after.unit_list, scale),
    before: fromMinor(before.unit_price, scale),
    after: fromMinor(after.unit_price, scale),
    verdict,
    reason: wins ? null : verdict === 'never' ? (later ?? code) : code,
    message: out === null ? null : formatRule(MESSAGES[out], ctx.locale),
    winner: source && !isOwn ? source : null,
    cost: item.cost,
    below_cost: isBelowCost(after.unit_price, item, context, scale),
  };
}

/** Builds one row for each quantity of each item, with prices with and without the draft. */
function productRows(
  ctx: Ctx,
  items: readonly EffectItem[],
  draft: RuleDraft,
  moment: EffectContext,
  stored: RuleSet,
): Unnamed[] {
  const { scale } = moment;
  const rules = withDraft(stored, draft);
  const context = createPriceContextAt(moment, moment, rules);
  const without = createPriceContextAt(moment, moment, withoutDraft(stored, draft));
  const rows = listShownQuantities(draft).map((quantity) => {
    const lines = items.map((item) => toCartLine(item, quantity, scale));
    const before = priceGoodsOnly(lines, without).lines;
    const after = priceGoodsOnly(lines, context).lines;
    const open = lines.filter((_, at) => {
      const line = after[at];
      return line !== undefined && draftStep(line, draft)?.code !== 'applied';
    });
    const fates = evaluateDraftAt(open, draft, moment, rules);
    return items.map((item, at) =>
      itemView(
        ctx,
        item,
        [before[at], after[at]] as [PricedLine, PricedLine],
        draft,
        fates.get(`${item.item_id}`),
        {
          context,
          scale,
        },
      ),
    );
  });
  // group all quantities of an item together
  return items.flatMap((_, at) => rows.flatMap((row) => row[at] ?? []));
}

/** Returns the number of whole units of an item that reach a coupon's minimum order. */
function unitsFor(unit: bigint, { min_order }: Coupon): bigint {
  if (min_order === null || unit <= 0n || min_order <= unit) return ONE;
  return ((min_order + unit - 1n) / unit) * ONE;
}

/** Prices a cart of each item alone, just large enough for the coupon, without counting a use. */
function couponRows(
  items: readonly EffectItem[],
  coupon: Coupon,
  moment: EffectContext,
  stored: RuleSet,
): Unnamed[] {
  const { scale } = moment;
  const context = createPriceContextAt(moment, moment, stored);
  return items.map((item) => {
    const [unit] = priceGoodsOnly([toCartLine(item, ONE, scale)], context).lines;
    // a wholesale price may lower the unit price, so that more units are needed
    const first = unitsFor(unit?.unit_price ?? 0n, coupon);
    const [bulk] = priceGoodsOnly([toCartLine(item, first, scale)], context).lines;
    const quantity = unitsFor(bulk?.unit_price ?? 0n, coupon);
    const { lines, problems } = priceGoodsOnly([toCartLine(item, quantity, scale)], context, coupon);
    const line = lines[0] as PricedLine;
    const refused = problems.find(({ code }) => code.startsWith('coupon.'))?.code ?? null;
    const each = line.quantity === 0n ? 0n : (line.net * ONE) / line.quantity;
    return {
      product_id: item.product_id,
      item_id: item.item_id,
      title: item.title,
      barcode: item.barcode,
      quantity: Number(formatMinor(line.quantity, 3)),
      list: fromMinor(line.unit_list, scale),
      before: fromMinor(line.gross, scale),
      after: fromMinor(line.net, scale),
      verdict: refused === null ? 'now' : refused === 'coupon.not_yet' ? 'other_times' : 'never',
      reason: refused,
      message: null,
      winner: null,
      cost: item.cost,
      below_cost: isBelowCost(each, item, context, scale),
    };
  });
}

/** Returns the last day to evaluate: some weeks after the draft's start or the chosen day. */
function getLastEvaluatedDay({ date }: EffectContext, draft: RuleDraft | null): string {
  const start = draft?.rule.start_date ?? date;
  return addDays(start > date ? start : date, EFFECT_WEEKS * 7);
}

/** Loads the rules that can affect these items while the draft is evaluated. */
export const loadRulesForEffect = (
  ctx: Ctx,
  { branch_id, date, settings }: EffectContext,
  items: readonly EffectItem[],
  last: string = date,
) =>
  readPriceRules(ctx, settings.Currency, {
    branch_id,
    items,
    kinds: { price_lists: true, discounts: true, wholesales: true },
    phone: null,
    days: [date, last],
  });

/**
 * True when a rule sets the price of any of its items in a branch at any time of the coming weeks, counted from today
 * or from the rule's start.
 */
export async function ruleSetsAnyPrice(
  ctx: Ctx,
  branch_id: number,
  scope: RuleScope,
  toDraft: (moment: EffectContext) => RuleDraft,
): Promise<boolean> {
  const moment = await loadEffectContext(ctx, { branch_id });
  const draft = toDraft(moment);
  const { items } = await loadItemsInScope(ctx, scope, branch_id, false);
  if (items.length === 0) return false;
  const rules = withDraft(
    await loadRulesForEffect(ctx, moment, items, getLastEvaluatedDay(moment, draft)),
    draft,
  );
  const lines = listShownQuantities(draft).flatMap((quantity) =>
    items.map((item) => toCartLine(item, quantity, moment.scale)),
  );
  return [...evaluateDraftAt(lines, draft, moment, rules).values()].some(({ wins }) => wins);
}

const formatMinuteOfDay = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/**
 * Computes how a rule would change the prices of its items, in a branch at a local time, with the engine that prices
 * orders. Stores nothing.
 * @returns amounts in the shop's currency; at most EFFECT_ITEMS_MAX items, and the number of the others
 * @throws branch.forbidden, reference.missing
 * Source: docs/rules/offers.md#effect
 */
export async function computeRuleEffect(
  ctx: Ctx,
  input: {
    readonly branch_id: number;
    readonly date?: string | undefined;
    readonly time?: string | undefined;
  },
  scope: RuleScope,
  toDraft: (moment: EffectContext) => RuleDraft | null,
): Promise<Effect> {
  const moment = await loadEffectContext(ctx, input);
  const draft = toDraft(moment);
  const found = draft
    ? await loadItemsInScope(ctx, scope, moment.branch_id, draft.kind === 'coupon')
    : { items: [], count: 0 };
  const { items, count } = found;
  const stored = await loadRulesForEffect(ctx, moment, items, getLastEvaluatedDay(moment, draft));
  const rows =
    draft === null
      ? []
      : draft.kind === 'coupon'
        ? couponRows(items, draft.rule, moment, stored)
        : productRows(ctx, items, draft, moment, stored);
  const titles = await loadPriceRuleTitles(
    ctx,
    rows.flatMap(({ winner }) => (winner ? [winner] : [])),
  );
  return {
    currency: moment.settings.Currency,
    branch_id: moment.branch_id,
    date: moment.date,
    time: formatMinuteOfDay(moment.minute),
    items: rows.map((row) => ({
      ...row,
      winner: row.winner && { ...row.winner, title: titles(row.winner.kind, row.winner.id) },
    })),
    items_count: count,
    left_out: count - items.length,
  };
}
