import { type Localized, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import { BRANCH_TIME_ZONE_SQL, businessDaySql } from '../../branch/index.ts';
import { matchOrder, parseOrderNumber } from '../order/list/order-filters.ts';
import { getCallerKind } from '../order/price/caller-kind.ts';
import { isListedOrder, isVisibleOrder } from '../order/record/order-visibility.ts';

type List = z.output<typeof api.orderReturn.list.input>;
type Row = z.output<typeof api.orderReturn.list.output>;
type Show = z.output<typeof api.orderReturn.show.output>;

/** Reads returns with their orders; lists are filtered and counted by these alone. */
const readReturns = tables.selectFrom('order_return as r').innerJoin('order as o', 'o.id', 'r.order_id');

type ReturnQuery = typeof readReturns;

/** Adds the columns of a list row. */
const selectReturnRow = (ctx: Ctx, query: ReturnQuery) =>
  query
    .innerJoin('branch as b', 'b.id', 'r.branch_id')
    .leftJoin('account as m', 'm.id', 'r.account_id')
    .leftJoin('account as v', 'v.id', 'r.approved_by')
    .select(({ cast, exists, ref, selectFrom }) => [
      'r.id',
      'r.order_id',
      'r.branch_id',
      ref('b.names').$castTo<Localized>().as('branch_names'),
      'o.till_no',
      'o.client_name',
      'o.client_phone',
      'r.on_date',
      cast<number>('r.quantity', 'float8').as('quantity'),
      cast<number>('r.value', 'float8').as('value'),
      cast<number>('r.delivery', 'float8').as('delivery'),
      sql<number>`(${ref('r.tax')} + ${ref('r.delivery_tax')})::float8`.as('tax'),
      cast<number>('r.fee', 'float8').as('fee'),
      cast<number>('r.rounding', 'float8').as('rounding'),
      cast<number>('r.refund', 'float8').as('refund'),
      'o.currency',
      'm.name as account_name',
      'v.name as approver_name',
      'r.removed_at',
      'r.version',
      'r.created_at',
      cast<number>(
        exists(
          selectFrom('order_payment as p')
            .select('p.id')
            .whereRef('p.return_id', '=', 'r.id')
            .where('p.status', '=', 'pending'),
        ),
        'int4',
      ).as('refund_pending'),
      sql<boolean>`(${ref('r.created_at')} AT TIME ZONE ${BRANCH_TIME_ZONE_SQL})::date
        = ${businessDaySql(ctx)}`.as('isToday'),
    ]);

type ReturnRow = InferResult<ReturnType<typeof selectReturnRow>>[number];

function rowView(ctx: Ctx, { branch_names, isToday, ...row }: ReturnRow): Row {
  const kind = getCallerKind(ctx, 'delete');
  const mayUndo = isToday && row.removed_at === null && (kind === 'staff' || kind === 'seller');
  return {
    ...row,
    branch_name: resolveText(branch_names, ctx.locale),
    removed_at: row.removed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    actions: mayUndo ? ['remove'] : [],
  };
}

async function filterReturns(ctx: Ctx, input: List): Promise<ReturnQuery> {
  const { id, order_id, client_id, branch_id, session_id, from_date, to_date, removed, keywords } = input;
  let query = readReturns.where(isListedOrder(ctx));
  if (removed !== 1) query = query.where('r.removed_at', 'is', null);
  if (id !== undefined) query = query.where('r.id', '=', id);
  if (order_id !== undefined) query = query.where('r.order_id', '=', order_id);
  if (client_id !== undefined && ctx.reach !== 'own') query = query.where('o.client_id', '=', client_id);
  if (branch_id !== undefined) query = query.where('r.branch_id', '=', branch_id);
  if (session_id !== undefined) query = query.where('r.pos_session_id', '=', session_id);
  if (from_date !== undefined) query = query.where('r.on_date', '>=', from_date);
  if (to_date !== undefined) query = query.where('r.on_date', '<=', to_date);
  if (!keywords) return query;
  const number = parseOrderNumber(keywords);
  const isOfOrder = await matchOrder(ctx, keywords);
  return query.where((eb) => (number === null ? isOfOrder : eb.or([eb('r.id', '=', number), isOfOrder])));
}

/** Lists the returns of orders that the caller may see. */
export async function list(ctx: Ctx, input: List) {
  const query = await filterReturns(ctx, input);
  const sorted = selectReturnRow(ctx, query)
    .orderBy(`r.${input.sort_by}`, input.sort_as)
    .orderBy('r.id', input.sort_as);
  const [rows, total] = await fetchPage(ctx, sorted, query, input);
  return toPage(
    rows.map((row) => rowView(ctx, row)),
    total,
    input,
  );
}

type LineRecord = Omit<Show['lines'][number], 'title' | 'image_url'> & { readonly thumb: string | null };
type PaymentRecord = Omit<Show['payments'][number], 'payment_title'> & { readonly titles: Localized };

/** Lines of a return, as the database builds them; null when only the delivery was refunded. */
const LINES = sql<readonly LineRecord[] | null>`
  (SELECT json_agg(json_build_object('id', x.id, 'order_line_id', l.id, 'product_id', l.product_id,
            'item_id', l.item_id, 'offer_id', l.offer_id, 'titles', l.titles, 'barcode', l.barcode,
            'quantity', x.quantity, 'value', x.value, 'tax', x.tax, 'restock', x.restock,
            'thumb', (SELECT g.thumb FROM product_image g WHERE g.product_id = l.product_id ORDER BY g.ord, g.id LIMIT 1))
          ORDER BY l.ord, x.id)
     FROM order_return_line x JOIN order_line l ON l.id = x.order_line_id WHERE x.return_id = r.id)`;

const PAYMENTS = sql<readonly PaymentRecord[] | null>`
  (SELECT json_agg(json_build_object('titles', y.titles, 'amount', p.amount, 'status', p.status) ORDER BY p.id)
     FROM order_payment p JOIN payment_method y ON y.id = p.payment_id
    WHERE p.return_id = r.id AND p.amount < 0)`;

/** Returns a return with its lines. @throws record.missing when the caller may not see its order */
export async function returnView(ctx: Ctx, id: number): Promise<Show> {
  const visible = readReturns.where('r.id', '=', id).where(isVisibleOrder(ctx));
  const found = await fetchRow(
    ctx,
    selectReturnRow(ctx, visible).select(['r.notes', LINES.as('lines'), PAYMENTS.as('payments')]),
  );
  const { notes, lines, payments, ...row } = requireFound(found);
  return {
    ...rowView(ctx, row),
    notes,
    lines: (lines ?? []).map(({ thumb, ...line }) => ({
      ...line,
      title: resolveText(line.titles, ctx.locale),
      image_url: pictureUrl(thumb),
    })),
    payments: (payments ?? []).map(({ titles, ...payment }) => ({
      ...payment,
      payment_title: resolveText(titles, ctx.locale),
    })),
  };
}

/** Returns a return. @throws record.missing */
export const show = (ctx: Ctx, { id }: { id: number }): Promise<Show> => returnView(ctx, id);
