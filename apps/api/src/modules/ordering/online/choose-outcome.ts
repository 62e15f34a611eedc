import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { type AttemptView, showAttempt } from './attempt.view.ts';
import { checkAttempt } from './check-attempt.ts';
import { openKey } from './gateway-keys.ts';
import { receiveCallback } from './receive-callback.ts';
import { chooseSoftOutcome, SOFT_SIGNATURE, signSoftEvent } from './soft-provider.ts';

type Choose = z.output<typeof api.paymentAttempt.choose.input>;

/**
 * What somebody chose on the page of the provider soft. It goes into the provider's books first and is told by a signed
 * callback after, as any provider does; without a key to sign with, the provider is asked at once.
 * @throws record.missing; payment.settled where something was chosen before
 */
export async function chooseOutcome(ctx: Ctx, { attempt_id, outcome }: Choose): Promise<AttemptView> {
  const attempt = await fetchRow(
    ctx,
    tables
      .selectFrom('payment_attempt as t')
      .innerJoin('gateway as g', 'g.id', 't.gateway_id')
      .select(['t.id', 'g.webhook_secret'])
      .where('t.id', '=', attempt_id)
      .where('t.provider', '=', 'soft'),
  );
  if (!attempt) fail('record.missing');
  if (!(await chooseSoftOutcome(ctx, attempt_id, outcome))) fail('payment.settled');
  const key = openKey(ctx, attempt.webhook_secret);
  if (key === null) await checkAttempt(ctx.services, attempt_id);
  else {
    const body = Buffer.from(JSON.stringify({ id: `${attempt_id}.${outcome}`, ref: attempt_id, outcome }));
    const headers = { [SOFT_SIGNATURE]: signSoftEvent(key, body) };
    await receiveCallback(ctx.services, { provider: 'soft', headers, body });
  }
  return showAttempt(ctx, { attempt_id });
}
