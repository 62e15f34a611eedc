import { setImmediate as nextTurn } from 'node:timers/promises';
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

/** The data for pricing in a branch, without price rules, so that only the settings have an effect. */
type BranchPricing = {
  readonly branch: BranchWithLocalTime;
  readonly shop: ShopSnapshot;
  readonly zones: DeliverySnapshot;
  readonly settings: Settings;
  readonly scale: number;
  readonly context: PriceContext;
};

/** The example price: 100 of the currency. */
const getExamplePrice = (scale: number): bigint => 100n * 10n ** BigInt(scale);

const createExampleLine = (base: bigint, tax_bp: bigint): CartLine => ({
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

/** Returns the minimum that an order must reach, from the problems that pricing an empty cart reports. */
function readRequiredMinimum(
  { problems }: PricedCart,
  code: 'order.min_order' | 'order.min_products',
): bigint {
  return BigInt(problems.find((problem) => problem.code === code)?.params.required ?? 0);
}

type PricedPlace = { readonly name: string | null; readonly priced: PricedCart };

/** Prices the delivery of an empty cart to each zone of the branch, or to no zone if there is none. */
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

/** Returns the cheapest delivery and, if different, the most expensive one. */
function findCheapestAndDearestDelivery(
  places: readonly PricedPlace[],
  { scale }: BranchPricing,
): BranchEffect['deliveries'] {
  /** Returns the value of goods from which the zone's charge is free; null if never. */
  const freeAfter = ({ charge, free_after }: PricedCart['delivery']): bigint | null =>
    charge > 0n ? free_after : null;
  const order = (delivery: PricedCart['delivery']): readonly [bigint, boolean, bigint] => {
    const free = freeAfter(delivery);
    // a charge that is never free ranks as more expensive than one that is free from some amount
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

function findMinimumOrder(
  places: readonly PricedPlace[],
  { context, scale }: BranchPricing,
): BranchEffect['minimum'] {
  const empty = priceCart(EMPTY_CART, context);
  const order = readRequiredMinimum(empty, 'order.min_order');
  const [most] = places.toSorted((a, b) =>
    Number(
      readRequiredMinimum(b.priced, 'order.min_order') - readRequiredMinimum(a.priced, 'order.min_order'),
    ),
  );
  const there = most ? readRequiredMinimum(most.priced, 'order.min_order') : 0n;
  return {
    order: fromMinor(order, scale),
    products: Number(readRequiredMinimum(empty, 'order.min_products')),
    place: there > order ? { name: most?.name ?? '', order: fromMinor(there, scale) } : null,
  };
}

function computeExampleTax({ branch, context, scale }: BranchPricing): BranchEffect['tax'] {
  const price = getExamplePrice(scale);
  const { totals } = priceCart(
    { ...EMPTY_CART, lines: [createExampleLine(price, toBasisPoints(branch.tax))] },
    context,
  );
  return {
    mode: context.settings.tax_mode,
    price: fromMinor(price, scale),
    tax: fromMinor(totals.tax, scale),
    due: fromMinor(totals.due, scale),
  };
}

/** Returns the example amount that cash rounding changes most. */
function computeCashRoundingExample({
  branch,
  shop,
  settings,
  context,
  scale,
}: BranchPricing): BranchEffect['cash'] {
  const method = findCashMethod(listPaymentMethods(shop, branch.id));
  if (!method) return null;
  const amount = getExamplePrice(scale) + BigInt(settings.cash_rounding) / 2n;
  const { totals } = priceCart(
    {
      ...EMPTY_CART,
      lines: [createExampleLine(amount, 0n)],
      payments: [toChosenPayment(method, null, scale)],
    },
    context,
  );
  return { amount: fromMinor(amount, scale), paid: fromMinor(totals.due, scale) };
}

/** A daily discount in one part of the day, for the example item. */
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

function findCurrentAndNextSlots({
  settings,
  context,
  scale,
}: BranchPricing): Pick<BranchEffect, 'slots' | 'next_slot'> {
  const cart: Cart = { ...EMPTY_CART, lines: [createExampleLine(getExamplePrice(scale), 0n)] };
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
 * Shows the effect of the current settings in each selling branch that the caller may see, computed by pricing example
 * carts. Stores nothing.
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
  const effects: BranchEffect[] = [];
  for (const branch of branches) {
    // a branch with a thousand zones takes some milliseconds; other requests are served in between
    await nextTurn();
    const context = createPriceContext(settings, branch, noRules, { phone: null, source: 'website' });
    const pricing: BranchPricing = { branch, shop, zones, settings, scale, context };
    const places = pricePlaces(ctx, pricing);
    effects.push({
      branch_id: branch.id,
      branch_name: resolveText(branch.names, ctx.locale),
      deliveries: findCheapestAndDearestDelivery(places, pricing),
      minimum: findMinimumOrder(places, pricing),
      tax: computeExampleTax(pricing),
      cash: computeCashRoundingExample(pricing),
      ...findCurrentAndNextSlots(pricing),
    });
  }
  return { currency: settings.Currency, at: ctx.now.toISOString(), branches: effects };
}
