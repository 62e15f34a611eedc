import { DELIVERED } from '@dukkan/commerce';
import { api, Failure } from '@dukkan/contract';
import { sql } from 'kysely';
import { type Ctx, createCtxAs } from '../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../core/db/tables.ts';
import {
  makeReturn,
  placeNumberedOrder,
  placeOrder,
  saveOrder,
  settlePayments,
} from '../modules/ordering/index.ts';
import {
  closeSession,
  computeExpectedCash,
  countSafe,
  getOpenSession,
  moveCash,
  openSession,
} from '../modules/tills/index.ts';
import type { DemoStatusesAndMethods } from './demo-facts.ts';
import type { DemoBranch, DemoBusiness, PlannedOrder } from './demo-plan.ts';
import { createRandom } from './demo-rhythm.ts';

const MINUTE_MS = 60_000;

export const addMinutes = (instant: Date, minutes: number): Date =>
  new Date(instant.getTime() + minutes * MINUTE_MS);

/** Returns the context of a staff account at a simulated time. */
export function createStaffCtx(
  ctx: Ctx,
  statusesAndMethods: DemoStatusesAndMethods,
  id: number,
  now: Date,
): Ctx {
  const actor = statusesAndMethods.accounts.get(id);
  if (!actor) return createCtxAs(ctx, { now });
  return createCtxAs(ctx, { actor, reach: 'full', scope: actor.global ? 'all' : actor.branch_ids, now });
}

function createBuyerCtx(ctx: Ctx, words: DemoStatusesAndMethods, id: number, now: Date): Ctx {
  const actor = words.accounts.get(id);
  return actor ? createCtxAs(ctx, { actor, reach: 'own', scope: 'all', now }) : createCtxAs(ctx, { now });
}

/** The coupon code for large carts; see demo-prices. */
export const COUPON = 'AHLAN10';

const getOrderBranch = ({ shops }: DemoBusiness, { shop }: PlannedOrder): DemoBranch =>
  shops[shop] as DemoBranch;

/** Extra input fields of an order besides its cart. */
export type DemoOrderExtras = {
  readonly recurring?: 1;
  readonly preferred_at?: string;
  readonly notes?: string;
};

/** Places an order under its planned number, or under the next number if that one is taken. */
async function placeInTime(ctx: Ctx, input: Parameters<typeof placeOrder>[1], number: number | undefined) {
  const isFree = number !== undefined && (await ctx.db.order.count({ where: { id: number } })) === 0;
  return isFree ? placeNumberedOrder(ctx, input, number) : placeOrder(ctx, input);
}

/** Places an order as its customer or as the person who took the call. @returns its id and the amount due */
export async function placeDemoOrder(
  ctx: Ctx,
  business: DemoBusiness,
  statusesAndMethods: DemoStatusesAndMethods,
  order: PlannedOrder,
  more: DemoOrderExtras = {},
) {
  const { via, buyer, type, cart, at } = order;
  const shop = getOrderBranch(business, order);
  const isCall = via === 'dashboard';
  const by =
    isCall || !buyer
      ? createStaffCtx(ctx, statusesAndMethods, shop.manager_id, at)
      : createBuyerCtx(ctx, statusesAndMethods, buyer.id, at);
  const input = api.order.make.input.parse({
    branch_id: shop.id,
    ...(isCall && buyer ? { client_id: buyer.id } : {}),
    ...(type === 'delivery' && buyer ? { address_id: buyer.address_id } : {}),
    type,
    cart: cart.map(({ good, quantity }) => ({ item_id: good.item_id, quantity })),
    ...(order.coupon ? { coupon: COUPON } : {}),
    payment_id: statusesAndMethods.payment(order.pays === 'online' ? 'online' : 'cod'),
    source: via,
    ...more,
  });
  const placed = await placeInTime(by, input, order.number);
  return { id: placed.id, due: placed.due };
}

/** Changes the status of an order as the branch's manager. */
export async function moveDemoOrder(
  ctx: Ctx,
  statusesAndMethods: DemoStatusesAndMethods,
  shop: DemoBranch,
  { id, at, value, ...more }: { id: number; at: Date; value: number } & Record<string, unknown>,
): Promise<void> {
  const input = api.order.save.input.parse({ id, status_id: statusesAndMethods.status(value), ...more });
  await saveOrder(createStaffCtx(ctx, statusesAndMethods, shop.manager_id, at), input);
}

/** Returns the online payment that the provider confirms a minute later. */
const paidBy = (words: DemoStatusesAndMethods, { pays }: PlannedOrder, due: number) =>
  pays === 'online' && due > 0 ? { payments: [{ payment_id: words.payment('online'), amount: due }] } : {};

