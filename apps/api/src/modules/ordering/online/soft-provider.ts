import { createHmac } from 'node:crypto';
import type { SOFT_OUTCOMES } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../../../core/db/tables.ts';
import { isEqualHmac } from '../../../core/secret/encryption.ts';
import { moneyText, type PaymentProvider, type ProviderPayment, readMoney } from './payment-provider.ts';

/** Header of a callback's signature: HMAC-SHA256 of the raw body in hex. */
export const SOFT_SIGNATURE = 'x-soft-signature';
/** Milliseconds until a payment with the outcome "later" arrives. */
const LATER_MS = 120_000;

/** Signs a callback like the provider. */
export const signSoftEvent = (webhook_secret: string, body: string | Uint8Array): string =>
  createHmac('sha256', webhook_secret).update(body).digest('hex');

const findSoftPayment = (ctx: Ctx, ref: string) =>
  fetchRow(
    ctx,
    tables
      .selectFrom('soft_payment')
      .select(['amount', 'currency', 'outcome', 'settles_at'])
      .where('ref', '=', ref),
  );

type SoftPayment = NonNullable<Awaited<ReturnType<typeof findSoftPayment>>>;

/** Returns the current state of a chosen outcome. */
function toState(now: Date, { outcome, settles_at }: SoftPayment): Pick<ProviderPayment, 'state' | 'reason'> {
  if (outcome === 'paid') return { state: 'paid', reason: null };
  if (outcome === 'refused' || outcome === 'canceled') return { state: 'failed', reason: outcome };
  if (outcome === 'later')
    return { state: settles_at && settles_at <= now ? 'paid' : 'processing', reason: null };
  return { state: 'open', reason: null };
}

function readBody(body: Uint8Array): { id?: unknown; ref?: unknown } {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

const isSigned = (webhook_secret: string, signature: unknown, body: Uint8Array): boolean =>
  typeof signature === 'string' && isEqualHmac(signSoftEvent(webhook_secret, body), signature);

/**
 * The product's own provider for tests: it takes no money, stores its payments in a table, and its page lets the user
 * choose how a payment ends.
 */
export const softProvider: PaymentProvider = {
  modes: ['test'],
  startPayment: async (ctx, _keys, request) => {
    const ref = request.attempt_id;
    await runStatement(
      ctx,
      tables
        .insertInto('soft_payment')
        .values({ ref, amount: moneyText(request), currency: request.currency, created_at: ctx.now })
        .onConflict((conflict) => conflict.column('ref').doNothing()),
    );
    return { provider_ref: ref, url: `${ctx.services.env.PUBLIC_URL?.replace(/\/$/, '') ?? ''}/pay/${ref}` };
  },
  getPayment: async (ctx, _keys, ref) => {
    const row = await findSoftPayment(ctx, ref);
    if (!row) throw new Error(`soft knows no payment ${ref}`);
    return { ...readMoney(row.amount, row.currency), ...toState(ctx.now, row) };
  },
  cancelPayment: async (ctx, _keys, ref) => void (await chooseSoftOutcome(ctx, ref, 'canceled')),
  refundPayment: (ctx, _keys, request) =>
    ctx.tx(async (ctx) => {
      const { refund_id: id, provider_ref: ref } = request;
      const answer = { state: 'sent', refund_ref: id } as const;
      const payment = await fetchRow(
        ctx,
        tables
          .selectFrom('soft_payment')
          .select(['amount', 'currency', 'outcome', 'settles_at'])
          .where('ref', '=', ref)
          .forUpdate(),
      );
      const sent = await fetchRow(
        ctx,
        tables.selectFrom('soft_refund').select('id').where('id', '=', id).where('ref', '=', ref),
      );
      if (sent) return answer;
      const { total } = (await fetchRow(
        ctx,
        tables
          .selectFrom('soft_refund')
          .select((of) => of.fn.coalesce(of.fn.sum<string>('amount'), sql<string>`0`).as('total'))
          .where('ref', '=', ref),
      )) ?? { total: '0' };
      const isPaid = payment !== undefined && toState(ctx.now, payment).state === 'paid';
      const rest = isPaid
        ? readMoney(payment.amount, payment.currency).amount - readMoney(total, payment.currency).amount
        : 0n;
      if (payment?.currency !== request.currency || request.amount > rest)
        return { state: 'refused', refund_ref: null };
      await runStatement(
        ctx,
        tables.insertInto('soft_refund').values({ id, ref, amount: moneyText(request), created_at: ctx.now }),
      );
      return answer;
    }),
  readEvent: (webhook_secret, headers, body) => {
    if (!isSigned(webhook_secret, headers[SOFT_SIGNATURE], body)) return null;
    const { id, ref } = readBody(body);
    // an event without an id is identified by a hash of its body
    const event_id = typeof id === 'string' && id !== '' ? id.slice(0, 200) : signSoftEvent('body', body);
    return { event_id, provider_ref: typeof ref === 'string' ? ref.slice(0, 200) : null };
  },
};

/**
 * Returns the outcome chosen for a payment; undefined when none is chosen, null for a payment that soft does not know.
 */
export async function findSoftOutcome(ctx: Ctx, ref: string): Promise<string | null | undefined> {
  const row = await findSoftPayment(ctx, ref);
  return row ? (row.outcome ?? undefined) : null;
}

/**
 * Stores how a payment ends; of several choices the first one counts.
 * @returns true for the first choice
 */
export async function chooseSoftOutcome(
  ctx: Ctx,
  ref: string,
  outcome: (typeof SOFT_OUTCOMES)[number],
): Promise<boolean> {
  const settles_at = outcome === 'later' ? new Date(ctx.now.getTime() + LATER_MS) : null;
  const changed = await runStatement(
    ctx,
    tables
      .updateTable('soft_payment')
      .set({ outcome, settles_at })
      .where('ref', '=', ref)
      .where('outcome', 'is', null),
  );
  return changed === 1;
}
