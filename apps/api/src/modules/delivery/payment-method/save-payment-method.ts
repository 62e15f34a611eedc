import { CANCELED } from '@dukkan/commerce';
import { type AuditAction, type api, fail, METHODS_MAX } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { checkVersion, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, countRows, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { storePicture } from '../../../core/file/pictures.ts';
import { omitUndefined } from '../../../core/list/localized-columns.ts';
import { requireNotDeleted, requireRestorable, setDeleted } from '../../../core/soft-delete.ts';
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
type Known = { id: number; version?: number | undefined };

/** Longest edge of the picture in pixels. */
const IMAGE_SIZE = 512;

/**
 * Returns the method, locked together with all active cash methods, so that two parallel requests cannot remove the
 * last one.
 * @throws record.missing; permission.denied for a method of the whole business
 */
async function lock(ctx: Ctx, id: number): Promise<PaymentMethodRow> {
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
  const requestedOrStored = <T>(requested: T | undefined, was: T | undefined) =>
    requested === undefined ? was : requested;
  const min = requestedOrStored(min_transaction, before?.min_transaction) ?? 0;
  const max = requestedOrStored(max_transaction, before?.max_transaction) ?? 0;
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
  const methodRows = await fetchRows(
    ctx,
    tables
      .selectFrom('delivery_method')
      .select('id')
      .where('id', '=', anyIdSql(ids))
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forShare(),
  );
  if (methodRows.length < ids.length) fail('reference.missing', { field }, field);
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

async function buildPaymentMethodColumns(
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
async function ownerOf(
  ctx: Ctx,
  master: 0 | 1 | undefined,
): Promise<{ master: 0 | 1; branch_id: number | null }> {
  const requestedMaster = master ?? (ctx.scope === 'all' ? 1 : 0);
  if (requestedMaster === 1)
    return ctx.scope === 'all' ? { master: 1, branch_id: null } : fail('permission.denied');
  const [only, ...more] = ctx.scope === 'all' ? [] : ctx.scope;
  const branch_id = ctx.branch_id ?? (more.length === 0 ? only : undefined) ?? fail('branch.required');
  requireFound(
    await ctx.db.branch.findFirst({ where: { id: branch_id, deleted_at: null }, select: { id: true } }),
  );
  return { master: 0, branch_id };
}

async function recordAndShow(
  ctx: Ctx,
  action: AuditAction,
  before: PaymentMethodRow | null,
  row: PaymentMethodRow,
) {
  await recordAudit(ctx, {
    noun: 'payment-method',
    id: row.id,
    action,
    before: before && auditView(before),
    after: auditView(row),
    branch_id: row.branch_id,
    version: row.version,
  });
  return showView(ctx, row);
}

/**
 * Creates a payment method. One of the whole business is added to every branch, another to its own branch.
 * @throws permission.denied, branch.required, record.duplicate, reference.missing, method.too_many
 */
export const createPaymentMethod = (ctx: Ctx, { version, master, ...input }: Create) =>
  ctx.tx(async (ctx) => {
    const owner = await ownerOf(ctx, master);
    await checkAmounts(ctx, null, input);
    const columns = await buildPaymentMethodColumns(ctx, input);
    await lockBranchesAndCheckMethodCount(ctx, 'payment_method');
    await holdDeliveries(ctx, input.delivery_ids);
    const { id } = await ctx.db.payment_method.create({
      data: {
        ...columns,
        ...owner,
        code: input.code,
        titles: input.titles,
        type: input.type,
        created_at: ctx.now,
        updated_at: ctx.now,
      },
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
    return recordAndShow(ctx, 'create', null, requireFound(await findPaymentMethod(ctx, id)));
  });

/**
 * Changes a payment method.
 * @throws record.missing, record.stale, record.duplicate, payment_method.last_cash, payment_method.type_fixed
 */
export const updatePaymentMethod = (ctx: Ctx, { id, version, ...input }: Update) =>
  ctx.tx(async (ctx) => {
    const before = requireNotDeleted(await lock(ctx, id));
    checkVersion(before.version, version);
    await checkAmounts(ctx, before, input);
    const isOther = input.type !== undefined && input.type !== before.type;
    if (isOther) await refuseOtherType(ctx, before);
    if (isOther || input.status === 0) await refuseLastCash(ctx, before);
    // a caller who only sees the masked account sends it back unchanged with the form
    const isHint =
      input.partner_account != null && input.partner_account === maskCredential(before.partner_account);
    const { partner_account, ...others } = input;
    const columns = await buildPaymentMethodColumns(ctx, isHint ? others : input);
    await holdDeliveries(ctx, input.delivery_ids);
    const data = { ...columns, version: { increment: 1 }, updated_at: ctx.now };
    await ctx.db.payment_method.update({ where: { id }, data, select: { id: true } });
    if (input.delivery_ids) await limitTo(ctx, id, input.delivery_ids);
    return recordAndShow(ctx, 'update', before, requireFound(await findPaymentMethod(ctx, id)));
  });

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

/** Deletes a payment method. @throws payment_method.in_use with the unpaid orders, payment_method.last_cash */
export const remove = (ctx: Ctx, { id, version }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireNotDeleted(await lock(ctx, id));
    checkVersion(row.version, version);
    await refuseLastCash(ctx, row);
    const count = await countWaitingOrders(ctx, id);
    if (count > 0) fail('payment_method.in_use', { count });
    await setDeleted(ctx, 'payment-method', row, 'delete', auditView(row));
    return { deleted: 1 as const };
  });

/** Undoes a delete of the last 24 hours. @throws record.missing, record.duplicate, method.too_many */
export const restore = (ctx: Ctx, { id }: Known) =>
  ctx.tx(async (ctx) => {
    await lockBranchesAndCheckMethodCount(ctx, 'payment_method');
    const row = requireRestorable(ctx, await lock(ctx, id));
    await setDeleted(ctx, 'payment-method', row, 'restore', auditView(row));
    return showView(ctx, requireFound(await findPaymentMethod(ctx, id)));
  });
