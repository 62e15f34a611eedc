import { LOCALES, type Locale } from '@dukkan/commerce';
import type { Ctx } from '../../../core/ctx.ts';
import { createPrintFormatter } from '../../../core/print/print-formatter.ts';
import { queueMail, readSettings } from '../../setting/index.ts';

/**
 * Queues an e-mail about a changed password to the account's previous address, in the caller's transaction.
 * Rule: docs/rules/mails.md#which-there-are
 */
export async function notifyPasswordChange(ctx: Ctx, account_id: number): Promise<void> {
  const { name, email, locale } = await ctx.db.account.findUniqueOrThrow({
    where: { id: account_id },
    select: { name: true, email: true, locale: true },
  });
  if (email === null) return;
  const language: Locale = LOCALES.find((supported) => supported === locale) ?? ctx.locale;
  const { Currency, timezone } = (await readSettings(ctx)).settings;
  const time = createPrintFormatter(language, Currency, timezone).instant(ctx.now);
  await queueMail(ctx, { key: 'password', locale: language, recipient: email, values: { name, time } });
}
