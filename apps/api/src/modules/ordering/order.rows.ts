import { type Localized, resolveText } from '@dukkan/commerce';
import type { order } from '@dukkan/contract';
import type * as z from 'zod';
import { isAdmin } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db.ts';
import { actionsOf, type OrderRole, orderRole } from './order.actions.ts';

export type Row = z.output<typeof order.list.output>;

/** An order's place as it was when it was made, beside what its area is called now. */
export type PlaceRecord = {
  readonly area_no?: string | null;
  readonly street?: string | null;
  readonly home_no?: string | null;
  readonly area_id?: number | null;
  readonly area_name?: string | null;
  readonly lat?: number | null;
  readonly lng?: number | null;
};

export type OrderRecord = Omit<
  Row,
  | 'branch_name'
  | 'address'
  | 'status_title'
  | 'payment_title'
  | 'delivery_title'
  | 'preferred_at'
  | 'promised_at'
  | 'delivered_at'
  | 'created_at'
  | 'late_minutes'
  | 'actions'
> & {
  readonly branch_names: Localized;
  readonly place: PlaceRecord;
  readonly area_names: Localized | null;
  readonly status_titles: Localized;
  readonly payment_titles: Localized | null;
  readonly delivery_titles: Localized | null;
  readonly preferred_at: Date | null;
  readonly promised_at: Date | null;
  readonly delivered_at: Date | null;
  readonly created_at: Date;
  readonly is_refunded: boolean;
};

/** What is still to be paid of `o`. */
export const OPEN_AMOUNT = Prisma.sql`(CASE WHEN o.status_value = -1 THEN 0
  ELSE greatest(0, o.due - o.returned_value - o.paid_amount) END)`;

/** Whether money or goods of `o` went back; only an administrator's moves depend on it. */
const refunded = (ctx: Ctx): Prisma.Sql =>
  ctx.reach === 'full' && isAdmin(ctx)
    ? Prisma.sql`(o.returned_value > 0 OR EXISTS (SELECT 1 FROM order_payment r WHERE r.order_id = o.id AND r.amount < 0))`
    : Prisma.sql`FALSE`;

/** What a list tells of an order `o`; beside JOINS in its FROM. */
export const columns = (ctx: Ctx): Prisma.Sql => Prisma.sql`
  o.id, o.branch_id, b.names AS branch_names, o.client_id, o.client_name, o.client_phone, o.place, l.names AS area_names,
  o.status_id, o.status_value, s.titles AS status_titles, s.variant AS status_variant, o.type, o.source, o.pos, o.paid,
  o.due::float8 AS due, o.paid_amount::float8 AS paid_amount, o.returned_value::float8 AS returned_value,
  ${OPEN_AMOUNT}::float8 AS open_amount, o.currency, o.lines_count, o.quantity::float8 AS quantity,
  p.titles AS payment_titles, d.titles AS delivery_titles, o.preferred_at, o.promised_at, o.delivered_at, o.recurring,
  o.version, o.created_at, o.driver_id, v.name AS driver_name, o.seller_id, w.name AS seller_name,
  ${refunded(ctx)} AS is_refunded`;

export const JOINS = Prisma.sql`
  JOIN branch b ON b.id = o.branch_id
  JOIN order_status s ON s.id = o.status_id
  LEFT JOIN location l ON l.id = (o.place->>'area_id')::int
  LEFT JOIN payment_method p ON p.id = o.payment_id
  LEFT JOIN delivery_method d ON d.id = o.delivery_id
  LEFT JOIN account v ON v.id = o.driver_id
  LEFT JOIN account w ON w.id = o.seller_id`;

export const areaName = (ctx: Ctx, { place, area_names }: Pick<OrderRecord, 'place' | 'area_names'>) =>
  (area_names ? resolveText(area_names, ctx.locale) : '') || place.area_name || null;

/** Area, street and building in one line. */
function addressOf(ctx: Ctx, row: OrderRecord): string {
  const { area_no, street, home_no } = row.place;
  const parts = [areaName(ctx, row), area_no, street, home_no];
  return parts.filter((part) => part).join(ctx.locale === 'ar' ? '، ' : ', ');
}

const titleOf = (ctx: Ctx, titles: Localized | null): string | null =>
  titles ? resolveText(titles, ctx.locale) : null;

export const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Minutes past the promised time of an order that is still under way. */
function lateMinutes(ctx: Ctx, { status_value, promised_at }: OrderRecord): number | null {
  if (status_value < 0 || status_value > 4 || !promised_at || promised_at >= ctx.now) return null;
  return Math.floor((ctx.now.getTime() - promised_at.getTime()) / 60_000);
}

/** One row of the list. */
export function rowView(ctx: Ctx, row: OrderRecord, role: OrderRole = orderRole(ctx)): Row {
  const {
    branch_names,
    place,
    area_names,
    status_titles,
    payment_titles,
    delivery_titles,
    is_refunded,
    ...facts
  } = row;
  return {
    ...facts,
    branch_name: resolveText(branch_names, ctx.locale),
    address: addressOf(ctx, row),
    status_title: resolveText(status_titles, ctx.locale),
    payment_title: titleOf(ctx, payment_titles),
    delivery_title: titleOf(ctx, delivery_titles),
    preferred_at: instant(row.preferred_at),
    promised_at: instant(row.promised_at),
    delivered_at: instant(row.delivered_at),
    created_at: row.created_at.toISOString(),
    late_minutes: lateMinutes(ctx, row),
    actions: actionsOf(role, row),
  };
}
