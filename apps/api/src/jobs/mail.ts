import type { MailAttachment } from '../core/job/outbox.ts';
import type { Env } from '../env.ts';

/**
 * Sends one e-mail, as plain text and optionally as HTML, or throws. `key` becomes its Message-ID, the same on every
 * try.
 */
export type MailSender = {
  send(message: {
    to: string;
    subject: string;
    text: string;
    html?: string | null;
    attachment?: MailAttachment | null;
    key: string;
  }): Promise<void>;
  close(): void;
};

const TIMEOUT_MS = 10_000;

/** Sends e-mail over SMTP_URL; null when that is not set. */
export function createMailSender(env: Env): MailSender | null {
  const { SMTP_URL: url, MAIL_FROM: from } = env;
  if (!url) return null;
  // loaded on first use, because most installations send little
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      pool: true,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // a text must never make this server read a file or call an address
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transport: ReturnType<typeof open> | undefined;
  const domain = /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async ({ to, subject, text, html, attachment, key }) => {
      transport ??= open();
      const smtp = await transport;
      await smtp.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        ...(html ? { html } : {}),
        ...(attachment && {
          attachments: [
            {
              filename: attachment.name,
              content: Buffer.from(attachment.bytes),
              contentType: 'application/pdf',
            },
          ],
        }),
        messageId: `<${key}@${domain}>`,
      });
    },
    close: () => void transport?.then((smtp) => smtp.close()),
  };
}
