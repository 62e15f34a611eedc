/** The languages of the data layer, in the order in which an empty text falls back (specification 1 and 5). */
export const LOCALES = ['ar', 'en', 'de'] as const;

export type Locale = (typeof LOCALES)[number];

/** A text in the languages of the data layer; a missing, null or blank part is a missing translation (decisions 0.1). */
export type Localized = { [locale in Locale]?: string | null | undefined };

const isBlank = (part: string | null | undefined): boolean => !part || part.trim() === '';

/**
 * The text to show: the language asked for, else the first of ar, en, de that is not blank, else ''.
 * Specification 5 (fallback), promise I16 (never `undefined` on a screen).
 */
export function resolveText(localized: Localized | null | undefined, locale: Locale): string {
  const order = [locale, ...LOCALES];
  const found = order.find((candidate) => !isBlank(localized?.[candidate]));
  return (found && localized?.[found]) || '';
}

/** The languages without a text, in the fallback order (decisions 10, filter `missing_translation`). */
export function missingLocales(localized: Localized | null | undefined): Locale[] {
  return LOCALES.filter((locale) => isBlank(localized?.[locale]));
}
