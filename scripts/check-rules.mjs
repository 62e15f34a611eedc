import { existsSync, readFileSync } from 'node:fs';
import { readArguments } from './lib/arguments.mjs';
import { listFiles } from './lib/check/sources.mjs';
import { repoPath } from './lib/paths.mjs';

readArguments('pnpm check:rules');

// Refuses links to rules that docs/rules does not have, decisions without a number or a status, and references to documents outside the repository. Migrations
// that have run are not changed any more, and keep theirs.

const LINK = /docs\/rules\/([a-z-]+\.md)(?:#([\w-]+))?/g;
const OUTSIDE =
  /\b(?:decisions?|promises?|ux|specification|libraries|performance|house|voice|naming)(?:\.md\b|,? (?:sections? )?[A-Z]{0,2}\.?\d)/g;

/** Returns the anchors of a page, as GitHub derives them from its headings. */
function readAnchors(page) {
  const path = repoPath('docs/rules', page);
  if (!existsSync(path)) return null;
  const headings = readFileSync(path, 'utf8').matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

const pages = new Map();
function findFault(page, anchor) {
  if (!pages.has(page)) pages.set(page, readAnchors(page));
  const anchors = pages.get(page);
  if (!anchors) return 'no such page';
  return anchor && !anchors.has(anchor) ? 'no such heading' : null;
}

const files = listFiles(
  ['apps', 'packages', 'scripts', 'prisma', 'docs'],
  ['.ts', '.tsx', '.mjs', '.sql', '.prisma', '.md'],
).filter((file) => !/generated|node_modules|check-rules/.test(file));

for (const file of listFiles(['docs/adr'], ['.md'])) {
  const number = Number(/(\d{4})-[^/]+$/.exec(file)?.[1]);
  if (new RegExp(`^# ${number}\\. .+\n\nStatus: \\w`).test(readFileSync(repoPath(file), 'utf8'))) continue;
  console.log(
    `${file}: begins with "# ${number}. " and its decision, then "Status: accepted." or what took its place`,
  );
  process.exitCode = 1;
}

for (const file of files) {
  const text = readFileSync(repoPath(file), 'utf8');
  for (const [citation] of file.startsWith('prisma/migrations/') ? [] : text.matchAll(OUTSIDE)) {
    console.log(`${file}: ${citation}: no document of the repository`);
    process.exitCode = 1;
  }
  for (const [link, page, anchor] of text.matchAll(LINK)) {
    const fault = findFault(page, anchor);
    if (!fault) continue;
    console.log(`${file}: ${link}: ${fault}`);
    process.exitCode = 1;
  }
}
