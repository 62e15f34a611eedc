import arPrints from '../texts/ar/prints.json' with { type: 'json' };
import dePrints from '../texts/de/prints.json' with { type: 'json' };
import enPrints from '../texts/en/prints.json' with { type: 'json' };
import { interpolate, type Locale } from './texts.ts';

/** What stands on paper that the server prints. */
export type PrintKey = keyof typeof enPrints;

const printTexts: Record<Locale, Record<PrintKey, string>> = { ar: arPrints, en: enPrints, de: dePrints };

/** A word of a printed document, in the document's language; params are put in as plain text (promises X9). */
export const printText = (
  key: PrintKey,
  locale: Locale,
  params?: Readonly<Record<string, string | number>>,
): string => (params ? interpolate(printTexts[locale][key], params) : printTexts[locale][key]);
