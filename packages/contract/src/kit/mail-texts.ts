import arMails from '../texts/ar/mails.json' with { type: 'json' };
import deMails from '../texts/de/mails.json' with { type: 'json' };
import enMails from '../texts/en/mails.json' with { type: 'json' };
import type { Locale } from './texts.ts';

type MailTextKey = keyof typeof enMails;

const mailTexts: Record<Locale, Record<MailTextKey, string>> = { ar: arMails, en: enMails, de: deMails };

/** The text of an e-mail that holds until the shop writes its own, with its placeholders. */
export const getMailText = (key: MailTextKey, locale: Locale): string => mailTexts[locale][key];
