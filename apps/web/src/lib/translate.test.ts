// @vitest-environment node
import fc from 'fast-check';
import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { createTexts, type Texts } from './translate.ts';

const files = {
  ...import.meta.glob<{ default: Texts }>('../locales/*/*.json', { eager: true }),
  ...import.meta.glob<{ default: Texts }>('../../../../packages/contract/src/texts/*/*.json', {
    eager: true,
  }),
};

/** Returns the texts of a language by namespace. */
const readTexts = (locale: string): Record<string, Texts> =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, { default: texts }]) => {
      const [, language, namespace] = /\/(\w+)\/([\w-]+)\.json$/.exec(path) ?? [];
      return namespace && language === locale ? [[namespace, texts]] : [];
    }),
  );

const LANGUAGES = ['ar', 'de', 'en'] as const;

/** Returns the keys of all texts, without the endings of plural forms. */
function listKeys(texts: Texts, before = ''): string[] {
  const keys = Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string'
      ? `${before}${key.replace(/_(?:zero|one|two|few|many|other)$/, '')}`
      : listKeys(text, `${before}${key}.`),
  );
  return [...new Set(keys)];
}

const values = fc.record(
  {
    count: fc.oneof(fc.nat(120), fc.constant('12'), fc.constant(1.5)),
    name: fc.oneof(fc.string(), fc.constant(undefined), fc.constant(null), fc.constant('$& {{count}}')),
    shown: fc.string(),
    total: fc.integer(),
    defaultValue: fc.constant('none'),
  },
  { requiredKeys: [] },
);

it.each(LANGUAGES)('every text reads as i18next reads it (%s)', (locale) => {
  const own = readTexts(locale);
  expect(Object.keys(own).length).toBeGreaterThan(40);
  const oracle = createInstance();
  void oracle.init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: own },
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  const texts = createTexts();
  for (const [namespace, file] of Object.entries(own)) texts.add(locale, namespace, file);
  const samples = fc.sample(values, 6);
  for (const namespace of Object.keys(own)) {
    const [says, expected] = [texts.translateIn(locale, namespace), oracle.getFixedT(locale, namespace)];
    for (const key of listKeys(own[namespace] ?? {})) {
      // i18next puts the language in the place of this name
      if (says(key).includes('{{lng}}')) continue;
      for (const written of [key, `${namespace}:${key}`]) expect(says(written)).toBe(expected(written));
      for (const given of samples) expect(says(key, given)).toBe(expected(key, given));
    }
  }
});

it('a text that is not there is its key, or what the caller says instead', () => {
  const says = createTexts().translateIn('en', 'kit');
  expect(says('a.b')).toBe('a.b');
  expect(says('other:a.b')).toBe('a.b');
  expect(says('a.b', { defaultValue: 'for {{name}}', name: 'Sara' })).toBe('for Sara');
});

it('a name without a value stays as it is written', () => {
  const texts = createTexts();
  texts.add('en', 'kit', { at: 'at {{lng}} and {{missing}}' });
  expect(texts.translateIn('en', 'kit')('at', { lng: 51.5 })).toBe('at 51.5 and {{missing}}');
});
