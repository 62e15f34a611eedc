import { expect, test } from 'vitest';

// Rule: docs/glossary.md

const files: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>('../locales/ar/*.json', { query: '?raw', import: 'default', eager: true }),
  ...import.meta.glob<string>('../../../../packages/contract/src/texts/ar/*.json', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
};

/** Words that a user may type in search, in whatever name they know. */
const isSearchWords = (line: string): boolean => line.includes('palette:page_words.');

test('Arabic names a till صندوق on every screen, print and file, as in the glossary', () => {
  expect(Object.keys(files).length).toBeGreaterThan(40);
  const others = Object.entries(files).flatMap(([path, text]) =>
    text
      .split('\n')
      .filter((line) => /نقطة (?:ال)?بيع|نقاط (?:ال)?بيع|لنقطة البيع/.test(line) && !isSearchWords(line))
      .map((line) => `${path.split('/').at(-1)}: ${line.trim()}`),
  );
  expect(others).toEqual([]);
});
