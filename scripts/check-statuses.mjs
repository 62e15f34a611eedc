import { readFileSync } from 'node:fs';
import { readArguments } from './lib/arguments.mjs';
import { isTest, listFiles } from './lib/check/sources.mjs';
import { repoPath } from './lib/paths.mjs';

readArguments('pnpm check:statuses');

// Refuses numeric order statuses where a name exists: CANCELED, WAITING, SENT … of @dukkan/commerce in TypeScript,
// STATUS_SQL of apps/api/src/core/sql/order-status-sql.ts in statements. The limits below may only be lowered.

const NUMBER = String.raw`\(?\s*-?\d`;
const OPERATOR = String.raw`(?:===?|!==?|<>|<=|>=|<|>|\bIN\b|\bBETWEEN\b)`;
const LITERAL = new RegExp(String.raw`\bstatus_value(?:::int)?\s*${OPERATOR}\s*${NUMBER}`, 'gi');

const LIMITS = { 'apps/api/src': 0, 'packages/commerce/src': 0, 'apps/web/src': 0 };

let isGood = true;
for (const [folder, limit] of Object.entries(LIMITS)) {
  const places = listFiles([folder], ['.ts', '.tsx']).flatMap((file) =>
    isTest(file)
      ? []
      : readFileSync(repoPath(file), 'utf8')
          .split('\n')
          .flatMap((line, at) => (line.match(LITERAL) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
  if (places.length === limit) continue;
  isGood = false;
  if (places.length < limit) console.log(`${folder}: ${places.length}, lower the limit of ${limit}`);
  else
    console.log(`${folder}: ${places.length} numbers of statuses, ${limit} at most:\n${places.join('\n')}`);
}
process.exitCode = isGood ? 0 : 1;