/** Advances an order to a status, with realistic times in between. */
export async function advanceDemoOrder(
  ctx: Ctx,
  business: DemoBusiness,
  statusesAndMethods: DemoStatusesAndMethods,
  order: PlannedOrder,
  { id, due }: { id: number; due: number },
  upTo = 5,
): Promise<void> {
  const shop = getOrderBranch(business, order);
  const chance = createRandom(`way ${order.key}`);
  const { at, driver_id } = order;
  const accepted = addMinutes(at, 2 + chance() * 9);
  if (upTo < 1) return;
  const first = Math.min(upTo, order.type === 'delivery' ? 2 : upTo);
  await moveDemoOrder(ctx, statusesAndMethods, shop, {
    id,
    at: accepted,
    value: first,
    ...paidBy(statusesAndMethods, order, due),
  });
  if (order.type !== 'delivery' || upTo <= 2) return;
  const left = addMinutes(accepted, 10 + chance() * 15);
  await moveDemoOrder(ctx, statusesAndMethods, shop, {
    id,
    at: left,
    value: Math.min(upTo, 4),
    ...(driver_id === null ? {} : { driver_id }),
  });
  if (upTo < 5) return;
  const there = addMinutes(left, 12 + chance() * 28);
  const input = api.order.save.input.parse({ id, status_id: statusesAndMethods.status(5) });
  await saveOrder(createStaffCtx(ctx, statusesAndMethods, driver_id ?? shop.manager_id, there), input);
}

const REASONS = [
  'Customer called: ordered twice',
  'العميل غيّر رأيه',
  'Nobody answers the phone',
  'العنوان خارج نطاق التوصيل',
  'Kunde möchte später bestellen',
] as const;

/** Runs an order from placing to its final status, without a return. */
export async function runPlannedOrder(
  ctx: Ctx,
  business: DemoBusiness,
  statusesAndMethods: DemoStatusesAndMethods,
  order: PlannedOrder,
): Promise<void> {
  const placed = await placeDemoOrder(ctx, business, statusesAndMethods, order);
  if (order.end === 'delivered') return advanceDemoOrder(ctx, business, statusesAndMethods, order, placed);
  const chance = createRandom(`off ${order.key}`);
  const move_notes = REASONS[Math.floor(chance() * REASONS.length)];
  const at = addMinutes(order.at, 3 + chance() * 20);
  await moveDemoOrder(ctx, statusesAndMethods, getOrderBranch(business, order), {
    id: placed.id,
    at,
    value: -1,
    move_notes,
  });
}

/** Pays out what is still to be refunded of an order, as far as the safe has it. */
async function payOutRefunds(ctx: Ctx, order_id: number): Promise<void> {
  const waiting = await fetchRows(
    ctx,
    tables
      .selectFrom('order_payment')
      .select('id')
      .where('order_id', '=', order_id)
      .where('status', '=', 'pending')
      .where('amount', '<', '0')
      .orderBy('id'),
  );
  for (const { id } of waiting) {
    try {
      await settlePayments(ctx, { id });
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'safe.short')) throw error;
    }
  }
}

/** Returns a unit of an order's first line; its refund is paid out at once unless `waits`. */
export async function returnDemoOrder(
  ctx: Ctx,
  business: DemoBusiness,
  statusesAndMethods: DemoStatusesAndMethods,
  order: PlannedOrder,
  at: Date,
  { waits = false } = {},
): Promise<void> {
  const shop = getOrderBranch(business, order);
  const line = await fetchRow(
    ctx,
    tables
      .selectFrom('order as o')
      .innerJoin('order_line as l', 'l.order_id', 'o.id')
      .select(({ cast }) => ['o.id as order_id', 'l.id', cast<number>('l.quantity', 'float8').as('quantity')])
      .where('o.branch_id', '=', shop.id)
      .where('o.created_at', '=', order.at)
      .where('o.status_value', '=', DELIVERED)
      .where('l.parent_id', 'is', null)
      .where('o.lines_count', '=', order.cart.length)
      .orderBy('o.id')
      .orderBy('l.ord')
      .limit(1),
  );
  if (!line) return;
  const isDamaged = createRandom(`back ${order.key}`)() < 0.3;
  const items = [{ line_id: line.id, quantity: Math.min(1, line.quantity), restock: isDamaged ? 0 : 1 }];
  const notes = isDamaged ? 'Damaged' : null;
  const input = api.orderReturn.make.input.parse({ order_id: line.order_id, items, notes });
  const staff = createStaffCtx(ctx, statusesAndMethods, shop.manager_id, at);
  await makeReturn(staff, input);
  if (!waits) await payOutRefunds(staff, line.order_id);
}

/** A day of one till: its drawer is opened, used for sales, receives the drivers' cash, and is counted. */
export type PlannedTillDay = {
  readonly shop: DemoBranch;
  readonly device_id: number;
  readonly orders: readonly PlannedOrder[];
  readonly opened: Date;
  /** Null while the drawer is still open. */
  readonly closed: Date | null;
  /** What is missing when the drawer is counted, whatever chance says. */
  readonly missing?: number;
};

