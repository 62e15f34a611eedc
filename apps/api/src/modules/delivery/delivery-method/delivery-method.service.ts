import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { matchesBranchFilter } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { countEach, fetchRow, runStatement, tables } from '../../../core/db/tables.ts';
import { storePicture } from '../../../core/file/pictures.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { localizedSort, omitUndefined } from '../../../core/list/localized-columns.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import { defineRestorableRecord } from '../../../core/record/define-restorable-record.ts';
import { isInProgressStatusSql } from '../../../core/sql/order-status-sql.ts';
import { checkCurrencyScale } from '../../setting/index.ts';
import { lockBranchesAndCheckMethodCount } from '../payment-method/save-payment-method.ts';
import {
  auditView,
  type DeliveryMethodQuery,
  type DeliveryMethodRow,
  readDeliveryMethods,
  rowView,
  showView,
} from './delivery-method.view.ts';

type List = z.output<typeof api.deliveryMethod.list.input>;
type Create = z.output<typeof api.deliveryMethod.create.input>;
type Update = z.output<typeof api.deliveryMethod.update.input>;
type Fields = Omit<Update, 'id' | 'version'>;

/** Longest edge of the picture in pixels. */
const IMAGE_SIZE = 512;

function filterDeliveryMethods(ctx: Ctx, input: List): DeliveryMethodQuery {
  const { id, status, inhouse, branch_id } = input;
  let query = readDeliveryMethods
    .where('m.deleted_at', 'is', null)
    .where(matchesKeywords(input.keywords, sql.ref('m.search')));
  if (ctx.reach === 'public') query = query.where('m.status', '=', 1);
  else {
    if (id !== undefined) query = query.where('m.id', '=', id);
    if (status !== undefined) query = query.where('m.status', '=', status);
  }
  if (inhouse !== undefined) query = query.where('m.inhouse', '=', inhouse);
  if (branch_id !== undefined)
    query = query.where((eb) =>
      eb.and([
        eb.val(matchesBranchFilter(ctx, branch_id)),
        eb.exists(
          eb
            .selectFrom('branch_delivery as x')
            .select('x.delivery_id')
            .whereRef('x.delivery_id', '=', 'm.id')
            .where('x.branch_id', '=', branch_id),
        ),
      ]),
    );
  return query;
}

function sortDeliveryMethods(
  ctx: Ctx,
  query: DeliveryMethodQuery,
  { sort_by, sort_as }: List,
): DeliveryMethodQuery {
  const title = localizedSort(ctx, sql.ref('m.titles'));
  const sorted = sort_by === 'title' ? query.orderBy(title, sort_as) : query.orderBy(`m.${sort_by}`, sort_as);
  return sorted.orderBy('m.id', sort_as);
}

/** Lists delivery methods; the public sees active ones. */
export async function list(ctx: Ctx, input: List) {
  const query = filterDeliveryMethods(ctx, input);
  const [rows, total] = await fetchPage(ctx, sortDeliveryMethods(ctx, query, input), query, input);
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    total,
    input,
  );
}

const findDeliveryMethod = (ctx: Ctx, id: number): Promise<DeliveryMethodRow | undefined> =>
  fetchRow(ctx, readDeliveryMethods.where('m.id', '=', id));

async function toMethodColumns(ctx: Ctx, { image_base64, locale, all_locale, ...input }: Fields) {
  await checkCurrencyScale(ctx, { delivery_cost: input.delivery_cost });
  const image = image_base64
    ? await storePicture(ctx, image_base64, { size: IMAGE_SIZE, field: 'image_base64' })
    : image_base64;
  return omitUndefined({ ...input, image });
}

async function insertDeliveryMethod(ctx: Ctx, { version, ...input }: Create) {
  const columns = await toMethodColumns(ctx, input);
  await lockBranchesAndCheckMethodCount(ctx, 'delivery_method');
  const { code, titles } = input;
  const data = { ...columns, code, titles, created_at: ctx.now, updated_at: ctx.now };
  const { id } = await ctx.db.delivery_method.create({ data, select: { id: true } });
  await runStatement(
    ctx,
    tables
      .insertInto('branch_delivery')
      .columns(['branch_id', 'delivery_id'])
      .expression((eb) => eb.selectFrom('branch').select(['id', sql<number>`${id}::int`.as('delivery_id')])),
  );
  return { id };
}

async function changeDeliveryMethod(ctx: Ctx, before: DeliveryMethodRow, { id, version, ...input }: Update) {
  const data = { ...(await toMethodColumns(ctx, input)), version: { increment: 1 }, updated_at: ctx.now };
  return ctx.db.delivery_method.update({ where: { id: before.id }, data, select: { id: true } });
}

/** Counts the open orders with a delivery method, and the payment methods that are limited to it alone. */
async function countUses(ctx: Ctx, id: number): Promise<{ orders: number; payments: number }> {
  const orders = tables
    .selectFrom('order')
    .where('delivery_id', '=', id)
    .where(isInProgressStatusSql('status_value'));
  const payments = tables
    .selectFrom('payment_delivery as l')
    .innerJoin('payment_method as p', 'p.id', 'l.payment_id')
    .where('l.delivery_id', '=', id)
    .where('p.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_delivery as r')
            .innerJoin('delivery_method as d', 'd.id', 'r.delivery_id')
            .select('r.delivery_id')
            .whereRef('r.payment_id', '=', 'p.id')
            .where('d.deleted_at', 'is', null)
            .where('d.id', '<>', id),
        ),
      ),
    );
  return countEach(ctx, { orders, payments });
}

/** Refuses to delete a method of open orders. @throws delivery_method.in_use with them, delivery_method.only_one */
async function checkRemove(ctx: Ctx, { id }: DeliveryMethodRow): Promise<void> {
  const { orders, payments } = await countUses(ctx, id);
  if (orders > 0) fail('delivery_method.in_use', { count: orders });
  // a payment method without any delivery method would apply to all of them
  if (payments > 0) fail('delivery_method.only_one', { count: payments });
}

const deliveryMethods = defineRestorableRecord({
  noun: 'delivery-method',
  find: findDeliveryMethod,
  view: showView,
  audit: auditView,
  insert: insertDeliveryMethod,
  update: changeDeliveryMethod,
  checkRemove,
});

/**
 * Shows, creates, changes and deletes delivery methods; a new one is added to every branch.
 * @throws record.missing, record.stale, record.duplicate, method.too_many, delivery_method.in_use,
 * delivery_method.only_one
 */
export const { show, create: createDeliveryMethod, change: updateDeliveryMethod, remove } = deliveryMethods;

/** Undoes a delete of the last 24 hours. @throws record.missing, record.duplicate, method.too_many */
export const restore = (ctx: Ctx, known: { id: number }) =>
  ctx.tx(async (ctx) => {
    await lockBranchesAndCheckMethodCount(ctx, 'delivery_method');
    return deliveryMethods.restore(ctx, known);
  });
