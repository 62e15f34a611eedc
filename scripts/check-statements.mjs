import { readFileSync } from 'node:fs';
import { readArguments } from './lib/arguments.mjs';
import { isTest, listFiles } from './lib/check/sources.mjs';
import { repoPath } from './lib/paths.mjs';

readArguments('pnpm check:statements');

// Counts the statements that the API still writes as untyped SQL text; new ones use the typed tables (docs/adr/0013),
// so the limit below may only be lowered.

const LIMIT_OF_STATEMENTS_AS_TEXT = 519;

const AS_TEXT = /Prisma\.sql`|\$queryRaw\b|\$executeRaw\b/g;

let count = 0;
for (const file of listFiles(['apps/api/src'], ['.ts'])) {
  if (isTest(file)) continue;
  count += [...readFileSync(repoPath(file), 'utf8').matchAll(AS_TEXT)].length;
}
console.log(`${count} statements as text`);
if (count > LIMIT_OF_STATEMENTS_AS_TEXT) {
  console.log(`only ${LIMIT_OF_STATEMENTS_AS_TEXT} are allowed: build the new one with core/db/tables.ts`);
  process.exitCode = 1;
}
