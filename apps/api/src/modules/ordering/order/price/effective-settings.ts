import {
  type Cart,
  type CartLine,
  type DeliveryZone,
  type Discount,
  fromMinor,
  getCurrencyScale,
  type PriceContext,
  type PricedCart,
  priceCart,
  resolveText,
  toMinorRounded,
} from '@dukkan/commerce';
import { type api, DISCOUNT_SLOTS } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../../core/ctx.ts';
import {
  canOrderInBranch,
  type DeliverySnapshot,
  listBranchQuotes,
  readDeliverySnapshot,
} from '../../../delivery/index.ts';
import { readSettings, type Settings } from '../../../setting/index.ts';
import {
  type BranchWithLocalTime,
  findBranch,
  findCashMethod,
  findDefaultDeliveryMethod,
  listDeliveryMethods,
  listPaymentMethods,
  loadShopSnapshot,
  type ShopSnapshot,
} from '../record/shop-snapshot.ts';
import { createPriceContext, toBasisPoints, toChosenPayment, toDeliveryZone } from './build-cart.ts';

type Answer = z.output<typeof api.setting.effect.output>;
type BranchEffect = Answer['branches'][number];

/** A branch with what its orders are priced with; no rule of the shop is asked, so that only the settings speak. */
type BranchPricing = {
  readonly branch: BranchWithLocalTime;
  readonly shop: ShopSnapshot;
  readonly zones: DeliverySnapshot;
  readonly settings: Settings;
  readonly scale: number;
  readonly context: PriceContext;
};

/** The price of the examples: a hundred of the currency. */
const hundred = (scale: number): bigint => 100n * 10n ** BigInt(scale);

const lineOf = (base: bigint, tax_bp: bigint): CartLine => ({
  key: '0',
  kind: 'product',
  product_id: 1,
  item_id: 1,
  quantity: 1_000n,
  base,
  weighted: false,
  tax_bp,
  categorys_ids: [],
  extras: [],
});

const EMPTY_CART: Cart = {
  lines: [],
  coupon: null,
  manual: null,
  type: 'take_away',
  pos: false,
  delivery_method: null,
  zone: null,
  payments: [],
};

/** What an order must reach to be placed, by the price function's own refusals of a cart without anything. */
function requiredOf({ problems }: PricedCart, code: 'order.min_order' | 'order.min_products'): bigint {
  return BigInt(problems.find((problem) => problem.code === code)?.params.required ?? 0);
}

type PricedPlace = { readonly name: string | null; readonly priced: PricedCart };

/** A delivery of nothing to each place of the branch, priced; where the branch has no place, to nowhere. */
function pricePlaces(ctx: Ctx, { branch, shop, zones, scale, context }: BranchPricing): PricedPlace[] {
  if (!zones.branches.get(branch.id)?.delivers) return [];
  const method = findDefaultDeliveryMethod(listDeliveryMethods(shop, branch.id));
  const delivery_method = method && {
    id: method.id,
    inhouse: method.inhouse === 1,
    delivery_cost: toMinorRounded(method.delivery_cost, scale),
  };
  const price = (name: string | null, zone: DeliveryZone | null): PricedPlace => ({
    name,
    priced: priceCart({ ...EMPTY_CART, type: 'delivery', delivery_method, zone }, context),
  });
  const quotes = listBranchQuotes(zones, branch.id, ctx.locale);
  const priced =
    quotes.length > 0
      ? quotes.map((quote) => price(quote.name, toDeliveryZone(quote, scale)))
      : [price(null, null)];
  return priced.filter(
    ({ priced: { problems } }) => !problems.some(({ code }) => code === 'order.no_delivery'),
  );
}

/** The cheapest delivery, and the dearest where it costs more or becomes cheaper later. */
function deliveriesOf(places: readonly PricedPlace[], { scale }: BranchPricing): BranchEffect['deliveries'] {
  /** The goods from which the zone's part is free, where it has one. */
  const freeAfter = ({ charge, free_after }: PricedCart['delivery']): bigint | null =>
    charge > 0n ? free_after : null;
  const order = (delivery: PricedCart['delivery']): readonly [bigint, boolean, bigint] => {
    const free = freeAfter(delivery);
    // what is never free costs more than what is free from any amount on
    return [delivery.amount, free === null && delivery.charge > 0n, free ?? 0n];
  };
  const compare = (a: PricedPlace, b: PricedPlace): number => {
    const [x, y] = [order(a.priced.delivery), order(b.priced.delivery)];
    return Number(x[0] - y[0]) || Number(x[1]) - Number(y[1]) || Number(x[2] - y[2]);
  };
  const sorted = places.toSorted(compare);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return [];
  const view = (name: string | null, { delivery }: PricedCart) => {
    const free = freeAfter(delivery);
    return {
      place: name,
      amount: fromMinor(delivery.amount, scale),
      free_after: free === null ? null : fromMinor(free, scale),
      amount_after: fromMinor(free === null ? delivery.amount : delivery.surcharge, scale),
    };
  };
  const isSame = compare(first, last) === 0;
  const isNamed = !isSame || (sorted.length === 1 && first.priced.delivery.why !== 'fixed');
  const cheapest = view(isNamed ? first.name : null, first.priced);
  return isSame ? [cheapest] : [cheapest, view(last.name, last.priced)];
}

