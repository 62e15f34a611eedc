import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { listFullFolders, listMisplacedGroups, listOwnEndings } from './lib/check/places.mjs';
import { listFiles } from './lib/check/sources.mjs';
import { repoPath } from './lib/paths.mjs';

readArguments('pnpm check:names');

// Refuses private words at the end of exported names and file names, quaint phrases in English texts, endings of file
// names that no other noun has, folders too full to be read at a glance, and folders of the contract, the schema and the
// API that name one thing differently. The remaining ones are counted, and the limits below may only be lowered.

/** Words that name nothing, with better words. */
const WORDS = {
  asked: 'request, query',
  besides: 'extra',
  found: 'row, match or the noun',
  given: 'input',
  kept: 'cache, saved',
  known: 'existing, cached',
  listed: 'the noun',
  looked: 'preview',
  made: 'created or the noun',
  meant: 'filter, selection',
  said: 'input, the field',
  seen: 'visible, viewed',
  shown: 'view',
  stands: 'current',
  told: 'event, notified',
  wanted: 'requested, desired',
};
const LIMIT_OF_NAMES = 4;

const PHRASES = [
  'afresh',
  'all the same',
  'as it stands',
  'beside the goods',
  'by hand',
  'comes again',
  'comes back',
  'comes to be',
  'is no line',
  'meanwhile',
  'say how',
  'say what',
  'shall',
  'somebody',
  'stands here',
  'take off',
  'thereof',
  'there is not enough',
  'what is ordered',
  'whose',
];
const LIMIT_OF_PHRASES = 0;

const EXPORTED = /^export (?:async )?(?:function|const|type|interface|class) (\w+)/gm;
const lastWord = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[ _.-]+/)
    .at(-1)
    ?.toLowerCase() ?? '';

const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: repoPath() }).filter(
  (file) => !/generated|\.test\.tsx?$|node_modules/.test(file),
);
const names = sources.flatMap((file) => {
  const exported = [...readFileSync(repoPath(file), 'utf8').matchAll(EXPORTED)].map(([, name]) => name);
  return [...exported, basename(file).replace(/\.(service|view|store|rules)?\.?tsx?$/, '')]
    .filter((name) => lastWord(name) in WORDS)
    .map((name) => `${file}: ${name} (say ${WORDS[lastWord(name)]})`);
});

/** Returns the text of a line without its key, because keys may keep old words. */
const textOf = (line) => line.replace(/^\s*"[^"]*": /, '').toLowerCase();
const texts = globSync('{apps/web/src/locales,packages/contract/src/texts}/en/*.json', {
  cwd: repoPath(),
}).flatMap((file) =>
  readFileSync(repoPath(file), 'utf8')
    .split('\n')
    .filter((line) => PHRASES.some((phrase) => textOf(line).includes(phrase)))
    .map((line) => `${file}: ${line.trim()}`),
);

const files = listFiles(
  ['apps', 'packages', 'scripts', 'prisma'],
  ['.ts', '.tsx', '.mjs', '.cjs', '.prisma'],
);
const endings = listOwnEndings(files);
const LIMIT_OF_ENDINGS = 0;

/** So many files are seen at a glance. */
const FILES_MAX = 20;
const folders = listFullFolders(files, FILES_MAX);
const LIMIT_OF_FOLDERS = 14;

const modules = readdirSync(repoPath('apps/api/src/modules'));
const indexes = new Map(
  modules.map((module) => [
    module,
    readFileSync(repoPath('apps/api/src/modules', module, 'index.ts'), 'utf8'),
  ]),
);
const places = [
  ...listMisplacedGroups(readFileSync(repoPath('packages/contract/src/api.ts'), 'utf8'), indexes),
  ...files
    .filter((file) => file.endsWith('.prisma'))
    .filter((file) => ![...modules, 'core', 'schema'].includes(basename(file, '.prisma')))
    .map((file) => `${file}: no module has this name`),
];
const LIMIT_OF_PLACES = 0;

let isGood = true;
for (const [what, rows, limit] of [
  ['private names', names, LIMIT_OF_NAMES],
  ['quaint phrases', texts, LIMIT_OF_PHRASES],
  ['endings of a file of its own', endings, LIMIT_OF_ENDINGS],
  [`folders of more than ${FILES_MAX} files`, folders, LIMIT_OF_FOLDERS],
  ['places named differently', places, LIMIT_OF_PLACES],
]) {
  if (rows.length === limit) continue;
  isGood = false;
  if (rows.length < limit) console.log(`${what}: ${rows.length}, lower the limit of ${limit}`);
  else console.log(`${what}: ${rows.length}, ${limit} at most:\n${rows.join('\n')}`);
}
process.exit(isGood ? 0 : 1);
