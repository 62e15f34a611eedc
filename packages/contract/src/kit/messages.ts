import arMessages from '../texts/ar/messages.json' with { type: 'json' };
import deMessages from '../texts/de/messages.json' with { type: 'json' };
import enMessages from '../texts/en/messages.json' with { type: 'json' };
import { interpolate, type Locale } from './texts.ts';

/** The e-mails and text messages that the server sends. */
export type MessageKey = keyof typeof enMessages;

const messageTexts: Record<Locale, Record<MessageKey, string>> = {
  ar: arMessages,
  en: enMessages,
  de: deMessages,
};

/** A message's text in the recipient's language; params are inserted as plain text. */
export const formatMessage = (
  key: MessageKey,
  params: Readonly<Record<string, string | number>>,
  locale: Locale,
): string => interpolate(messageTexts[locale][key], params);
