import { resolveText } from '@dukkan/commerce';
import { type api, COUNTED_MAX } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { allowedActions, type Texts, toTexts } from '../../../core/list/localized-columns.ts';

type Row = z.output<typeof api.orderStatus.list.output>;
type Show = z.output<typeof api.orderStatus.save.output>;

export type StatusRow = Omit<Row, 'title' | 'titles' | 'actions'> & {
  readonly titles: Texts;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
};

export const SELECT = Prisma.sql`
  SELECT s.id, s.titles, s.status_value, s.variant, s.default_start, s.not_delivered, s.ord, s.status, s.version,
         s.created_at, s.updated_at, s.deleted_at,
         (SELECT count(*)::int FROM (SELECT 1 FROM "order" o WHERE o.status_value = s.status_value AND o.status_id = s.id
           LIMIT ${COUNTED_MAX}::int) standing) AS orders_count
    FROM order_status s`;

/** Converts an order status to a list row. */
export const rowView = (ctx: Ctx, row: StatusRow, all_locale: boolean): Row => ({
  id: row.id,
  title: resolveText(row.titles, ctx.locale),
  ...(all_locale ? { titles: toTexts(row.titles) } : {}),
  status_value: row.status_value,
  variant: row.variant,
  default_start: row.default_start,
  not_delivered: row.not_delivered,
  ord: row.ord,
  status: row.status,
  orders_count: row.orders_count,
  version: row.version,
  actions: allowedActions(ctx, 'ordersstatus').filter(
    (action) => action === 'save' || row.default_start === 0,
  ),
});

/** Converts an order status to the full response. */
export const showView = (ctx: Ctx, row: StatusRow): Show => ({
  ...rowView(ctx, row, true),
  titles: toTexts(row.titles),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** The fields that the audit log compares. */
export const auditView = ({
  titles,
  status_value,
  variant,
  default_start,
  not_delivered,
  ord,
  status,
}: StatusRow) => ({
  titles: toTexts(titles),
  status_value,
  variant,
  default_start,
  not_delivered,
  ord,
  status,
});
