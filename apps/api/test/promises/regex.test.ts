import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = new URL('../../../..', import.meta.url).pathname;
const FOLDERS = ['apps/api/src', 'packages/contract/src', 'packages/commerce/src'];
const LENGTH = 100_000;
/** A regex that looks at each place once needs about a millisecond; one that goes back needs minutes. */
const LIMIT_MS = 250;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.') && !file.includes('generated'))
    .map((file) => join(folder, file)),
);

type FoundRegex = { readonly file: string; readonly source: string; readonly flags: string };

/** Regex literals as they stand where a value may stand; what does not compile was none. */
function regexesIn(file: string): FoundRegex[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const literal =
    /(?<=[(=,:?[!&|]\s*|return\s+|^\s*)\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/gm;
  return [...text.matchAll(literal)].flatMap(([, source = '', flags = '']) => {
    if (/^[*/]/.test(source)) return [];
    try {
      new RegExp(source, flags);
      return [{ file, source, flags }];
    } catch {
      return [];
    }
  });
}

const regexes = files.flatMap(regexesIn);

/** Texts that make a regex with two ways through go back again and again. */
function attacks(source: string): string[] {
  const letters = ['a', '0', ' ', '.', '-', '@', '\t', '\u0301', 'م', '/', '<', '"', '\\', '{', '('];
  const own = [...new Set(source.replace(/\\[a-z]|[\\^$()[\]{}*+?|]/gi, ''))].slice(0, 12);
  const pumps = [...new Set([...letters, ...own])];
  return [
    ...pumps.map((pump) => `${pump.repeat(LENGTH)}\0`),
    ...own.map((pump) => `a${`${pump}a`.repeat(LENGTH / 2)}\0`),
  ];
}

it('I10 the test finds the regular expressions of the code', () => {
  expect(regexes.length).toBeGreaterThan(40);
});

it('I10 no regular expression of the code is slow for a text of 100 kB, however it is built', () => {
  const slow: string[] = [];
  for (const { file, source, flags } of regexes) {
    const regex = new RegExp(source, flags.replace(/[gy]/g, ''));
    for (const attack of attacks(source)) {
      const from = performance.now();
      regex.test(attack);
      const ms = performance.now() - from;
      if (ms > LIMIT_MS)
        slow.push(
          `${file} /${source}/${flags} ${Math.round(ms)} ms for ${JSON.stringify(attack.slice(0, 4))}`,
        );
    }
  }
  expect(slow).toEqual([]);
});
