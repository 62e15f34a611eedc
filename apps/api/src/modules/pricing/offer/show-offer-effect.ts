import { type CartBundle, formatMinor, fromMinor, toMinor, toMinorRounded } from '@dukkan/commerce';
import { type api, type bundleEffect, fail } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { failField } from '../../../core/fail-field.ts';
import { computeRuleEffect, loadRulesForEffect, priceGoodsOnly } from '../effect/compute-effect.ts';
import {
  createPriceContextAt,
  type EffectContext,
  type EffectItem,
  loadEffectContext,
  loadEffectItems,
} from '../effect/load-effect-data.ts';
import { toReduction } from '../rule/read-price-rules.ts';
import { canSeeRule } from '../rule/rule-branches.ts';
import { NEW_RULE_ID, type RuleDraft } from '../rule/rule-draft.ts';
import { checkDateOrder, type RuleScope } from '../rule/rule-scope.ts';
import { getTiers, mergeOfferTerms, type OfferProduct, type OfferTerms } from './check-offer-terms.ts';

type Input = z.output<typeof api.offer.effect.input>;
type Bundle = z.output<typeof bundleEffect>;

const toRuleScope = ({ info, categorys_id }: Input): RuleScope => ({
  products: info.products ?? [],
  categorys_id: categorys_id ?? [],
});

/** Converts an offer for `price`, as if it were active; a coupon as if it were unused. */
function toRule(input: Input, terms: OfferTerms, scale: number): RuleDraft | null {
  const minor = (amount: number) => toMinorRounded(amount, scale);
  const products = (input.info.products ?? []).map(({ id, item_id }) => ({
    product_id: id,
    item_id: item_id ?? null,
  }));
  const common = {
    active: true,
    id: input.id ?? NEW_RULE_ID,
    start_date: terms.start_date,
    end_date: terms.end_date,
    branches_ids: input.info.branches_ids ?? [],
    products,
    categorys_ids: input.categorys_id ?? [],
  };
  if (terms.type === 'wholesale') {
    const tiers = getTiers(terms).map(({ min_quantity, discount, discount_type }) => ({
      ...toReduction(minor, discount_type, discount),
      min_quantity: toMinor(min_quantity, 3),
    }));
    return { kind: 'wholesale', rule: { ...common, tiers } };
  }
  const { discount, discount_type } = terms;
  if (terms.type !== 'coupon' || discount === null || discount_type === null) return null;
  const money = (amount: number | null) => (amount === null ? null : minor(amount));
  const rule = {
    ...common,
    ...toReduction(minor, discount_type, discount),
    min_order: money(terms.min_order),
    max_discount: money(terms.max_discount),
    usage_limit: null,
    per_customer_limit: null,
    uses: 0,
    customer_uses: null,
  };
  return { kind: 'coupon', rule };
}

/** Refuses a rule with missing values, with the specification's text for the reduction. */
function checkFilled(terms: OfferTerms): void {
  if (terms.type === 'bundle') {
    if (terms.bundle_price === null) failField('info.bundle_price', 'required');
  } else if (terms.type === 'wholesale') {
    if (getTiers(terms).length === 0) failField('info.tiers', 'discount_required');
  } else if (terms.discount === null) failField('info.discount', 'discount_required');
  else if (terms.discount_type === null) failField('info.discount_type', 'required');
}

/** Prices one bundle with its parts at the branch's prices. */
function bundleLine(
  input: Input,
  terms: OfferTerms,
  parts: readonly { part: OfferProduct; item: EffectItem }[],
  { scale }: EffectContext,
): CartBundle {
  return {
    key: 'bundle',
    kind: 'bundle',
    offer_id: input.id ?? NEW_RULE_ID,
    quantity: 1_000n,
    bundle_price: toMinorRounded(terms.bundle_price ?? 0, scale),
    drink_share_bp: null,
    categorys_ids: [],
    parts: parts.map(({ part, item }) => ({
      product_id: item.product_id,
      item_id: item.item_id,
      quantity: toMinor(part.quantity ?? 1, 3),
      base: toMinorRounded(item.price, scale),
      tax_bp: toMinor(item.tax ?? 0, 2),
      drink: false,
    })),
  };
}

