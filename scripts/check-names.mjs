import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import {
  listRepeatedExports,
  listTitlesWithoutSubject,
  listTopLevelNames,
  listVariables,
} from './lib/check/names.mjs';
import { listFullFolders, listMisplacedGroups, listOwnEndings } from './lib/check/places.mjs';
import { listFiles, parse } from './lib/check/sources.mjs';
import { repoPath } from './lib/paths.mjs';

readArguments('pnpm check:names');

// Refuses private words as names, at the end of top-level names and file names and alone as a variable or parameter, and
// names that several files export for different things. Refuses test titles that continue their describe block. Refuses quaint phrases in English texts, endings of file names
// that no other noun has, folders too full to be read at a glance, and folders of the contract, the schema and the API that
// name one thing differently. The remaining ones are counted, and the limits below may only be lowered.

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
/** Established names that end in one of these words. */
const ESTABLISHED = new Set(['NotFound', 'ToNotFound', 'not-found', 'requireFound', 'updateLastSeen']);
const LIMIT_OF_NAMES = 20;
const LIMIT_OF_VARIABLES = 313;

/** Names that every file of a kind exports alike: endpoint functions, views, and the parts of a screen. */
const CONVENTIONS = new Set([
  'auditView',
  'branchField',
  'filters',
  'formFields',
  'list',
  'prefetch',
  'remove',
  'restore',
  'routes',
  'rowFields',
  'rowView',
  'save',
  'screen',
  'show',
  'showView',
  'statusField',
]);
const LIMIT_OF_REPEATED = 14;

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

const lastWord = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[ _.-]+/)
    .at(-1)
    ?.toLowerCase() ?? '';

const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: repoPath() }).filter(
  (file) => !/generated|\.test\.tsx?$|node_modules/.test(file),
);
const programs = sources.map((file) => ({ file, program: parse(file).program }));
const suggest = (file, name) => `${file}: ${name} (say ${WORDS[lastWord(name)]})`;

const names = programs.flatMap(({ file, program }) =>
  [
    ...listTopLevelNames(program).map(({ name }) => name),
    basename(file).replace(/\.(service|view|store|rules)?\.?tsx?$/, ''),
  ]
    .filter((name) => Object.hasOwn(WORDS, lastWord(name)) && !ESTABLISHED.has(name))
    .map((name) => suggest(file, name)),
);
const variables = programs.flatMap(({ file, program }) =>
  listVariables(program)
    .filter((name) => Object.hasOwn(WORDS, name))
    .map((name) => suggest(file, name)),
);
const repeated = listRepeatedExports(
  programs.filter(({ file }) => !/fixture|test-facts|\.oracle\./.test(file)),
)
  .filter(({ name }) => !CONVENTIONS.has(name))
  .map(({ name, files }) => `${name}: ${files.join(', ')}`);

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
const titles = files
  // the test of this rule has such titles as examples
  .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file) && !file.endsWith('check/names.test.ts'))
  .flatMap((file) =>
    listTitlesWithoutSubject(readFileSync(repoPath(file), 'utf8')).map((title) => `${file}: ${title}`),
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
  ['private words as variables', variables, LIMIT_OF_VARIABLES],
  ['names exported by several files', repeated, LIMIT_OF_REPEATED],
  ['quaint phrases', texts, LIMIT_OF_PHRASES],
  ['test titles without a subject', titles, 0],
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
