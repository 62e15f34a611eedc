import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { FUNCTION_LINES_MAX, listLongFunctions } from './sizes.mjs';

const body = (lines: number) => '\n'.repeat(lines - 1);

function longIn(text: string, file = 'apps/web/src/a.tsx'): string[] {
  const { program } = parseSync(file, text);
  return listLongFunctions({ file, text, program, line: () => 1 });
}

it('a function of the maximum length passes, and one line more is refused', () => {
  expect(longIn(`function a() {${body(FUNCTION_LINES_MAX)}}`)).toEqual([]);
  expect(longIn(`function a() {${body(FUNCTION_LINES_MAX + 1)}}`)).toEqual([
    `apps/web/src/a.tsx:1: a has ${FUNCTION_LINES_MAX + 1} lines`,
  ]);
});

it('the length of a component includes its JSX', () => {
  const jsx = `<p>${'\n<b>x</b>'.repeat(FUNCTION_LINES_MAX)}</p>`;
  expect(longIn(`export const Page = () => (${jsx});`)).toHaveLength(1);
});

it('functions in objects, methods and arguments are measured too', () => {
  const long = `() => {${body(FUNCTION_LINES_MAX + 1)}}`;
  expect(longIn(`const all = { one: ${long} };`)[0]).toContain('one has');
  expect(longIn(`class A { run() {${body(FUNCTION_LINES_MAX + 1)}} }`)).toHaveLength(1);
  expect(longIn(`use(${long});`)).toHaveLength(1);
});

it('test suites and cases may be longer, and other functions of a test may not', () => {
  const long = `() => {${body(FUNCTION_LINES_MAX + 1)}}`;
  for (const suite of [`describe('a', ${long})`, `it.each([1])('a', ${long})`, `test.describe('a', ${long})`])
    expect(longIn(suite, 'apps/web/src/a.test.tsx')).toEqual([]);
  expect(longIn(`const play = ${long};`, 'apps/web/src/a.test.tsx')).toHaveLength(1);
  expect(longIn(`describe('a', ${long})`)).toHaveLength(1);
});
