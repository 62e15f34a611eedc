import { type Localized, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma, queryRows } from '../../../core/db/database.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import { orderBySql } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { BRANCH_TIME_ZONE_SQL, businessDaySql } from '../../branch/index.ts';
import { orderSearchSql, parseOrderNumber } from '../order/list/order-filters.ts';
import { getCallerKind } from '../order/price/caller-kind.ts';
import { listedOrdersSql, visibleOrdersSql } from '../order/record/order-visibility.ts';

type List = z.output<typeof api.orderReturn.list.input>;
type Row = z.output<typeof api.orderReturn.list.output>;
type Show = z.output<typeof api.orderReturn.show.output>;

type Record_ = Omit<Row, 'branch_name' | 'created_at' | 'removed_at' | 'actions'> & {
  readonly branch_names: Localized;
  readonly created_at: Date;
  readonly removed_at: Date | null;
  readonly isToday: boolean;
};

const COLUMNS = (ctx: Ctx) => Prisma.sql`
  r.id, r.order_id, r.branch_id, b.names AS branch_names, o.client_name, o.client_phone, r.on_date::text AS on_date,
  r.quantity::float8 AS quantity, r.value::float8 AS value, r.delivery::float8 AS delivery, (r.tax + r.delivery_tax)::float8 AS tax,
  r.fee::float8 AS fee, r.rounding::float8 AS rounding,
  r.refund::float8 AS refund, o.currency, m.name AS account_name, v.name AS approver_name, r.removed_at, r.version,
  r.created_at,
  EXISTS (SELECT 1 FROM order_payment p WHERE p.return_id = r.id AND p.status = 'pending')::int AS refund_pending,
  (r.created_at AT TIME ZONE ${BRANCH_TIME_ZONE_SQL})::date = ${businessDaySql(ctx)} AS "isToday"`;

const FROM = Prisma.sql`
  FROM order_return r JOIN "order" o ON o.id = r.order_id JOIN branch b ON b.id = r.branch_id
  LEFT JOIN account m ON m.id = r.account_id LEFT JOIN account v ON v.id = r.approved_by`;

function rowView(ctx: Ctx, { branch_names, isToday, ...row }: Record_): Row {
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

async function filterOf(ctx: Ctx, input: List): Promise<Prisma.Sql> {
  const { id, order_id, client_id, branch_id, from_date, to_date, removed, keywords } = input;
  const filters = [listedOrdersSql(ctx)];
  const add = (condition: Prisma.Sql) => void filters.push(condition);
  if (removed !== 1) add(Prisma.sql`r.removed_at IS NULL`);
  if (id !== undefined) add(Prisma.sql`r.id = ${id}::int`);
  if (order_id !== undefined) add(Prisma.sql`r.order_id = ${order_id}::int`);
  if (client_id !== undefined && ctx.reach !== 'own') add(Prisma.sql`o.client_id = ${client_id}::int`);
  if (branch_id !== undefined) add(Prisma.sql`r.branch_id = ${branch_id}::int`);
  if (from_date !== undefined) add(Prisma.sql`r.on_date >= ${from_date}::date`);
  if (to_date !== undefined) add(Prisma.sql`r.on_date <= ${to_date}::date`);
  if (keywords) {
    const number = parseOrderNumber(keywords);
    const meant = await orderSearchSql(ctx, keywords);
    add(number === null ? meant : Prisma.sql`(r.id = ${number}::int OR ${meant})`);
  }
  return Prisma.join(filters, ' AND ');
}

/** Lists the returns of orders that the caller may see. */
export async function list(ctx: Ctx, input: List) {
  const where = await filterOf(ctx, input);
  const { skip, take } = toSkipTake(input);
  const columns: Record<List['sort_by'], Prisma.Sql> = {
    id: Prisma.sql`r.id`,
    on_date: Prisma.sql`r.on_date`,
    value: Prisma.sql`r.value`,
  };
  const [counted] = await queryRows<{ total: number }>(
    ctx,
    Prisma.sql`SELECT count(*)::int AS total FROM order_return r JOIN "order" o ON o.id = r.order_id WHERE ${where}`,
  );
  const rows = await queryRows<Record_>(
    ctx,
    Prisma.sql`SELECT ${COLUMNS(ctx)} ${FROM} WHERE ${where}
      ${orderBySql(columns[input.sort_by], Prisma.sql`r.id`, input.sort_as)} LIMIT ${take}::int OFFSET ${skip}::int`,
  );
  return toPage(
    rows.map((row) => rowView(ctx, row)),
    counted?.total ?? 0,
    input,
  );
}

type LineRecord = Omit<Show['lines'][number], 'title' | 'image_url'> & { readonly thumb: string | null };
type PaymentRecord = Omit<Show['payments'][number], 'payment_title'> & { readonly titles: Localized };
type Full = Record_ & {
  readonly notes: string | null;
  /** Null when only the delivery was refunded. */
  readonly lines: readonly LineRecord[] | null;
  readonly payments: readonly PaymentRecord[] | null;
};

/** Returns a return with its lines. @throws record.missing when the caller may not see its order */
export async function returnView(ctx: Ctx, id: number): Promise<Show> {
  const [found] = await queryRows<Full>(
    ctx,
    Prisma.sql`
    SELECT ${COLUMNS(ctx)}, r.notes,
           (SELECT json_agg(json_build_object('id', x.id, 'order_line_id', l.id, 'product_id', l.product_id,
                      'item_id', l.item_id, 'offer_id', l.offer_id, 'titles', l.titles, 'barcode', l.barcode,
                      'quantity', x.quantity, 'value', x.value, 'tax', x.tax, 'restock', x.restock,
                      'thumb', (SELECT g.thumb FROM product_image g WHERE g.product_id = l.product_id ORDER BY g.ord, g.id LIMIT 1))
                    ORDER BY l.ord, x.id)
              FROM order_return_line x JOIN order_line l ON l.id = x.order_line_id WHERE x.return_id = r.id) AS lines,
           (SELECT json_agg(json_build_object('titles', y.titles, 'amount', p.amount, 'status', p.status) ORDER BY p.id)
              FROM order_payment p JOIN payment_method y ON y.id = p.payment_id
             WHERE p.return_id = r.id AND p.amount < 0) AS payments
      ${FROM} WHERE r.id = ${id}::int AND ${visibleOrdersSql(ctx)}`,
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
