import { LOCALES, type Locale } from '@dukkan/commerce';
import arFailures from '../texts/ar/failures.json' with { type: 'json' };
import deFailures from '../texts/de/failures.json' with { type: 'json' };
import enFailures from '../texts/en/failures.json' with { type: 'json' };
import type { FailureCode } from './failures.ts';

export { LOCALES, type Locale };

const failureTexts: Record<Locale, Record<FailureCode, string>> = {
  ar: arFailures,
  en: enFailures,
  de: deFailures,
};

/** Puts params into `{{name}}` places; a place without a param stays empty. */
export function fill(text: string, params: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** The failure's text in the caller's language (decisions 0.1). */
export function failureText(
  code: FailureCode,
  params: Readonly<Record<string, unknown>>,
  locale: Locale,
): string {
  return fill(failureTexts[locale][code], params);
}
