import type { Ctx } from '../ctx.ts';
import { encrypt } from '../secret/encryption.ts';

/** A PDF that comes with an e-mail. */
export type MailAttachment = { readonly name: string; readonly bytes: Uint8Array };

type Message = {
  readonly channel: 'email' | 'sms';
  /** An e-mail address or an E.164 number. */
  readonly recipient: string;
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  /** The HTML part of an e-mail. */
  readonly html?: string;
  readonly attachment?: MailAttachment;
  /** The key of the product's e-mail. */
  readonly template?: string;
  /** Contains a code or password: the body is blanked when sent, or five minutes after it was created. */
  readonly secret: boolean;
};

export const SEND_MESSAGE = 'message.send';

/** Queues a failed message again, in the caller's transaction; does nothing when the message is gone. */
export async function resendMessage(ctx: Ctx, id: number): Promise<void> {
  const { count } = await ctx.db.message.updateMany({
    where: { id, state: 'failed' },
    data: { state: 'waiting', last_error: null },
  });
  if (count > 0) await ctx.services.jobs.queue(ctx, SEND_MESSAGE, { id: String(id) });
}

/**
 * Puts a message into the outbox in the caller's transaction; a job sends it and retries for four hours. Without a
 * mail server or text-message provider it stays in the outbox.
 */
export async function queueMessage(ctx: Ctx, message: Message): Promise<void> {
  const { body, html, attachment, ...facts } = message;
  const { SECRET_KEY } = ctx.services.env;
  const row = await ctx.db.message.create({
    data: {
      ...facts,
      body: encrypt(SECRET_KEY, 'message', body),
      html: html === undefined ? null : encrypt(SECRET_KEY, 'message', html),
      ...(attachment && {
        attachment_name: attachment.name,
        attachment: encrypt(SECRET_KEY, 'message', Buffer.from(attachment.bytes).toString('base64')),
      }),
    },
  });
  await ctx.services.jobs.queue(ctx, SEND_MESSAGE, { id: String(row.id) });
}
