import { expect, test } from 'vitest';
import { LOCALES, listMissingLocales, resolveText } from './localized.ts';

test('I16 a localized text is in the requested language, otherwise the first of ar, en, de, for all eight combinations', () => {
  for (let mask = 0; mask < 8; mask += 1) {
    const texts = Object.fromEntries(
      LOCALES.map((locale, index) => [locale, mask & (1 << index) ? locale : ' ']),
    );
    const present = LOCALES.filter((_, index) => mask & (1 << index));
    for (const asked of LOCALES) {
      expect(resolveText(texts, asked)).toBe(present.includes(asked) ? asked : (present[0] ?? ''));
    }
    expect(listMissingLocales(texts)).toEqual(LOCALES.filter((locale) => !present.includes(locale)));
  }
});

test('a missing localized text is an empty text', () => {
  expect(resolveText(null, 'de')).toBe('');
  expect(resolveText({ en: null }, 'ar')).toBe('');
  expect(listMissingLocales(undefined)).toEqual(['ar', 'en', 'de']);
});
