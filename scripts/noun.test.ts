import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isTest, listFiles } from './lib/check/sources.mjs';
import { repoPath } from './lib/paths.mjs';

/** What a plain noun edits in any case (docs/how-to.md). */
const EDITS = [
  'apps/api/src/modules/content/index.ts',
  'apps/web/src/app/routes.ts',
  'apps/web/src/lib/paths.ts',
  'packages/contract/src/api.ts',
  'packages/contract/src/kit/nouns.ts',
  'packages/contract/src/texts/ar/fields.json',
  'packages/contract/src/texts/de/fields.json',
  'packages/contract/src/texts/en/fields.json',
  'prisma/schema/content.prisma',
];

/** What the sliders have of their own: failures, a constant, and a permission that names them. */
const MORE = [
  'packages/contract/src/index.ts',
  'packages/contract/src/kit/failures.ts',
  'packages/contract/src/texts/ar/failures.json',
  'packages/contract/src/texts/de/failures.json',
  'packages/contract/src/texts/de/permissions.json',
  'packages/contract/src/texts/en/failures.json',
  'packages/contract/src/texts/en/permissions.json',
];

/** Files of the noun, of the banners in it, and of the input that is called slider. */
const isOfOthers = (file: string): boolean => /slider|banner|day-bar|generated/.test(file);

it('a plain noun needs exactly the listed edits outside its own files', () => {
  const files = listFiles(
    ['apps/api/src', 'apps/web/src', 'packages', 'prisma/schema'],
    ['.ts', '.tsx', '.json', '.prisma'],
  ).filter(
    (file) => !isTest(file) && !isOfOthers(file) && /slider/i.test(readFileSync(repoPath(file), 'utf8')),
  );
  expect(files.filter((file) => !MORE.includes(file)).sort()).toEqual(EDITS);
  expect(MORE.filter((file) => !files.includes(file))).toEqual([]);
});
