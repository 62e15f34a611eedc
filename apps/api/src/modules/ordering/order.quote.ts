import {
  type Cart,
  currencyScale,
  fromMinor,
  keptMinor,
  type Priced,
  type PriceProblem,
  price,
  toMinor,
} from '@dukkan/commerce';
import { Failure, type FailureCode, fail, MAX_MONEY, type ZoneElsewhere } from '@dukkan/contract';
import type { Ctx } from '../../core/ctx.ts';
import { connectionOf } from '../../core/db.ts';
import { invalid } from '../../core/invalid.ts';
import { findZoneElsewhere, mayOrderIn, type Quote, readZones, type Zones } from '../delivery/index.ts';
import { attemptsInTurn, giveBackAttempt, takeAttempt } from '../identity/index.ts';
import { readPriceRules } from '../pricing/index.ts';
import { readSettings, type Settings } from '../setting/index.ts';
import { type CallerKind, checkCaller } from './order.caller.ts';
import {
  amountIn,
  asked,
  cartOf,
  chosen,
  contextOf,
  partsOf,
  reductionOf,
  type Wanted,
  wantedOf,
  zoneOf,
} from './order.cart.ts';
import { type Asking, type Client, clientOf, type Making, placeOf, quoteAt } from './order.client.ts';
import { type Facts, openBranch, ownBranch, readFacts } from './order.facts.ts';
import { type BranchFacts, cashOf, type DeliveryFacts, type PaymentFacts, readShop } from './order.shop.ts';
import type { StoredOrder } from './order.stored.ts';

/** An order as it would be made now. Amounts are minor units. */
export type Quoted = {
  readonly kind: CallerKind;
  readonly input: Making;
  readonly settings: Settings;
  readonly scale: number;
  readonly branch: BranchFacts;
  readonly client: Client;
  readonly zone: Quote | null;
  /** Set where only other branches serve the pin and nobody said that this one delivers all the same. */
  readonly elsewhere: ZoneElsewhere | null;
  readonly facts: Facts;
  readonly wanted: readonly Wanted[];
  readonly cart: Cart;
  readonly delivery: DeliveryFacts | null;
  /** How it is to be paid, in the order of the cart's payments. */
  readonly methods: readonly PaymentFacts[];
  readonly source: Making['source'] & string;
  readonly type: NonNullable<Making['type']>;
  readonly priced: Priced;
  readonly promised_at: Date | null;
};

function deliveryOf(facts: Facts, input: Making, type: Quoted['type']): DeliveryFacts | null {
  if (type !== 'delivery' || input.device_id != null) return null;
  if (input.delivery_id == null)
    return facts.deliveries.find(({ inhouse }) => inhouse === 1) ?? facts.deliveries[0] ?? null;
  return (
    facts.deliveries.find(({ id }) => id === input.delivery_id) ??
    fail('order.no_delivery_method', undefined, 'delivery_id')
  );
}

/**
 * How it is paid: what is said, else the method of the whole, else cash (decisions 10); none where
 * nothing is said and the branch takes no cash.
 * @throws reference.missing, request.invalid on the field
 */
function paymentsOf(facts: Facts, input: Making, scale: number) {
  const method = (id: number, field: string): PaymentFacts =>
    facts.payments.find((one) => one.id === id) ?? fail('reference.missing', { field }, field);
  if (input.payments && input.payments.length > 0)
    return input.payments.map(({ payment_id, amount }, n) => {
      const found = method(payment_id, `payments.${n}.payment_id`);
      // left out, less would be paid than was told
      if (amount === 0 && (input.payments?.length ?? 0) > 1) invalid(`payments.${n}.amount`, 'required');
      return {
        method: found,
        payment: chosen(found, amountIn(amount, scale, `payments.${n}.amount`), scale),
      };
    });
  const found = input.payment_id == null ? cashOf(facts.payments) : method(input.payment_id, 'payment_id');
  return found ? [{ method: found, payment: chosen(found, null, scale) }] : [];
}

const WRONG_CODES = { max: 10, seconds: 900 };

