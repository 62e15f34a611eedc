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

/** A plain noun's own files beside its migration (docs/how-to.md). */
const OWN = [
  'apps/api/src/modules/content/slider.oracle.ts',
  'apps/api/src/modules/content/slider.service.ts',
  'apps/web/src/locales/ar/slider.json',
  'apps/web/src/locales/de/slider.json',
  'apps/web/src/locales/en/slider.json',
  'apps/web/src/screens/slider/fields.ts',
  'apps/web/src/screens/slider/form.tsx',
  'apps/web/src/screens/slider/list.tsx',
  'packages/contract/src/content/slider.ts',
];

/** Tests that name the noun, since the test of one noun cannot know another's: its route, its menu entry, its form. */
const TESTS = [
  'apps/web/e2e/flows/shell.spec.ts',
  'apps/web/e2e/records.ts',
  'apps/web/src/app/routes.test.ts',
];

/** Files of the noun, of the banners in it, and of the input that is called slider. */
const isOfOthers = (file: string): boolean => /slider|banner|day-bar|generated/.test(file);

it('a plain noun has ten files of its own, one of them its migration', () => {
  const files = listFiles(['apps/api/src', 'apps/web/src', 'packages'], ['.ts', '.tsx', '.json']);
  const own = files.filter((file) => /\bslider\b/.test(file) && !isTest(file) && !file.includes('generated'));
  expect(own.sort()).toEqual(OWN);
});

it('a plain noun has three entries in tests', () => {
  for (const file of TESTS) {
    const lines = readFileSync(repoPath(file), 'utf8').split('\n');
    const entries = lines.filter((line) => /^\s*(\['sliders', |group: 'slider',|'\/sliders': \[)/.test(line));
    expect(entries, file).toHaveLength(1);
  }
});

it('a noun is said in nine files beside its own', () => {
  const files = listFiles(
    ['apps/api/src', 'apps/web/src', 'packages', 'prisma/schema'],
    ['.ts', '.tsx', '.json', '.prisma'],
  ).filter(
    (file) =>
      !isTest(file) &&
      !isOfOthers(file) &&
      // the role of that name has nothing to do with the record
      /(?<!role=")slider/i.test(readFileSync(repoPath(file), 'utf8')),
  );
  expect(files.filter((file) => !MORE.includes(file)).sort()).toEqual(EDITS);
  expect(MORE.filter((file) => !files.includes(file))).toEqual([]);
});