function minimumOf(
  places: readonly PricedPlace[],
  { context, scale }: BranchPricing,
): BranchEffect['minimum'] {
  const empty = priceCart(EMPTY_CART, context);
  const order = requiredOf(empty, 'order.min_order');
  const [most] = places.toSorted((a, b) =>
    Number(requiredOf(b.priced, 'order.min_order') - requiredOf(a.priced, 'order.min_order')),
  );
  const there = most ? requiredOf(most.priced, 'order.min_order') : 0n;
  return {
    order: fromMinor(order, scale),
    products: Number(requiredOf(empty, 'order.min_products')),
    place: there > order ? { name: most?.name ?? '', order: fromMinor(there, scale) } : null,
  };
}

function taxOf({ branch, context, scale }: BranchPricing): BranchEffect['tax'] {
  const price = hundred(scale);
  const { totals } = priceCart({ ...EMPTY_CART, lines: [lineOf(price, toBasisPoints(branch.tax))] }, context);
  return {
    mode: context.settings.tax_mode,
    price: fromMinor(price, scale),
    tax: fromMinor(totals.tax, scale),
    due: fromMinor(totals.due, scale),
  };
}

/** The amount that the smallest coin changes most, paid in cash. */
function cashOf({ branch, shop, settings, context, scale }: BranchPricing): BranchEffect['cash'] {
  const method = findCashMethod(listPaymentMethods(shop, branch.id));
  if (!method) return null;
  const amount = hundred(scale) + BigInt(settings.cash_rounding) / 2n;
  const { totals } = priceCart(
    { ...EMPTY_CART, lines: [lineOf(amount, 0n)], payments: [toChosenPayment(method, null, scale)] },
    context,
  );
  return { amount: fromMinor(amount, scale), paid: fromMinor(totals.due, scale) };
}

/** A discount of every day in one part of it, for the item of the examples. */
const createSlotDiscount = (slot: Discount['slots'][number]): Discount => ({
  id: 1,
  active: true,
  start_date: null,
  end_date: null,
  discount_type: 'percent',
  discount: 5_000n,
  products: [{ product_id: 1, item_id: 1 }],
  categorys_ids: [],
  branches_ids: [],
  days: [],
  slots: [slot],
});

function slotsOf({ settings, context, scale }: BranchPricing): Pick<BranchEffect, 'slots' | 'next_slot'> {
  const cart: Cart = { ...EMPTY_CART, lines: [lineOf(hundred(scale), 0n)] };
  const isOn = (slot: (typeof DISCOUNT_SLOTS)[number]): boolean =>
    priceCart(cart, { ...context, discounts: [createSlotDiscount(slot)] }).lines.some(
      (line) => line.discount_source !== null,
    );
  const minutesUntil = (slot: (typeof DISCOUNT_SLOTS)[number]): number =>
    (context.slots[slot][0] - context.minute - 1 + 2 * 1_440) % 1_440;
  const [next] = DISCOUNT_SLOTS.toSorted((a, b) => minutesUntil(a) - minutesUntil(b));
  const slot = next ?? 'midday';
  return {
    slots: DISCOUNT_SLOTS.filter(isOn).map((one) => ({ slot: one, until: settings.discount_slots[one][1] })),
    next_slot: { slot, from: settings.discount_slots[slot][0] },
  };
}

/**
 * What the settings of trade do now in each branch that the caller sees and that sells. Every number is the answer of
 * the function that prices orders to a cart made for the question. Nothing is written.
 * Rule: docs/rules/prices.md#what-holds-now
 */
export async function showEffectiveSettings(ctx: Ctx): Promise<Answer> {
  const { settings } = await readSettings(ctx);
  const shop = await loadShopSnapshot(ctx);
  const zones = await readDeliverySnapshot(ctx);
  const scale = getCurrencyScale(settings.Currency);
  const branches = [...shop.branches.keys()]
    .filter((id) => canOrderInBranch(ctx, id))
    .flatMap((id) => findBranch(ctx, shop, id) ?? [])
    .filter(({ status, sells }) => status === 1 && sells);
  const noRules = { price_lists: [], discounts: [], wholesales: [], coupon: null };
  return {
    currency: settings.Currency,
    at: ctx.now.toISOString(),
    branches: branches.map((branch) => {
      const context = createPriceContext(settings, branch, noRules, { phone: null, source: 'website' });
      const pricing: BranchPricing = { branch, shop, zones, settings, scale, context };
      const places = pricePlaces(ctx, pricing);
      return {
        branch_id: branch.id,
        branch_name: resolveText(branch.names, ctx.locale),
        deliveries: deliveriesOf(places, pricing),
        minimum: minimumOf(places, pricing),
        tax: taxOf(pricing),
        cash: cashOf(pricing),
        ...slotsOf(pricing),
      };
    }),
  };
}
