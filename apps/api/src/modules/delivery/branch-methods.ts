import { resolveText } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { getEffectiveScope, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { keywordConditions } from '../../core/list/keywords.ts';
import { localizedSortSql, orderBySql } from '../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { pictureUrl } from '../../core/pictures.ts';
import { toTexts } from './delivery-snapshot.ts';

type Assign = z.output<typeof api.paymentMethod.assign.input>;
type List = z.output<typeof api.paymentMethod.ofBranch.input>;
type PaymentRow = z.output<typeof api.paymentMethod.ofBranch.output>;
type DeliveryRow = z.output<typeof api.deliveryMethod.ofBranch.output>;
type Stored<R> = Omit<R, 'title' | 'titles' | 'image_url'> & { titles: unknown; image: string | null };

/** Condition for active methods. */
const ACTIVE = Prisma.sql`m.deleted_at IS NULL AND m.status = 1`;

/**
 * Returns the header's branch, which must exist; a branch in the body must be the same.
 * @throws branch.required, branch.forbidden, record.missing
 */
async function branchOf(ctx: Ctx, said?: number): Promise<number> {
  const branch_id = ctx.branch_id ?? fail('branch.required');
  if (said !== undefined && said !== branch_id) fail('branch.forbidden');
  const where = { id: branch_id, deleted_at: null };
  return requireFound(await ctx.db.branch.findFirst({ where, select: { id: true } })).id;
}

/** Returns the header's branch for a list; null for all branches, when a caller who sees all sends no header. */
const listedBranch = async (ctx: Ctx): Promise<number | null> =>
  ctx.branch_id === null && getEffectiveScope(ctx) === 'all' ? null : branchOf(ctx);

/**
 * Condition for the active payment methods that a branch may use: those of the whole business and its own; null: all.
 */
const paymentsFor = (branch_id: number | null): Prisma.Sql =>
  Prisma.sql`${ACTIVE} AND (m.master = 1 OR m.branch_id = coalesce(${branch_id}::int, m.branch_id))`;

async function pageOf<R>(ctx: Ctx, input: List, from: Prisma.Sql, columns: Prisma.Sql, which: Prisma.Sql) {
  const filters = [which, ...keywordConditions(input.keywords, Prisma.sql`m.search`)];
  if (input.id !== undefined) filters.push(Prisma.sql`m.id = ${input.id}`);
  if (input.status !== undefined) filters.push(Prisma.sql`m.status = ${input.status}`);
  const where = Prisma.join(filters, ' AND ');
  const sorts: Record<List['sort_by'], Prisma.Sql> = {
    ord: Prisma.sql`m.ord`,
    id: Prisma.sql`m.id`,
    title: localizedSortSql(ctx, Prisma.sql`m.titles`),
  };
  const { skip, take } = toSkipTake(input);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM ${from} m WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<Stored<R>[]>`
    SELECT m.id, m.code, m.titles, m.image, m.status, ${columns} FROM ${from} m
     WHERE ${where} ${orderBySql(sorts[input.sort_by], Prisma.sql`m.id`, input.sort_as)} LIMIT ${take} OFFSET ${skip}`;
  const shown = rows.map(({ titles, image, ...row }) => ({
    ...row,
    title: resolveText(toTexts(titles), ctx.locale),
    ...(input.all_locale ? { titles: toTexts(titles) } : {}),
    image_url: pictureUrl(image),
  }));
  return toPage(shown as R[], counted?.total ?? 0, input);
}

/** Lists all active payment methods, and whether the header's branch uses each. @throws branch.required */
export async function listBranchPaymentMethods(ctx: Ctx, input: List) {
  const branch_id = await listedBranch(ctx);
  const columns = Prisma.sql`m.type, m.master, EXISTS (
    SELECT 1 FROM branch_payment x JOIN branch b ON b.id = x.branch_id AND b.deleted_at IS NULL
     WHERE x.payment_id = m.id AND b.id = coalesce(${branch_id}::int, b.id)) AS assigned`;
  return pageOf<PaymentRow>(ctx, input, Prisma.sql`payment_method`, columns, paymentsFor(branch_id));
}

/** Lists all active delivery methods, and whether the header's branch offers each. @throws branch.required */
export async function listBranchDeliveryMethods(ctx: Ctx, input: List) {
  const branch_id = await listedBranch(ctx);
  const columns = Prisma.sql`m.inhouse, EXISTS (
    SELECT 1 FROM branch_delivery x JOIN branch b ON b.id = x.branch_id AND b.deleted_at IS NULL
     WHERE x.delivery_id = m.id AND b.id = coalesce(${branch_id}::int, b.id)) AS assigned`;
  return pageOf<DeliveryRow>(ctx, input, Prisma.sql`delivery_method`, columns, ACTIVE);
}

const ofIds = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** Locks a branch, so that changes of its methods run one after the other. */
const lockBranch = (ctx: Ctx, id: number) =>
  ctx.db.$executeRaw`SELECT 1 FROM branch WHERE id = ${id} FOR NO KEY UPDATE`;

/**
 * Replaces the active payment methods of the header's branch; the assignments of disabled ones do not change.
 * @throws branch.required, branch.forbidden, reference.missing for a method that the branch may not use
 */
export const setBranchPaymentMethods = (ctx: Ctx, { ids, branch_id: requestedBranchId }: Assign) =>
  ctx.tx(async (ctx) => {
    const branch_id = await branchOf(ctx, requestedBranchId);
    await lockBranch(ctx, branch_id);
    // lock the methods, so that none is deleted before the commit
    const open = ofIds(
      await ctx.db.$queryRaw<{ id: number }[]>`
        SELECT m.id FROM payment_method m WHERE ${paymentsFor(branch_id)} ORDER BY m.id FOR SHARE`,
    );
    if (ids.some((id) => !open.includes(id))) fail('reference.missing', { field: 'ids' }, 'ids');
    const where = { branch_id, payment_id: { in: open } };
    const before = await ctx.db.branch_payment.findMany({ where, orderBy: { payment_id: 'asc' } });
    await ctx.db.branch_payment.deleteMany({ where: { branch_id, payment_id: { in: open, notIn: ids } } });
    const data = ids.map((payment_id) => ({ branch_id, payment_id }));
    await ctx.db.branch_payment.createMany({ data, skipDuplicates: true });
    const after = ids.toSorted((a, b) => a - b);
    await recordAudit(ctx, {
      noun: 'branch',
      id: branch_id,
      action: 'assign_payments',
      before: { payments: before.map(({ payment_id }) => payment_id) },
      after: { payments: after },
      branch_id,
    });
    return { ids: after };
  });

/**
 * Replaces the active delivery methods of the header's branch. @throws branch.required, branch.forbidden,
 * reference.missing
 */
export const setBranchDeliveryMethods = (ctx: Ctx, { ids, branch_id: requestedBranchId }: Assign) =>
  ctx.tx(async (ctx) => {
    const branch_id = await branchOf(ctx, requestedBranchId);
    await lockBranch(ctx, branch_id);
    const open = ofIds(
      await ctx.db.$queryRaw<{ id: number }[]>`
        SELECT m.id FROM delivery_method m WHERE ${ACTIVE} ORDER BY m.id FOR SHARE`,
    );
    if (ids.some((id) => !open.includes(id))) fail('reference.missing', { field: 'ids' }, 'ids');
    const where = { branch_id, delivery_id: { in: open } };
    const before = await ctx.db.branch_delivery.findMany({ where, orderBy: { delivery_id: 'asc' } });
    await ctx.db.branch_delivery.deleteMany({ where: { branch_id, delivery_id: { in: open, notIn: ids } } });
    const data = ids.map((delivery_id) => ({ branch_id, delivery_id }));
    await ctx.db.branch_delivery.createMany({ data, skipDuplicates: true });
    const after = ids.toSorted((a, b) => a - b);
    await recordAudit(ctx, {
      noun: 'branch',
      id: branch_id,
      action: 'assign_deliveries',
      before: { delivery_ids: before.map(({ delivery_id }) => delivery_id) },
      after: { delivery_ids: after },
      branch_id,
    });
    return { ids: after };
  });
