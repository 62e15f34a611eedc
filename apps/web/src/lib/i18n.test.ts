import { expect, it } from 'vitest';
import { findTextFile, getLocale, i18n, initTexts, setLocale } from './i18n.ts';

const files = [
  '../locales/ar/role.json',
  '../locales/en/role.json',
  '../locales/ar/only.json',
  '../locales/de/x.json',
];

it('texts are in the requested language, otherwise in English, Arabic, German', () => {
  expect(findTextFile('ar', 'role', files)).toBe('../locales/ar/role.json');
  expect(findTextFile('de', 'role', files)).toBe('../locales/en/role.json');
  expect(findTextFile('en', 'only', files)).toBe('../locales/ar/only.json');
  expect(findTextFile('ar', 'x', files)).toBe('../locales/de/x.json');
  expect(findTextFile('ar', 'ole', files)).toBeUndefined();
});

it("a language chosen while the first texts load becomes the page's language", async () => {
  const first = initTexts(['shell']);
  await setLocale('de');
  await first;
  expect(getLocale()).toBe('de');
  expect(i18n.has('shell', 'skip')).toBe(true);
});
