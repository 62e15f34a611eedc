import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { listRepeatedExports, listTitlesWithoutSubject, listTopLevelNames, listVariables } from './names.mjs';

const parse = (text: string) => parseSync('file.ts', text).program;

test('top-level names are listed with whether they are exported, of every kind of declaration', () => {
  const text = `
    import { readFile } from 'node:fs';
    type Known = { id: number };
    export interface Row { id: number }
    export const [first, { second }] = load();
    async function told() { const inner = 1; return inner; }
    export class Cache {}`;
  expect(listTopLevelNames(parse(text))).toEqual([
    { name: 'Known', isExported: false },
    { name: 'Row', isExported: true },
    { name: 'first', isExported: true },
    { name: 'second', isExported: true },
    { name: 'told', isExported: false },
    { name: 'Cache', isExported: true },
  ]);
});

test('variables and parameters are listed, also those of a destructuring, but no types and no properties', () => {
  const text = `
    type Handler = (ignored: string) => void;
    function list(ctx: Ctx, { id: found, ...rest }: Input) {
      for (const [asked = 1] of rows) use({ shown: asked });
      return rows.map((row) => row.made);
    }`;
  expect(listVariables(parse(text))).toEqual(['ctx', 'found', 'rest', 'asked', 'row']);
});

test('a name that two files export is listed with both, and one that a file keeps to itself is not', () => {
  const programs = [
    { file: 'a.ts', program: parse('export type Line = number; export const LIMIT = 1; const own = 2;') },
    { file: 'b.ts', program: parse('export const Line = 3; const LIMIT = 4; export const own = 5;') },
  ];
  expect(listRepeatedExports(programs)).toEqual([{ name: 'Line', files: ['a.ts', 'b.ts'] }]);
});

test('a test title without a subject is found in every form of a test, and a full sentence is not', () => {
  const text = `
    it('is refused by its name', () => {});
      test.each([1])(
        'P1 has %i rows',
        () => {},
      );
    it.skipIf(isSlow)("takes a brand's name", () => {});
    test('a brand is refused by its name', () => {});
    expect(find('is refused')).toBe(1);`;
  expect(listTitlesWithoutSubject(text)).toEqual([
    'is refused by its name',
    'P1 has %i rows'.slice(3),
    "takes a brand's name",
  ]);
});
