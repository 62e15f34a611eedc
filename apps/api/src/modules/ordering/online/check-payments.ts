import type { Services } from '../../../core/ctx.ts';
import { createSystemCtx } from '../../../core/ctx.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import { checkAttempt } from './check-attempt.ts';
import { handleEvent, listWaitingEvents } from './receive-callback.ts';
import { listWaitingRefunds, sendRefund } from './send-refund.ts';

/** Payments per run; the next minute takes the others. */
const AT_ONCE = 200;

/** Runs each one, so that a failing provider does not block the others. */
async function tryEach<T>(
  services: Services,
  all: readonly T[],
  run: (one: T) => Promise<void>,
): Promise<void> {
  for (const one of all)
    try {
      await run(one);
    } catch (error) {
      services.log.warn({ err: error }, 'a payment could not be checked');
    }
}

/**
 * Asks providers about unfinished attempts and about replaced ones that may still be paid, so that money is booked even if the process that started the payment has
 * ended. Then handles waiting callbacks and refunds.
 */
export async function checkPayments(services: Services): Promise<void> {
  const ctx = createSystemCtx(services, 'payment.check');
  const attempts = await fetchRows(
    ctx,
    tables
      .selectFrom('payment_attempt')
      .select('id')
      .where('check_at', '<=', ctx.now)
      .orderBy('check_at')
      .limit(AT_ONCE),
  );
  await tryEach(services, attempts, ({ id }) => checkAttempt(services, id));
  await tryEach(services, await listWaitingEvents(ctx, AT_ONCE), (event) => handleEvent(services, event));
  await tryEach(services, await listWaitingRefunds(ctx, AT_ONCE), (id) => sendRefund(services, id));
}
