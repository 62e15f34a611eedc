import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { checkAttempt } from './check-attempt.ts';
import { openKey } from './gateway-keys.ts';
import { type AttemptView, showAttempt } from './list-attempts.ts';
import { getOrderModes } from './providers.ts';
import { receiveCallback } from './receive-callback.ts';
import { chooseSoftOutcome, SOFT_SIGNATURE, signSoftEvent } from './soft-provider.ts';

type Choose = z.output<typeof api.paymentAttempt.choose.input>;

/**
 * Stores the outcome chosen on the page of the soft provider, and then reports it by a signed callback, as a real
 * provider does; without a key to sign with, the provider is asked at once.
 * @throws record.missing; payment.no_gateway for an order outside a demo; payment.settled when an outcome was chosen before
 */
export async function chooseOutcome(ctx: Ctx, { attempt_id, outcome }: Choose): Promise<AttemptView> {
  const attempt = await fetchRow(
    ctx,
    tables
      .selectFrom('payment_attempt as t')
      .innerJoin('gateway as g', 'g.id', 't.gateway_id')
      .leftJoin('order as o', 'o.id', 't.order_id')
      .select(['t.id', 't.order_id', 't.gateway_id', 'g.mode', 'g.webhook_secret', 'o.branch_id'])
      .where('t.id', '=', attempt_id)
      .where('t.provider', '=', 'soft'),
  );
  if (!attempt) fail('record.missing');
  if (attempt.order_id !== null && !getOrderModes(ctx).includes(attempt.mode)) fail('payment.no_gateway');
  await ctx.tx(async (ctx) => {
    if (!(await chooseSoftOutcome(ctx, attempt_id, outcome))) fail('payment.settled');
    const { order_id, gateway_id, branch_id } = attempt;
    await recordAudit(ctx, {
      ...(order_id === null
        ? { noun: 'gateway' as const, id: gateway_id }
        : { noun: 'order' as const, id: order_id, branch_id }),
      action: 'pay',
      before: null,
      after: { outcome },
    });
  });
  const key = openKey(ctx, attempt.webhook_secret);
  if (key === null) await checkAttempt(ctx.services, attempt_id);
  else {
    const body = Buffer.from(JSON.stringify({ id: `${attempt_id}.${outcome}`, ref: attempt_id, outcome }));
    const headers = { [SOFT_SIGNATURE]: signSoftEvent(key, body) };
    await receiveCallback(ctx.services, { provider: 'soft', headers, body });
  }
  return showAttempt(ctx, { attempt_id });
}
