import { getCurrencyScale, type Localized, minBigInt, resolveText, toMinor } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { expressionBuilder, type InferResult, type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import {
  getEffectiveScope,
  getPermissions,
  hasPermission,
  isAdmin,
  requireFound,
} from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import { loadByIdsInOrder } from '../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { escapeLike } from '../../../core/db/database.ts';
import { anyIdSql, fetchRow, runStatement, tables, unnestIds } from '../../../core/db/tables.ts';
import {
  type Condition,
  type CountQuery,
  estimateOrCount,
  getPlannerEstimate,
  joinConditions,
  loadPage,
} from '../../../core/list/estimated-count.ts';
import { loadExportPage, loadPackedIds, type Page, toPage } from '../../../core/list/page.ts';
import {
  isOrderPaidSql,
  overpaidAmountSql,
  toOrderAmountColumns,
} from '../../../core/sql/order-amounts-sql.ts';
import { PAYMENT_MOMENT_SQL } from '../../../core/sql/payment-moment-sql.ts';
import type { Tables } from '../../../generated/tables.ts';
import { checkSafeBalance, computeExpectedCash, getOpenSession } from '../../tills/index.ts';
import {
  findSomeIds,
  getBranchTimeZone,
  listDateConditions,
  matchOrder,
} from '../order/list/order-filters.ts';
import {
  checkNoRefundIsBeingSent,
  loadPayments,
  orderAmountsAfterReceiptSql,
  recordRefunds,
} from '../order/pay/record-payments.ts';
import { EVERY_ORDER, isOfBranches } from '../order/record/order-visibility.ts';

type Input = z.output<typeof api.orderPayment.list.input>;
type List = Omit<Input, 'sort_by'> & { readonly sort_by: 'created_at' | 'id' | 'amount' };
type Row = z.output<typeof api.orderPayment.list.output>;
type Settle = z.output<typeof api.orderPayment.settle.input>;

/** How long a gateway may stay silent about a refund before it can be given up, in milliseconds. */
export const REFUND_SILENT_MS = 3_600_000;

/** Reads payments of orders with their branch, method, driver and the state of a gateway's refund. */
const readPayments = tables
  .selectFrom('order_payment as p')
  .innerJoin('order as o', 'o.id', 'p.order_id')
  .innerJoin('branch as b', 'b.id', 'o.branch_id')
  .innerJoin('payment_method as m', 'm.id', 'p.payment_id')
  .leftJoin('account as v', 'v.id', 'p.driver_id')
  .leftJoin('account as a', 'a.id', 'p.account_id')
  .leftJoin('gateway_refund as g', 'g.order_payment_id', 'p.id')
  .select(({ cast, ref }) => [
    'p.id',
    'p.order_id',
    'o.branch_id',
    ref('b.names').$castTo<Localized>().as('branch_names'),
    'o.client_name',
    'o.client_phone',
    'p.payment_id',
    ref('m.titles').$castTo<Localized>().as('payment_titles'),
    ref('m.type').$castTo<Row['payment_type']>().as('payment_type'),
    cast<number>('p.amount', 'float8').as('amount'),
    cast<number>('p.fee', 'float8').as('fee'),
    sql<number>`(${ref('p.amount')} - ${ref('p.fee')})::float8`.as('net'),
    'o.currency',
    ref('p.status').$castTo<Row['status']>().as('status'),
    ref('p.holder').$castTo<Row['holder']>().as('holder'),
    'p.driver_id',
    'v.name as driver_name',
    'p.ref_number',
    'p.return_id',
    'a.name as account_name',
    'p.created_at',
    'p.settled_at',
    // the state of a gateway's refund (sending, sent, refused) and the start of sending; null for other payments
    'g.state as gateway_state',
    'g.created_at as gateway_since',
  ]);

type PaymentRow = InferResult<typeof readPayments>[number];

/** Condition for payments of the branches that the caller may see. */
function isOfVisibleBranch(ctx: Ctx): Condition {
  const scope = getEffectiveScope(ctx);
  return scope === 'all' ? EVERY_ORDER : isOfBranches(scope);
}

/** Lists the caller's actions on a pending payment; none during the first hour in which a gateway sends a refund. */
function listActions(ctx: Ctx, { status, gateway_state, gateway_since }: PaymentRow): Row['actions'] {
  if (status !== 'pending' || !hasPermission(getPermissions(ctx), { resource: 'payments', action: 'save' }))
    return [];
  if (gateway_state === 'sending') {
    const isSilent = ctx.now.getTime() - (gateway_since?.getTime() ?? 0) >= REFUND_SILENT_MS;
    return isSilent && isAdmin(ctx) ? ['fail_refund'] : [];
  }
  return gateway_state === 'refused' && isAdmin(ctx) ? ['settle', 'retry_refund'] : ['settle'];
}

/** True for callers who may open every order of their branches, and so read the phone of its customer there. */
const canReadOrders = (ctx: Ctx): boolean =>
  hasPermission(getPermissions(ctx), { resource: 'orders', action: 'view' });

function paymentView(ctx: Ctx, record: PaymentRow): Row {
  const { branch_names, payment_titles, created_at, settled_at, gateway_state, gateway_since, ...row } =
    record;
  return {
    ...row,
    // Rule: docs/rules/payments.md#whose-phone-is-read
    client_phone: canReadOrders(ctx) ? row.client_phone : null,
    branch_name: resolveText(branch_names, ctx.locale),
    payment_title: resolveText(payment_titles, ctx.locale),
    created_at: created_at.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
    actions: listActions(ctx, record),
  };
}

/** Up to this many payments or orders are listed by id; beyond that a scan finds them soon enough. */
const NAMED = 2_000;

/** Builds conditions for payments `p` of orders `o`. */
const eb = expressionBuilder<
  Tables & { readonly p: Tables['order_payment']; readonly o: Tables['order'] },
  'p' | 'o'
>();

/**
 * Condition for payments whose provider reference starts with this text; a few are listed by id instead of scanned for.
 * They are looked up in the order of their index: in any order PostgreSQL expects to meet enough of them early in the
 * table, and reads most of it.
 */
async function matchReference(
  ctx: Ctx,
  keywords: string,
): Promise<{ readonly condition: Condition; readonly isMany: boolean }> {
  const starts = sql`LIKE lower(${`${escapeLike(keywords)}%`})`;
  const payments = sql`SELECT r.id FROM order_payment r WHERE lower(r.ref_number) ${starts}
      ORDER BY lower(r.ref_number) USING ~<~`;
  const ids = await findSomeIds(ctx, payments, NAMED);
  return ids.length <= NAMED
    ? { condition: eb('p.id', '=', anyIdSql(ids)), isMany: false }
    : { condition: sql<boolean>`lower(p.ref_number) ${starts}`, isMany: true };
}

/** Condition for payments of matching orders; many are matched during the scan, which then joins the orders as `o`. */
async function matchOrders(
  ctx: Ctx,
  keywords: string,
): Promise<{ readonly condition: Condition; readonly needsOrder: boolean }> {
  const isMatching = await matchOrder(ctx, keywords, canReadOrders(ctx) ? 'start' : 'whole');
  const orders = tables.selectFrom('order as o').select('o.id').where(isMatching);
  const ids = await findSomeIds(ctx, orders, NAMED);
  const needsOrder = ids.length > NAMED;
  return { condition: needsOrder ? isMatching : eb('p.order_id', '=', anyIdSql(ids)), needsOrder };
}

/** Condition that matches the provider reference, or else the order. */
async function matchPayment(ctx: Ctx, keywords: string) {
  const [reference, order] = await Promise.all([matchReference(ctx, keywords), matchOrders(ctx, keywords)]);
  const { needsOrder } = order;
  return {
    condition: eb.or([reference.condition, order.condition]),
    needsOrder,
    isMany: reference.isMany && !needsOrder,
  };
}

/** Filters that compare a column of their own name. */
const EQUAL = ['id', 'order_id', 'payment_id', 'driver_id', 'holder'] as const;

/** Condition for pending refunds that wait for people, because the gateway refused them or does not answer. */
function isFailedRefund(ctx: Ctx): Condition {
  const silentSince = new Date(ctx.now.getTime() - REFUND_SILENT_MS);
  const refund = eb
    .selectFrom('gateway_refund as g')
    .select('g.order_payment_id')
    .whereRef('g.order_payment_id', '=', 'p.id')
    .where((of) =>
      of.or([
        of('g.state', '=', 'refused'),
        of.and([of('g.state', '=', 'sending'), of('g.created_at', '<=', silentSince)]),
      ]),
    );
  // a literal, because the partial index of pending payments does not match parameters
  return eb.and([eb('p.status', '=', sql.lit('pending')), eb.exists(refund)]);
}

async function filterPayments(ctx: Ctx, input: List, zone: string) {
  const { branch_id, status, refund, failed } = input;
  const conditions: Condition[] = [];
  const add = (condition: Condition) => void conditions.push(condition);
  if (getEffectiveScope(ctx) !== 'all') add(isOfVisibleBranch(ctx));
  for (const column of EQUAL) {
    const value = input[column];
    if (value !== undefined) add(eb(`p.${column}`, '=', value));
  }
  if (branch_id !== undefined) add(eb('o.branch_id', '=', branch_id));
  // a literal, because the partial indexes of pending and refunded payments do not match parameters
  if (status !== undefined) add(eb('p.status', '=', sql.lit(status)));
  if (refund !== undefined) add(refund === 1 ? sql<boolean>`p.amount < 0` : sql<boolean>`p.amount > 0`);
  if (failed !== undefined) add(failed === 1 ? isFailedRefund(ctx) : eb.not(isFailedRefund(ctx)));
  conditions.push(...listDateConditions(input, zone, sql.raw(PAYMENT_MOMENT_SQL)));
  const like = input.keywords ? await matchPayment(ctx, input.keywords) : null;
  if (like) add(like.condition);
  const needsOrder = getEffectiveScope(ctx) !== 'all' || branch_id !== undefined || like?.needsOrder;
  return { conditions, needsOrder, isByReference: like?.isMany ?? false };
}

/** Up to this many payments of a reference are gathered before they are sorted. */
const GATHERED = 60_000;

/**
 * Returns the FROM and conditions of the page. References follow each other in time, so a scan that begins with the newest
 * payments would read all that are newer than those that match: these are gathered first, unless very many match.
 */
async function selectMatching(
  ctx: Ctx,
  { from, conditions }: Pick<CountQuery, 'from' | 'conditions'>,
  isByReference: boolean,
): Promise<RawBuilder<unknown>> {
  const where = sql`${from} ${joinConditions(conditions)}`;
  if (!isByReference || (await getPlannerEstimate(ctx, sql`SELECT 1 FROM ${where}`)) > GATHERED) return where;
  return sql`(SELECT p.id, p.created_at, p.amount FROM ${where} OFFSET 0) p`;
}

const PAYMENTS = sql`order_payment p`;
const PAYMENTS_WITH_ORDER = sql`order_payment p JOIN "order" o ON o.id = p.order_id`;

/** Lists payments and refunds, newest first: first the ids of the page from an index, then their rows. */
export async function list(ctx: Ctx, input: List): Promise<Page<Row>> {
  const { conditions, needsOrder, isByReference } = await filterPayments(
    ctx,
    input,
    await getBranchTimeZone(ctx, input.branch_id),
  );
  const from = needsOrder ? PAYMENTS_WITH_ORDER : PAYMENTS;
  const direction = sql.raw(input.sort_as);
  const sorted = sql`
    SELECT p.id FROM ${await selectMatching(ctx, { from, conditions }, isByReference)}
     ORDER BY ${sql.ref(`p.${input.sort_by}`)} ${direction}, p.id ${direction}`;
  const { ids, total, isEstimated } = input.export
    ? {
        ...(await loadExportPage(ctx, input, () => loadPackedIds(ctx, sql`ARRAY(${sorted})`))),
        isEstimated: false,
      }
    : await findPage(ctx, input, { table: 'order_payment', alias: 'p', from, conditions }, sorted);
  const rows = await loadByIdsInOrder<PaymentRow>(ctx, ids, (all) =>
    readPayments.innerJoin(unnestIds(all), 'u.id', 'p.id'),
  );
  return toPage(
    rows.map((row) => paymentView(ctx, row)),
    total,
    input,
    isEstimated,
  );
}

async function findPage(ctx: Ctx, input: List, counted: CountQuery, sorted: RawBuilder<unknown>) {
  const { rows, ...total } = await loadPage<{ id: number }>(
    ctx,
    input,
    sorted,
    estimateOrCount(ctx, counted),
  );
  return { ids: rows.map(({ id }) => id), ...total };
}

const readVisiblePayment = (ctx: Ctx, id: number) =>
  readPayments.where('p.id', '=', id).where(isOfVisibleBranch(ctx));

const findVisiblePayment = async (ctx: Ctx, id: number): Promise<PaymentRow> =>
  requireFound(await fetchRow(ctx, readVisiblePayment(ctx, id)));

/** Returns a payment of the caller's branches as the list shows it. @throws record.missing */
export const showPayment = async (ctx: Ctx, id: number): Promise<Row> =>
  paymentView(ctx, await findVisiblePayment(ctx, id));

const OVERPAID = overpaidAmountSql(toOrderAmountColumns('o'));

/** Creates a refund at once when money arrives for an order that was canceled or paid otherwise. */
async function giveBackSurplus(ctx: Ctx, { id, order_id, amount, currency }: PaymentRow): Promise<void> {
  if (amount < 0) return;
  const scale = getCurrencyScale(currency);
  const order = await fetchRow(
    ctx,
    tables.selectFrom('order as o').select(OVERPAID.as('surplus')).where('o.id', '=', order_id),
  );
  const surplus = toMinor(order?.surplus ?? '0', scale);
  if (surplus <= 0n) return;
  const of = (await loadPayments(ctx, order_id, scale)).find((one) => one.id === id);
  if (of)
    await recordRefunds(ctx, { id: order_id, scale }, [{ of, amount: minBigInt(of.amount, surplus) }], {
      session: null,
      return_id: null,
    });
}

/** True when the caller may see this payment, because its order belongs to one of their branches. */
export const canSeePayment = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await fetchRow(ctx, readVisiblePayment(ctx, id).clearSelect().select('p.id'))) !== undefined;

