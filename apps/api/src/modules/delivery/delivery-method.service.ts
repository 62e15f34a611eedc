import { type AuditAction, type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion, matchesBranchFilter, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { keywordConditions } from '../../core/list/keywords.ts';
import { localizedSortSql, omitUndefined, orderBySql } from '../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { isInProgressStatusSql } from '../../core/order-status-sql.ts';
import { storePicture } from '../../core/pictures.ts';
import { requireNotDeleted, requireRestorable, setDeleted } from '../../core/soft-delete.ts';
import { checkCurrencyScale } from '../setting/index.ts';
import { auditView, type DeliveryMethodRow, rowView, SELECT, showView } from './delivery-method.view.ts';
import { lockBranchesAndCheckMethodCount } from './payment-method.save.ts';

type List = z.output<typeof api.deliveryMethod.list.input>;
type Create = z.output<typeof api.deliveryMethod.create.input>;
type Update = z.output<typeof api.deliveryMethod.update.input>;
type Fields = Omit<Update, 'id' | 'version'>;
type Known = { id: number; version?: number | undefined };

/** Longest edge of the picture in pixels. */
const IMAGE_SIZE = 512;

function filterOf(ctx: Ctx, input: List): Prisma.Sql {
  const filters = [
    Prisma.sql`m.deleted_at IS NULL`,
    ...keywordConditions(input.keywords, Prisma.sql`m.search`),
  ];
  if (ctx.reach === 'public') filters.push(Prisma.sql`m.status = 1`);
  else {
    if (input.id !== undefined) filters.push(Prisma.sql`m.id = ${input.id}`);
    if (input.status !== undefined) filters.push(Prisma.sql`m.status = ${input.status}`);
  }
  if (input.inhouse !== undefined) filters.push(Prisma.sql`m.inhouse = ${input.inhouse}`);
  if (input.branch_id !== undefined)
    filters.push(Prisma.sql`EXISTS (SELECT 1 FROM branch_delivery x
      WHERE x.delivery_id = m.id AND x.branch_id = ${input.branch_id}
        AND ${matchesBranchFilter(ctx, input.branch_id)})`);
  return Prisma.join(filters, ' AND ');
}

function ordered(ctx: Ctx, input: List): Prisma.Sql {
  const columns: Record<List['sort_by'], Prisma.Sql> = {
    ord: Prisma.sql`m.ord`,
    id: Prisma.sql`m.id`,
    code: Prisma.sql`m.code`,
    title: localizedSortSql(ctx, Prisma.sql`m.titles`),
    delivery_cost: Prisma.sql`m.delivery_cost`,
    delivery_minutes: Prisma.sql`m.delivery_minutes`,
    status: Prisma.sql`m.status`,
  };
  return orderBySql(columns[input.sort_by], Prisma.sql`m.id`, input.sort_as);
}

/** Lists delivery methods; the public sees active ones. */
export async function list(ctx: Ctx, input: List) {
  const where = filterOf(ctx, input);
  const { skip, take } = toSkipTake(input);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM delivery_method m WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<DeliveryMethodRow[]>`
    ${SELECT} WHERE ${where} ${ordered(ctx, input)} LIMIT ${take} OFFSET ${skip}`;
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    counted?.total ?? 0,
    input,
  );
}

async function stored(ctx: Ctx, id: number): Promise<DeliveryMethodRow | undefined> {
  const [row] = await ctx.db.$queryRaw<DeliveryMethodRow[]>`${SELECT} WHERE m.id = ${id}`;
  return row;
}

/** Finds and locks a delivery method until the transaction ends, even if it is deleted. */
async function lock(ctx: Ctx, id: number): Promise<DeliveryMethodRow | undefined> {
  await ctx.db.$executeRaw`SELECT 1 FROM delivery_method WHERE id = ${id} FOR UPDATE`;
  return stored(ctx, id);
}

/** Returns a delivery method. @throws record.missing */
export const show = async (ctx: Ctx, { id }: { id: number }) =>
  showView(ctx, requireNotDeleted(await stored(ctx, id)));

async function columnsOf(ctx: Ctx, { image_base64, locale, all_locale, ...input }: Fields) {
  await checkCurrencyScale(ctx, { delivery_cost: input.delivery_cost });
  const image = image_base64
    ? await storePicture(ctx, image_base64, { size: IMAGE_SIZE, field: 'image_base64' })
    : image_base64;
  return omitUndefined({ ...input, image });
}

async function told(ctx: Ctx, action: AuditAction, before: DeliveryMethodRow | null, row: DeliveryMethodRow) {
  const [was, after] = [before && auditView(before), auditView(row)];
  const { id, version } = row;
  await recordAudit(ctx, { noun: 'delivery-method', id, action, before: was, after, version });
  return showView(ctx, row);
}

/** Creates a delivery method and adds it to every branch. @throws record.duplicate, method.too_many */
export const createDeliveryMethod = (ctx: Ctx, { version, ...input }: Create) =>
  ctx.tx(async (ctx) => {
    const columns = await columnsOf(ctx, input);
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
    await ctx.db.$executeRaw`
      INSERT INTO branch_delivery (branch_id, delivery_id) SELECT id, ${id} FROM branch`;
    return told(ctx, 'create', null, requireFound(await stored(ctx, id)));
  });

/** Changes a delivery method. @throws record.missing, record.stale, record.duplicate */
export const updateDeliveryMethod = (ctx: Ctx, { id, version, ...input }: Update) =>
  ctx.tx(async (ctx) => {
    const before = requireNotDeleted(await lock(ctx, id));
    checkVersion(before.version, version);
    const data = { ...(await columnsOf(ctx, input)), version: { increment: 1 }, updated_at: ctx.now };
    await ctx.db.delivery_method.update({ where: { id }, data, select: { id: true } });
    return told(ctx, 'update', before, requireFound(await stored(ctx, id)));
  });

/** Counts the open orders with a delivery method, and the payment methods that are limited to it alone. */
async function leaningOn(ctx: Ctx, id: number): Promise<{ orders: number; payments: number }> {
  const [row] = await ctx.db.$queryRaw<{ orders: number; payments: number }[]>`
    SELECT (SELECT count(*)::int FROM "order" WHERE delivery_id = ${id} AND ${isInProgressStatusSql('status_value')}) AS orders,
           (SELECT count(*)::int FROM payment_delivery l JOIN payment_method p ON p.id = l.payment_id
             WHERE l.delivery_id = ${id} AND p.deleted_at IS NULL
               AND NOT EXISTS (SELECT 1 FROM payment_delivery r JOIN delivery_method d ON d.id = r.delivery_id
                                WHERE r.payment_id = p.id AND d.deleted_at IS NULL AND d.id <> ${id})) AS payments`;
  return requireFound(row);
}

/** Deletes a delivery method. @throws delivery_method.in_use with the open orders, delivery_method.only_one */
export const remove = (ctx: Ctx, { id, version }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireNotDeleted(await lock(ctx, id));
    checkVersion(row.version, version);
    const { orders, payments } = await leaningOn(ctx, id);
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
    const row = requireRestorable(ctx, await lock(ctx, id));
    await setDeleted(ctx, 'delivery-method', row, 'restore', auditView(row));
    return showView(ctx, requireFound(await stored(ctx, id)));
  });
