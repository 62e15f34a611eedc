import { recordAudit } from '../../../core/audit.ts';
import type { Services } from '../../../core/ctx.ts';
import { type Ctx, createSystemCtx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { lockOrder } from '../order/record/order-record.ts';
import { settlePayments } from '../payment/payment.service.ts';
import { loadGatewayKeys } from './gateway-keys.ts';
import { readMoney } from './payment-provider.ts';
import { getProvider } from './providers.ts';

// Rule: docs/rules/payments.md#refunds-by-the-gateway

/** Selects pending refunds of gateway payments; staff handle those that the gateway refused. */
const readWaiting = tables
  .selectFrom('order_payment as p')
  .innerJoin('payment_attempt as a', (join) =>
    join.onRef('a.order_payment_id', '=', 'p.refund_of').on('a.state', '=', 'paid'),
  )
  .leftJoin('gateway_refund as g', 'g.order_payment_id', 'p.id')
  .where('p.status', '=', 'pending')
  .where('p.amount', '<', '0')
  // staff handle payments that the provider does not know
  .where('a.provider_ref', 'is not', null)
  .where((where) => where.or([where('g.state', 'is', null), where('g.state', '=', 'sending')]));

/** Lists the refunds to send now, oldest first. */
export async function listWaitingRefunds(ctx: Ctx, limit: number): Promise<number[]> {
  const rows = await fetchRows(ctx, readWaiting.select('p.id').orderBy('p.id').limit(limit));
  return rows.map(({ id }) => id);
}

const findWaiting = (ctx: Ctx, id: number) =>
  fetchRow(
    ctx,
    readWaiting
      .select([
        'p.order_id',
        'a.id as attempt_id',
        'a.gateway_id',
        'a.provider',
        'a.provider_ref',
        'a.currency',
      ])
      .select((of) => of.neg('p.amount').as('amount'))
      .where('p.id', '=', id),
  );

/** Claims a refund before calling the provider, so that nobody else pays it out or cancels it. */
const claimRefund = (ctx: Ctx, id: number, order_id: number) =>
  ctx.tx(async (ctx) => {
    await lockOrder(ctx, order_id);
    const refund = await findWaiting(ctx, id);
    if (refund)
      await runStatement(
        ctx,
        tables
          .insertInto('gateway_refund')
          .values({ order_payment_id: id, attempt_id: refund.attempt_id, created_at: ctx.now })
          .onConflict((conflict) => conflict.column('order_payment_id').doNothing()),
      );
    return refund;
  });

/** Ends a refund; `sent` also ends one that staff gave up in the meantime. @returns 0 when another call ended it */
const endRefund = (ctx: Ctx, id: number, state: 'sent' | 'refused') =>
  runStatement(
    ctx,
    tables
      .updateTable('gateway_refund')
      .set({ state, ended_at: ctx.now })
      .where('order_payment_id', '=', id)
      .where('state', 'in', state === 'sent' ? ['sending', 'refused'] : ['sending']),
  );

const isPending = async (ctx: Ctx, id: number): Promise<boolean> => {
  const row = await fetchRow(ctx, tables.selectFrom('order_payment').select('status').where('id', '=', id));
  return row?.status === 'pending';
};

/**
 * Sends a refund through its provider: claims it in one transaction, calls the provider outside of any, then books the
 * answer. If the process ends in between, the refund stays claimed and is sent again with the same key. @throws when
 * the provider does not answer
 */
export async function sendRefund(services: Services, id: number): Promise<void> {
  const ctx = createSystemCtx(services, 'payment.check');
  const waiting = await findWaiting(ctx, id);
  const refund = waiting && (await claimRefund(ctx, id, waiting.order_id));
  if (!refund || refund.provider_ref === null) return;
  const keys = await loadGatewayKeys(ctx, refund.gateway_id);
  const answer = await getProvider(refund.provider).refundPayment(ctx, keys, {
    ...readMoney(refund.amount, refund.currency),
    refund_id: `refund-${id}`,
    provider_ref: refund.provider_ref,
  });
  await ctx.tx(async (ctx) => {
    const order = await lockOrder(ctx, refund.order_id);
    // of two processes that sent the same refund, the second finds it booked
    if ((await endRefund(ctx, id, answer.state)) === 0) return;
    if (answer.state === 'sent' && (await isPending(ctx, id))) {
      await settlePayments(ctx, { id, ref_number: answer.refund_ref });
      return;
    }
    // refused, or sent although staff paid it out in another way: the order's history shows it, and staff decide
    await recordAudit(ctx, {
      noun: 'order',
      id: order.id,
      action: 'pay',
      before: null,
      after: { state: answer.state, order_payment_id: id },
      branch_id: order.branch_id,
      version: order.version,
    });
  });
}
