import { readFileSync } from 'node:fs';
import { readArguments } from './lib/arguments.mjs';
import { isTest, listFiles } from './lib/check/sources.mjs';
import { repoPath } from './lib/paths.mjs';

readArguments('pnpm check:statements');

// Counts the statements that the API writes as SQL text; new ones are built over the typed tables (docs/adr/0013), so the
// limits below may only be lowered.

const KINDS = [
  {
    name: 'statements as text of Prisma',
    limit: 0,
    pattern: /Prisma\.sql`|\$queryRaw\b|\$executeRaw\b/g,
  },
  {
    // a whole statement, so not the parts in the builder's statements
    name: 'statements as text in the typed door',
    limit: 202,
    pattern:
      /(?<!Prisma\.)\bsql(?:<(?:[^<>`]|<(?:[^<>`]|<[^<>`]*>)*>)*>)?`\s*(?:\$\{\w+\}\s*)?(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/g,
  },
];

const texts = listFiles(['apps/api/src'], ['.ts'])
  .filter((file) => !isTest(file))
  .map((file) => readFileSync(repoPath(file), 'utf8'));
for (const { name, limit, pattern } of KINDS) {
  const count = texts.reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0);
  console.log(`${count} ${name}`);
  if (count > limit) {
    console.log(`only ${limit} are allowed: build the new one with core/db/tables.ts`);
    process.exitCode = 1;
  }
}
