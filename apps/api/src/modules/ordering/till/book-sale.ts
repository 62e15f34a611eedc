import { formatMinor, fromMinor, type PricedCart } from '@dukkan/commerce';
import { Failure, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import * as z from 'zod';
import { type Account, AS_SYSTEM, type Ctx, createCtxAs } from '../../../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../../../core/db/tables.ts';
import { accountCoversBranchSql } from '../../identity/index.ts';
import { redeemCoupon } from '../../pricing/index.ts';
import { readSettings } from '../../setting/index.ts';
import { deductStock } from '../../stock/index.ts';
import { findSessionOfSale } from '../../tills/index.ts';
import { findNewOrderStatus, listPaymentsNow } from '../order/make/place-order.ts';
import { storeOrder } from '../order/make/store-order.ts';
import { type QuotedOrder, quoteOrder } from '../order/price/quote-order.ts';
import type { MakeOrderInput } from '../order/price/resolve-customer.ts';
import { readApproval, toSoldInput } from './book-offer.ts';
import { isExplained, type SaleException, writeExceptions } from './exceptions.ts';
import type { StoredLetter } from './inbox-row.ts';
import type { ReadSale } from './letter-body.ts';
import { SELLERS } from './read-pack-shop.ts';

// Rule: docs/rules/till-sales.md#booking

/** A delivered order's status. */
const SOLD = 5;
/** How far the time of a sale may be doubted. */
const DOUBT_MS = 120_000;

type Origin = Pick<StoredLetter, 'uuid' | 'device_id' | 'epoch' | 'branch_id' | 'received_at'> & {
  readonly till_no: string;
};

type Cashier = Pick<Account, 'id' | 'name' | 'permissions'>;

/**
 * Finds who sold: an account of the branch's staff that may sell, also one that has been switched off or deleted since.
 */
const findCashier = (
  ctx: Ctx,
  id: number,
  { branch_id, at }: { readonly branch_id: number; readonly at: Date },
): Promise<Cashier | undefined> =>
  fetchRow(
    ctx,
    tables
      .selectFrom('account as a')
      .innerJoin('role as r', 'r.id', 'a.role_id')
      .select(['a.id', 'a.name', 'r.permissions'])
      .where('a.id', '=', id)
      .where(sql<boolean>`(a.deleted_at IS NULL OR a.deleted_at >= ${at})`)
      .where(sql<boolean>`r.permissions && ARRAY[${sql.join(SELLERS.map((one) => sql.lit(one)))}]`)
      .where(accountCoversBranchSql(branch_id)),
  );

/**
 * The ctx in which a sale is booked that was made before: by its cashier and at its time. What the paper says holds,
 * whatever the cashier may do by now.
 */
function toSaleCtx(ctx: Ctx, cashier: Cashier | undefined, now: Date): Ctx {
  if (!cashier) return createCtxAs(ctx, { ...AS_SYSTEM, now });
  const actor: Account = {
    kind: 'account',
    id: cashier.id,
    name: cashier.name,
    session_id: '',
    role_id: null,
    permissions: ['admin'],
    global: true,
    branch_ids: [],
    must_change_password: false,
    locale: null,
  };
  return createCtxAs(ctx, { ...AS_SYSTEM, actor, now });
}

/** The time of a sale by the shop's clock, before it is limited to what can be. */
const toShopTime = ({ body }: ReadSale): number =>
  new Date(body.sold_at).getTime() + (body.clock_offset_ms ?? 0);

type Times = { readonly now: Date; readonly doubt_ms: number };

/** Limits the time of a sale to the time between its session's opening and its arrival. */
function limitTime(sale: ReadSale, opened_at: Date, received_at: Date): Times {
  const soldAt = toShopTime(sale);
  const latest = received_at.getTime();
  const earliest = Math.min(opened_at.getTime(), latest);
  const time = Math.min(Math.max(soldAt, earliest), latest);
  return { now: new Date(time), doubt_ms: Math.abs(soldAt - time) };
}

/** Refuses goods that have been deleted: a person says what was sold. @throws till.item_gone */
function checkItemsAlive({ wanted: lines }: QuotedOrder): void {
  for (const { item } of lines) if (item && !item.live) fail('till.item_gone', { item_id: item.item_id });
}

/** True for a failure that says nothing but what is wrong with the customer. */
const isOfClient = (error: unknown): boolean =>
  error instanceof z.ZodError
    ? error.issues.every(({ path }) => path[0] === 'client')
    : error instanceof Failure && error.field?.startsWith('client') === true;

/** Prices the sale as the shop would have at its time; a customer who cannot be told is left out. */
async function quoteSale(ctx: Ctx, input: MakeOrderInput, sale: ReadSale): Promise<QuotedOrder> {
  const parts = sale.priced.lines.flatMap((line) => line.parts.map(({ item_id }) => item_id));
  const options = { createsCustomer: true, sold: { item_ids: [...new Set(parts)] } };
  try {
    return await quoteOrder(ctx, input, options);
  } catch (error) {
    if (!input.client || !isOfClient(error)) throw error;
    return quoteOrder(ctx, { ...input, client: null }, options);
  }
}

/** True when the shop's price has the same money as the paper, line by line. */
function hasSameMoney(shop: PricedCart, paper: PricedCart): boolean {
  const money = ({ totals, lines, payments }: PricedCart) => [
    totals.due,
    totals.tax,
    ...lines.flatMap(({ net, tax }) => [net, tax]),
    ...payments.map(({ amount }) => amount),
  ];
  const [a, b] = [money(shop), money(paper)];
  return a.length === b.length && a.every((amount, n) => amount === b[n]);
}

/** What of a sale the shop sees differently, before its stock is taken. */
async function findDifferences(
  ctx: Ctx,
  sale: ReadSale,
  quoted: QuotedOrder,
  { doubt_ms, isSamePrice }: { readonly doubt_ms: number; readonly isSamePrice: boolean },
): Promise<SaleException[]> {
  const { body, priced } = sale;
  const currency = quoted.settings.Currency;
  const differences: SaleException[] = [];
  if (!isSamePrice) {
    const amount = priced.totals.due - quoted.priced.totals.due;
    const details = {
      printed: fromMinor(priced.totals.due, quoted.scale),
      shop: fromMinor(quoted.priced.totals.due, quoted.scale),
    };
    const isKnown = await isExplained(ctx, body.pack_version, quoted);
    differences.push({
      kind: 'price',
      amount: formatMinor(amount, quoted.scale),
      currency,
      details,
      isExplained: isKnown,
    });
  }
  if (doubt_ms > DOUBT_MS)
    differences.push({
      kind: 'clock',
      details: { sold_at: body.sold_at, seconds: Math.round(doubt_ms / 1_000) },
    });
  const former = quoted.methods.filter(({ status, in_branch }) => status !== 1 || !in_branch);
  if (former.length > 0)
    differences.push({ kind: 'payment', details: { payments_ids: former.map(({ id }) => id) } });
  const off = quoted.wanted.flatMap(({ item }) => (item && item.status !== 1 ? [item.item_id] : []));
  if (off.length > 0) differences.push({ kind: 'item', details: { items_ids: [...new Set(off)] } });
  return differences;
}

/** True when the discount of the paper is above what its cashier may give without a manager's word. */
function lacksApproval(
  { priced, body }: ReadSale,
  { settings }: QuotedOrder,
  cashier: Cashier | undefined,
  approved_percent: number,
): boolean {
  const permissions = cashier?.permissions ?? [];
  const isLimited = !permissions.some((one) => ['admin', 'orders', 'orders.save'].includes(one));
  const { subtotal, coupon, manual } = priced.totals;
  const max = Math.max(settings.seller_max_discount, approved_percent);
  return (
    isLimited && body.discount > 0 && manual * 10_000n > (subtotal - coupon) * BigInt(Math.round(max * 100))
  );
}

/** Redeems the coupon of the paper; one that is used up is an exception, not a refusal. */
async function redeemPrinted(ctx: Ctx, quoted: QuotedOrder): Promise<SaleException[]> {
  const { coupon_id } = quoted.priced;
  if (coupon_id === null) return [];
  try {
    await redeemCoupon(ctx, coupon_id, { client_id: quoted.client.id, phone: quoted.client.phone });
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [{ kind: 'price', amount: null, details: { coupon_id, code: error.code } }];
  }
}

/** Takes the goods out of the stock as it is; what was not there is a deficit. */
async function takeSoldStock(
  ctx: Ctx,
  order: Awaited<ReturnType<typeof storeOrder>>,
  { branch }: QuotedOrder,
): Promise<SaleException[]> {
  const costs = await deductStock(ctx, { type: 'order', id: order.id }, order.outgoing, { isGone: true });
  await runStatement(
    ctx,
    tables.updateTable('order').set({ deducted: true, delivered_at: ctx.now }).where('id', '=', order.id),
  );
  const missing = costs.flatMap(({ line_id, short }) => {
    const line = order.outgoing.find((one) => one.line_id === line_id);
    return line && short > 0n ? [{ item_id: line.item_id, quantity: Number(short) / 1_000 }] : [];
  });
  return missing.length === 0 ? [] : [{ kind: 'stock', details: { missing }, isExplained: !branch.checks }];
}

/**
 * Books a sale that was made: with the money of its paper, at its time, in its session, whatever the shop says now. What
 * differs is written down as exceptions. It is part of the caller's transaction.
 * @returns the order's id
 * @throws till.item_gone, till.sale_unsound, reference.missing
 */
export async function bookSale(ctx: Ctx, sale: ReadSale, origin: Origin): Promise<number> {
  const { device_id, branch_id, till_no, received_at } = origin;
  const { body, printed } = sale;
  const { settings } = await readSettings(ctx);
  if (settings.Currency !== printed.currency) fail('till.sale_unsound');
  const soldAt = new Date(Math.min(Math.max(toShopTime(sale), 0), received_at.getTime()));
  const cashier = await findCashier(ctx, body.cashier_id, { branch_id, at: soldAt });
  const { session, isKnown } = await findSessionOfSale(toSaleCtx(ctx, cashier, soldAt), {
    device_id,
    branch_id,
    currency: printed.currency,
    session_id: body.session_id,
    cashier_id: cashier?.id ?? null,
  });
  const times = limitTime(sale, await earliestOf(ctx, origin, session), received_at);
  const own = toSaleCtx(ctx, cashier, times.now);
  const input = toSoldInput(sale, { device_id, branch_id, till_no });
  const shop = await quoteSale(own, { ...input, paid: 1 }, sale);
  checkItemsAlive(shop);
  const isSamePrice = hasSameMoney(shop.priced, sale.priced);
  const quoted: QuotedOrder = {
    ...shop,
    branch: { ...shop.branch, tax_mode: printed.tax_mode },
    priced: isSamePrice ? shop.priced : sale.priced,
  };
  const approval = readApproval(ctx, sale, device_id, times.now);
  const isSeller = cashier !== undefined && !cashier.permissions.some((one) => /^(admin|orders)/.test(one));
  const order = await storeOrder(own, quoted, {
    number: null,
    status: findNewOrderStatus(quoted, SOLD),
    pos_session_id: session.id,
    till_no,
    driver_id: null,
    seller_id: isSeller ? cashier.id : null,
    expires_at: null,
    recurrence: null,
    next_at: null,
    series_id: null,
    series_date: null,
    recurs_from: null,
    payments: listPaymentsNow(quoted),
    money_session_id: session.id,
    approved_by: body.discount > 0 ? approval.approved_by : null,
  });
  const differences: readonly SaleException[] = [
    ...(await findDifferences(ctx, sale, shop, { doubt_ms: times.doubt_ms, isSamePrice })),
    ...(await redeemPrinted(own, quoted)),
    ...(await takeSoldStock(own, order, quoted)),
    ...(isKnown ? [] : [{ kind: 'session' as const, details: { session_id: body.session_id } }]),
    ...(cashier ? [] : [{ kind: 'cashier' as const, details: { cashier_id: body.cashier_id } }]),
    ...(lacksApproval(sale, shop, cashier, approval.approved_percent)
      ? [
          {
            kind: 'approval' as const,
            details: { discount: body.discount, discount_type: body.discount_type },
          },
        ]
      : []),
  ];
  await writeExceptions(ctx, { ...origin, order_id: order.id }, differences);
  return order.id;
}

/** The earliest time of a sale: its session's opening, of late ones that of the session before, and the pairing. */
async function earliestOf(
  ctx: Ctx,
  { device_id, epoch }: Origin,
  session: { readonly opened_at: Date; readonly late_of: number | null },
): Promise<Date> {
  const pairing = await fetchRow(
    ctx,
    tables
      .selectFrom('pos_pairing')
      .select('paired_at')
      .where('device_id', '=', device_id)
      .where('epoch', '=', epoch),
  );
  const former =
    session.late_of === null
      ? undefined
      : await fetchRow(
          ctx,
          tables.selectFrom('pos_session').select('opened_at').where('id', '=', session.late_of),
        );
  const times = [pairing?.paired_at, former ? former.opened_at : session.opened_at];
  return new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)));
}
