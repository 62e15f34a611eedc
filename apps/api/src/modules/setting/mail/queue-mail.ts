import type { Locale, MailKey } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import { type MailAttachment, queueMessage } from '../../../core/job/outbox.ts';
import { getShopName, type Settings } from '../setting.rules.ts';
import { readSettings } from '../setting.service.ts';
import { getEffectiveTexts, type MailTexts, readMailTemplate } from './mail-template.ts';
import { type MailBrand, type MailValues, type RenderedMail, renderMail } from './render-mail.ts';

/** Returns an absolute logo URL, because mail programs load no others. */
function findLogo(ctx: Ctx, { logo }: Settings): string | null {
  const { PUBLIC_URL, APP_LOGO_URL } = ctx.services.env;
  const path = pictureUrl(logo);
  return path === null ? (APP_LOGO_URL ?? null) : PUBLIC_URL ? new URL(path, PUBLIC_URL).href : null;
}

const brandOf = (ctx: Ctx, settings: Settings, locale: Locale): MailBrand => ({
  name: getShopName(settings, locale),
  primary: settings.theme.primary,
  radius: settings.theme.radius,
  logo: findLogo(ctx, settings),
});

/** Composes an e-mail in the shop's design; placeholders for the shop itself are filled in automatically. */
export async function composeMail(
  ctx: Ctx,
  mail: {
    readonly key: MailKey;
    readonly locale: Locale;
    readonly texts: MailTexts;
    readonly values: MailValues;
  },
): Promise<RenderedMail> {
  const { settings } = await readSettings(ctx);
  const brand = brandOf(ctx, settings, mail.locale);
  const values = { shop: brand.name, phone: settings.info.phone, ...mail.values };
  return renderMail(mail.key, mail.locale, mail.texts, values, brand);
}

/**
 * Adds an e-mail to the outbox in the caller's transaction, with the shop's own texts if there are any; does nothing
 * when it is switched off. Rule: docs/rules/mails.md#whose-text-holds
 */
export async function queueMail(
  ctx: Ctx,
  mail: {
    readonly key: MailKey;
    readonly locale: Locale;
    readonly recipient: string;
    readonly values: MailValues;
    readonly attachment?: MailAttachment;
    /** The e-mail contains a code, which is blanked when sent or five minutes after its creation. */
    readonly secret?: boolean;
    /** A test, sent even if the e-mail is switched off. */
    readonly isTest?: boolean;
  },
): Promise<void> {
  const template = await readMailTemplate(ctx, mail.key);
  if (template.status !== 1 && !mail.isTest) return;
  const { subject, text, html } = await composeMail(ctx, {
    ...mail,
    texts: getEffectiveTexts(template, mail.locale),
  });
  await queueMessage(ctx, {
    channel: 'email',
    recipient: mail.recipient,
    subject,
    body: text,
    html,
    template: mail.key,
    ...(mail.attachment && { attachment: mail.attachment }),
    secret: mail.secret ?? false,
  });
}
