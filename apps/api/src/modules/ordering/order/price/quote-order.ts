import {
  type Cart,
  fromMinor,
  getCurrencyScale,
  type PricedCart,
  priceCart,
  toMinor,
} from '@dukkan/commerce';
import { Failure, fail, MAX_MONEY, type ZoneElsewhere } from '@dukkan/contract';
import type { Ctx } from '../../../../core/ctx.ts';
import { getTransactionConnection } from '../../../../core/db/database.ts';
import { failField } from '../../../../core/fail-field.ts';
import {
  canOrderInBranch,
  type DeliverySnapshot,
  findZoneOfOtherBranches,
  type Quote,
  readDeliverySnapshot,
} from '../../../delivery/index.ts';
import { countAttempt, refundAttempt, withConcurrencyLimit } from '../../../identity/index.ts';
import { readPriceRules } from '../../../pricing/index.ts';
import { readSettings, type Settings } from '../../../setting/index.ts';
import type { OrderRecord } from '../record/order-record.ts';
import {
  type BranchWithLocalTime,
  findCashMethod,
  findDefaultDeliveryMethod,
  loadShopSnapshot,
  type ShopDeliveryMethod,
  type ShopPaymentMethod,
  type ShopSnapshot,
} from '../record/shop-snapshot.ts';
import {
  buildBundleParts,
  buildChangedCartLines,
  type CartLineData,
  collectCartIds,
  collectChangedCartIds,
  createCart,
  createPriceContext,
  parseAmount,
  resolveCartLines,
  toChosenPayment,
  toDeliveryZone,
  toManualDiscount,
} from './build-cart.ts';
import { type CallerKind, checkCallerFields } from './caller-kind.ts';
import {
  checkBranchVisible,
  getDefaultBranchId,
  loadPricingData,
  type PricingData,
  requireSellingBranch,
  requireTransferTargetBranch,
} from './load-cart-items.ts';
import {
  type DroppedCoupon,
  deliveryTermsOf,
  findOrderDeliveryMethod,
  findOrderPaymentMethod,
  findSoldMethod,
  isOrderCoupon,
  priceEditedOrder,
  subtractOwnCouponUse,
} from './price-change.ts';
import {
  type MakeOrderInput,
  type OrderCustomer,
  type QuoteOptions,
  quoteDelivery,
  resolveCustomer,
  toOrderAddress,
} from './resolve-customer.ts';
import { matchCartToSoldLines } from './sold-lines.ts';

/** An order as it would be placed now. Amounts are in minor units. */
export type QuotedOrder = {
  readonly kind: CallerKind;
  readonly input: MakeOrderInput;
  readonly settings: Settings;
  readonly scale: number;
  readonly branch: BranchWithLocalTime;
  readonly client: OrderCustomer;
  readonly zone: Quote | null;
  /** Set when only other branches serve the address and nobody has confirmed that this branch delivers anyway. */
  readonly elsewhere: ZoneElsewhere | null;
  readonly facts: PricingData;
  readonly wanted: readonly CartLineData[];
  readonly cart: Cart;
  readonly delivery: ShopDeliveryMethod | null;
  /** The payment methods, in the order of the cart's payments. */
  readonly methods: readonly ShopPaymentMethod[];
  readonly source: MakeOrderInput['source'] & string;
  readonly type: NonNullable<MakeOrderInput['type']>;
  readonly priced: PricedCart;
  readonly promised_at: Date | null;
  /** Coupons that a changed order loses, because they no longer apply. */
  readonly dropped: readonly DroppedCoupon[];
  /** The change moves the order to another destination, or to another branch. */
  readonly isMoved: boolean;
  readonly isBranchChanged: boolean;
  /** The discount is above the seller's limit and needs approval. */
  readonly isBeyondLimit: boolean;
};

function deliveryOf(
  facts: PricingData,
  input: MakeOrderInput,
  type: QuotedOrder['type'],
  order: OrderRecord | undefined,
  { called }: ShopSnapshot,
): ShopDeliveryMethod | null {
  if (type !== 'delivery' || input.device_id != null) return null;
  if (input.delivery_id == null) return findDefaultDeliveryMethod(facts.deliveries);
  return (
    facts.deliveries.find(({ id }) => id === input.delivery_id) ??
    (order ? findOrderDeliveryMethod(order, called, input.delivery_id) : null) ??
    fail('order.no_delivery_method', undefined, 'delivery_id')
  );
}