/** Locks the order and returns its paid amount. */
async function lockPaidAmount(ctx: Ctx, order_id: number) {
  const order = tables
    .selectFrom('order')
    .select(({ cast }) => ['paid', cast<number>('paid_amount', 'float8').as('paid_amount'), 'version'])
    .where('id', '=', order_id)
    .forUpdate();
  const { version, ...money } = requireFound(await fetchRow(ctx, order));
  return { version, money };
}

/**
 * Settles what was pending: a provider's payment has arrived, or a refund was paid out. Cash refunds at a till leave
 * its open drawer. Refunds were subtracted from the paid amount when they were requested.
 * @throws record.missing, payment.settled, payment.sending, session.not_open, session.other_currency,
 * cash.beyond_drawer, safe.short when the branch's safe holds less
 */
export const settlePayments = (ctx: Ctx, input: Settle) =>
  ctx.tx(async (ctx) => {
    const before = await findVisiblePayment(ctx, input.id);
    // every change of an order's money locks its row first
    const was = await lockPaidAmount(ctx, before.order_id);
    const row = await findVisiblePayment(ctx, input.id);
    if (row.status !== 'pending') fail('payment.settled');
    await checkNoRefundIsBeingSent(ctx, row.order_id, row.id);
    const isRefund = row.amount < 0;
    const isFromDrawer = isRefund && input.device_id != null && row.payment_type === 'cash';
    const session = isFromDrawer
      ? await getOpenSession(ctx, input.device_id as number, row.branch_id, { currency: row.currency })
      : null;
    if (session && toMinor(-row.amount, 4) > (await computeExpectedCash(ctx, session)))
      fail('cash.beyond_drawer', undefined, 'device_id');
    const state = isRefund ? 'refunded' : 'received';
    // a cash refund without a drawer is paid from the safe
    const isFromSafe =
      isRefund && session === null && row.payment_type === 'cash' && row.holder !== 'partner';
    if (isFromSafe)
      await checkSafeBalance(ctx, row.branch_id, { amount: -row.amount, currency: row.currency });
    // the branch pays this refund, so it does not reduce the cash that the driver holds
    const isBranchs = isRefund && row.holder === 'driver';
    await runStatement(
      ctx,
      sql`
      WITH settled AS (
        UPDATE order_payment SET status = ${state}, settled_at = ${ctx.now}::timestamptz,
               ref_number = coalesce(${input.ref_number ?? null}, ref_number),
               holder = CASE WHEN ${session !== null}::boolean THEN 'session' WHEN ${isBranchs}::boolean THEN 'branch'
                             ELSE holder END,
               pos_session_id = coalesce(${session?.id ?? null}::int, pos_session_id)
         WHERE id = ${row.id}::int RETURNING order_id, amount
      )
      UPDATE "order" o
         SET paid_amount = o.paid_amount + g.received, paid = ${isOrderPaidSql(orderAmountsAfterReceiptSql())},
             expires_at = NULL, version = o.version + 1, updated_at = ${ctx.now}::timestamptz
        FROM (SELECT order_id, greatest(0, amount) AS received FROM settled) g WHERE o.id = g.order_id`,
    );
    await giveBackSurplus(ctx, row);
    await recordAudit(ctx, {
      noun: 'order-payment',
      id: row.id,
      action: 'settle',
      before: { status: row.status },
      after: { status: state, order_id: row.order_id, pos_session_id: session?.id ?? null },
      branch_id: row.branch_id,
    });
    const is = await lockPaidAmount(ctx, row.order_id);
    await recordAudit(ctx, {
      noun: 'order',
      id: row.order_id,
      action: 'update',
      before: was.money,
      after: { ...is.money, order_payment_id: row.id },
      branch_id: row.branch_id,
      version: is.version,
    });
    return paymentView(ctx, await findVisiblePayment(ctx, row.id));
  });
