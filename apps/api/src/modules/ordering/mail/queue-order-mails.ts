import { CANCELED, CONFIRMED, computeAmountDue, DELIVERED, ON_THE_WAY, SENT } from '@dukkan/commerce';
import { Failure, type Locale } from '@dukkan/contract';
import type { Services } from '../../../core/ctx.ts';
import { type Ctx, createSystemCtx } from '../../../core/ctx.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import { runJobAttempt } from '../../../core/job/job-tries.ts';
import {
  getEffectiveTexts,
  hasPlaceholder,
  type MailTemplate,
  queueMail,
  readSwitchedOnMails,
} from '../../setting/index.ts';
import { startPayment } from '../online/start-payment.ts';
import { getOrderRecord, type OrderRecord } from '../order/record/order-record.ts';
import { findCustomerLocale, loadOrderMailValues } from './order-mail-values.ts';

// Rule: docs/rules/mails.md#mails-about-orders

const KEYS = ['order_made', 'order_status', 'return'] as const;
type OrderMailKey = (typeof KEYS)[number];

/** Orders per run; the next minute takes the others. */
const AT_ONCE = 200;
/** Older events are not sent, because they are no news when the shop was offline. */
const NEWS_MS = 24 * 3_600_000;
/** The status values that the customer gets an e-mail about. */
const TOLD_VALUES = [CANCELED, CONFIRMED, SENT, ON_THE_WAY, DELIVERED];

type Due = { readonly key: OrderMailKey; readonly source_id: number; readonly order_id: number };

/** Returns the time from which events are sent with this e-mail; null when it is switched off. */
function getTellingStart(ctx: Ctx, templates: readonly MailTemplate[], key: OrderMailKey): Date | null {
  const template = templates.find((template) => template.key === key);
  if (!template) return null;
  return new Date(Math.max(ctx.now.getTime() - NEWS_MS, template.sent_since?.getTime() ?? 0));
}

/** Selects status changes since then of orders with an e-mail address. */
const movesSince = (start: Date) =>
  tables
    .selectFrom('order_move as m')
    .innerJoin('order as o', 'o.id', 'm.order_id')
    .select(['m.id as source_id', 'm.order_id'])
    .where('o.client_email', 'is not', null)
    .where('m.created_at', '>=', start);

const ordersMadeSince = (start: Date) => movesSince(start).where('m.from_value', 'is', null);

const stepsSince = (start: Date) =>
  movesSince(start).whereRef('m.from_value', '<>', 'm.to_value').where('m.to_value', 'in', TOLD_VALUES);

/** Formats an instant as its UTC date, `YYYY-MM-DD`. */
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Selects returns since then; they are found by their date, which is in their branch's time zone. */
const returnsSince = (start: Date) =>
  tables
    .selectFrom('order_return as m')
    .innerJoin('order as o', 'o.id', 'm.order_id')
    .select(['m.id as source_id', 'm.order_id'])
    .where('o.client_email', 'is not', null)
    .where('m.removed_at', 'is', null)
    .where('m.on_date', '>=', toDay(start.getTime() - NEWS_MS))
    .where('m.created_at', '>=', start);

const SINCE = { order_made: ordersMadeSince, order_status: stepsSince, return: returnsSince };

/** Lists the e-mails to send: of one order, or of all orders whose job was not set aside after failures. */
async function listDue(ctx: Ctx, templates: readonly MailTemplate[], order_id?: number): Promise<Due[]> {
  const due: Due[] = [];
  for (const key of KEYS) {
    const start = getTellingStart(ctx, templates, key);
    if (start === null) continue;
    const rows = await fetchRows(
      ctx,
      SINCE[key](start)
        .where(({ exists, not, selectFrom }) =>
          not(
            exists(
              selectFrom('order_mail as d')
                .select('d.source_id')
                .where('d.key', '=', key)
                .whereRef('d.source_id', '=', 'm.id'),
            ),
          ),
        )
        .where(({ eb, exists, not, selectFrom }) =>
          order_id === undefined
            ? not(
                exists(
                  selectFrom('job_try as t')
                    .select('t.id')
                    .where('t.queue', '=', 'order.mail')
                    .whereRef('t.record_id', '=', 'm.order_id')
                    .where('t.failed_at', 'is not', null),
                ),
              )
            : eb('m.order_id', '=', order_id),
        )
        .orderBy('m.id')
        .limit(AT_ONCE),
    );
    due.push(...rows.map((row) => ({ key, ...row })));
  }
  return due;
}

