import { expect, it } from 'vitest';
import { findMissingPaths, listMissingFiles } from './named-files.mjs';

const FILES = [
  'apps/api/src/main.ts',
  'apps/web/src/app/index.tsx',
  'scripts/lib/paths.mjs',
  'docs/rules/wire.md',
];

it.each([
  ["const EXCEPT = ['apps/api/src/gone.ts'];", 'apps/api/src/gone.ts'],
  ['// see docs/adr/gone.md.', 'docs/adr/gone.md'],
  ["path: '^apps/api/src/(main[.]ts$|gone/)'", 'apps/api/src/gone/'],
  ["path: '^apps/web/src/gone/[^/]+/index[.]tsx?$'", 'apps/web/src/gone/*/index.ts*'],
  ['/^apps\\/(api\\/src|web\\/(src|gone))\\//.test(file)', 'apps/web/gone'],
  ['"scripts/lib/{paths,gone}.mjs"', 'scripts/lib/gone.mjs'],
  ['"src/gone/**"', 'src/gone/**'],
  ['unsafeSql: [/^apps\\/api\\/src\\/gone\\.ts$/],', 'apps/api/src/gone.ts'],
])('%s names a file that does not exist', (text, path) => {
  expect(findMissingPaths(`first line\n${text}`, FILES)).toEqual([{ line: 2, path }]);
});

it.each([
  "['apps/api/src/main.ts', 'apps/web/src']",
  "path: ['^apps/api/src/(main[.]ts$|main)', '^apps/web/src/[^/]+/index[.]tsx?$']",
  '"src/**/*.{ts,tsx}", "scripts/lib/*.mjs", "apps/api/dist/main.js"',
  'docs/rules/wire.md#search, scripts/lib/',
])('%s names files that exist or are built', (text) => {
  expect(findMissingPaths(text, FILES)).toEqual([]);
});

it('no script and no configuration names a file that does not exist', () => {
  expect(listMissingFiles()).toEqual([]);
});