/**
 * Returns the payments: the given ones, else the given method for the whole amount, else cash; none when
 * nothing is given and the branch takes no cash.
 * @throws reference.missing, request.invalid on the field
 */
function paymentsOf(
  facts: PricingData,
  input: MakeOrderInput,
  scale: number,
  order: OrderRecord | undefined,
  { called }: ShopSnapshot,
  isSold: boolean,
) {
  const method = (id: number, field: string): ShopPaymentMethod =>
    facts.payments.find((one) => one.id === id) ??
    (isSold ? findSoldMethod(called, id) : null) ??
    fail('reference.missing', { field }, field);
  if (input.payments && input.payments.length > 0)
    return input.payments.map(({ payment_id, amount }, n) => {
      const found = method(payment_id, `payments.${n}.payment_id`);
      // a payment of 0 would be dropped, so that less would be paid than requested
      if (amount === 0 && !isSold && (input.payments?.length ?? 0) > 1)
        failField(`payments.${n}.amount`, 'required');
      return {
        method: found,
        payment: toChosenPayment(found, parseAmount(amount, scale, `payments.${n}.amount`), scale),
      };
    });
  const kept = order && facts.payments.every(({ id }) => id !== input.payment_id);
  // an existing order keeps its deleted method, or stays without one
  const found = kept
    ? findOrderPaymentMethod(order, called, input.payment_id)
    : input.payment_id == null
      ? findCashMethod(facts.payments)
      : method(input.payment_id, 'payment_id');
  return found ? [{ method: found, payment: toChosenPayment(found, null, scale) }] : [];
}

const WRONG_CODES = { max: 10, seconds: 900 };

/** Limits wrong coupon codes to 10 in 15 minutes, against guessing. */
async function countingWrongCodes<T extends { readonly coupon: unknown }>(
  ctx: Ctx,
  code: string | null | undefined,
  read: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  if (!code) return read(ctx);
  // take the connection before waiting, because running calls could otherwise wait for connections that waiting ones
  // hold
  if (!getTransactionConnection(ctx.db)) return ctx.tx((ctx) => countingWrongCodes(ctx, code, read));
  const who = ctx.actor.kind === 'account' ? `account:${ctx.actor.id}` : `address:${ctx.ip}`;
  const limits = [{ key: `coupon:${who}`, ...WRONG_CODES }];
  const guess = async () => {
    const seconds = await countAttempt(ctx.services, limits);
    if (seconds !== null) return fail('coupon.limited', { seconds });
    let isWrong = false;
    try {
      const rules = await read(ctx);
      isWrong = !rules.coupon;
      return isWrong ? fail('coupon.unknown', undefined, 'coupon') : rules;
    } finally {
      // a lookup that failed is not a wrong code
      if (!isWrong) await refundAttempt(ctx.services, limits);
    }
  };
  // one at a time, so that valid codes that are still being checked do not count as wrong
  return withConcurrencyLimit(`coupon:${who}`, guess, 1);
}

/**
 * Checks the limit for sellers' discounts; above it a manager's approval is required, which is verified
 * when the order is placed. @throws order.discount_limit
 */
function checkLimit(
  kind: CallerKind,
  priced: PricedCart,
  settings: Settings,
  { approval }: Pick<MakeOrderInput, 'approval'>,
  { approved_percent = 0 }: QuoteOptions,
): boolean {
  if (kind !== 'seller') return false;
  const { subtotal, coupon, manual } = priced.totals;
  const max = Math.max(settings.seller_max_discount, approved_percent);
  const isBeyond = manual * 10_000n > (subtotal - coupon) * toMinor(max, 2);
  if (isBeyond && !approval) fail('order.discount_limit', { max }, 'discount');
  return isBeyond;
}

/**
 * Whether a change sets another discount than the order has, or keeps a fixed discount on goods of a lower value.
 * Rule: docs/rules/order-changes.md#discount
 */
function isMoreDiscount(order: OrderRecord, { totals }: PricedCart, input: MakeOrderInput): boolean {
  const { discount, discount_type = 'fixed' } = input;
  if (order.discount !== (discount ?? 0) || order.discount_type !== (discount_type ?? 'fixed')) return true;
  return order.discount_type === 'fixed' && totals.subtotal - totals.coupon < order.discountable;
}