/** Codes are guessed slowly: at most 10 wrong ones in 15 minutes (decisions 0.4). */
async function countingWrongCodes<T extends { readonly coupon: unknown }>(
  ctx: Ctx,
  code: string | null | undefined,
  read: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  if (!code) return read(ctx);
  // whoever waits below holds a connection already: one that its turn has to wait for, others could hold that wait for it
  if (!connectionOf(ctx.db)) return ctx.tx((ctx) => countingWrongCodes(ctx, code, read));
  const who = ctx.actor.kind === 'account' ? `account:${ctx.actor.id}` : `address:${ctx.ip}`;
  const limits = [{ key: `coupon:${who}`, ...WRONG_CODES }];
  const guess = async () => {
    const seconds = await takeAttempt(ctx.services, limits);
    if (seconds !== null) return fail('coupon.limited', { seconds });
    let isWrong = false;
    try {
      const rules = await read(ctx);
      isWrong = !rules.coupon;
      return isWrong ? fail('coupon.unknown', undefined, 'coupon') : rules;
    } finally {
      // what was not read was no wrong code either
      if (!isWrong) await giveBackAttempt(ctx.services, limits);
    }
  };
  // one after the other: right codes that are still being read are not taken for wrong ones
  return attemptsInTurn(`coupon:${who}`, guess, 1);
}

/** Discounts of sellers end where the shop says so (decisions 0.4). @throws order.discount_limit */
function checkLimit(kind: CallerKind, priced: Priced, settings: Settings): void {
  if (kind !== 'seller') return;
  const { subtotal, coupon, manual } = priced.totals;
  const max = settings.seller_max_discount;
  if (manual * 10_000n > (subtotal - coupon) * toMinor(max, 2))
    fail('order.discount_limit', { max }, 'discount');
}

const typeOf = (input: Making): Quoted['type'] =>
  input.type ?? (input.device_id != null ? 'take_away' : 'delivery');

type Minutes = { readonly delivery_minutes: number | null } | null | undefined;

/** In as long from now as the method or the zone takes. */
function promisedIn(ctx: Ctx, delivery: Minutes, zone: Minutes): Date | null {
  const minutes = delivery?.delivery_minutes ?? zone?.delivery_minutes ?? null;
  return minutes === null ? null : new Date(ctx.now.getTime() + minutes * 60_000);
}

/** When it is promised: as preferred, else as soon as it can be there. */
function promisedAt(ctx: Ctx, input: Making, delivery: Minutes, zone: Minutes): Date | null {
  if (input.preferred_at) return new Date(input.preferred_at);
  return input.device_id == null ? promisedIn(ctx, delivery, zone) : null;
}

/** The same for an order that is not wanted at a time any more. */
export async function promiseAnew(ctx: Ctx, order: StoredOrder): Promise<Date | null> {
  if (order.pos) return null;
  const { deliveries } = await readShop(ctx);
  const isDelivered = order.type === 'delivery';
  const zone = isDelivered
    ? await quoteAt(ctx, placeOf(order.place), order.branch_id, await readZones(ctx))
    : null;
  return promisedIn(
    ctx,
    deliveries.find(({ id }) => id === order.delivery_id),
    zone,
  );
}

/** Nobody says which branch: a place that no zone covers is where nobody delivers. */
function nowhere(type: Quoted['type'], { place, address_id }: Client): never {
  if (type === 'delivery' && place !== null)
    return fail('no_delivery', undefined, address_id === null ? 'client' : 'address_id');
  return fail('branch.required', undefined, 'branch_id');
}

/**
 * Where the order goes and which branch makes it: the branch that was chosen, else the one of the zone where the caller
 * may order there, else the caller's only one.
 */
async function zoneAndBranch(
  ctx: Ctx,
  kind: CallerKind,
  { branch_id }: Making,
  { place }: Client,
  zones: Zones | null,
): Promise<{ readonly zone: Quote | null; readonly branch_id: number | null }> {
  if (!zones) return { zone: null, branch_id: branch_id ?? ownBranch(ctx) };
  const zone = await quoteAt(ctx, place, branch_id ?? null, zones);
  if (branch_id != null) return { zone, branch_id };
  const own = ownBranch(ctx);
  const zoneBranch = zone?.branch_id ?? null;
  if (kind === 'customer' || zoneBranch === null || own === null || mayOrderIn(ctx, zoneBranch))
    return { zone, branch_id: zoneBranch ?? own };
  return { zone: await quoteAt(ctx, place, own, zones), branch_id: own };
}

/** Refuses a pin in a zone that only other branches serve, until somebody decides. @throws order.zone_elsewhere */
export function refuseElsewhere({ elsewhere }: Pick<Quoted, 'elsewhere'>): void {
  if (elsewhere) fail('order.zone_elsewhere', elsewhereParams(elsewhere), 'branch_id');
}

/** What the refusal names: the zone and its branches. */
export const elsewhereParams = ({ zone_name, branches }: ZoneElsewhere) => ({
  zone: zone_name,
  branches: branches.map(({ name }) => name).join(', '),
});

