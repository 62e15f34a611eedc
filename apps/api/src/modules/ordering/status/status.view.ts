import { resolveText } from '@dukkan/commerce';
import { type api, COUNTED_MAX } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { tables } from '../../../core/db/tables.ts';
import { allowedActions, toTexts } from '../../../core/list/localized-columns.ts';

type Row = z.output<typeof api.orderStatus.list.output>;
type Show = z.output<typeof api.orderStatus.save.output>;

export const readStatuses = tables
  .selectFrom('order_status as s')
  .select((eb) => [
    's.id',
    's.titles',
    's.status_value',
    eb.ref('s.variant').$castTo<Row['variant']>().as('variant'),
    's.default_start',
    's.not_delivered',
    's.ord',
    's.status',
    's.version',
    's.created_at',
    's.updated_at',
    's.deleted_at',
    sql<number>`(SELECT count(*) FROM ${eb
      .selectFrom('order as o')
      .select('o.id')
      .whereRef('o.status_value', '=', 's.status_value')
      .whereRef('o.status_id', '=', 's.id')
      .limit(COUNTED_MAX)
      .as('standing')})`.as('orders_count'),
  ]);

export type StatusQuery = typeof readStatuses;
export type StatusRow = InferResult<StatusQuery>[number];

/** Converts an order status to a list row. */
export const rowView = (ctx: Ctx, row: StatusRow, all_locale: boolean): Row => ({
  id: row.id,
  title: resolveText(toTexts(row.titles), ctx.locale),
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
