import { sql } from 'kysely';
import type { Ctx, Services } from '../core/ctx.ts';
import { runStatement, tables } from '../core/db/tables.ts';
import { runJobAttempt } from '../core/job/job-tries.ts';
import { SEND_MESSAGE } from '../core/job/outbox.ts';
import { classifyError } from '../core/process/outage.ts';
import { decrypt } from '../core/secret/encryption.ts';
import { createMailSender, type MailSender } from './mail.ts';
import { createSmsProvider, type SmsProvider } from './sms.ts';

/** The transports of e-mails and text messages; null when not configured. */
export type MessageTransports = { readonly email: MailSender | null; readonly sms: SmsProvider | null };

export const createTransports = ({ env }: Services): MessageTransports => ({
  email: createMailSender(env),
  sms: createSmsProvider(env),
});

/**
 * Eight more tries, each after about twice the previous delay: 2.7 to 5.4 hours in all. A try times out long before
 * the queue counts it as lost.
 */
export const RETRY_POLICY = {
  retryLimit: 8,
  retryDelay: 38,
  retryBackoff: true,
  expireInSeconds: 120,
  deleteAfterSeconds: 86_400,
} as const;

/** A code that was not sent within this many minutes is expired and blanked. */
const SECRET_MINUTES = 5;
/** Messages sent at the same time. */
const MAX_CONCURRENT = 20;
const EVERY_SECONDS = 1;

type Row = {
  id: string;
  channel: string;
  recipient: string;
  subject: string;
  body: Uint8Array | null;
  html: Uint8Array | null;
  attachment: Uint8Array | null;
  attachment_name: string | null;
};

const finish = (services: Services, id: string, state: 'sent' | 'kept' | 'failed', why: string | null) =>
  services.database.pool.query(
    `UPDATE message SET state = $2::text, last_error = $3, sent_at = CASE WHEN $2::text = 'sent' THEN $4::timestamptz END,
            body = CASE WHEN $2::text = 'sent' OR (secret AND $2::text = 'failed') THEN NULL ELSE body END,
            html = CASE WHEN $2::text = 'sent' OR (secret AND $2::text = 'failed') THEN NULL ELSE html END,
            attachment = CASE WHEN $2::text = 'sent' OR (secret AND $2::text = 'failed') THEN NULL ELSE attachment END
      WHERE id = $1 AND state = 'waiting'`,
    [id, state, why, services.now()],
  );

/** Claims a waiting message for one try; null when it was sent, deleted or given up already. */
async function takeMessage(services: Services, id: string): Promise<Row | null> {
  const { rows } = await services.database.pool.query<Row>(
    `UPDATE message SET attempts = attempts + 1 WHERE id = $1 AND state = 'waiting'
     RETURNING id, channel, recipient, subject, body, html, attachment, attachment_name`,
    [id],
  );
  return rows[0] ?? null;
}

/** The reason of a failure without the message's text, because gateways repeat what they were sent. */
const reason = (error: unknown): string => {
  const { code, responseCode, name, message } = error as Error & { code?: string; responseCode?: number };
  const reasonText = /^the text-message gateway answered \d+$/.test(message) ? message : name;
  return [reasonText, code, responseCode].filter(Boolean).join(' ').slice(0, 200);
};

/** HTTP statuses with which a gateway refuses a message for good. */
const REFUSED = /answered (400|413|422)$/;

/**
 * True when the provider is at fault: unreachable, refusing the shop, or busy. Such a message is retried for hours; any
 * other that fails twice in the same way is set aside.
 */
function isCarrierAway(error: unknown): boolean {
  const { code, responseCode, name, message } = error as Error & { code?: string; responseCode?: number };
  if (typeof responseCode === 'number') return responseCode < 500 || code === 'EAUTH';
  if (message.includes('gateway answered')) return !REFUSED.test(message);
  return code !== undefined || name === 'TimeoutError' || message === 'fetch failed';
}

/**
 * Tries once to send a message. Without a provider the message stays in the outbox.
 * @param last true when no further try follows
 * @throws when it could not be sent, so that the queue tries again
 */
