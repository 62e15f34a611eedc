import { getCurrencyScale, type Localized, minBigInt, resolveText, toMinor } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import {
  getEffectiveScope,
  getPermissions,
  hasPermission,
  isAdmin,
  requireFound,
} from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import { idsAsTable, loadByIdsInOrder, queryCoalesced } from '../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { CUSTOM_PLAN, escapeLike, execute, Prisma, queryRows } from '../../../core/db/database.ts';
import {
  type CountQuery,
  estimateOrCount,
  getPlannerEstimate,
  loadPage,
  whereSql,
} from '../../../core/list/estimated-count.ts';
import { orderBySql } from '../../../core/list/localized-columns.ts';
import { loadExportPage, loadPackedIds, type Page, toPage } from '../../../core/list/page.ts';
import {
  isOrderPaidSql,
  overpaidAmountSql,
  toOrderAmountColumns,
} from '../../../core/sql/order-amounts-sql.ts';
import { PAYMENT_MOMENT_SQL } from '../../../core/sql/payment-moment-sql.ts';
import { checkSafeBalance, computeExpectedCash, getOpenSession } from '../../tills/index.ts';
import { dateRangeSql, getBranchTimeZone, orderSearchSql } from '../order/list/order-filters.ts';
import {
  checkNoRefundIsBeingSent,
  loadPayments,
  orderAmountsAfterReceiptSql,
  recordRefunds,
} from '../order/pay/record-payments.ts';
import { ordersOfBranchesSql } from '../order/record/order-visibility.ts';

type Input = z.output<typeof api.orderPayment.list.input>;
type List = Omit<Input, 'sort_by'> & { readonly sort_by: 'created_at' | 'id' | 'amount' };
type Row = z.output<typeof api.orderPayment.list.output>;
type Settle = z.output<typeof api.orderPayment.settle.input>;

/** How long a gateway may stay silent about a refund before it can be given up, in milliseconds. */
export const REFUND_SILENT_MS = 3_600_000;

type Record_ = Omit<Row, 'branch_name' | 'payment_title' | 'created_at' | 'settled_at' | 'actions'> & {
  /** The state of a gateway's refund (sending, sent, refused) and the start of sending; null for other payments. */
  readonly gateway_state: string | null;
  readonly gateway_since: Date | null;
  readonly branch_names: Localized;
  readonly payment_titles: Localized;
  readonly created_at: Date;
  readonly settled_at: Date | null;
};

const FROM = Prisma.sql`
  FROM order_payment p JOIN "order" o ON o.id = p.order_id JOIN branch b ON b.id = o.branch_id
  JOIN payment_method m ON m.id = p.payment_id
  LEFT JOIN account v ON v.id = p.driver_id LEFT JOIN account a ON a.id = p.account_id
  LEFT JOIN gateway_refund g ON g.order_payment_id = p.id`;

const SELECT = Prisma.sql`
  SELECT p.id, p.order_id, o.branch_id, b.names AS branch_names, o.client_name, o.client_phone, p.payment_id,
         m.titles AS payment_titles, m.type AS payment_type, p.amount::float8 AS amount, p.fee::float8 AS fee,
         (p.amount - p.fee)::float8 AS net, o.currency, p.status, p.holder, p.driver_id, v.name AS driver_name,
         p.ref_number, p.return_id, a.name AS account_name, p.created_at, p.settled_at,
         g.state AS gateway_state, g.created_at AS gateway_since ${FROM}`;

/** Condition for payments of the branches that the caller may see. */
function inSight(ctx: Ctx): Prisma.Sql {
  const scope = getEffectiveScope(ctx);
  return scope === 'all' ? Prisma.sql`TRUE` : ordersOfBranchesSql(scope);
}

/** Lists the caller's actions on a pending payment; none during the first hour in which a gateway sends a refund. */
function actionsOf(ctx: Ctx, { status, gateway_state, gateway_since }: Record_): Row['actions'] {
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

function view(ctx: Ctx, record: Record_): Row {
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
    actions: actionsOf(ctx, record),
  };
}

/** Up to this many payments or orders are listed by id; beyond that a scan finds them soon enough. */
const NAMED = 2_000;

/**
 * Condition for payments whose provider reference starts with this text; a few are listed by id instead of scanned for.
 * They are looked up in the order of their index: in any order PostgreSQL expects to meet enough of them early in the
 * table, and reads most of it.
 */
