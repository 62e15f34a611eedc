import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { matchesBranchFilter } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { keywordConditions } from '../../core/list/keywords.ts';
import { localizedSortSql, orderBySql } from '../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { requireNotDeleted } from '../../core/soft-delete.ts';
import { type PaymentMethodRow, rowView, SELECT, showView } from './payment-method.view.ts';

type List = z.output<typeof api.paymentMethod.list.input>;

/** Condition for payment methods of the whole business, and those that belong to a branch of the caller. */
export const visiblePaymentMethodsSql = (ctx: Ctx): Prisma.Sql =>
  ctx.scope === 'all' || ctx.reach === 'public'
    ? Prisma.sql`TRUE`
    : Prisma.sql`(p.master = 1 OR p.branch_id = ANY(${[...ctx.scope]}::int[]))`;

function filterOf(ctx: Ctx, input: List): Prisma.Sql {
  const filters = [
    Prisma.sql`p.deleted_at IS NULL`,
    visiblePaymentMethodsSql(ctx),
    ...keywordConditions(input.keywords, Prisma.sql`p.search`),
  ];
  if (ctx.reach === 'public') filters.push(Prisma.sql`p.status = 1`);
  else {
    if (input.id !== undefined) filters.push(Prisma.sql`p.id = ${input.id}`);
    if (input.status !== undefined) filters.push(Prisma.sql`p.status = ${input.status}`);
  }
  if (input.type !== undefined) filters.push(Prisma.sql`p.type = ${input.type}`);
  if (input.branch_id !== undefined)
    filters.push(Prisma.sql`EXISTS (SELECT 1 FROM branch_payment x
      WHERE x.payment_id = p.id AND x.branch_id = ${input.branch_id}
        AND ${matchesBranchFilter(ctx, input.branch_id)})`);
  return Prisma.join(filters, ' AND ');
}

function ordered(ctx: Ctx, input: List): Prisma.Sql {
  const columns: Record<List['sort_by'], Prisma.Sql> = {
    ord: Prisma.sql`p.ord`,
    id: Prisma.sql`p.id`,
    code: Prisma.sql`p.code`,
    title: localizedSortSql(ctx, Prisma.sql`p.titles`),
    type: Prisma.sql`p.type`,
    status: Prisma.sql`p.status`,
  };
  return orderBySql(columns[input.sort_by], Prisma.sql`p.id`, input.sort_as);
}

/** Lists payment methods; the public sees active ones, without the data of partners. */
export async function list(ctx: Ctx, input: List) {
  const where = filterOf(ctx, input);
  const { skip, take } = toSkipTake(input);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM payment_method p WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<PaymentMethodRow[]>`
    ${SELECT} WHERE ${where} ${ordered(ctx, input)} LIMIT ${take} OFFSET ${skip}`;
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false, !input.export)),
    counted?.total ?? 0,
    input,
  );
}

/** Finds a method that the caller may see, even if it is deleted. */
export async function findPaymentMethod(ctx: Ctx, id: number): Promise<PaymentMethodRow | undefined> {
  const [row] = await ctx.db.$queryRaw<
    PaymentMethodRow[]
  >`${SELECT} WHERE p.id = ${id} AND ${visiblePaymentMethodsSql(ctx)}`;
  return row;
}

/** Returns a payment method. @throws record.missing */
export const show = async (ctx: Ctx, { id }: { id: number }) =>
  showView(ctx, requireNotDeleted(await findPaymentMethod(ctx, id)));

/** True when the caller may see this method; its change history checks this. */
export const canSeePaymentMethod = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await findPaymentMethod(ctx, id)) !== undefined;