export async function sendMessage(
  services: Services,
  carriers: MessageTransports,
  id: string,
  last: boolean,
): Promise<void> {
  const row = await takeMessage(services, id);
  if (!row) return;
  const carrier = row.channel === 'sms' ? carriers.sms : carriers.email;
  if (!carrier) return void (await finish(services, id, 'kept', null));
  if (!row.body) return void (await finish(services, id, 'failed', 'too late: its text was blanked'));
  const text = decrypt(services.env.SECRET_KEY, 'message', row.body);
  const html = row.html && decrypt(services.env.SECRET_KEY, 'message', row.html);
  const attachment = row.attachment && {
    name: row.attachment_name ?? 'file.pdf',
    bytes: Buffer.from(decrypt(services.env.SECRET_KEY, 'message', row.attachment), 'base64'),
  };
  const message = {
    to: row.recipient,
    subject: row.subject,
    text,
    html,
    attachment,
    key: `message-${row.id}`,
  };
  try {
    await carrier.send(message);
  } catch (error) {
    const why = reason(error);
    services.log.warn({ message: row.id, channel: row.channel, why }, 'message not sent');
    if (last) await finish(services, id, 'failed', why);
    else await services.database.pool.query('UPDATE message SET last_error = $2 WHERE id = $1', [id, why]);
    throw Object.assign(new Error(why), { isCarrierAway: isCarrierAway(error) });
  }
  await finish(services, id, 'sent', null);
}

/** Blanks the texts of codes and passwords that are five minutes old, sent or not. */
export async function eraseSentSecrets(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - SECRET_MINUTES * 60_000);
  await services.database.pool.query(
    'UPDATE message SET body = NULL, html = NULL, attachment = NULL WHERE secret AND body IS NOT NULL AND created_at < $1',
    [before],
  );
}

const faultOfSending = (error: unknown) =>
  (error as { isCarrierAway?: boolean }).isCarrierAway === true ? 'busy' : classifyError(error);

/** Marks a message as failed with its reason, and blanks a code in it. */
async function giveUp(ctx: Ctx, id: string): Promise<null> {
  await runStatement(
    ctx,
    tables
      .updateTable('message')
      .set(({ ref }) => ({
        state: 'failed',
        last_error: sql<string>`coalesce(${ref('last_error')}, 'given up')`,
        body: sql<Buffer | null>`CASE WHEN ${ref('secret')} THEN NULL ELSE ${ref('body')} END`,
        html: sql<Buffer | null>`CASE WHEN ${ref('secret')} THEN NULL ELSE ${ref('html')} END`,
      }))
      .where('id', '=', sql<number>`${id}::bigint`)
      .where('state', '=', 'waiting'),
  );
  return null;
}

/** Starts the worker that sends the queued messages. */
export async function startMessageWorker(services: Services, carriers: MessageTransports): Promise<void> {
  const options = {
    includeMetadata: true,
    perJobResults: true,
    batchSize: MAX_CONCURRENT,
    pollingIntervalSeconds: EVERY_SECONDS,
  } as const;
  await services.jobs.boss.work<{ id: string }, unknown, typeof options>(SEND_MESSAGE, options, (jobs) =>
    Promise.all(
      jobs.map(async ({ id, data, retryCount, retryLimit }) => {
        try {
          const isLast = retryCount >= retryLimit;
          const outcome = await runJobAttempt(
            services,
            { queue: SEND_MESSAGE, noun: 'message', record_id: Number(data.id) },
            () => sendMessage(services, carriers, data.id, isLast),
            { isLast, classifyFault: faultOfSending, onSetAside: (ctx) => giveUp(ctx, data.id) },
          );
          if (outcome.result === 'failed') throw outcome.error;
          // the process that holds the message may die, so the queue asks again
          const isOver = outcome.result !== 'held';
          return { id, status: isOver ? ('completed' as const) : ('failed' as const) };
        } catch (error) {
          return { id, status: 'failed' as const, output: { why: reason(error) } };
        }
      }),
    ),
  );
}
