import { resolveText } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { countRows, fetchRow, fetchRows, tables } from '../../core/db/tables.ts';
import { pictureUrl } from '../../core/file/pictures.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { localizedSort, toTexts } from '../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';

type Assign = z.output<typeof api.paymentMethod.assign.input>;
type List = z.output<typeof api.paymentMethod.ofBranch.input>;
type PaymentRow = z.output<typeof api.paymentMethod.ofBranch.output>;

/**
 * Returns the header's branch, which must exist; a branch in the body must be the same.
 * @throws branch.required, branch.forbidden, record.missing
 */
async function requireHeaderBranch(ctx: Ctx, requestedBranch?: number): Promise<number> {
  const branch_id = ctx.branch_id ?? fail('branch.required');
  if (requestedBranch !== undefined && requestedBranch !== branch_id) fail('branch.forbidden');
  const where = { id: branch_id, deleted_at: null };
  return requireFound(await ctx.db.branch.findFirst({ where, select: { id: true } })).id;
}

/** Returns the header's branch for a list; null for all branches, when a caller who sees all sends no header. */
const listedBranch = async (ctx: Ctx): Promise<number | null> =>
  ctx.branch_id === null && getEffectiveScope(ctx) === 'all' ? null : requireHeaderBranch(ctx);

const activeDeliveryMethods = tables
  .selectFrom('delivery_method as m')
  .where('m.deleted_at', 'is', null)
  .where('m.status', '=', 1);

/** The active payment methods that a branch may use: those of the whole business and its own; null: all. */
const activePaymentMethods = (branch_id: number | null) =>
  tables
    .selectFrom('payment_method as m')
    .where('m.deleted_at', 'is', null)
    .where('m.status', '=', 1)
    .where((eb) =>
      eb.or([
        eb('m.master', '=', 1),
        branch_id === null ? eb('m.branch_id', 'is not', null) : eb('m.branch_id', '=', branch_id),
      ]),
    );

/** Converts the texts and the picture of methods to what a list shows. */
const toMethodViews = <M extends { readonly titles: unknown; readonly image: string | null }>(
  { locale }: Ctx,
  methods: readonly M[],
  { all_locale }: List,
) =>
  methods.map(({ titles, image, ...method }) => ({
    ...method,
    title: resolveText(toTexts(titles), locale),
    ...(all_locale ? { titles: toTexts(titles) } : {}),
    image_url: pictureUrl(image),
  }));

/** Lists all active payment methods, and whether the header's branch uses each. @throws branch.required */
export async function listBranchPaymentMethods(ctx: Ctx, input: List) {
  const { id, status, sort_by, sort_as } = input;
  const branch_id = await listedBranch(ctx);
  let query = activePaymentMethods(branch_id).where(matchesKeywords(input.keywords, sql.ref('m.search')));
  if (id !== undefined) query = query.where('m.id', '=', id);
  if (status !== undefined) query = query.where('m.status', '=', status);
  const { skip, take } = toSkipTake(input);
  const title = localizedSort(ctx, sql.ref('m.titles'));
  const sorted = sort_by === 'title' ? query.orderBy(title, sort_as) : query.orderBy(`m.${sort_by}`, sort_as);
  const methods = sorted
    .orderBy('m.id', sort_as)
    .limit(take)
    .offset(skip)
    .select(['m.id', 'm.code', 'm.titles', 'm.image', 'm.status', 'm.master'])
    .select((eb) => {
      const assigned = eb
        .selectFrom('branch_payment as x')
        .innerJoin('branch as b', 'b.id', 'x.branch_id')
        .select('b.id')
        .whereRef('x.payment_id', '=', 'm.id')
        .where('b.deleted_at', 'is', null);
      return [
        eb.ref('m.type').$castTo<PaymentRow['type']>().as('type'),
        sql<boolean>`exists ${branch_id === null ? assigned : assigned.where('b.id', '=', branch_id)}`.as(
          'assigned',
        ),
      ];
    });
  const [rows, total] = await Promise.all([fetchRows(ctx, methods), countRows(ctx, query)]);
  return toPage(toMethodViews(ctx, rows, input), total, input);
}

/** Lists all active delivery methods, and whether the header's branch offers each. @throws branch.required */
export async function listBranchDeliveryMethods(ctx: Ctx, input: List) {
  const { id, status, sort_by, sort_as } = input;
  const branch_id = await listedBranch(ctx);
  let query = activeDeliveryMethods.where(matchesKeywords(input.keywords, sql.ref('m.search')));
  if (id !== undefined) query = query.where('m.id', '=', id);
  if (status !== undefined) query = query.where('m.status', '=', status);
  const { skip, take } = toSkipTake(input);
  const title = localizedSort(ctx, sql.ref('m.titles'));
  const sorted = sort_by === 'title' ? query.orderBy(title, sort_as) : query.orderBy(`m.${sort_by}`, sort_as);
  const methods = sorted
    .orderBy('m.id', sort_as)
    .limit(take)
    .offset(skip)
    .select(['m.id', 'm.code', 'm.titles', 'm.image', 'm.status', 'm.inhouse'])
    .select((eb) => {
      const assigned = eb
        .selectFrom('branch_delivery as x')
        .innerJoin('branch as b', 'b.id', 'x.branch_id')
        .select('b.id')
        .whereRef('x.delivery_id', '=', 'm.id')
        .where('b.deleted_at', 'is', null);
      return sql<boolean>`exists ${branch_id === null ? assigned : assigned.where('b.id', '=', branch_id)}`.as(
        'assigned',
      );
    });
  const [rows, total] = await Promise.all([fetchRows(ctx, methods), countRows(ctx, query)]);
  return toPage(toMethodViews(ctx, rows, input), total, input);
}

const ofIds = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** Locks a branch, so that changes of its methods run one after the other. */
const lockBranch = (ctx: Ctx, id: number) =>
  fetchRow(ctx, tables.selectFrom('branch').select('id').where('id', '=', id).forNoKeyUpdate());

/**
 * Replaces the active payment methods of the header's branch; the assignments of disabled ones do not change.
 * @throws branch.required, branch.forbidden, reference.missing for a method that the branch may not use
 */
export const setBranchPaymentMethods = (ctx: Ctx, { ids, branch_id: requestedBranchId }: Assign) =>
  ctx.tx(async (ctx) => {
    const branch_id = await requireHeaderBranch(ctx, requestedBranchId);
    await lockBranch(ctx, branch_id);
    // lock the methods, so that none is deleted before the commit
    const open = ofIds(
      await fetchRows(ctx, activePaymentMethods(branch_id).select('m.id').orderBy('m.id').forShare()),
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
    const branch_id = await requireHeaderBranch(ctx, requestedBranchId);
    await lockBranch(ctx, branch_id);
    const open = ofIds(await fetchRows(ctx, activeDeliveryMethods.select('m.id').orderBy('m.id').forShare()));
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