async function numbered(ctx: Ctx, keywords: string): Promise<{ number: Prisma.Sql; isMany: boolean }> {
  const begins = Prisma.sql`LIKE lower(${`${escapeLike(keywords)}%`})`;
  const some = await queryCoalesced<{ id: number }>(
    ctx,
    Prisma.sql`${CUSTOM_PLAN} SELECT r.id FROM order_payment r WHERE lower(r.ref_number) ${begins}
      ORDER BY lower(r.ref_number) USING ~<~ LIMIT ${NAMED + 1}::int`,
  );
  return some.length <= NAMED
    ? { number: Prisma.sql`p.id = ANY(${some.map(({ id }) => id)}::int[])`, isMany: false }
    : { number: Prisma.sql`lower(p.ref_number) ${begins}`, isMany: true };
}

/** Condition for payments of matching orders; many are matched during the scan, which then joins the orders as `o`. */
async function ofOrders(ctx: Ctx, keywords: string): Promise<{ meant: Prisma.Sql; needsOrder: boolean }> {
  const like = await orderSearchSql(ctx, keywords, canReadOrders(ctx) ? 'start' : 'whole');
  const some = await queryCoalesced<{ id: number }>(
    ctx,
    Prisma.sql`${CUSTOM_PLAN} SELECT o.id FROM "order" o WHERE ${like} LIMIT ${NAMED + 1}::int`,
  );
  const needsOrder = some.length > NAMED;
  const ids = some.map(({ id }) => id);
  return { meant: needsOrder ? like : Prisma.sql`p.order_id = ANY(${ids}::int[])`, needsOrder };
}

/** Condition that matches the provider reference, or else the order. */
async function paymentsLike(ctx: Ctx, keywords: string) {
  const [{ number, isMany }, { meant, needsOrder }] = await Promise.all([
    numbered(ctx, keywords),
    ofOrders(ctx, keywords),
  ]);
  return { meant: Prisma.sql`(${number} OR ${meant})`, needsOrder, isMany: isMany && !needsOrder };
}

async function filtersOf(ctx: Ctx, input: List, zone: string) {
  const { id, order_id, branch_id, payment_id, driver_id, status, holder, refund } = input;
  const filters: Prisma.Sql[] = [];
  const add = (condition: Prisma.Sql) => void filters.push(condition);
  if (getEffectiveScope(ctx) !== 'all') add(inSight(ctx));
  if (id !== undefined) add(Prisma.sql`p.id = ${id}::int`);
  if (order_id !== undefined) add(Prisma.sql`p.order_id = ${order_id}::int`);
  if (branch_id !== undefined) add(Prisma.sql`o.branch_id = ${branch_id}::int`);
  if (payment_id !== undefined) add(Prisma.sql`p.payment_id = ${payment_id}::int`);
  if (driver_id !== undefined) add(Prisma.sql`p.driver_id = ${driver_id}::int`);
  // literals, because the partial indexes of pending and refunded payments do not match parameters
  if (status !== undefined) add(STATES[status]);
  if (holder !== undefined) add(Prisma.sql`p.holder = ${holder}`);
  if (refund !== undefined) add(refund === 1 ? Prisma.sql`p.amount < 0` : Prisma.sql`p.amount > 0`);
  filters.push(...dateRangeSql(input, zone, Prisma.raw(PAYMENT_MOMENT_SQL)));
  const like = input.keywords ? await paymentsLike(ctx, input.keywords) : null;
  if (like) add(like.meant);
  const needsOrder = getEffectiveScope(ctx) !== 'all' || branch_id !== undefined || like?.needsOrder;
  return { conditions: filters, needsOrder, isByReference: like?.isMany ?? false };
}

/** Up to this many payments of a reference are gathered before they are sorted. */
const GATHERED = 60_000;

/**
 * Returns the FROM and conditions of the page. References follow each other in time, so a scan that begins with the newest
 * payments would read all that are newer than those that match: these are gathered first, unless very many match.
 */
async function chosenFrom(
  ctx: Ctx,
  { from, conditions }: Pick<CountQuery, 'from' | 'conditions'>,
  isByReference: boolean,
): Promise<Prisma.Sql> {
  const where = Prisma.sql`${from} ${whereSql(conditions)}`;
  if (!isByReference || (await getPlannerEstimate(ctx, Prisma.sql`SELECT 1 FROM ${where}`)) > GATHERED)
    return where;
  return Prisma.sql`(SELECT p.id, p.created_at, p.amount FROM ${where} OFFSET 0) p`;
}

