import type { Services } from '../../../core/ctx.ts';
import { type Ctx, createSystemCtx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { incrementCounter } from '../../../core/process/rate-counter.ts';
import { checkAttempt } from './check-attempt.ts';
import { openKey } from './gateway-keys.ts';
import type { PaymentProvider, ProviderEvent } from './payment-provider.ts';
import { findProvider } from './providers.ts';

// Rule: docs/rules/payments.md#callbacks

/** A callback as received; the signature covers the raw body. */
type Callback = {
  readonly provider: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array;
};

/** Maximum number of forged callbacks logged per hour, so that nobody can fill the table. */
const FORGED_AN_HOUR = 1_000;

/** Finds the gateway whose key signed the callback, also among inactive ones, which may have open payments. */
async function findSigner(ctx: Ctx, provider: PaymentProvider, { provider: name, headers, body }: Callback) {
  const gateways = await fetchRows(
    ctx,
    tables
      .selectFrom('gateway')
      .select(['id', 'webhook_secret'])
      .where('provider', '=', name)
      .where('webhook_secret', 'is not', null)
      .where('deleted_at', 'is', null)
      .orderBy('id'),
  );
  for (const { id, webhook_secret } of gateways) {
    const key = openKey(ctx, webhook_secret);
    const event = key === null ? null : provider.readEvent(key, headers, body);
    if (event) return { gateway_id: id, event };
  }
  return null;
}

async function recordForged(ctx: Ctx, provider: string): Promise<void> {
  if ((await incrementCounter(ctx.services, `callback.forged:${provider}`, 3_600)) > FORGED_AN_HOUR) return;
  await runStatement(
    ctx,
    tables.insertInto('payment_event').values({ provider, outcome: 'forged', received_at: ctx.now }),
  );
}

const readEvents = tables
  .selectFrom('payment_event')
  .select(['id', 'provider', 'provider_ref', 'outcome', 'received_at']);

/** Stores an event once. @returns the stored event */
async function recordEvent(ctx: Ctx, provider: string, { event_id, provider_ref }: ProviderEvent) {
  await runStatement(
    ctx,
    tables
      .insertInto('payment_event')
      .values({ provider, event_id, provider_ref, outcome: 'waiting', received_at: ctx.now })
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing()),
  );
  return fetchRow(ctx, readEvents.where('provider', '=', provider).where('event_id', '=', event_id));
}

type StoredEvent = NonNullable<Awaited<ReturnType<typeof recordEvent>>>;

const closeEvent = (ctx: Ctx, { id }: StoredEvent, outcome: 'handled' | 'unknown') =>
  runStatement(
    ctx,
    tables
      .updateTable('payment_event')
      .set({ outcome, handled_at: ctx.now })
      .where('id', '=', id)
      .where('outcome', '=', 'waiting'),
  );

/** Milliseconds that an event of an unknown payment waits. */
const KNOWN_WITHIN_MS = 86_400_000;

/**
 * Asks the provider about the payment of a waiting event. An event of an unknown payment stays waiting, because the
 * attempt may not be committed yet.
 * @throws when the provider does not answer
 */
export async function handleEvent(services: Services, event: StoredEvent): Promise<void> {
  const ctx = createSystemCtx(services, 'payment.callback');
  const attempt =
    event.provider_ref === null
      ? undefined
      : await fetchRow(
          ctx,
          tables
            .selectFrom('payment_attempt')
            .select('id')
            .where('provider', '=', event.provider)
            .where('provider_ref', '=', event.provider_ref),
        );
  if (attempt) {
    await checkAttempt(services, attempt.id);
    await closeEvent(ctx, event, 'handled');
  } else if (event.provider_ref === null || ctx.now.getTime() - event.received_at.getTime() > KNOWN_WITHIN_MS)
    await closeEvent(ctx, event, 'unknown');
}

/** Lists waiting events, oldest first. */
export const listWaitingEvents = (ctx: Ctx, limit: number) =>
  fetchRows(ctx, readEvents.where('outcome', '=', 'waiting').orderBy('id').limit(limit));

/**
 * Receives a callback. Each event is handled once and only triggers asking the provider, whose answer counts. The job
 * retries what fails, so the provider need not repeat it.
 * @returns whether the signature is valid; null for an unknown provider
 */
export async function receiveCallback(services: Services, callback: Callback): Promise<boolean | null> {
  const provider = findProvider(callback.provider);
  if (!provider) return null;
  const ctx = createSystemCtx(services, 'payment.callback');
  const signer = await findSigner(ctx, provider, callback);
  if (!signer) {
    await recordForged(ctx, callback.provider);
    return false;
  }
  await runStatement(
    ctx,
    tables.updateTable('gateway').set({ last_callback_at: ctx.now }).where('id', '=', signer.gateway_id),
  );
  const event = await recordEvent(ctx, callback.provider, signer.event);
  if (event?.outcome !== 'waiting') return true;
  try {
    await handleEvent(services, event);
  } catch (error) {
    services.log.warn({ err: error, event: String(event.id) }, 'a payment event waits');
  }
  return true;
}
