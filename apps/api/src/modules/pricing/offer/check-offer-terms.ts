import { type api, BUNDLE_PRODUCTS_MAX, type OfferType } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { failField } from '../../../core/fail-field.ts';
import { checkCurrencyScale } from '../../setting/index.ts';
import { checkDateOrder, checkReductionBounds, type RuleScope } from '../rule/rule-scope.ts';

type Show = z.output<typeof api.offer.show.output>;
export type OfferInfoInput = NonNullable<z.output<typeof api.offer.save.input>['info']>;
export type OfferProduct = {
  readonly id: number;
  readonly item_id?: number | null | undefined;
  readonly quantity?: number | null | undefined;
};

/** The terms of an offer, without its products and branches. */
export type OfferTerms = Omit<Show['info'], 'products' | 'branches_ids'>;

/** The fields of each type of offer; all others stay empty. */
const FIELDS: Readonly<Record<OfferType, readonly (keyof OfferTerms)[]>> = {
  wholesale: ['discount', 'discount_type', 'quantity', 'tiers'],
  bundle: ['bundle_price', 'drink_share'],
  coupon: [
    'discount',
    'discount_type',
    'code',
    'min_order',
    'max_discount',
    'usage_limit',
    'per_customer_limit',
  ],
};
const ALWAYS: readonly (keyof OfferTerms)[] = ['type', 'start_date', 'end_date'];

const NOTHING: Omit<OfferTerms, 'type'> = {
  discount: null,
  discount_type: null,
  quantity: null,
  tiers: [],
  bundle_price: null,
  drink_share: null,
  code: null,
  min_order: null,
  max_discount: null,
  usage_limit: null,
  per_customer_limit: null,
  start_date: null,
  end_date: null,
};

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/**
 * Merges given terms over the stored ones: absent fields keep their value, null clears them. The type
 * cannot change.
 */
export function mergeOfferTerms(before: OfferTerms | null, input: OfferInfoInput): OfferTerms {
  const { products, branches_ids, tiers: typed, type: typeInput, ...rest } = input;
  const tiers = typed?.map((tier, index) => ({
    ...tier,
    discount: tier.discount ?? failField(`info.tiers.${index}.discount`, 'discount_required'),
  }));
  const type = before?.type ?? typeInput ?? failField('info.type', 'required');
  if (typeInput !== undefined && typeInput !== type) failField('info.type', 'one_of', { values: [type] });
  const said = Object.entries({ ...rest, ...(typed === undefined ? {} : { tiers: tiers ?? [] }) });
  const known = said.filter(([, value]) => value !== undefined);
  const allowed: readonly string[] = [...ALWAYS, ...FIELDS[type]];
  const foreign = known.find(([field, value]) => !allowed.includes(field) && !isEmpty(value));
  if (foreign) failField(`info.${foreign[0]}`, 'unknown_field');
  const merged: OfferTerms = { ...NOTHING, ...before, ...Object.fromEntries(known), type };
  if (type !== 'wholesale') return merged;
  // tiers replace a single discount, and the other way round
  if (!isEmpty(tiers) && isEmpty(rest.discount))
    return { ...merged, discount: null, discount_type: null, quantity: null };
  if (typed === undefined && !isEmpty(rest.discount)) return { ...merged, tiers: [] };
  return merged;
}

const requireInfo = <T>(value: T | null, field: string): T => value ?? failField(`info.${field}`, 'required');

/** Returns the tiers of a wholesale offer in either form, smallest quantity first. */
export function getTiers({ tiers, discount, discount_type, quantity }: OfferTerms): OfferTerms['tiers'] {
  return tiers.length > 0 || discount === null || discount_type === null || quantity === null
    ? tiers
    : [{ min_quantity: quantity, discount, discount_type }];
}

