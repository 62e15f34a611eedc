import { readdirSync, readFileSync } from 'node:fs';
import { createInstance, type i18n } from 'i18next';
import { readTexts } from '../gather-texts.ts';

export type Lang = 'ar' | 'en' | 'de';
export type Say = (key: string, values?: Record<string, unknown>) => string;

const folder = new URL('../../../packages/contract/src/texts/', import.meta.url);

/** Returns the namespaces of a language: file name to texts. */
function textsOf(lang: Lang): Record<string, object> {
  const files = readdirSync(new URL(`${lang}/`, folder));
  const contract = files.map((file): [string, object] => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(new URL(`${lang}/${file}`, folder), 'utf8')) as object,
  ]);
  return { ...readTexts(lang), ...Object.fromEntries(contract) };
}

const made = new Map<Lang, i18n>();

/** Returns a translate function with the product's own texts in a language, so that tests look for what users read. */
export function saysIn(lang: Lang): Say {
  const known = made.get(lang);
  const texts = known ?? createInstance();
  if (!known) {
    const resources = { [lang]: textsOf(lang) };
    void texts.init({ lng: lang, resources, initAsync: false, interpolation: { escapeValue: false } });
    made.set(lang, texts);
  }
  return (key, values = {}) => {
    if (!texts.exists(key, values)) throw new Error(`No text ${key} in ${lang}`);
    return texts.t(key, values);
  };
}

export const namespaces = (): string[] => Object.keys(textsOf('en'));

/** Returns a value as the product inserts it into a sentence: isolated from the sentence's direction. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

export const inArabicDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '');

/** Escapes a text for a regular expression. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
