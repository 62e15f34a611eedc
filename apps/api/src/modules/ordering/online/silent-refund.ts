import { fail } from '@dukkan/contract';
import { isAdmin, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../../../core/db/tables.ts';
import { lockOrder } from '../order/record/order-record.ts';
import { REFUND_SILENT_MS, showPayment } from '../payment/payment.service.ts';

// Rule: docs/rules/payments.md#refunds-by-the-gateway

type RefundRef = { readonly id: number };

const MINUTE = 60_000;

/** Locks the order of a gateway's pending refund in this state. @throws record.missing, payment.not_sending */
async function lockRefund(ctx: Ctx, id: number, state: 'sending' | 'refused') {
  const { order_id } = await showPayment(ctx, id);
  const order = await lockOrder(ctx, order_id);
  const row = requireFound(
    await fetchRow(
      ctx,
      tables
        .selectFrom('order_payment as p')
        .leftJoin('gateway_refund as g', 'g.order_payment_id', 'p.id')
        .select(['p.status', 'g.state', 'g.created_at'])
        .where('p.id', '=', id),
    ),
  );
  if (row.status !== 'pending' || row.state !== state || row.created_at === null) fail('payment.not_sending');
  return { order, since: row.created_at };
}

/** Changes the state of a refund and records it in the audit logs of the payment and of its order. */
async function changeState(
  ctx: Ctx,
  id: number,
  order: Awaited<ReturnType<typeof lockOrder>>,
  state: 'sending' | 'refused',
) {
  const isSending = state === 'sending';
  await runStatement(
    ctx,
    tables
      .updateTable('gateway_refund')
      .set(isSending ? { state, created_at: ctx.now, ended_at: null } : { state, ended_at: ctx.now })
      .where('order_payment_id', '=', id),
  );
  const { branch_id } = order;
  await recordAudit(ctx, {
    noun: 'order-payment',
    id,
    action: isSending ? 'retry' : 'cancel',
    before: { state: isSending ? 'refused' : 'sending' },
    after: { state, order_id: order.id },
    branch_id,
  });
  await recordAudit(ctx, {
    noun: 'order',
    id: order.id,
    action: 'pay',
    before: null,
    after: { state, order_payment_id: id },
    branch_id,
    version: order.version,
  });
  return showPayment(ctx, id);
}

/**
 * Gives up a refund whose gateway has not answered for an hour, so that staff can pay it out in another way or send it
 * again. If the gateway answers later, the refund is booked once.
 * @throws record.missing, permission.denied, payment.not_sending, payment.sending_lately
 */
export const failUnansweredRefund = (ctx: Ctx, { id }: RefundRef) =>
  ctx.tx(async (ctx) => {
    const { order, since } = await lockRefund(ctx, id, 'sending');
    if (!isAdmin(ctx)) fail('permission.denied');
    const left = since.getTime() + REFUND_SILENT_MS - ctx.now.getTime();
    if (left > 0) fail('payment.sending_lately', { minutes: Math.ceil(left / MINUTE) });
    return changeState(ctx, id, order, 'refused');
  });

/**
 * Has a refund that the gateway refused or staff gave up sent again, with the same key, so that it is not paid twice.
 * @throws record.missing, permission.denied, payment.not_sending
 */
export const retryRefund = (ctx: Ctx, { id }: RefundRef) =>
  ctx.tx(async (ctx) => {
    const { order } = await lockRefund(ctx, id, 'refused');
    if (!isAdmin(ctx)) fail('permission.denied');
    return changeState(ctx, id, order, 'sending');
  });