const typeOf = (input: MakeOrderInput): QuotedOrder['type'] =>
  input.type ?? (input.device_id != null ? 'take_away' : 'delivery');

type Minutes = { readonly delivery_minutes: number | null } | null | undefined;

/** Returns the time that the delivery method or zone needs, counted from now. */
function promisedIn(ctx: Ctx, delivery: Minutes, zone: Minutes): Date | null {
  const minutes = delivery?.delivery_minutes ?? zone?.delivery_minutes ?? null;
  return minutes === null ? null : new Date(ctx.now.getTime() + minutes * 60_000);
}

/** Returns the promised time: the preferred one, else the earliest possible. */
function promisedAt(ctx: Ctx, input: MakeOrderInput, delivery: Minutes, zone: Minutes): Date | null {
  if (input.preferred_at) return new Date(input.preferred_at);
  return input.device_id == null ? promisedIn(ctx, delivery, zone) : null;
}

/** Recomputes the promised time of an order without a preferred time. */
export async function recomputePromisedTime(ctx: Ctx, order: OrderRecord): Promise<Date | null> {
  if (order.pos) return null;
  const { called } = await loadShopSnapshot(ctx);
  const isDelivered = order.type === 'delivery';
  const zone = isDelivered
    ? await quoteDelivery(ctx, toOrderAddress(order.place), order.branch_id, await readDeliverySnapshot(ctx))
    : null;
  return promisedIn(ctx, called.deliveries.get(order.delivery_id ?? 0), zone);
}

/** @throws no_delivery for an address outside all zones, else branch.required */
function nowhere(type: QuotedOrder['type'], { place, address_id }: OrderCustomer, zone: Quote | null): never {
  if (type === 'delivery' && place !== null && zone === null)
    return fail('no_delivery', undefined, address_id === null ? 'client' : 'address_id');
  return fail('branch.required', undefined, 'branch_id');
}

/**
 * Returns the delivery zone and branch: the requested branch, else that of the zone if the caller may order there, else
 * the caller's only one.
 */
async function zoneAndBranch(
  ctx: Ctx,
  kind: CallerKind,
  { branch_id }: MakeOrderInput,
  { place }: OrderCustomer,
  zones: DeliverySnapshot | null,
): Promise<{ readonly zone: Quote | null; readonly branch_id: number | null }> {
  if (!zones) return { zone: null, branch_id: branch_id ?? getDefaultBranchId(ctx) };
  const zone = await quoteDelivery(ctx, place, branch_id ?? null, zones);
  if (branch_id != null) return { zone, branch_id };
  const own = getDefaultBranchId(ctx);
  const zoneBranch = zone?.branch_id ?? null;
  if (kind === 'customer' || zoneBranch === null || own === null || canOrderInBranch(ctx, zoneBranch))
    return { zone, branch_id: zoneBranch ?? own };
  return { zone: await quoteDelivery(ctx, place, own, zones), branch_id: own };
}

/** Refuses an address in a zone that only other branches serve, until it is confirmed. @throws order.zone_elsewhere */
export function refuseZoneOfOtherBranches({ elsewhere }: Pick<QuotedOrder, 'elsewhere'>): void {
  if (elsewhere) fail('order.zone_elsewhere', toZoneElsewhereParams(elsewhere), 'branch_id');
}

export const toZoneElsewhereParams = ({ zone_name, branches }: ZoneElsewhere) => ({
  zone: zone_name,
  branches: branches.map(({ name }) => name).join(', '),
});

/**
 * Prices an order for its caller: customer and destination, branch, goods, rules, and the price with every step.
 * Placing and pricing both use it; with `createsCustomer` a new customer is created.
 * @throws errors in the request itself; problems that only prevent placing it are in `priced.problems`
 */