async function checkWholesale(ctx: Ctx, terms: OfferTerms, scope: RuleScope): Promise<void> {
  const isPlain = terms.tiers.length === 0;
  if (isPlain) {
    if (terms.discount === null) failField('info.discount', 'discount_required');
    requireInfo(terms.discount_type, 'discount_type');
    requireInfo(terms.quantity, 'quantity');
  } else if (terms.discount !== null) failField('info.discount', 'unknown_field');
  const at = (index: number, field: 'min_quantity' | 'discount'): string =>
    isPlain ? `info.${field === 'discount' ? field : 'quantity'}` : `info.tiers.${index}.${field}`;
  const tiers = getTiers(terms);
  for (const [index, { min_quantity, discount, discount_type }] of tiers.entries()) {
    if (min_quantity < 2) failField(at(index, 'min_quantity'), 'min_value', { min: 2 });
    const below = tiers[index - 1]?.min_quantity;
    if (below !== undefined && min_quantity <= below)
      failField(at(index, 'min_quantity'), 'above', { min: below });
    // a higher tier must not have a higher unit price
    const before = tiers[index - 1];
    if (before && before.discount_type === discount_type && discount <= before.discount)
      failField(at(index, 'discount'), 'above', { min: before.discount });
  }
  if (scope.products.length + scope.categorys_id.length === 0) failField('info.products', 'required');
  const reductions = tiers.map(({ discount, discount_type }, index) => ({
    type: discount_type,
    value: discount,
    field: at(index, 'discount'),
  }));
  await checkReductionBounds(ctx, reductions, scope);
}

function checkBundle(terms: OfferTerms, parts: readonly OfferProduct[]): void {
  const price = requireInfo(terms.bundle_price, 'bundle_price');
  if (price <= 0) failField('info.bundle_price', 'above', { min: 0 });
  if (parts.length === 0) failField('info.products', 'required');
  if (parts.length > BUNDLE_PRODUCTS_MAX)
    failField('info.products', 'max_items', { max: BUNDLE_PRODUCTS_MAX });
  const without = parts.findIndex(({ item_id }) => item_id == null);
  if (without >= 0) failField(`info.products.${without}.item_id`, 'required');
  const [only] = parts;
  // a bundle of one unit of one item is just another price, which is a discount
  if (parts.length === 1 && (only?.quantity ?? 1) <= 1) failField('info.products', 'min_items', { min: 2 });
}

async function checkCoupon(ctx: Ctx, terms: OfferTerms, uses: number): Promise<void> {
  requireInfo(terms.code, 'code');
  if (terms.discount === null) failField('info.discount', 'discount_required');
  const type = requireInfo(terms.discount_type, 'discount_type');
  // a coupon applies to the cart's total, so a fixed amount has no price to be compared with
  await checkReductionBounds(ctx, [{ type, value: terms.discount, field: 'info.discount' }], null);
  if (terms.max_discount !== null && (type === 'fixed' || terms.max_discount === 0))
    failField('info.max_discount', type === 'fixed' ? 'unknown_field' : 'above', { min: 0 });
  if (terms.usage_limit !== null && terms.usage_limit < uses)
    failField('info.usage_limit', 'min_value', { min: uses });
}

/**
 * Checks that the terms of an offer are consistent for its type.
 * @param uses the number of orders that already use the coupon
 * @throws request.invalid on the field of `info`
 */
export async function checkOfferTerms(
  ctx: Ctx,
  terms: OfferTerms,
  scope: { readonly products: readonly OfferProduct[]; readonly categorys_id: readonly number[] },
  uses: number,
): Promise<void> {
  checkDateOrder(terms, 'info.');
  await checkCurrencyScale(ctx, {
    'info.bundle_price': terms.bundle_price,
    'info.min_order': terms.min_order,
    'info.max_discount': terms.max_discount,
  });
  if (terms.type === 'wholesale') await checkWholesale(ctx, terms, scope);
  else if (terms.type === 'bundle') checkBundle(terms, scope.products);
  else await checkCoupon(ctx, terms, uses);
}