/** Marks e-mails as sent. @returns those that no other process has marked before */
async function claimDueMails(ctx: Ctx, due: readonly Due[], queued: boolean): Promise<Due[]> {
  if (due.length === 0) return [];
  const values = due.map(({ key, source_id, order_id }) => ({
    key,
    source_id,
    order_id,
    queued,
    created_at: ctx.now,
  }));
  const claimed = await fetchRows(
    ctx,
    tables
      .insertInto('order_mail')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['key', 'source_id']),
  );
  return due.filter((one) =>
    claimed.some(({ key, source_id }) => key === one.key && source_id === one.source_id),
  );
}

/** Keeps only the latest of several status changes. */
function onlyLatestStep(due: readonly Due[]): { told: Due[]; skipped: Due[] } {
  const steps = due.filter(({ key }) => key === 'order_status').map(({ source_id }) => source_id);
  const latest = Math.max(...steps);
  const isTold = ({ key, source_id }: Due) => key !== 'order_status' || source_id === latest;
  return { told: due.filter(isTold), skipped: due.filter((one) => !isTold(one)) };
}

/** Returns the link for paying online; '' for orders that are paid or canceled, or whose method is not paid online. */
async function findPayLink(ctx: Ctx, order: Payable): Promise<string> {
  const { payment_id } = order;
  if (payment_id === null || order.status_value === CANCELED || computeAmountDue(order) === 0n) return '';
  try {
    const { url } = await startPayment(ctx, { order_id: order.id, payment_id });
    return /^https?:\/\//.test(url) ? url : '';
  } catch (error) {
    // the e-mail is complete without the link when this method or order cannot be paid online
    if (error instanceof Failure) return '';
    throw error;
  }
}

type Payable = Pick<
  OrderRecord,
  'id' | 'payment_id' | 'status_value' | 'due' | 'returned_value' | 'paid_amount'
>;

/** True when a due e-mail has a placeholder for the link, so that no payment is started needlessly. */
const wantsPayLink = (due: readonly Due[], templates: readonly MailTemplate[], locale: Locale): boolean =>
  templates.some(
    (template) =>
      template.key !== 'return' &&
      due.some(({ key }) => key === template.key) &&
      hasPlaceholder(template.key, getEffectiveTexts(template, locale), 'pay_link'),
  );

/** Queues all due e-mails for the customer of one order, each once. */
async function queueMailsOfOrder(ctx: Ctx, id: number, templates: readonly MailTemplate[]): Promise<void> {
  const due = await listDue(ctx, templates, id);
  if (due.length === 0) return;
  const before = await getOrderRecord(ctx, id);
  const locale = await findCustomerLocale(ctx, before);
  // call the provider outside of the transaction
  const pay_link = wantsPayLink(due, templates, locale) ? await findPayLink(ctx, before) : '';
  await ctx.tx(async (ctx) => {
    const order = await getOrderRecord(ctx, id);
    const { told, skipped } = onlyLatestStep(due);
    await claimDueMails(ctx, skipped, false);
    const recipient = order.client_email;
    const claimed = await claimDueMails(ctx, told, recipient !== null);
    if (recipient === null) return;
    const link = computeAmountDue(order) > 0n ? pay_link : '';
    for (const { key, source_id } of claimed.sort((a, b) => a.key.localeCompare(b.key))) {
      const return_id = key === 'return' ? source_id : null;
      const values = await loadOrderMailValues(ctx, key, { order, locale, return_id, pay_link: link });
      await queueMail(ctx, { key, locale, recipient, values });
    }
  });
}

/**
 * Queues e-mails about orders to customers with an address, for the e-mails that are switched on: after the commit and
 * each once. A failure of one order does not block the others.
 */
export async function queueOrderMails(services: Services): Promise<void> {
  const ctx = createSystemCtx(services, 'order.mail');
  const templates = await readSwitchedOnMails(ctx, KEYS);
  if (templates.length === 0) return;
  const ids = new Set((await listDue(ctx, templates)).map(({ order_id }) => order_id));
  for (const id of ids)
    await runJobAttempt(services, { queue: 'order.mail', noun: 'order', record_id: id }, () =>
      queueMailsOfOrder(ctx, id, templates),
    );
}

/** Skips the e-mails about an order that are due now. */
export async function skipOrderMails(ctx: Ctx, order_id: number): Promise<void> {
  const due = await listDue(ctx, await readSwitchedOnMails(ctx, KEYS), order_id);
  await claimDueMails(ctx, due, false);
}