const FLOAT = 300;
const SAFE_FLOAT = 1_000;
const roundToCents = (amount: number): number => Math.round(amount * 100) / 100;

async function handIn(ctx: Ctx, shop: DemoBranch, session_id: number): Promise<void> {
  for (const driver_id of shop.drivers) {
    // only cash up to the simulated time, because the drivers may already have later cash
    const held = await fetchRow(
      ctx,
      tables
        .selectFrom('pos_session as s')
        .select(({ selectFrom }) => {
          const received = selectFrom('order_payment as p')
            .innerJoin('order as o', 'o.id', 'p.order_id')
            .select(({ fn }) => fn.sum('p.amount').as('amount'))
            .where('p.driver_id', '=', driver_id)
            .where('p.holder', '=', 'driver')
            .whereRef('o.currency', '=', 's.currency')
            .where('p.status', 'in', ['received', 'refunded'])
            .where('p.created_at', '<=', ctx.now);
          const handed = selectFrom('pos_cash_move as m')
            .select(({ fn }) => fn.sum('m.amount').as('amount'))
            .where('m.driver_id', '=', driver_id)
            .whereRef('m.currency', '=', 's.currency')
            .where('m.kind', '=', 'hand_in')
            .where('m.created_at', '<=', ctx.now);
          return sql<number>`(coalesce(${received}, 0) - coalesce(${handed}, 0))::float8`.as('amount');
        })
        .where('s.id', '=', session_id),
    );
    const amount = held?.amount ?? 0;
    if (amount <= 0) continue;
    await moveCash(ctx, api.posSession.move.input.parse({ session_id, kind: 'hand_in', amount, driver_id }));
  }
}

/** Counts the drawer and moves the cash above the float to the safe; sometimes a few riyals are missing. */
async function countDrawer(
  ctx: Ctx,
  { shop, device_id, missing }: PlannedTillDay,
  key: string,
): Promise<void> {
  const session = await getOpenSession(ctx, device_id, shop.id);
  await handIn(ctx, shop, session.id);
  const full = Number(await computeExpectedCash(ctx, session)) / 10_000;
  if (full > FLOAT) {
    const drop = { session_id: session.id, kind: 'drop', amount: roundToCents(full - FLOAT), reason: 'Safe' };
    await moveCash(ctx, api.posSession.move.input.parse(drop));
  }
  const left = Math.min(full, FLOAT);
  const luck = createRandom(`drawer ${key}`)();
  const less = missing ?? (luck < 0.06 ? 5 : luck > 0.97 ? -2 : 0);
  const counted = roundToCents(Math.max(0, left - less));
  const close = { device_id, branch_id: shop.id, end_session_amount: counted };
  const note = counted === left ? null : 'Counted twice';
  await closeSession(ctx, api.posSession.close.input.parse({ ...close, note }));
}

/** Counts the safe of a branch once, so that its balance is known. */
async function openSafe(ctx: Ctx, { id: branch_id }: DemoBranch): Promise<void> {
  const counted = await ctx.db.safe.count({ where: { branch_id, opened_at: { not: null } } });
  if (counted > 0) return;
  await countSafe(ctx, api.safe.count.input.parse({ branch_id, amount: SAFE_FLOAT }));
}

/** Runs a day of one till in one transaction. Does nothing when its drawer is already open. */
export async function runTillDay(
  ctx: Ctx,
  statusesAndMethods: DemoStatusesAndMethods,
  day: PlannedTillDay,
): Promise<void> {
  const { shop, device_id, orders, opened, closed } = day;
  const standing = await ctx.db.pos_session.count({ where: { device_id, status: 'open' } });
  if (standing > 0) return;
  const manager = (now: Date) => createStaffCtx(ctx, statusesAndMethods, shop.manager_id, now);
  const sessionCount = await ctx.db.pos_session.count({ where: { device_id } });
  const start = sessionCount === 0 ? { start_amount: FLOAT } : {};
  if (sessionCount === 0) await openSafe(manager(opened), shop);
  await openSession(
    manager(opened),
    api.posSession.open.input.parse({ device_id, branch_id: shop.id, ...start }),
  );
  for (const order of orders) {
    const input = api.order.make.input.parse({
      branch_id: shop.id,
      device_id,
      ...(order.buyer ? { client_id: order.buyer.id, client: { phone: order.buyer.phone } } : {}),
      cart: order.cart.map(({ good, quantity }) => ({ item_id: good.item_id, quantity })),
      payment_id: statusesAndMethods.payment(order.pays === 'card' ? 'card' : 'cash'),
      source: 'dashboard',
    });
    await placeInTime(
      createStaffCtx(ctx, statusesAndMethods, order.seller_id, order.at),
      input,
      order.number,
    );
  }
  if (closed) await countDrawer(manager(closed), day, `${device_id} ${closed.toISOString()}`);
}
