/** -1 canceled, 0 waiting, 1 confirmed, 2 in shipping process, 3 shipped, 4 on the way, 5 delivered. */
export const ORDER_VALUES = [-1, 0, 1, 2, 3, 4, 5] as const;
export type OrderStatusValue = (typeof ORDER_VALUES)[number];

export const WAITING: OrderStatusValue = 0;
export const CONFIRMED: OrderStatusValue = 1;
/** From this value on the units have left the stock. */
export const SENT: OrderStatusValue = 2;
/** From this value on a driver or a delivery service has the goods. */
export const ON_THE_WAY: OrderStatusValue = 4;
export const DELIVERED: OrderStatusValue = 5;
export const CANCELED: OrderStatusValue = -1;

/**
 * The effect of a status change on stock: `deduct` takes the reserved units, `release` ends the reservation,
 * `put_back` returns sold units to stock, `put_back_and_reserve` returns and reserves them, `reserve` reserves them
 * for an order that was canceled.
 */
export type OrderStockEffect =
  | 'none'
  | 'deduct'
  | 'release'
  | 'put_back'
  | 'put_back_and_reserve'
  | 'reserve';

/** Why a status change is refused. */
export type OrderRefusal =
  | 'bad_transition'
  | 'use_return'
  | 'needs_driver'
  | 'needs_force'
  | 'not_allowed'
  | 'refunded';

/** The facts about an order that decide whether a status change is allowed. */
export type OrderMoveFacts = {
  readonly isAdmin: boolean;
  readonly force: boolean;
  /** True when the order has a driver or goes with a delivery service, or nobody has to deliver it. */
  readonly isCarried: boolean;
  /** True when money was refunded or goods were returned. */
  readonly isRefunded: boolean;
  /** True for a sale of a till, which its closed drawer counts: once delivered, only a return changes it. */
  readonly isTillSale: boolean;
};

type Rule = {
  readonly from: readonly OrderStatusValue[];
  readonly to: readonly OrderStatusValue[];
  readonly effect: OrderStockEffect;
  /** `admin`: only administrators; `force`: only after a question. */
  readonly admin?: true;
  readonly force?: true;
};

/** The allowed status changes and their effects; all others are refused. */
export const ORDER_MOVES: readonly Rule[] = [
  { from: [0], to: [1], effect: 'none' },
  { from: [0, 1], to: [2, 3, 4, 5], effect: 'deduct' },
  { from: [2], to: [3, 4, 5], effect: 'none' },
  { from: [3], to: [4, 5], effect: 'none' },
  { from: [4], to: [5], effect: 'none' },
  { from: [0, 1], to: [-1], effect: 'release' },
  { from: [2, 3, 4], to: [-1], effect: 'put_back' },
  { from: [-1], to: [0], effect: 'reserve', admin: true },
  { from: [1], to: [0], effect: 'none', admin: true, force: true },
  { from: [3], to: [2], effect: 'none', admin: true, force: true },
  { from: [4], to: [2, 3], effect: 'none', admin: true, force: true },
  { from: [5], to: [2, 3, 4], effect: 'none', admin: true, force: true },
  { from: [2, 3, 4, 5], to: [0, 1], effect: 'put_back_and_reserve', admin: true, force: true },
];

const findRule = (from: OrderStatusValue, to: OrderStatusValue): Rule | undefined =>
  ORDER_MOVES.find((rule) => rule.from.includes(from) && rule.to.includes(to));

/** The effect of a status change on stock, null when the order already has the status, or the refusal. */
export function evaluateOrderMove(
  from: OrderStatusValue,
  to: OrderStatusValue,
  facts: OrderMoveFacts,
): { readonly effect: OrderStockEffect } | { readonly refusal: OrderRefusal } | null {
  if (from === to) return null;
  if (from === DELIVERED && (to === CANCELED || facts.isTillSale)) return { refusal: 'use_return' };
  const rule = findRule(from, to);
  if (!rule) return { refusal: 'bad_transition' };
  if (rule.admin && !facts.isAdmin) return { refusal: 'not_allowed' };
  if (rule.admin && facts.isRefunded) return { refusal: 'refunded' };
  if (rule.force && !facts.force) return { refusal: 'needs_force' };
  if (to >= ON_THE_WAY && !facts.isCarried) return { refusal: 'needs_driver' };
  return { effect: rule.effect };
}

type Onward = readonly { readonly to: OrderStatusValue; readonly force: boolean }[];

const onwardsFrom = (from: OrderStatusValue, isAdmin: boolean): Onward =>
  ORDER_VALUES.flatMap((to) => {
    const rule = findRule(from, to);
    return rule && (isAdmin || !rule.admin) ? [{ to, force: rule.force === true }] : [];
  });

/** Computed once, because each row of each list looks it up. */
const ONWARDS = new Map(
  ORDER_VALUES.map((from) => [from, { admin: onwardsFrom(from, true), other: onwardsFrom(from, false) }]),
);

/** The values that an order may change to, and whether that goes backwards. */
export const listOrderMoves = (from: OrderStatusValue, isAdmin: boolean): Onward =>
  ONWARDS.get(from)?.[isAdmin ? 'admin' : 'other'] ?? [];

/** True while an order is neither delivered nor canceled. */
export const isOrderInProgress = (value: number): boolean => value >= WAITING && value <= ON_THE_WAY;

/** True while items and discount may change: nothing has left and nothing is paid. */
export const isOpenOrder = (value: OrderStatusValue): boolean => value === WAITING || value === CONFIRMED;
