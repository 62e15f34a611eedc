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

/** The stored facts that decide which actions are allowed. */
export type OrderActionFacts = {
  readonly status_value: number;
  readonly type: string;
  /** Sold at a till. */
  readonly pos: boolean;
  /** Amount due. */
  readonly open_amount: number;
  /** Money or goods were returned. */
  readonly is_refunded: boolean;
  /** No pending provider payment, no return, and not sold at a till. */
  readonly is_editable: boolean;
};

/** The caller's roles: full permission for orders has no limits, drivers and sellers have. */
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

/** True for orders that are picked up or eaten in the shop, which nobody delivers. */
const isAtCounter = (type: string): boolean => type !== 'delivery';

/**
 * Lists the status values that the caller may move an order to, and whether only with force.
 */
export function listAllowedMoves(
  role: OrderRole,
  {
    status_value,
    is_refunded,
    type,
    pos,
  }: Pick<OrderActionFacts, 'status_value' | 'is_refunded' | 'type' | 'pos'>,
): readonly { readonly to: OrderStatusValue; readonly force: boolean }[] {
  const from = status_value as OrderStatusValue;
  if (pos && from === DELIVERED) return [];
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

type Standing = Pick<OrderActionFacts, 'status_value' | 'is_refunded' | 'type' | 'pos'> & {
  readonly status_id: number;
};
type Target = { readonly id: number; readonly status_value: number; readonly not_delivered: number };

/**
 * Returns a function that tells whether the caller may set a status: one of another value, or another one of the same
 * value, which drivers use to report a failed delivery.
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
 * Returns the reason why goods and delivery of an order cannot change; null when they can.
 * @param currency the shop's currency
 * Source: docs/rules/order-changes.md#until-when
 */
export function findEditRefusal(facts: EditFacts, currency: string): EditRefusal | null {
  if (facts.pos) return 'till';
  if (facts.status_value === CANCELED) return 'canceled';
  if (!isOpenOrder(facts.status_value as OrderStatusValue)) return 'sent';
  // a return refers to the lines of its order, even after it was undone
  if (facts.hasReturns) return 'returned';
  // a pending provider payment is for the current amount
  if (facts.isAwaitingProvider) return 'provider';
  // prices of another currency do not apply to this order
  return facts.currency === currency ? null : 'currency';
}

/** Lists the actions that the caller may take on an order now, by the same rules that enforce them. */
export function listOrderActions(role: OrderRole, facts: OrderActionFacts): OrderAction[] {
  const { status_value, type, is_editable, open_amount } = facts;
  const value = status_value as OrderStatusValue;
  const sells = role.staff || role.seller;
  const moves = listAllowedMoves(role, facts);
  const handsOver =
    sells && isOpenOrder(value) && isAtCounter(type) && moves.some(({ to }) => to === DELIVERED);
  const may: Record<OrderAction, boolean> = {
    // for sellers the move to delivered is a separate action, hand_over
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