/** Returns the parts of a bundle, its savings, and how many bundles the branch can make; null without parts. */
async function computeBundleEffect(
  ctx: Ctx,
  input: Input,
  terms: OfferTerms,
  moment: EffectContext,
): Promise<Bundle | null> {
  const named = input.info.products ?? [];
  const items = await loadEffectItems(
    ctx,
    named.flatMap(({ item_id }) => item_id ?? []),
    moment.branch_id,
  );
  const parts = named.flatMap((part) => {
    const item = items.find(({ item_id }) => item_id === part.item_id);
    return item ? [{ part, item }] : [];
  });
  if (parts.length === 0) return null;
  const stored = await loadRulesForEffect(ctx, moment, items);
  const context = createPriceContextAt(moment, moment, stored);
  const line = priceGoodsOnly([bundleLine(input, terms, parts, moment)], context).lines[0];
  if (!line) return null;
  const money = (amount: bigint) => fromMinor(amount, moment.scale);
  const made = parts.map(({ part, item }) => Math.floor(Math.max(item.available, 0) / (part.quantity ?? 1)));
  const available = Math.min(...made);
  const least = parts[made.indexOf(available)]?.item;
  const costs = parts.map(({ part, item }) =>
    item.cost === null ? null : item.cost * Number(part.quantity ?? 1),
  );
  // the line's own list price is never below the bundle's price
  const total = line.steps.find(({ kind }) => kind === 'base')?.unit ?? line.unit_list;
  const cost = costs.includes(null) ? null : costs.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return {
    parts: line.parts.map((part, at) => ({
      product_id: part.product_id,
      item_id: part.item_id,
      title: parts[at]?.item.title ?? '',
      barcode: parts[at]?.item.barcode ?? null,
      quantity: Number(formatMinor(part.quantity, 3)),
      list: money(part.unit_list),
      share: money(part.share),
    })),
    total: money(total),
    price: money(line.unit_price),
    saving: money(total - line.unit_price),
    available,
    limited_by: least ? { product_id: least.product_id, title: least.title } : null,
    cost,
    below_cost: cost === null ? null : isBundleBelowCost(line.parts, cost, moment, context),
  };
}

/** True when the net price of the whole bundle is below the cost of its parts. */
function isBundleBelowCost(
  parts: readonly { readonly gross: bigint; readonly tax: bigint }[],
  cost: number,
  { scale }: EffectContext,
  context: ReturnType<typeof createPriceContextAt>,
): boolean {
  const isInclusive = context.settings.tax_mode === 'inclusive';
  const net = parts.reduce((sum, { gross, tax }) => sum + gross - (isInclusive ? tax : 0n), 0n);
  return fromMinor(net, scale) < cost;
}

/** Returns the stored type of an offer that is being changed. @throws record.missing */
async function getStoredType(ctx: Ctx, id: number): Promise<OfferTerms['type']> {
  const offer = await ctx.db.offer.findFirst({ where: { id, deleted_at: null }, select: { type: true } });
  return (offer ?? fail('record.missing')).type as OfferTerms['type'];
}

/**
 * Computes how an offer, stored or not, would change the prices of its items or bundle if it were active.
 * @throws request.invalid, record.missing, branch.forbidden, reference.missing
 * Source: docs/rules/offers.md#effect
 */
export async function showOfferEffect(ctx: Ctx, input: Input) {
  if (input.id !== undefined && !(await canSeeRule(ctx, 'offer', input.id))) fail('record.missing');
  const type = input.info.type ?? (input.id === undefined ? undefined : await getStoredType(ctx, input.id));
  const terms = mergeOfferTerms(null, { ...input.info, type });
  checkDateOrder(terms, 'info.');
  checkFilled(terms);
  const answer = await computeRuleEffect(ctx, input, toRuleScope(input), ({ scale }) =>
    toRule(input, terms, scale),
  );
  const bundle =
    terms.type === 'bundle'
      ? await computeBundleEffect(ctx, input, terms, await loadEffectContext(ctx, input))
      : null;
  return { ...answer, bundle };
}
