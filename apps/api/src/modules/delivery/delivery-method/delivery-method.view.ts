import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { tables } from '../../../core/db/tables.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import { allowedActions, toTexts } from '../../../core/list/localized-columns.ts';
import { countVisibleBranches } from '../payment-method/payment-method.view.ts';

type Row = z.output<typeof api.deliveryMethod.list.output>;
type Show = z.output<typeof api.deliveryMethod.show.output>;

/** Selects methods `m` with the existing branches that offer each. */
export const readDeliveryMethods = tables
  .selectFrom('delivery_method as m')
  .select([
    'm.id',
    'm.code',
    'm.titles',
    'm.desc',
    'm.inhouse',
    'm.asap',
    'm.delivery_minutes',
    'm.image',
    'm.ord',
    'm.status',
    'm.version',
    'm.created_at',
    'm.updated_at',
    'm.deleted_at',
  ])
  .select((eb) => [
    eb.cast<number>('m.delivery_cost', 'float8').as('delivery_cost'),
    sql<number[]>`array(${eb
      .selectFrom('branch_delivery as x')
      .innerJoin('branch as b', 'b.id', 'x.branch_id')
      .select('x.branch_id')
      .whereRef('x.delivery_id', '=', 'm.id')
      .where('b.deleted_at', 'is', null)
      .orderBy('x.branch_id')})`.as('branches_ids'),
  ]);

export type DeliveryMethodQuery = typeof readDeliveryMethods;
export type DeliveryMethodRow = InferResult<DeliveryMethodQuery>[number];

/** Converts a delivery method to a list row; texts of all languages only when requested. */
export const rowView = (ctx: Ctx, row: DeliveryMethodRow, all_locale: boolean): Row => ({
  id: row.id,
  code: row.code,
  title: resolveText(toTexts(row.titles), ctx.locale),
  ...(all_locale ? { titles: toTexts(row.titles) } : {}),
  desc: row.desc,
  inhouse: row.inhouse,
  asap: row.asap,
  delivery_minutes: row.delivery_minutes,
  delivery_cost: row.delivery_cost,
  image_url: pictureUrl(row.image),
  branches_count: countVisibleBranches(ctx, row.branches_ids),
  ord: row.ord,
  status: row.status,
  version: row.version,
  actions: allowedActions(ctx, 'delivery'),
});

/** Converts a delivery method to the full response. */
export const showView = (ctx: Ctx, row: DeliveryMethodRow): Show => ({
  ...rowView(ctx, row, true),
  titles: toTexts(row.titles),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** The fields that the audit log compares. */
export const auditView = (row: DeliveryMethodRow) => {
  const { id, version, branches_ids, created_at, updated_at, deleted_at, ...stored } = row;
  return { ...stored, titles: toTexts(row.titles) };
};
