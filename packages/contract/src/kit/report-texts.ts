import arReports from '../texts/ar/reports.json' with { type: 'json' };
import deReports from '../texts/de/reports.json' with { type: 'json' };
import enReports from '../texts/en/reports.json' with { type: 'json' };
import { interpolate, type Locale } from './texts.ts';

const reportTexts: Record<Locale, Readonly<Record<string, string>>> = {
  ar: arReports,
  en: enReports,
  de: deReports,
};

/** The name of a code, such as a channel or a type of movement; the code itself when it has no name. */
export const reportCodeText = (code: string, locale: Locale): string =>
  reportText(`code.${code}`, locale) || code;

/** A text of reports in a language; empty when there is none, as for columns that need no explanation. */
export const reportText = (
  key: string,
  locale: Locale,
  params: Readonly<Record<string, string | number>> = {},
): string => interpolate(reportTexts[locale][key] ?? '', params);
