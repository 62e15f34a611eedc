import { CANCELED, computeAmountDue, isOpenOrder } from '@dukkan/commerce';
import { Failure } from '@dukkan/contract';
import { sql, type Updateable } from 'kysely';
import { recordAudit } from '../../../core/audit.ts';
import type { Services } from '../../../core/ctx.ts';
import { type Ctx, createSystemCtx } from '../../../core/ctx.ts';
import { fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { jobNotSetAsideSql, runJobAttempt } from '../../../core/job/job-tries.ts';
import type { Tables } from '../../../generated/tables.ts';
import { placeRecurringOrder } from './make/place-order.ts';
import { changeOrderStatus } from './move/change-status.ts';
import { toMakeOrderInput } from './move/edit-order.ts';
import { lockOrder } from './record/order-record.ts';
import { loadShopSnapshot } from './record/shop-snapshot.ts';
import {
  findNextSeriesDate,
  findSeries,
  getNextOrderCreationTime,
  markSeriesDate,
} from './recur/order-series.ts';

/** Orders of each kind per run; the next minute takes the others. */
const AT_ONCE = 200;

/** Finds the orders that are due by this column and whose job was not set aside. */
async function findDueOrders(
  ctx: Ctx,
  column: 'expires_at' | 'next_at',
  queue: 'order.expire' | 'order.repeat',
): Promise<number[]> {
  const due = tables
    .selectFrom('order as o')
    .select('o.id')
    .where(`o.${column}`, '<=', ctx.now)
    .where(jobNotSetAsideSql(queue, sql.ref('o.id')))
    .orderBy(`o.${column}`)
    .orderBy('o.id')
    .limit(AT_ONCE);
  return (await fetchRows(ctx, due)).map(({ id }) => id);
}

/** Sets columns of an order. */
const updateOrder = (ctx: Ctx, id: number, columns: Updateable<Tables['order']>): Promise<number> =>
  runStatement(ctx, tables.updateTable('order').set(columns).where('id', '=', id));

/** Cancels an unpaid online order, unless it has been paid or canceled in the meantime. */
const cancelUnpaid = (ctx: Ctx, id: number) =>
  ctx.tx(async (ctx) => {
    const order = await lockOrder(ctx, id);
    const status = (await loadShopSnapshot(ctx)).statuses.find(
      ({ status_value }) => status_value === CANCELED,
    );
    if (!isOpenOrder(order.status_value) || computeAmountDue(order) === 0n || !status) {
      await clearOrderExpiry(ctx, id);
      return;
    }
    await changeOrderStatus(
      ctx,
      order,
      { id: status.id, status_value: CANCELED },
      { force: false, notes: null },
    );
    await runStatement(
      ctx,
      tables
        .updateTable('order')
        .set(({ ref }) => ({ version: sql<number>`${ref('version')} + 1`, updated_at: ctx.now }))
        .where('id', '=', id),
    );
    await recordAudit(ctx, {
      noun: 'order',
      id,
      action: 'expire',
      before: { status_id: order.status_id },
      after: { status_id: status.id },
      branch_id: order.branch_id,
      version: order.version + 1,
    });
  });

/**
 * Cancels online orders not paid within settings.unpaid_minutes. A failure of one order does not block
 * the others (docs/rules/jobs.md#records).
 */
export async function cancelUnpaidOrders(services: Services): Promise<void> {
  const ctx = createSystemCtx(services, 'order.expire');
  for (const id of await findDueOrders(ctx, 'expires_at', 'order.expire'))
    await runJobAttempt(services, { queue: 'order.expire', noun: 'order', record_id: id }, () =>
      cancelUnpaid(ctx, id),
    );
}

/**
 * Ends a series whose next date cannot be computed. Staff see it on its order and on Home, and it does not resume by
 * itself.
 */
async function interruptSeries(ctx: Ctx, id: number, branch_id: number): Promise<void> {
  const failure = { code: 'order.series_interrupted', params: {} };
  await updateOrder(ctx, id, { next_at: null, recur_failed: JSON.stringify(failure) });
  await recordAudit(ctx, {
    noun: 'order',
    id,
    action: 'recur_failed',
    before: null,
    after: { reason: 'order.series_interrupted' },
    branch_id,
  });
}

/** Creates the next order of a series at current prices, and makes that order the series' latest. */
const createNextInSeries = (ctx: Ctx, id: number) =>
  ctx.tx(async (ctx) => {
    const order = await lockOrder(ctx, id);
    const series = await findSeries(ctx, id);
    // another process created it while this one waited
    if (!series || series.next_at === null || series.next_at > ctx.now) return;
    const next = findNextSeriesDate(ctx, series);
    if (next === 'interrupted') return interruptSeries(ctx, id, series.branch_id);
    await updateOrder(ctx, id, { next_at: null, recur_failed: null });
    if (!next) return;
    const again = await toMakeOrderInput(ctx, order, { id });
    const { every, unit, until } = series;
    const next_id = await placeRecurringOrder(
      ctx,
      {
        ...again,
        // coupon, discount and notes belong to the order they were given with: docs/rules/recurring-orders.md#making
        coupon: null,
        discount: 0,
        notes: null,
        preferred_at: next.at.toISOString(),
        recurring: 1,
        recurrence: { every, unit, until },
        invoice_to: order.invoice_to,
        seller_id: null,
      },
      { id: series.id, date: next.date, recurs_from: id },
    );
    await markSeriesDate(ctx, series.id, next.date);
    const next_at = getNextOrderCreationTime(ctx, { ...series, last_date: next.date });
    await updateOrder(ctx, next_id, { next_at });
  });

/**
 * Skips an order of a series that cannot be created: its order, timeline and Home show it, and the series continues
 * with the next date.
 */
const skipNextInSeries = (ctx: Ctx, id: number, refusal: Failure) =>
  ctx.tx(async (ctx) => {
    await lockOrder(ctx, id);
    const series = await findSeries(ctx, id);
    if (!series || series.next_at === null || series.next_at > ctx.now) return;
    const next = findNextSeriesDate(ctx, series);
    if (next === 'interrupted') return interruptSeries(ctx, id, series.branch_id);
    if (next) await markSeriesDate(ctx, series.id, next.date);
    const next_at = next && getNextOrderCreationTime(ctx, { ...series, last_date: next.date });
    const { code, params } = refusal;
    await updateOrder(ctx, id, { next_at, recur_failed: JSON.stringify({ code, params }) });
    await recordAudit(ctx, {
      noun: 'order',
      id,
      action: 'recur_failed',
      before: null,
      after: { reason: code, ...params, for: next?.at.toISOString() ?? null },
      branch_id: series.branch_id,
    });
  });

/** Creates the next order of a series, or skips it when it is refused; other errors are retried. */
async function repeatOrSkip(ctx: Ctx, id: number): Promise<void> {
  try {
    await createNextInSeries(ctx, id);
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'service.busy') throw error;
    await skipNextInSeries(ctx, id, error);
  }
}

/**
 * Creates the orders of series that are due (24 hours ahead, at prices of that time). A failure of one
 * does not block the others (docs/rules/jobs.md#records).
 */
export async function createRecurringOrders(services: Services): Promise<void> {
  const ctx = createSystemCtx(services, 'order.repeat');
  for (const id of await findDueOrders(ctx, 'next_at', 'order.repeat'))
    await runJobAttempt(services, { queue: 'order.repeat', noun: 'order', record_id: id }, () =>
      repeatOrSkip(ctx, id),
    );
}

/** Interrupts a series whose job was set aside after failures; staff see it. */
export async function interruptFailedSeries(ctx: Ctx, id: number): Promise<void> {
  const series = await findSeries(ctx, id);
  if (series && series.next_at !== null) await interruptSeries(ctx, id, series.branch_id);
}

/** Stops the scheduled cancellation of an unpaid order; staff can still cancel it. */
export async function clearOrderExpiry(ctx: Ctx, id: number): Promise<void> {
  await updateOrder(ctx, id, { expires_at: null });
}
