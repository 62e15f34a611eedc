import { CANCELED } from '@dukkan/commerce';
import { type api, fail, METHODS_MAX } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, countRows, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { storePicture } from '../../../core/file/pictures.ts';
import { omitUndefined } from '../../../core/list/localized-columns.ts';
import { defineRestorableRecord } from '../../../core/record/define-restorable-record.ts';
import { checkCurrencyScale } from '../../setting/index.ts';
import { findPaymentMethod } from './list-payment-methods.ts';
import {
  auditView,
  canEditMethod,
  maskCredential,
  type PaymentMethodRow,
  showView,
} from './payment-method.view.ts';

type Create = z.output<typeof api.paymentMethod.create.input>;
type Update = z.output<typeof api.paymentMethod.update.input>;
type Fields = Omit<Update, 'id' | 'version'>;

/** Longest edge of the picture in pixels. */
const IMAGE_SIZE = 512;

/**
 * Returns the method, locked together with all active cash methods, so that two parallel requests cannot remove the
 * last one.
 * @throws record.missing; permission.denied for a method of the whole business
 */
async function lockMethodWithCashMethods(
  ctx: Ctx,
  { id }: { readonly id: number },
): Promise<PaymentMethodRow> {
  await fetchRows(
    ctx,
    tables
      .selectFrom('payment_method')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('id', '=', id),
          eb.and({ type: 'cash', master: 1, status: 1 }).and('deleted_at', 'is', null),
        ]),
      )
      .orderBy('id')
      .forUpdate(),
  );
  const row = requireFound(await findPaymentMethod(ctx, id));
  return canEditMethod(ctx, row) ? row : fail('permission.denied');
}

/**
 * Refuses to remove the last cash method, which cash on delivery needs. @throws
 * payment_method.last_cash
 */
async function refuseLastCash(ctx: Ctx, { id, type, master, status }: PaymentMethodRow): Promise<void> {
  if (type !== 'cash' || master !== 1 || status !== 1) return;
  const others = await ctx.db.payment_method.count({
    where: { id: { not: id }, type: 'cash', master: 1, status: 1, deleted_at: null },
  });
  if (others === 0) fail('payment_method.last_cash');
}

/**
 * Refuses to change the type of a method with payments, because counted cash must stay cash. @throws
 * payment_method.type_fixed
 */
async function refuseOtherType(ctx: Ctx, { id }: PaymentMethodRow): Promise<void> {
  const count = await ctx.db.order_payment.count({ where: { payment_id: id } });
  if (count > 0) fail('payment_method.type_fixed', { count }, 'type');
}

async function checkAmounts(ctx: Ctx, before: PaymentMethodRow | null, input: Fields): Promise<void> {
  const { min_transaction, max_transaction } = input;
  await checkCurrencyScale(ctx, { min_transaction, max_transaction });
  const kept = <T>(asked: T | undefined, was: T | undefined) => (asked === undefined ? was : asked);
  const min = kept(min_transaction, before?.min_transaction) ?? 0;
  const max = kept(max_transaction, before?.max_transaction) ?? 0;
  if (max > 0 && min > max) failField('max_transaction', 'min_value', { min });
}

/**
 * Locks these delivery methods against deletion until the transaction ends. Call it before any write, because writing a
 * method locks the shop's version, which a parallel delete could be waiting for.
 * @throws reference.missing
 */
async function holdDeliveries(ctx: Ctx, ids: readonly number[] = []): Promise<void> {
  if (ids.length === 0) return;
  const field = 'delivery_ids';
  const found = await fetchRows(
    ctx,
    tables
      .selectFrom('delivery_method')
      .select('id')
      .where('id', '=', anyIdSql(ids))
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forShare(),
  );
  if (found.length < ids.length) fail('reference.missing', { field }, field);
}

/** Limits a payment method to these delivery methods; links to deleted ones stay in case they are restored. */
async function limitTo(ctx: Ctx, payment_id: number, ids: readonly number[]): Promise<void> {
  await ctx.db.payment_delivery.deleteMany({
    where: { payment_id, delivery_id: { notIn: [...ids] }, delivery: { deleted_at: null } },
  });
  await ctx.db.payment_delivery.createMany({
    data: ids.map((delivery_id) => ({ payment_id, delivery_id })),
    skipDuplicates: true,
  });
}

async function toMethodColumns(
  ctx: Ctx,
  { delivery_ids, image_base64, locale, all_locale, ...input }: Fields,
) {
  const image = image_base64
    ? await storePicture(ctx, image_base64, { size: IMAGE_SIZE, field: 'image_base64' })
    : image_base64;
  return omitUndefined({ ...input, image });
}

/** Locks the table of branches, so that every branch gets the new method, and checks the maximum number of methods. */
export async function lockBranchesAndCheckMethodCount(
  ctx: Ctx,
  table: 'payment_method' | 'delivery_method',
): Promise<void> {
  await runStatement(ctx, sql`LOCK TABLE branch IN SHARE ROW EXCLUSIVE MODE`);
  const where = { where: { deleted_at: null } };
  const count =
    table === 'payment_method'
      ? await ctx.db.payment_method.count(where)
      : await ctx.db.delivery_method.count(where);
  if (count >= METHODS_MAX) fail('method.too_many', { max: METHODS_MAX });
}

