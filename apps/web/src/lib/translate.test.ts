// @vitest-environment node
import { expect, it } from 'vitest';
import { createTexts } from './translate.ts';

function createSamples() {
  const texts = createTexts();
  texts.add('en', 'kit', {
    at: 'at {{lat}}, {{lng}}',
    goods: { rows_zero: 'no rows', rows_one: '{{count}} row', rows_other: '{{count}} rows' },
    'order.created': 'An order was placed.',
    mark: 'with {{name}}',
  });
  texts.add('ar', 'kit', { goods: { rows_few: '{{count}} صفوف', rows_other: '{{count}} صف' } });
  return texts;
}

it("a missing text shows its key or the caller's fallback", () => {
  const translate = createTexts().translateIn('en', 'kit');
  expect(translate('a.b')).toBe('a.b');
  expect(translate('other:a.b')).toBe('a.b');
  expect(translate('a.b', { defaultValue: 'for {{name}}', name: 'Sara' })).toBe('for Sara');
});

it('a text parameter named lng is a value and not the language', () => {
  expect(createSamples().translateIn('en', 'kit')('at', { lat: 25.3, lng: 51.5 })).toBe('at 25.3, 51.5');
});

it('a number selects the plural form of its language, and 0 has its own', () => {
  const [en, ar] = ['en', 'ar'].map((locale) => createSamples().translateIn(locale, 'kit'));
  expect([0, 1, 2].map((count) => en?.('goods.rows', { count }))).toEqual(['no rows', '1 row', '2 rows']);
  expect([3, 100].map((count) => ar?.('goods.rows', { count }))).toEqual(['3 صفوف', '100 صف']);
});

it('a text parameter is shown as typed, and a text key may contain a dot', () => {
  const translate = createSamples().translateIn('en', 'kit');
  expect(translate('mark', { name: '<b>$&</b>' })).toBe('with <b>$&</b>');
  expect(translate('order.created')).toBe('An order was placed.');
});

it('a text is found in the language and namespace that has it', () => {
  const texts = createSamples();
  expect(texts.find('en', 'kit', 'order.created')).toBe('An order was placed.');
  expect(texts.find('ar', 'kit', 'mark')).toBeUndefined();
  expect(texts.listNamespaces('ar')).toEqual(['kit']);
  expect([texts.has('en', 'kit'), texts.has('en', 'order')]).toEqual([true, false]);
});
