import arMails from '../texts/ar/mails.json' with { type: 'json' };
import deMails from '../texts/de/mails.json' with { type: 'json' };
import enMails from '../texts/en/mails.json' with { type: 'json' };
import type { Locale } from './texts.ts';

type MailTextKey = keyof typeof enMails;

const mailTexts: Record<Locale, Record<MailTextKey, string>> = { ar: arMails, en: enMails, de: deMails };

/** The default text of an e-mail with its placeholders, used until the shop writes its own. */
export const getMailText = (key: MailTextKey, locale: Locale): string => mailTexts[locale][key];
