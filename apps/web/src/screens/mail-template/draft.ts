import type { LOCALES } from 'virtual:facts';
import type { api } from '../../lib/server/api.ts';
import type { InputOf, RowOf } from '../../lib/server/endpoint.ts';

export type Template = RowOf<typeof api.mailTemplate.show>;
export type MailLanguage = (typeof LOCALES)[number];
export type MailTextPart = 'subject' | 'body';
export type TextByLanguage = Record<MailLanguage, string>;

const byLanguage = (textOf: (language: MailLanguage) => string): TextByLanguage => ({
  ar: textOf('ar'),
  en: textOf('en'),
  de: textOf('de'),
});

/** Returns the texts that are sent: the shop's own, or the default where it has none. */
export const toShownTexts = (template: Template, part: MailTextPart): TextByLanguage =>
  byLanguage((language) => template[part][language] || template.default_texts[language][part]);

const toOwnTexts = (
  texts: { readonly [language in MailLanguage]?: string | null | undefined },
  template: Template,
  part: MailTextPart,
): TextByLanguage =>
  byLanguage((language) => {
    const text = texts[language] ?? '';
    return text.trim() === template.default_texts[language][part] ? '' : text;
  });

type SaveInput = InputOf<typeof api.mailTemplate.save>;

/**
 * Returns the texts to save; a text equal to the default is saved as empty, so that later improvements of the default
 * apply.
 */
export const toStoredTexts = ({ subject, body, ...rest }: SaveInput, template: Template): SaveInput => ({
  ...rest,
  ...(subject ? { subject: toOwnTexts(subject, template, 'subject') } : {}),
  ...(body ? { body: toOwnTexts(body, template, 'body') } : {}),
});
