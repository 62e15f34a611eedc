import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope, getPermissions, hasPermission } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { tables } from '../../../core/db/tables.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';

type Row = z.output<typeof api.paymentMethod.list.output>;
type Show = z.output<typeof api.paymentMethod.show.output>;

/**
 * Selects methods `p` with the branch `o` that owns each, the delivery methods they are limited to, and the branches
 * that use them.
 */
export const readPaymentMethods = tables
  .selectFrom('payment_method as p')
  .leftJoin('branch as o', 'o.id', 'p.branch_id')
  .select([
    'p.id',
    'p.code',
    'p.titles',
    'p.desc',
    'p.partner_account',
    'p.charge_customer',
    'p.combinable',
    'p.inhouse_holder',
    'p.master',
    'p.branch_id',
    'o.names as branch_names',
    'p.image',
    'p.ord',
    'p.status',
    'p.version',
    'p.created_at',
    'p.updated_at',
    'p.deleted_at',
  ])
  .select((eb) => [
    eb.ref('p.type').$castTo<Row['type']>().as('type'),
    eb.cast<number>('p.min_transaction', 'float8').as('min_transaction'),
    eb.cast<number>('p.max_transaction', 'float8').as('max_transaction'),
    eb.cast<number>('p.margin', 'float8').as('margin'),
    sql<number[]>`array(${eb
      .selectFrom('payment_delivery as l')
      .innerJoin('delivery_method as d', 'd.id', 'l.delivery_id')
      .select('l.delivery_id')
      .whereRef('l.payment_id', '=', 'p.id')
      .where('d.deleted_at', 'is', null)
      .orderBy('l.delivery_id')})`.as('delivery_ids'),
    sql<number[]>`array(${eb
      .selectFrom('branch_payment as x')
      .innerJoin('branch as b', 'b.id', 'x.branch_id')
      .select('x.branch_id')
      .whereRef('x.payment_id', '=', 'p.id')
      .where('b.deleted_at', 'is', null)
      .orderBy('x.branch_id')})`.as('branches_ids'),
  ]);

export type PaymentMethodQuery = typeof readPaymentMethods;
export type PaymentMethodRow = InferResult<PaymentMethodQuery>[number];

/**
 * True when the caller may change it; methods of the whole business require access to all branches.
 */
export const canEditMethod = (
  ctx: Ctx,
  { master, branch_id }: Pick<PaymentMethodRow, 'master' | 'branch_id'>,
) => ctx.scope === 'all' || (master === 0 && branch_id !== null && ctx.scope.includes(branch_id));

const listAllowedActions = (ctx: Ctx, row: PaymentMethodRow): Row['actions'] =>
  (['save', 'delete'] as const).filter(
    (action) =>
      canEditMethod(ctx, row) &&
      hasPermission(getPermissions(ctx), { resource: ['settings.payments', 'payments'], action }),
  );

const HINT_SIGNS = 4;

/**
 * Masks a partner's account: shows the last four characters, or at most the second half of a short one.
 * @param partner_account the full account, null without one
 * @see docs/rules/payments.md#partner-account
 */
export const maskCredential = (partner_account: string | null): string | null => {
  const signs = [...(partner_account ?? '')];
  if (signs.length === 0) return null;
  const visibleSigns = Math.min(HINT_SIGNS, Math.max(1, Math.floor(signs.length / 2)));
  return signs.slice(-visibleSigns).join('');
};

/** True when the caller may see a partner's full account (docs/rules/payments.md#partner-account). */
const seesAccount = (ctx: Ctx): boolean =>
  hasPermission(getPermissions(ctx), { resource: 'settings.payments', action: 'save' });

/** Counts how many of these branches the caller may see. */
export function countVisibleBranches(ctx: Ctx, ids: readonly number[]): number {
  const scope = getEffectiveScope(ctx);
  return scope === 'all' ? ids.length : ids.filter((id) => scope.includes(id)).length;
}

/**
 * Converts a payment method to a list row; texts of all languages only when requested.
 * @param showsFullAccount false for exports, which contain only the masked account
 */
export const rowView = (
  ctx: Ctx,
  row: PaymentMethodRow,
  all_locale: boolean,
  showsFullAccount = true,
): Row => ({
  id: row.id,
  code: row.code,
  title: resolveText(toTexts(row.titles), ctx.locale),
  ...(all_locale ? { titles: toTexts(row.titles) } : {}),
  desc: row.desc,
  type: row.type,
  image_url: pictureUrl(row.image),
  min_transaction: row.min_transaction,
  max_transaction: row.max_transaction,
  ...(showsFullAccount && seesAccount(ctx) ? { partner_account: row.partner_account } : {}),
  partner_account_hint: maskCredential(row.partner_account),
  margin: row.margin,
  charge_customer: row.charge_customer,
  combinable: row.combinable,
  inhouse_holder: row.inhouse_holder,
  master: row.master,
  branch_id: row.branch_id,
  branch_name: row.branch_id === null ? null : resolveText(toTexts(row.branch_names), ctx.locale),
  delivery_ids: [...row.delivery_ids],
  branches_count: countVisibleBranches(ctx, row.branches_ids),
  ord: row.ord,
  status: row.status,
  version: row.version,
  actions: listAllowedActions(ctx, row),
});

/** Converts a payment method to the full response. */
export const showView = (ctx: Ctx, row: PaymentMethodRow): Show => ({
  ...rowView(ctx, row, true),
  titles: toTexts(row.titles),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** The fields that the audit log compares, including the masked account. */
export const auditView = (row: PaymentMethodRow) => {
  const { id, version, branch_names, branches_ids, created_at, updated_at, deleted_at, ...stored } = row;
  return {
    ...stored,
    titles: toTexts(row.titles),
    partner_account_hint: maskCredential(row.partner_account),
  };
};
