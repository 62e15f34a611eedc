import { computeAmountDue, fromMinor, LOCALES, type Localized, resolveText } from '@dukkan/commerce';
import type { Locale, MailKey } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { createPrintFormatter } from '../../../core/print/print-formatter.ts';
import type { MailValues } from '../../setting/index.ts';
import { getBranchTimeZone } from '../order/list/order-filters.ts';
import { canSeeOrder } from '../order/record/can-see-order.ts';
import { getOrderRecord, type OrderRecord } from '../order/record/order-record.ts';

/** Maximum number of order lines listed in an e-mail; further lines are only counted. */
const LINES_MAX = 50;

type MailLine = { readonly titles: unknown; readonly quantity: string };

/** Loads the sold lines, a bundle as one line. */
const soldLines = (ctx: Ctx, order_id: number): Promise<MailLine[]> =>
  fetchRows(
    ctx,
    tables
      .selectFrom('order_line')
      .select(['titles', 'quantity'])
      .where('order_id', '=', order_id)
      .where('parent_id', 'is', null)
      .orderBy('ord')
      .orderBy('id'),
  );

const returnedLines = (ctx: Ctx, return_id: number): Promise<MailLine[]> =>
  fetchRows(
    ctx,
    tables
      .selectFrom('order_return_line as r')
      .innerJoin('order_line as l', 'l.id', 'r.order_line_id')
      .select(['l.titles', 'r.quantity'])
      .where('r.return_id', '=', return_id)
      .orderBy('r.id'),
  );

/** Finds the return of the mail; in a preview the latest one of the order. */
const findReturn = (ctx: Ctx, order_id: number, return_id: number | null) =>
  fetchRow(
    ctx,
    tables
      .selectFrom('order_return')
      .select(['id', 'refund', sql<number>`(value + delivery + fee + rounding)::float8`.as('total')])
      .where('order_id', '=', order_id)
      .where('removed_at', 'is', null)
      .$if(return_id !== null, (query) => query.where('id', '=', return_id ?? 0))
      .orderBy('id', 'desc')
      .limit(1),
  );

type Subject = {
  readonly order: OrderRecord;
  readonly locale: Locale;
  readonly return_id?: number | null;
  readonly pay_link?: string;
};

/** Loads the values of the placeholders of an e-mail about an order. Rule: docs/rules/mails.md#placeholders */
export async function loadOrderMailValues(
  ctx: Ctx,
  key: MailKey,
  { order, locale, return_id = null, pay_link = '' }: Subject,
): Promise<MailValues> {
  const zone = await getBranchTimeZone(ctx, order.branch_id);
  const format = createPrintFormatter(locale, order.currency, zone);
  const head = await fetchRow(
    ctx,
    tables
      .selectFrom('order as o')
      .innerJoin('order_status as s', 's.id', 'o.status_id')
      .select(['o.created_at', 's.titles'])
      .where('o.id', '=', order.id),
  );
  const returned = key === 'return' ? await findReturn(ctx, order.id, return_id) : undefined;
  const lines = returned ? await returnedLines(ctx, returned.id) : await soldLines(ctx, order.id);
  const more = lines.length - LINES_MAX;
  const items = lines
    .slice(0, LINES_MAX)
    .map(
      (line) => `${format.number(Number(line.quantity))} × ${resolveText(line.titles as Localized, locale)}`,
    );
  const open = computeAmountDue(order);
  const money = (amount: bigint) => format.money(fromMinor(amount, order.scale));
  const refund = Number(returned?.refund ?? 0);
  return {
    customer: order.client_name ?? '',
    order: `#${order.id}`,
    status: resolveText(head?.titles as Localized | undefined, locale),
    date: format.instant(head?.created_at ?? ctx.now),
    items: [...items, ...(more > 0 ? [`+ ${format.number(more)}`] : [])].join('\n'),
    total: money(order.due),
    open: open > 0n ? money(open) : '',
    pay_link,
    value: format.money(returned?.total ?? 0),
    refund: refund > 0 ? format.money(refund) : '',
  };
}

/** Returns the language of the customer's account, or else the first of the shop's languages. */
export async function findCustomerLocale(ctx: Ctx, { client_id }: OrderRecord): Promise<Locale> {
  const account =
    client_id === null
      ? undefined
      : await fetchRow(ctx, tables.selectFrom('account').select('locale').where('id', '=', client_id));
  return LOCALES.find((locale) => locale === account?.locale) ?? LOCALES[0];
}

/** Loads the values for a preview by staff; null when they may not see the order. */
export async function loadOrderMailPreview(
  ctx: Ctx,
  key: MailKey,
  order_id: number,
  locale: Locale,
): Promise<MailValues | null> {
  if (!(await canSeeOrder(ctx, order_id))) return null;
  return loadOrderMailValues(ctx, key, { order: await getOrderRecord(ctx, order_id, 'view'), locale });
}