export async function quoteOrder(
  ctx: Ctx,
  input: MakeOrderInput,
  options: QuoteOptions,
): Promise<QuotedOrder> {
  const kind = checkCallerFields(ctx, input);
  if (kind !== 'customer') checkBranchVisible(ctx, input.branch_id);
  const type = typeOf(input);
  // these queries do not depend on each other
  const [{ settings }, shop, client, zones] = await Promise.all([
    readSettings(ctx),
    loadShopSnapshot(ctx),
    resolveCustomer(ctx, kind, input, options),
    type === 'delivery' && input.device_id == null ? readDeliverySnapshot(ctx) : null,
  ]);
  const scale = getCurrencyScale(settings.Currency);
  const { change, sold } = options;
  const isSold = sold !== undefined;
  const order = change?.order;
  const isMoved = change?.isMoved ?? false;
  const rows = change ? matchCartToSoldLines(change.lines, input.cart) : null;
  const { zone, branch_id } = await zoneAndBranch(ctx, kind, input, client, zones).catch((error: unknown) => {
    // the unchanged destination of an existing order is not checked again
    if (!change || isMoved || !(error instanceof Failure)) throw error;
    return { zone: null, branch_id: input.branch_id ?? null };
  });
  if (branch_id === null) return nowhere(type, client, zone);
  const elsewhere =
    kind === 'customer' || !zones || (change && !isMoved)
      ? null
      : await findZoneOfOtherBranches(ctx, zones, zone, branch_id);
  const facts = await loadPricingData(ctx, shop, {
    branch_id,
    ...(rows ? collectChangedCartIds(rows) : collectCartIds(input.cart, sold?.item_ids)),
  });
  const isBranchChanged = order !== undefined && branch_id !== order.branch_id;
  const branch =
    order && facts.branch
      ? {
          ...(isBranchChanged ? requireTransferTargetBranch(ctx, facts) : facts.branch),
          tax_mode: order.tax_mode,
        }
      : sold && facts.branch
        ? facts.branch
        : requireSellingBranch(ctx, facts, kind === 'customer' ? 'customer' : 'other');
  const cartLines = rows ? buildChangedCartLines(facts, rows) : resolveCartLines(facts, input.cart, isSold);
  const items = cartLines.flatMap(({ item, bundle, line }) =>
    line ? [] : item ? [item] : bundle ? buildBundleParts(facts, bundle).map((part) => part.item) : [],
  );
  const isSameCoupon = order !== undefined && isOrderCoupon(order, input.coupon);
  // the stored code of an existing order was not typed now, so it is no guess; nor is that of sold goods
  const rules = await countingWrongCodes(ctx, isSameCoupon || isSold ? null : input.coupon, (ctx) =>
    readPriceRules(ctx, settings.Currency, {
      branch_id,
      items,
      kinds: facts.rules,
      coupon_code: input.coupon ?? null,
      phone: client.priced_by,
      client_id: client.id,
    }),
  );
  const delivery = deliveryOf(facts, input, type, order, shop);
  const terms = deliveryTermsOf(facts, shop, delivery, { zone: toDeliveryZone(zone, scale), scale, change });
  const paying = paymentsOf(facts, input, scale, order, shop, isSold);
  const source = input.source ?? (kind === 'customer' ? 'website' : 'dashboard');
  const cart = createCart(facts, branch, cartLines, scale, {
    coupon: isSameCoupon ? subtractOwnCouponUse(order, rules.coupon) : rules.coupon,
    manual: toManualDiscount(input.discount, input.discount_type, scale),
    type,
    pos: input.device_id != null,
    delivery_method: delivery && {
      id: delivery.id,
      inhouse: delivery.inhouse === 1,
      delivery_cost: terms.surcharge,
    },
    zone: terms.zone,
    payments: paying.map(({ payment }) => payment),
  });
  const context = createPriceContext(settings, branch, rules, { phone: client.priced_by, source });
  const { priced, dropped } = order
    ? priceEditedOrder(cart, context, order, input)
    : { priced: priceCart(cart, context), dropped: [] };
  if (fromMinor(priced.totals.total, scale) > MAX_MONEY) failField('cart', 'max_value', { max: MAX_MONEY });
  const isBeyondLimit =
    (!order || isMoreDiscount(order, priced, input)) && checkLimit(kind, priced, settings, input, options);
  return {
    kind,
    input,
    settings,
    scale,
    branch,
    client,
    zone,
    elsewhere: elsewhere?.may_keep && input.keep_branch === 1 ? null : elsewhere,
    facts,
    wanted: cartLines,
    cart,
    delivery,
    methods: paying.map(({ method }) => method),
    source,
    type,
    priced,
    promised_at: promisedAt(ctx, input, delivery, zone),
    dropped,
    isMoved,
    isBranchChanged,
    isBeyondLimit,
  };
}
