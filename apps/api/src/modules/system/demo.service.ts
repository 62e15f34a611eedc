import { type Localized, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { decrypt } from '../../core/secret/encryption.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../identity/index.ts';

type MailboxInput = z.output<typeof api.demo.mailbox.input>;

/** Minutes that the demo mailbox goes back, because demo users look for a code that was just sent. */
const MINUTES = 60;

/** Lists the existing demo accounts, in the order of their roles. */
export async function listDemoAccounts(ctx: Ctx) {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const rows = await ctx.db.account.findMany({
    where: { email: { in: emails }, deleted_at: null, status: 1 },
    select: { email: true, role: { select: { titles: true } } },
  });
  const demoRows = emails.flatMap((email) => rows.find((row) => row.email === email) ?? []);
  return {
    password: DEMO_PASSWORD,
    accounts: demoRows.map(({ email, role }) => ({
      email: email ?? '',
      role: resolveText((role?.titles ?? {}) as Localized, ctx.locale),
    })),
  };
}

/** Lists the e-mails and text messages of the demo, which are not really sent; a blanked body is null. */
export async function listDemoMessages(ctx: Ctx, input: MailboxInput) {
  const where = { created_at: { gt: new Date(ctx.now.getTime() - MINUTES * 60_000) } };
  const [rows, total] = await Promise.all([
    ctx.db.message.findMany({ where, orderBy: { id: input.sort_as }, ...toSkipTake(input) }),
    ctx.db.message.count({ where }),
  ]);
  const { SECRET_KEY } = ctx.services.env;
  const views = rows.map((row) => ({
    id: Number(row.id),
    channel: row.channel,
    recipient: row.recipient,
    subject: row.subject,
    body: row.body ? decrypt(SECRET_KEY, 'message', row.body) : null,
    created_at: row.created_at.toISOString(),
  }));
  return toPage(views, total, input);
}