/** Returns the owner of a new method: the whole business, or the header's branch. */
async function chooseMethodOwner(
  ctx: Ctx,
  master: 0 | 1 | undefined,
): Promise<{ master: 0 | 1; branch_id: number | null }> {
  const wanted = master ?? (ctx.scope === 'all' ? 1 : 0);
  if (wanted === 1) return ctx.scope === 'all' ? { master: 1, branch_id: null } : fail('permission.denied');
  const [only, ...more] = ctx.scope === 'all' ? [] : ctx.scope;
  const branch_id = ctx.branch_id ?? (more.length === 0 ? only : undefined) ?? fail('branch.required');
  requireFound(
    await ctx.db.branch.findFirst({ where: { id: branch_id, deleted_at: null }, select: { id: true } }),
  );
  return { master: 0, branch_id };
}

/** Creates a method; one of the whole business is added to every branch, another to its own branch. */
async function insertPaymentMethod(ctx: Ctx, { version, master, ...input }: Create) {
  const owner = await chooseMethodOwner(ctx, master);
  await checkAmounts(ctx, null, input);
  const columns = await toMethodColumns(ctx, input);
  await lockBranchesAndCheckMethodCount(ctx, 'payment_method');
  await holdDeliveries(ctx, input.delivery_ids);
  const { code, titles, type } = input;
  const { id } = await ctx.db.payment_method.create({
    data: { ...columns, ...owner, code, titles, type, created_at: ctx.now, updated_at: ctx.now },
    select: { id: true },
  });
  const branches = tables.selectFrom('branch').select(['id', sql<number>`${id}::int`.as('payment_id')]);
  await runStatement(
    ctx,
    tables
      .insertInto('branch_payment')
      .columns(['branch_id', 'payment_id'])
      .expression(owner.branch_id === null ? branches : branches.where('id', '=', owner.branch_id)),
  );
  if (input.delivery_ids) await limitTo(ctx, id, input.delivery_ids);
  return { id };
}

async function changePaymentMethod(ctx: Ctx, before: PaymentMethodRow, { id, version, ...input }: Update) {
  await checkAmounts(ctx, before, input);
  const isOther = input.type !== undefined && input.type !== before.type;
  if (isOther) await refuseOtherType(ctx, before);
  if (isOther || input.status === 0) await refuseLastCash(ctx, before);
  // a caller who only sees the masked account sends it back unchanged with the form
  const isHint =
    input.partner_account != null && input.partner_account === maskCredential(before.partner_account);
  const { partner_account, ...others } = input;
  const columns = await toMethodColumns(ctx, isHint ? others : input);
  await holdDeliveries(ctx, input.delivery_ids);
  const data = { ...columns, version: { increment: 1 }, updated_at: ctx.now };
  await ctx.db.payment_method.update({ where: { id: before.id }, data, select: { id: true } });
  if (input.delivery_ids) await limitTo(ctx, before.id, input.delivery_ids);
}

/** Counts unpaid orders with a method, and orders with pending payments of it. */
const countWaitingOrders = (ctx: Ctx, id: number): Promise<number> =>
  countRows(
    ctx,
    tables
      .selectFrom('order as o')
      .where((eb) =>
        eb.or([
          eb.and([
            eb('o.payment_id', '=', id),
            eb('o.paid', '=', 0),
            eb('o.status_value', '<>', eb.lit(CANCELED)),
          ]),
          eb(
            'o.id',
            'in',
            eb
              .selectFrom('order_payment as p')
              .select('p.order_id')
              .where('p.payment_id', '=', id)
              .where('p.status', '=', 'pending'),
          ),
        ]),
      ),
  );

/** Refuses to delete a method of unpaid orders. @throws payment_method.in_use with them, payment_method.last_cash */
async function checkRemove(ctx: Ctx, row: PaymentMethodRow): Promise<void> {
  await refuseLastCash(ctx, row);
  const count = await countWaitingOrders(ctx, row.id);
  if (count > 0) fail('payment_method.in_use', { count });
}

const paymentMethods = defineRestorableRecord({
  noun: 'payment-method',
  lock: lockMethodWithCashMethods,
  find: findPaymentMethod,
  view: showView,
  audit: auditView,
  insert: insertPaymentMethod,
  update: changePaymentMethod,
  checkRemove,
});

/**
 * Creates, changes and deletes payment methods.
 * @throws permission.denied, branch.required, record.missing, record.stale, record.duplicate, reference.missing,
 * method.too_many, payment_method.last_cash, payment_method.type_fixed, payment_method.in_use with the unpaid orders
 */
export const { create: createPaymentMethod, change: updatePaymentMethod, remove } = paymentMethods;

/** Undoes a delete of the last 24 hours. @throws record.missing, record.duplicate, method.too_many */
export const restore = (ctx: Ctx, known: { id: number }) =>
  ctx.tx(async (ctx) => {
    await lockBranchesAndCheckMethodCount(ctx, 'payment_method');
    return paymentMethods.restore(ctx, known);
  });
