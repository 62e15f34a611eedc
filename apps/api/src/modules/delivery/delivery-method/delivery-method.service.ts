import { type AuditAction, type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { checkVersion, matchesBranchFilter, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fromPrismaSql } from '../../../core/db/from-prisma-sql.ts';
import {
  countEach,
  countRows,
  fetchRow,
  fetchRows,
  lockRow,
  runStatement,
  tables,
} from '../../../core/db/tables.ts';
import { storePicture } from '../../../core/file/pictures.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { localizedSort, omitUndefined } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { requireNotDeleted, requireRestorable, setDeleted } from '../../../core/soft-delete.ts';
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
type Known = { id: number; version?: number | undefined };

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
  const { skip, take } = toSkipTake(input);
  const [rows, total] = await Promise.all([
    fetchRows(ctx, sortDeliveryMethods(ctx, query, input).limit(take).offset(skip)),
    countRows(ctx, query),
  ]);
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    total,
    input,
  );
}

const findDeliveryMethod = (ctx: Ctx, id: number): Promise<DeliveryMethodRow | undefined> =>
  fetchRow(ctx, readDeliveryMethods.where('m.id', '=', id));

/** Finds and locks a delivery method until the transaction ends, even if it is deleted. */
async function lockDeliveryMethod(ctx: Ctx, id: number): Promise<DeliveryMethodRow | undefined> {
  await lockRow(ctx, 'delivery_method', id);
  return findDeliveryMethod(ctx, id);
}

/** Returns a delivery method. @throws record.missing */
export const show = async (ctx: Ctx, { id }: { id: number }) =>
  showView(ctx, requireNotDeleted(await findDeliveryMethod(ctx, id)));

async function buildDeliveryMethodColumns(ctx: Ctx, { image_base64, locale, all_locale, ...input }: Fields) {
  await checkCurrencyScale(ctx, { delivery_cost: input.delivery_cost });
  const image = image_base64
    ? await storePicture(ctx, image_base64, { size: IMAGE_SIZE, field: 'image_base64' })
    : image_base64;
  return omitUndefined({ ...input, image });
}

async function recordAndShow(
  ctx: Ctx,
  action: AuditAction,
  before: DeliveryMethodRow | null,
  row: DeliveryMethodRow,
) {
  const [was, after] = [before && auditView(before), auditView(row)];
  const { id, version } = row;
  await recordAudit(ctx, { noun: 'delivery-method', id, action, before: was, after, version });
  return showView(ctx, row);
}

/** Creates a delivery method and adds it to every branch. @throws record.duplicate, method.too_many */
export const createDeliveryMethod = (ctx: Ctx, { version, ...input }: Create) =>
  ctx.tx(async (ctx) => {
    const columns = await buildDeliveryMethodColumns(ctx, input);
    await lockBranchesAndCheckMethodCount(ctx, 'delivery_method');
    const { id } = await ctx.db.delivery_method.create({
      data: {
        ...columns,
        code: input.code,
        titles: input.titles,
        created_at: ctx.now,
        updated_at: ctx.now,
      },
      select: { id: true },
    });
    await runStatement(
      ctx,
      tables
        .insertInto('branch_delivery')
        .columns(['branch_id', 'delivery_id'])
        .expression((eb) =>
          eb.selectFrom('branch').select(['id', sql<number>`${id}::int`.as('delivery_id')]),
        ),
    );
    return recordAndShow(ctx, 'create', null, requireFound(await findDeliveryMethod(ctx, id)));
  });

/** Changes a delivery method. @throws record.missing, record.stale, record.duplicate */
export const updateDeliveryMethod = (ctx: Ctx, { id, version, ...input }: Update) =>
  ctx.tx(async (ctx) => {
    const before = requireNotDeleted(await lockDeliveryMethod(ctx, id));
    checkVersion(before.version, version);
    const data = {
      ...(await buildDeliveryMethodColumns(ctx, input)),
      version: { increment: 1 },
      updated_at: ctx.now,
    };
    await ctx.db.delivery_method.update({ where: { id }, data, select: { id: true } });
    return recordAndShow(ctx, 'update', before, requireFound(await findDeliveryMethod(ctx, id)));
  });

/** Counts the open orders with a delivery method, and the payment methods that are limited to it alone. */
async function countUses(ctx: Ctx, id: number): Promise<{ orders: number; payments: number }> {
  const orders = tables
    .selectFrom('order')
    .where('delivery_id', '=', id)
    .where(sql<boolean>`${fromPrismaSql(isInProgressStatusSql('status_value'))}`);
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

/** Deletes a delivery method. @throws delivery_method.in_use with the open orders, delivery_method.only_one */
export const remove = (ctx: Ctx, { id, version }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireNotDeleted(await lockDeliveryMethod(ctx, id));
    checkVersion(row.version, version);
    const { orders, payments } = await countUses(ctx, id);
    if (orders > 0) fail('delivery_method.in_use', { count: orders });
    // a payment method without any delivery method would apply to all of them
    if (payments > 0) fail('delivery_method.only_one', { count: payments });
    await setDeleted(ctx, 'delivery-method', row, 'delete', auditView(row));
    return { deleted: 1 as const };
  });

/** Undoes a delete of the last 24 hours. @throws record.missing, record.duplicate, method.too_many */
export const restore = (ctx: Ctx, { id }: Known) =>
  ctx.tx(async (ctx) => {
    await lockBranchesAndCheckMethodCount(ctx, 'delivery_method');
    const row = requireRestorable(ctx, await lockDeliveryMethod(ctx, id));
    await setDeleted(ctx, 'delivery-method', row, 'restore', auditView(row));
    return showView(ctx, requireFound(await findDeliveryMethod(ctx, id)));
  });
