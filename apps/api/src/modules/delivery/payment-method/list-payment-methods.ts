import type { api } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { matchesBranchFilter } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow } from '../../../core/db/tables.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { localizedSort } from '../../../core/list/localized-columns.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import { requireNotDeleted } from '../../../core/soft-delete.ts';
import {
  type PaymentMethodQuery,
  type PaymentMethodRow,
  readPaymentMethods,
  rowView,
  showView,
} from './payment-method.view.ts';

type List = z.output<typeof api.paymentMethod.list.input>;

/** Payment methods of the whole business, and those that belong to a branch of the caller. */
function readVisiblePaymentMethods({ scope, reach }: Ctx): PaymentMethodQuery {
  if (scope === 'all' || reach === 'public') return readPaymentMethods;
  return readPaymentMethods.where((eb) =>
    eb.or([eb('p.master', '=', 1), eb('p.branch_id', '=', anyIdSql([...scope]))]),
  );
}

function filterPaymentMethods(ctx: Ctx, input: List): PaymentMethodQuery {
  const { id, status, type, branch_id } = input;
  let query = readVisiblePaymentMethods(ctx)
    .where('p.deleted_at', 'is', null)
    .where(matchesKeywords(input.keywords, sql.ref('p.search')));
  if (ctx.reach === 'public') query = query.where('p.status', '=', 1);
  else {
    if (id !== undefined) query = query.where('p.id', '=', id);
    if (status !== undefined) query = query.where('p.status', '=', status);
  }
  if (type !== undefined) query = query.where('p.type', '=', type);
  if (branch_id !== undefined)
    query = query.where((eb) =>
      eb.and([
        eb.val(matchesBranchFilter(ctx, branch_id)),
        eb.exists(
          eb
            .selectFrom('branch_payment as x')
            .select('x.payment_id')
            .whereRef('x.payment_id', '=', 'p.id')
            .where('x.branch_id', '=', branch_id),
        ),
      ]),
    );
  return query;
}

function sortPaymentMethods(
  ctx: Ctx,
  query: PaymentMethodQuery,
  { sort_by, sort_as }: List,
): PaymentMethodQuery {
  const title = localizedSort(ctx, sql.ref('p.titles'));
  const sorted = sort_by === 'title' ? query.orderBy(title, sort_as) : query.orderBy(`p.${sort_by}`, sort_as);
  return sorted.orderBy('p.id', sort_as);
}

/** Lists payment methods; the public sees active ones, without the data of partners. */
export async function list(ctx: Ctx, input: List) {
  const query = filterPaymentMethods(ctx, input);
  const [rows, total] = await fetchPage(ctx, sortPaymentMethods(ctx, query, input), query, input);
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false, !input.export)),
    total,
    input,
  );
}

/** Finds a method that the caller may see, even if it is deleted. */
export const findPaymentMethod = (ctx: Ctx, id: number): Promise<PaymentMethodRow | undefined> =>
  fetchRow(ctx, readVisiblePaymentMethods(ctx).where('p.id', '=', id));

/** Returns a payment method. @throws record.missing */
export const show = async (ctx: Ctx, { id }: { id: number }) =>
  showView(ctx, requireNotDeleted(await findPaymentMethod(ctx, id)));

/** True when the caller may see this method; its change history checks this. */
export const canSeePaymentMethod = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await findPaymentMethod(ctx, id)) !== undefined;
