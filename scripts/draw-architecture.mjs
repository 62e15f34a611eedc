import { readFileSync, writeFileSync } from 'node:fs';
import { readArguments } from './lib/arguments.mjs';
import { drawAll, putDrawings } from './lib/check/drawing.mjs';
import { findMissingPaths } from './lib/check/named-files.mjs';
import { listFiles } from './lib/check/sources.mjs';
import { repoPath } from './lib/paths.mjs';

// Draws the pictures of docs/architecture.md from the imports of the code. With --check it only says whether they are stale,
// and which files the page names that are not there.

const { values } = readArguments('node scripts/draw-architecture.mjs [--check]', {
  options: { check: { type: 'boolean' } },
});
const file = repoPath('docs', 'architecture.md');
const page = readFileSync(file, 'utf8');
for (const { line, path } of findMissingPaths(page, listFiles(['.'], ['']))) {
  console.log(`docs/architecture.md:${line}: ${path} does not exist`);
  process.exitCode = 1;
}
const drawn = putDrawings(page, drawAll());
if (drawn !== page && values.check) {
  console.log('the pictures of docs/architecture.md are stale: run node scripts/draw-architecture.mjs');
  process.exitCode = 1;
} else if (drawn !== page) writeFileSync(file, drawn);
