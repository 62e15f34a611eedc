import {
  addAncestorCategories,
  type Cart,
  type CartLine,
  type ChosenPayment,
  type Coupon,
  getMinuteOfDayIn,
  isSoldByWeight,
  markDrinks,
  type PriceContext,
  type PricedCart,
  type PriceList,
  priceCart,
  toDayOfWeek,
  toLocalDate,
  toMinor,
  toMinorRounded,
} from '@dukkan/commerce';
import type { PackIndex } from '../pack/pack-index.ts';
import type { PackBundle, PackItem, PackMethod, PackPrices, PackShop } from '../pack/pack-shape.ts';
import type { SaleDraft, SaleDraftLine } from './draft.ts';

/** A part of a payment: the method, what it covers in minor units (null: the rest), and what the customer gave. */
export type SalePart = {
  readonly payment_id: number;
  readonly amount: bigint | null;
  readonly tendered: bigint | null;
  readonly ref_number: string | null;
};

/** What prices depend on besides the cart, prepared once for each pack and not for each key. */
export type TillRules = {
  readonly shop: PackShop;
  readonly context: Omit<PriceContext, 'today' | 'weekday' | 'minute' | 'phone' | 'price_lists'>;
  readonly lists: readonly (PriceList & { readonly hashes: readonly string[] | null })[];
  /** The categories above each category, itself included. */
  readonly chains: ReadonlyMap<number, readonly number[]>;
};

const bp = (percent: number): bigint => toMinor(percent, 2);

/** Returns each category with all above it. */
export function listCategoryChains(
  categories: readonly { readonly id: number; readonly parent_id: number | null }[],
): Map<number, readonly number[]> {
  const parents = new Map(categories.map(({ id, parent_id }) => [id, parent_id]));
  return new Map(categories.map(({ id }) => [id, addAncestorCategories(parents, [id])]));
}

const validity = ({ start_date, end_date }: { start_date: string | null; end_date: string | null }) => ({
  active: true,
  start_date,
  end_date,
});

const targetsOf = (targets: readonly (readonly [number, number | null])[]) =>
  targets.map(([product_id, item_id]) => ({ product_id, item_id }));

/** Converts the shop's part of the pack and the prices of its lists for `priceCart`. */
export function toTillRules(shop: PackShop, prices: ReadonlyMap<number, PackPrices>): TillRules {
  const { branch, settings } = shop;
  const { scale } = settings;
  const reduction = (one: { discount_type: 'fixed' | 'percent'; discount: number }) => ({
    discount_type: one.discount_type,
    discount: one.discount_type === 'percent' ? bp(one.discount) : toMinorRounded(one.discount, scale),
  });
  const slot = (name: 'midday' | 'afternoon' | 'evening') => settings.slots[name] ?? ([0, 0] as const);
  return {
    shop,
    chains: listCategoryChains(shop.categories),
    lists: shop.price_lists.map((list) => ({
      id: list.id,
      ord: list.ord,
      ...validity(list),
      phones: [],
      hashes: list.phones,
      branches_ids: [branch.id],
      items: (prices.get(list.id)?.prices ?? []).map(([product_id, item_id, price]) => ({
        product_id,
        item_id,
        price: toMinorRounded(price, scale),
        active: true,
      })),
    })),
    context: {
      currency: settings.Currency,
      branch_id: branch.id,
      slots: { midday: slot('midday'), afternoon: slot('afternoon'), evening: slot('evening') },
      source: 'dashboard',
      discounts: shop.discounts.map((one) => ({
        id: one.id,
        ...validity(one),
        ...reduction(one),
        branches_ids: [],
        days: one.days,
        slots: one.slots,
        products: targetsOf(one.products),
        categorys_ids: one.categorys_ids,
      })),
      wholesales: shop.wholesales.map((one) => ({
        id: one.id,
        ...validity(one),
        products: targetsOf(one.products),
        categorys_ids: one.categorys_ids,
        tiers: one.tiers.map((tier) => ({ ...reduction(tier), min_quantity: toMinor(tier.min_quantity, 3) })),
      })),
      settings: {
        tax_mode: branch.tax_mode,
        tax_bp: bp(branch.tax),
        minimum_order: toMinorRounded(settings.minimum_order, scale),
        minimum_products: settings.minimum_products,
        fixed_custom_shipping_price: null,
        free_after_amount: null,
        cash_rounding: BigInt(settings.cash_rounding),
      },
    },
  };
}

/** The customer of a sale for its price lists: the number, and the same as the pack's lists know it. */
export type PricedFor = { readonly phone: string; readonly hash: string } | null;

/** Contexts by their moment, because the index of the rules is kept as long as the context is the same object. */
const contexts = new WeakMap<TillRules, { key: string; context: PriceContext }>();

function toContext(rules: TillRules, now: Date, customer: PricedFor): PriceContext {
  const zone = rules.shop.branch.timezone;
  const minute = getMinuteOfDayIn(now, zone);
  const today = toLocalDate(now, zone);
  const key = `${today} ${minute} ${customer?.phone ?? ''}`;
  const cached = contexts.get(rules);
  if (cached?.key === key) return cached.context;
  const lists = rules.lists.flatMap(({ hashes, ...list }): PriceList[] => {
    if (hashes === null) return [list];
    return customer && hashes.includes(customer.hash) ? [{ ...list, phones: [customer.phone] }] : [];
  });
  const context: PriceContext = {
    ...rules.context,
    today,
    weekday: toDayOfWeek(today),
    minute,
    phone: customer?.phone ?? null,
    price_lists: lists,
  };
  contexts.set(rules, { key, context });
  return context;
}

const chainOf = (rules: TillRules, ids: readonly number[]): number[] => [
  ...new Set(ids.flatMap((id) => rules.chains.get(id) ?? [id])),
];