/**
 * Prices an order for its caller: who and where, the branch, the goods, the rules, the price with every step (decisions
 * 2.2). `make` and `price` are the same code; with `write` a new customer is made.
 * @throws what is wrong in the request itself; what only speaks against making it stands in `priced.problems`
 */
export async function quoteOrder(ctx: Ctx, input: Making, asking: Asking): Promise<Quoted> {
  const kind = checkCaller(ctx, input);
  const type = typeOf(input);
  // asked at once: none of these waits for another
  const [{ settings }, shop, client, zones] = await Promise.all([
    readSettings(ctx),
    readShop(ctx),
    clientOf(ctx, kind, input, asking),
    type === 'delivery' && input.device_id == null ? readZones(ctx) : null,
  ]);
  const scale = currencyScale(settings.Currency);
  const { zone, branch_id } = await zoneAndBranch(ctx, kind, input, client, zones);
  if (branch_id === null) return nowhere(type, client);
  const elsewhere =
    kind === 'customer' || !zones ? null : await findZoneElsewhere(ctx, zones, zone, branch_id);
  const facts = await readFacts(ctx, shop, { branch_id, ...asked(input.cart) });
  const branch = openBranch(ctx, facts, kind === 'customer' ? 'customer' : 'other');
  const wanted = wantedOf(facts, input.cart);
  const items = wanted.flatMap(({ item, bundle }) =>
    item ? [item] : bundle ? partsOf(facts, bundle).map((part) => part.item) : [],
  );
  const rules = await countingWrongCodes(ctx, input.coupon, (ctx) =>
    readPriceRules(ctx, settings.Currency, {
      branch_id,
      items,
      kinds: facts.rules,
      coupon_code: input.coupon ?? null,
      phone: client.priced_by,
      client_id: client.id,
    }),
  );
  const delivery = deliveryOf(facts, input, type);
  const paying = paymentsOf(facts, input, scale);
  const source = input.source ?? (kind === 'customer' ? 'website' : 'dashboard');
  const cart = cartOf(facts, branch, wanted, scale, {
    coupon: rules.coupon,
    manual: reductionOf(input.discount, input.discount_type, scale),
    type,
    pos: input.device_id != null,
    delivery_method: delivery && {
      id: delivery.id,
      inhouse: delivery.inhouse === 1,
      delivery_cost: keptMinor(delivery.delivery_cost, scale),
    },
    zone: zoneOf(zone, scale),
    payments: paying.map(({ payment }) => payment),
  });
  const priced = price(cart, contextOf(settings, branch, rules, { phone: client.priced_by, source }));
  if (fromMinor(priced.totals.total, scale) > MAX_MONEY) invalid('cart', 'max_value', { max: MAX_MONEY });
  checkLimit(kind, priced, settings);
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
    wanted,
    cart,
    delivery,
    methods: paying.map(({ method }) => method),
    source,
    type,
    priced,
    promised_at: promisedAt(ctx, input, delivery, zone),
  };
}

const FIELD_OF: Readonly<Record<string, string>> = {
  coupon: 'coupon',
  payment: 'payments',
  order: 'cart',
  discount: 'discount',
};

/** A problem of the price as the failure that says it. */
export function failureOf(
  problem: PriceProblem,
  currency: string,
): {
  readonly code: FailureCode;
  readonly params: Record<string, number | string>;
  readonly field: string;
} {
  const scale = currencyScale(currency);
  const field = FIELD_OF[problem.code.split('.')[0] ?? ''] ?? 'cart';
  const amount = (value: number | bigint | undefined): number =>
    typeof value === 'bigint' ? fromMinor(value, scale) : (value ?? 0);
  const { params } = problem;
  if (problem.code === 'order.no_delivery') return { code: 'no_delivery', params: {}, field: 'address_id' };
  if (problem.code === 'order.min_order')
    return {
      code: problem.code,
      params: { required: amount(params.required), subtotal: amount(params.subtotal), currency },
      field,
    };
  if (problem.code === 'order.min_products')
    return {
      code: problem.code,
      params: { required: amount(params.required), count: Number(params.pieces ?? 0) / 1_000 },
      field,
    };
  return { code: problem.code, params: {}, field };
}

/** Refuses an order whose price says that it must not be made: the first reason is told. */
export function refuseProblems({ priced, settings }: Pick<Quoted, 'priced' | 'settings'>): void {
  const [first] = priced.problems;
  if (!first) return;
  const { code, params, field } = failureOf(first, settings.Currency);
  throw new Failure(code, params, field);
}
