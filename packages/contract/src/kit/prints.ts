import arPrints from '../texts/ar/prints.json' with { type: 'json' };
import dePrints from '../texts/de/prints.json' with { type: 'json' };
import enPrints from '../texts/en/prints.json' with { type: 'json' };
import { interpolate, type Locale } from './texts.ts';

/** The texts of printed documents. */
export type PrintKey = keyof typeof enPrints;

const printTexts: Record<Locale, Record<PrintKey, string>> = { ar: arPrints, en: enPrints, de: dePrints };

/** A text of a printed document in its language; params are inserted as plain text. */
export const printText = (
  key: PrintKey,
  locale: Locale,
  params?: Readonly<Record<string, string | number>>,
): string => (params ? interpolate(printTexts[locale][key], params) : printTexts[locale][key]);