function toProductLine(rules: TillRules, line: SaleDraftLine, item: PackItem): CartLine {
  const { scale } = rules.shop.settings;
  const extras = rules.shop.extras.filter(({ id }) => line.extras_ids.includes(id));
  return {
    key: line.key,
    kind: 'product',
    product_id: item.product_id,
    item_id: item.item_id,
    quantity: BigInt(line.quantity),
    base: toMinorRounded(item.price, scale),
    weighted: isSoldByWeight(toMinor(item.stepper, 3)),
    tax_bp: bp(item.tax ?? rules.shop.branch.tax),
    categorys_ids: chainOf(rules, item.categorys_ids),
    extras: extras.map(({ id, price }) => ({ extra_id: id, price: toMinorRounded(price, scale) })),
  };
}

function toBundleLine(rules: TillRules, line: SaleDraftLine, bundle: PackBundle, pack: PackIndex): CartLine {
  const { scale } = rules.shop.settings;
  const parts = bundle.parts.flatMap(({ item_id, quantity }) => {
    const item = pack.item(item_id);
    if (!item) return [];
    return [
      {
        product_id: item.product_id,
        item_id,
        quantity: toMinor(quantity, 3),
        base: toMinorRounded(item.price, scale),
        tax_bp: bp(item.tax ?? rules.shop.branch.tax),
      },
    ];
  });
  return {
    key: line.key,
    kind: 'bundle',
    offer_id: bundle.id,
    quantity: BigInt(line.quantity),
    bundle_price: toMinorRounded(bundle.bundle_price, scale),
    drink_share_bp: bundle.drink_share === null ? null : bp(bundle.drink_share),
    categorys_ids: chainOf(rules, bundle.categorys_ids),
    parts: markDrinks(parts),
  };
}

/** Returns whether a bundle can be sold here: every part is in the pack. */
export const isBundleSold = (bundle: PackBundle, pack: PackIndex): boolean =>
  bundle.parts.length > 0 && bundle.parts.every(({ item_id }) => pack.item(item_id) !== undefined);

/** The lines of a draft as `priceCart` wants them; what the pack no longer sells is left out. */
function toCartLines(rules: TillRules, pack: PackIndex, lines: readonly SaleDraftLine[]): CartLine[] {
  return lines.flatMap((line): CartLine[] => {
    if (line.item_id !== null) {
      const item = pack.item(line.item_id);
      return item ? [toProductLine(rules, line, item)] : [];
    }
    const bundle = rules.shop.bundles.find(({ id }) => id === line.offer_id);
    return bundle && isBundleSold(bundle, pack) ? [toBundleLine(rules, line, bundle, pack)] : [];
  });
}

const toChosenPayment = (method: PackMethod, amount: bigint | null, scale: number): ChosenPayment => ({
  payment_id: method.id,
  type: method.type,
  amount,
  active: true,
  in_branch: method.in_branch,
  delivery_ids: [],
  min_transaction: method.min_transaction === null ? null : toMinorRounded(method.min_transaction, scale),
  max_transaction: method.max_transaction === null ? null : toMinorRounded(method.max_transaction, scale),
  margin_bp: bp(method.margin),
  combinable: method.combinable,
  charge_customer: method.charge_customer,
});

/** The coupon as the server applied it: its amount on exactly these lines. */
function toCoupon(rules: TillRules, { coupon, lines }: SaleDraft): Coupon | null {
  if (!coupon || coupon.amount === 0) return null;
  const items = lines.filter(({ key, item_id }) => item_id !== null && coupon.lines.includes(key));
  return {
    id: coupon.id,
    ...validity({ start_date: null, end_date: null }),
    discount_type: 'fixed',
    discount: BigInt(coupon.amount),
    products: items.map(({ item_id }) => ({ product_id: 0, item_id })),
    categorys_ids: [],
    min_order: null,
    max_discount: null,
    usage_limit: null,
    per_customer_limit: null,
    uses: 0,
    customer_uses: null,
    branches_ids: [rules.shop.branch.id],
  };
}

/**
 * Prices a sale over the pack with the same function as the server.
 * @param payments empty while nothing is chosen, which is priced as cash, so that the rounding is seen before
 */
export function priceSale(
  rules: TillRules,
  pack: PackIndex,
  draft: SaleDraft,
  { now, customer, payments }: { now: Date; customer: PricedFor; payments: readonly SalePart[] },
): PricedCart {
  const { scale } = rules.shop.settings;
  const chosen = payments.flatMap(({ payment_id, amount }) => {
    const method = rules.shop.payments.find(({ id }) => id === payment_id);
    return method ? [toChosenPayment(method, amount, scale)] : [];
  });
  const lines = toCartLines(rules, pack, draft.lines);
  const coupon = toCoupon(rules, draft);
  const cart: Cart = {
    lines,
    // the coupon names items alone, and a target's product has to be the line's
    coupon: coupon && {
      ...coupon,
      products: coupon.products.map(({ item_id }) => ({
        item_id,
        product_id: pack.item(item_id ?? 0)?.product_id ?? 0,
      })),
    },
    manual:
      draft.discount > 0 ? { discount_type: draft.discount_type, discount: BigInt(draft.discount) } : null,
    type: draft.type,
    pos: true,
    delivery_method: null,
    zone: null,
    payments: chosen,
  };
  return priceCart(cart, toContext(rules, now, customer));
}

/** Returns the lines that the pack no longer sells. */
export const listUnsoldLines = (rules: TillRules, pack: PackIndex, draft: SaleDraft): SaleDraftLine[] => {
  const sold = new Set(toCartLines(rules, pack, draft.lines).map(({ key }) => key));
  return draft.lines.filter(({ key }) => !sold.has(key));
};
