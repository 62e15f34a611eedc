import type { Ctx } from './ctx.ts';
import { encrypt } from './encryption.ts';

type Message = {
  readonly channel: 'email' | 'sms';
  /** An e-mail address or an E.164 number. */
  readonly recipient: string;
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  /** Carries a code or password: blanked when sent, or five minutes after it was made (promises S5). */
  readonly secret: boolean;
};

export const SEND_MESSAGE = 'message.send';

/** Puts a message that was given up into the queue again, in the caller's transaction; one that is gone stays so. */
export async function sendAgain(ctx: Ctx, id: number): Promise<void> {
  const { count } = await ctx.db.message.updateMany({
    where: { id, state: 'failed' },
    data: { state: 'waiting', last_error: null },
  });
  if (count > 0) await ctx.services.jobs.queue(ctx, SEND_MESSAGE, { id: String(id) });
}

/**
 * Puts a message into the outbox in the caller's transaction; a job sends it and tries again for four hours (F15).
 * Without a mail server or text-message provider it stays there, for the demo mailbox to show.
 */
export async function queueMessage(ctx: Ctx, message: Message): Promise<void> {
  const { body, ...facts } = message;
  const row = await ctx.db.message.create({
    data: { ...facts, body: encrypt(ctx.services.env.SECRET_KEY, 'message', body) },
  });
  await ctx.services.jobs.queue(ctx, SEND_MESSAGE, { id: String(row.id) });
}