const STATES: Readonly<Record<NonNullable<List['status']>, Prisma.Sql>> = {
  pending: Prisma.sql`p.status = 'pending'`,
  received: Prisma.sql`p.status = 'received'`,
  refunded: Prisma.sql`p.status = 'refunded'`,
  voided: Prisma.sql`p.status = 'voided'`,
};

/** Lists payments and refunds, newest first: first the ids of the page from an index, then their rows. */
export async function list(ctx: Ctx, input: List): Promise<Page<Row>> {
  const { conditions, needsOrder, isByReference } = await filtersOf(
    ctx,
    input,
    await getBranchTimeZone(ctx, input.branch_id),
  );
  const from = Prisma.sql`order_payment p ${needsOrder ? Prisma.sql`JOIN "order" o ON o.id = p.order_id` : Prisma.empty}`;
  // safe as raw SQL: the column names come from a closed list, not from the caller's text
  const column = Prisma.raw(`p.${input.sort_by}`);
  const sorted = Prisma.sql`
    SELECT p.id FROM ${await chosenFrom(ctx, { from, conditions }, isByReference)}
    ${orderBySql(column, Prisma.sql`p.id`, input.sort_as)}`;
  const { ids, total, isEstimated } = input.export
    ? {
        ...(await loadExportPage(ctx, input, () => loadPackedIds(ctx, Prisma.sql`ARRAY(${sorted})`))),
        isEstimated: false,
      }
    : await findPage(ctx, input, { table: 'order_payment', alias: 'p', from, conditions }, sorted);
  const rows = await loadByIdsInOrder<Record_>(
    ctx,
    ids,
    (all) => Prisma.sql`${SELECT} JOIN ${idsAsTable(all)} ON u.id = p.id`,
  );
  return toPage(
    rows.map((row) => view(ctx, row)),
    total,
    input,
    isEstimated,
  );
}

async function findPage(ctx: Ctx, input: List, meant: CountQuery, sorted: Prisma.Sql) {
  const { rows, ...total } = await loadPage<{ id: number }>(ctx, input, sorted, estimateOrCount(ctx, meant));
  return { ids: rows.map(({ id }) => id), ...total };
}

async function shown(ctx: Ctx, id: number): Promise<Record_> {
  const [row] = await queryRows<Record_>(
    ctx,
    Prisma.sql`${SELECT} WHERE p.id = ${id}::int AND ${inSight(ctx)}`,
  );
  return requireFound(row);
}

/** Returns a payment of the caller's branches as the list shows it. @throws record.missing */
export const showPayment = async (ctx: Ctx, id: number): Promise<Row> => view(ctx, await shown(ctx, id));

/** Creates a refund at once when money arrives for an order that was canceled or paid otherwise. */
async function giveBackSurplus(ctx: Ctx, { id, order_id, amount, currency }: Record_): Promise<void> {
  if (amount < 0) return;
  const scale = getCurrencyScale(currency);
  const [order] = await queryRows<{ surplus: string }>(
    ctx,
    Prisma.sql`
    SELECT ${overpaidAmountSql(toOrderAmountColumns('o'))}::text AS surplus
      FROM "order" o WHERE o.id = ${order_id}::int`,
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
export async function canSeePayment(ctx: Ctx, id: number): Promise<boolean> {
  const rows = await queryRows(ctx, Prisma.sql`SELECT 1 ${FROM} WHERE p.id = ${id}::int AND ${inSight(ctx)}`);
  return rows.length > 0;
}

/** Locks the order and returns its paid amount. */
async function paidOf(ctx: Ctx, order_id: number) {
  const [row] = await queryRows<{ paid: number; paid_amount: number; version: number }>(
    ctx,
    Prisma.sql`SELECT paid, paid_amount::float8 AS paid_amount, version FROM "order"
      WHERE id = ${order_id}::int FOR UPDATE`,
  );
  const { version, ...money } = requireFound(row);
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
    const before = await shown(ctx, input.id);
    // every change of an order's money locks its row first
    const was = await paidOf(ctx, before.order_id);
    const row = await shown(ctx, input.id);
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
    await execute(
      ctx,
      Prisma.sql`
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
    const is = await paidOf(ctx, row.order_id);
    await recordAudit(ctx, {
      noun: 'order',
      id: row.order_id,
      action: 'update',
      before: was.money,
      after: { ...is.money, order_payment_id: row.id },
      branch_id: row.branch_id,
      version: is.version,
    });
    return view(ctx, await shown(ctx, row.id));
  });
