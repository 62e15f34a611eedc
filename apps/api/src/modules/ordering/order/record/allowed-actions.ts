import {
  CANCELED,
  DELIVERED,
  isActionAllowed,
  isOpenOrder,
  listOrderMoves,
  type OrderStatusValue,
  SENT,
} from '@dukkan/commerce';
import type { EDIT_REASONS, ORDER_ACTIONS } from '@dukkan/contract';
import { getPermissions, isAdmin } from '../../../../core/access.ts';
import type { Ctx } from '../../../../core/ctx.ts';

export type EditRefusal = (typeof EDIT_REASONS)[number];
export type OrderAction = (typeof ORDER_ACTIONS)[number];

/** What decides what may be done with an order, as it is stored. */
export type OrderActionFacts = {
  readonly status_value: number;
  readonly type: string;
  /** Still to be paid. */
  readonly open_amount: number;
  /** Money went back, or goods came back. */
  readonly is_refunded: boolean;
  /** Nothing of it is expected from a provider, nothing came back, and it was not sold at a till. */
  readonly is_editable: boolean;
};

/** Who asks: whoever holds orders is not narrowed, a driver and a seller are (decisions 0.4). */
export type OrderRole = {
  readonly admin: boolean;
  readonly staff: boolean;
  readonly seller: boolean;
  readonly driver: boolean;
};

export function getOrderRole(ctx: Ctx): OrderRole {
  const held = getPermissions(ctx);
  const saves = (resource: 'orders' | 'seller' | 'driver') =>
    ctx.reach === 'full' && isActionAllowed(held, resource, 'save');
  return {
    admin: ctx.reach === 'full' && isAdmin(ctx),
    staff: saves('orders'),
    seller: saves('seller'),
    driver: saves('driver'),
  };
}

/** Whether an order is fetched or eaten in the shop: nobody carries it, it is handed over at the counter. */
const isAtCounter = (type: string): boolean => type !== 'delivery';

/** The values somebody may move an order to, and whether only with force (decisions 0.4 and 3.3). */
export function listAllowedMoves(
  role: OrderRole,
  { status_value, is_refunded, type }: Pick<OrderActionFacts, 'status_value' | 'is_refunded' | 'type'>,
): readonly { readonly to: OrderStatusValue; readonly force: boolean }[] {
  const from = status_value as OrderStatusValue;
  const forwards = listOrderMoves(from, false);
  const all = role.admin && !is_refunded ? listOrderMoves(from, true) : forwards;
  if (role.staff) return all;
  return all.filter(
    ({ to }) =>
      (role.seller &&
        ((from === 0 && to === 1) ||
          (isOpenOrder(from) && (to === CANCELED || (to === DELIVERED && isAtCounter(type)))))) ||
      (role.driver && from >= SENT && to > from),
  );
}

type Standing = Pick<OrderActionFacts, 'status_value' | 'is_refunded' | 'type'> & {
  readonly status_id: number;
};
type Target = { readonly id: number; readonly status_value: number; readonly not_delivered: number };

/**
 * Tells of each status whether somebody may give it to an order: one of another value, or one beside its own on the same
 * value, which a driver does to say why it was not handed over (decisions 0.4 and 3.3).
 */
export function createStatusMoveCheck(role: OrderRole, order: Standing): (to: Target) => boolean {
  const values = new Set<number>(listAllowedMoves(role, order).map(({ to }) => to));
  const isUnderWay = order.status_value >= SENT && order.status_value < DELIVERED;
  return (to) =>
    to.status_value === order.status_value
      ? to.id !== order.status_id && (role.staff || (role.driver && isUnderWay && to.not_delivered === 1))
      : values.has(to.status_value);
}

type EditFacts = {
  readonly status_value: number;
  readonly pos: boolean;
  readonly currency: string;
  readonly isAwaitingProvider: boolean;
  readonly hasReturns: boolean;
};

/**
 * Why the goods and the delivery of an order cannot be changed; null where they can.
 * @param currency the shop's
 * Source: docs/rules/order-changes.md#until-when
 */
export function findEditRefusal(facts: EditFacts, currency: string): EditRefusal | null {
  if (facts.pos) return 'till';
  if (facts.status_value === CANCELED) return 'canceled';
  if (!isOpenOrder(facts.status_value as OrderStatusValue)) return 'sent';
  // a return, undone or not, stays with the lines that it is of
  if (facts.hasReturns) return 'returned';
  // what a provider is about to pay is not changed under it
  if (facts.isAwaitingProvider) return 'provider';
  // in another currency it would be another order
  return facts.currency === currency ? null : 'currency';
}

/** What the caller may do with an order now, by the rules that enforce it. */
export function listOrderActions(role: OrderRole, facts: OrderActionFacts): OrderAction[] {
  const { status_value, type, is_editable, open_amount } = facts;
  const value = status_value as OrderStatusValue;
  const sells = role.staff || role.seller;
  const moves = listAllowedMoves(role, facts);
  const handsOver =
    sells && isOpenOrder(value) && isAtCounter(type) && moves.some(({ to }) => to === DELIVERED);
  const may: Record<OrderAction, boolean> = {
    // a seller gives the states before 'delivered' to nobody: handing over is a step of its own
    advance: moves.some(
      ({ to, force }) =>
        to > value && !force && value !== CANCELED && (role.staff || !handsOver || to !== DELIVERED),
    ),
    cancel: moves.some(({ to }) => to === CANCELED),
    edit: sells && isOpenOrder(value) && is_editable,
    pay: (sells || role.driver) && value !== CANCELED && open_amount > 0,
    hand_over: handsOver,
    assign: role.staff && type === 'delivery' && value !== CANCELED && value !== DELIVERED,
    return: sells && (value === DELIVERED || (role.admin && value >= SENT)),
    reopen: value === CANCELED && moves.length > 0,
    back: moves.some(({ force }) => force),
  };
  return (Object.keys(may) as OrderAction[]).filter((action) => may[action]);
}
