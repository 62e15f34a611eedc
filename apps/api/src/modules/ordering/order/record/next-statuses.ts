import { ON_THE_WAY, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../../core/ctx.ts';
import { createStatusMoveCheck, listAllowedMoves, type OrderRole } from './allowed-actions.ts';
import { getById, type ShopSnapshot } from './shop-snapshot.ts';

type Next = z.output<typeof api.order.show.output>['next'][number];

/** The facts that decide which statuses are possible. */
type Standing = {
  readonly status_id: number;
  readonly status_value: number;
  readonly is_refunded: boolean;
  readonly type: string;
  readonly pos: boolean;
  readonly driver_id: number | null;
  readonly delivery_id: number | null;
};

/** Lists the statuses that an order may move to now, including others of the same value. */
export function listNextStatuses(
  ctx: Ctx,
  role: OrderRole,
  { states, called }: ShopSnapshot,
  order: Standing,
): Next[] {
  const moves = new Map(listAllowedMoves(role, order).map(({ to, force }) => [to as number, force]));
  const isCarried =
    order.type !== 'delivery' ||
    order.driver_id !== null ||
    (order.delivery_id !== null && getById(called.deliveries, order.delivery_id).inhouse === 0);
  const given = states.filter((state) => state.given);
  return given.filter(createStatusMoveCheck(role, order)).map(({ id, titles, status_value, variant }) => {
    const force = moves.get(status_value) ?? false;
    const isNew = status_value !== order.status_value;
    return {
      status_id: id,
      title: resolveText(titles, ctx.locale),
      status_value,
      variant,
      needs: isNew && status_value >= ON_THE_WAY && !isCarried ? ('driver' as const) : null,
      force,
    };
  });
}
