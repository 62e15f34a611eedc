import { expect, it } from 'vitest';
import { textFile } from './i18n.ts';

const files = [
  '../locales/ar/role.json',
  '../locales/en/role.json',
  '../locales/ar/only.json',
  '../locales/de/x.json',
];

it('takes the language asked for, else English, Arabic, German', () => {
  expect(textFile('ar', 'role', files)).toBe('../locales/ar/role.json');
  expect(textFile('de', 'role', files)).toBe('../locales/en/role.json');
  expect(textFile('en', 'only', files)).toBe('../locales/ar/only.json');
  expect(textFile('ar', 'x', files)).toBe('../locales/de/x.json');
  expect(textFile('ar', 'ole', files)).toBeUndefined();
});
