import { CANCELED, orderIsOpen } from '@dukkan/commerce';
import { Failure } from '@dukkan/contract';
import { audit } from '../../core/audit.ts';
import { type Ctx, systemCtx } from '../../core/ctx.ts';
import { Prisma, readRows } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import { makeAgain } from './order.make.ts';
import { moveOrder } from './order.move.ts';
import { nextOf, WEEKLY } from './order.recur.ts';
import { againFor } from './order.save.ts';
import { seriesOf, upcoming } from './order.series.ts';
import { readShop } from './order.shop.ts';
import { lockOrder, openAmount } from './order.stored.ts';

/** So many of a kind are looked at in one go; the next minute takes the rest. */
const AT_ONCE = 200;

const due = (ctx: Ctx, column: 'expires_at' | 'next_at') =>
  readRows<{ id: number }>(
    ctx,
    Prisma.sql`SELECT o.id FROM "order" o WHERE o.${Prisma.raw(column)} <= ${ctx.now}::timestamptz
      ORDER BY o.${Prisma.raw(column)}, o.id LIMIT ${AT_ONCE}::int`,
  ).then((rows) => rows.map(({ id }) => id));

/** Cancels one order that was to be paid online and was not, unless it was meanwhile. */
const cancelUnpaid = (ctx: Ctx, id: number) =>
  ctx.tx(async (ctx) => {
    const order = await lockOrder(ctx, id);
    const status = (await readShop(ctx)).statuses.find(({ status_value }) => status_value === CANCELED);
    if (!orderIsOpen(order.status_value) || openAmount(order) === 0n || !status) {
      await ctx.db.$executeRaw`UPDATE "order" SET expires_at = NULL WHERE id = ${id}::int`;
      return;
    }
    await moveOrder(ctx, order, { id: status.id, status_value: CANCELED }, { force: false, notes: null });
    await ctx.db
      .$executeRaw`UPDATE "order" SET version = version + 1, updated_at = ${ctx.now}::timestamptz WHERE id = ${id}::int`;
    await audit(ctx, {
      noun: 'order',
      id,
      action: 'expire',
      before: { status_id: order.status_id },
      after: { status_id: status.id },
      branch_id: order.branch_id,
      version: order.version + 1,
    });
  });

/** Cancels online orders that nobody has paid within settings.unpaid_minutes (decisions 3.3). */
export async function expireUnpaid(services: Services): Promise<void> {
  const ctx = systemCtx(services, 'order.expire');
  for (const id of await due(ctx, 'expires_at')) await cancelUnpaid(ctx, id);
}

/** Makes the next order of a series at the prices that hold now, and hands the series over to it. */
const repeat = (ctx: Ctx, id: number) =>
  ctx.tx(async (ctx) => {
    const order = await lockOrder(ctx, id);
    const series = await seriesOf(ctx, id);
    // another process has made it while this one waited
    if (series.next_at === null || series.next_at > ctx.now) return;
    const next = upcoming(ctx, series);
    await ctx.db.$executeRaw`UPDATE "order" SET next_at = NULL, recur_failed = NULL WHERE id = ${id}::int`;
    if (!next || order.status_value === CANCELED) return;
    const again = await againFor(ctx, order, { id });
    await makeAgain(
      ctx,
      {
        ...again,
        // a code was for the order it was given with
        coupon: null,
        preferred_at: next.at.toISOString(),
        recurring: 1,
        recurrence: series.recurrence ?? WEEKLY,
        notes: order.notes,
        invoice_to: order.invoice_to,
        seller_id: null,
      },
      id,
    );
  });

/** One that cannot be made is told on its order, on its timeline and at Home, and the series goes on with the one after. */
const skip = (ctx: Ctx, id: number, refusal: Failure) =>
  ctx.tx(async (ctx) => {
    const series = await seriesOf(ctx, id);
    const next = upcoming(ctx, series);
    const after = next && nextOf(next.at, series.recurrence ?? WEEKLY, series.zone);
    const { code, params } = refusal;
    await ctx.db.$executeRaw`UPDATE "order" SET next_at = ${after?.make_at ?? null}::timestamptz,
        recur_failed = ${JSON.stringify({ code, params })}::jsonb WHERE id = ${id}::int`;
    await audit(ctx, {
      noun: 'order',
      id,
      action: 'recur_failed',
      before: null,
      after: { reason: code, ...params, for: next?.at.toISOString() ?? null },
      branch_id: series.branch_id,
    });
  });

/** Makes the orders of series that are due (decisions 11: 24 hours ahead, at then-valid prices). */
export async function repeatOrders(services: Services): Promise<void> {
  const ctx = systemCtx(services, 'order.repeat');
  for (const id of await due(ctx, 'next_at')) {
    try {
      await repeat(ctx, id);
    } catch (error) {
      // a refusal is the shop's own, and staff are told; anything else is tried again in a minute
      if (!(error instanceof Failure)) throw error;
      await skip(ctx, id, error);
    }
  }
}
