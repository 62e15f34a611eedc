/** The languages of stored texts, in the order in which an empty text falls back. */
export const LOCALES = ['ar', 'en', 'de'] as const;

export type Locale = (typeof LOCALES)[number];

/** A text in several languages; a missing, null or blank part is a missing translation. */
export type Localized = { [locale in Locale]?: string | null | undefined };

const isBlank = (part: string | null | undefined): boolean => !part || part.trim() === '';

/**
 * The text to show: the requested language, else the first of ar, en, de that is not blank, else ''; never
 * `undefined`.
 */
export function resolveText(localized: Localized | null | undefined, locale: Locale): string {
  const order = [locale, ...LOCALES];
  const language = order.find((candidate) => !isBlank(localized?.[candidate]));
  return (language && localized?.[language]) || '';
}

/** The languages without a text, in the fallback order. */
export function listMissingLocales(localized: Localized | null | undefined): Locale[] {
  return LOCALES.filter((locale) => isBlank(localized?.[locale]));
}
