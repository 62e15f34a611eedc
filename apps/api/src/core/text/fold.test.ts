import { foldForSearch } from '@dukkan/commerce';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { ROLE: 'api' } });
});
afterAll(() => app.stop());

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));

/** Letters, digits, marks and signs in Latin and Arabic, and the forms in which Arabic letters are printed. */
const LETTERS = [...range(0x20, 0x17f), ...range(0x600, 0x6ff), ...range(0xfe70, 0xfefc)];

test('the database folds every letter as the TypeScript rules do, alone and within a text', async () => {
  const mixed = fc.sample(fc.array(fc.constantFrom(...LETTERS, ' ', 'ة', 'B'), { maxLength: 12 }), 2_000);
  const texts = [
    '',
    ...LETTERS.flatMap((letter) => [letter, `A${letter} ${letter}`, `منتج ${letter} أ`, ` ${letter}  b`]),
    ...mixed.map((letters) => letters.join('')),
  ];
  const { rows } = await app.services.database.pool.query<{ text: string; folded: string; stored: string }>(
    'SELECT t.text, fold(t.text) AS folded, fold_stored(t.text) AS stored FROM unnest($1::text[]) WITH ORDINALITY AS t(text, at) ORDER BY t.at',
    [texts],
  );
  expect(rows).toEqual(
    texts.map((text) => ({ text, folded: foldForSearch(text), stored: foldForSearch(text) })),
  );
});
