import { readFileSync } from 'node:fs';
import { readArguments } from './lib/arguments.mjs';
import { listMissingFiles } from './lib/check/named-files.mjs';
import { conclude, isTest, listFiles, parse, walk } from './lib/check/sources.mjs';
import { repoPath } from './lib/paths.mjs';

readArguments('pnpm check:sources');

// checks what a linter cannot: each thing is used only where it belongs, no check is silenced, no path of one machine,
// no file that does not exist in a script or a configuration

/** The files that may use each of these; everywhere else it is an error. */
const homes = {
  fetch: [/^apps\/web\/src\/lib\/server\/call\.ts$/],
  Intl: [
    // the plural form of a number is part of choosing a text
    /^apps\/web\/src\/lib\/(format|translate)\.ts$/,
    /^packages\/commerce\/src\/(money\/amount-text|time\/(day|hijri)[\w-]*)\.ts$/,
    /^apps\/api\/src\/core\/print\/[\w-]+\.ts$/,
  ],
  // pg-boss passes finished statements to run in the caller's transaction
  unsafeSql: [/^apps\/api\/src\/core\/job\/jobs\.ts$/],
};
const unsafeSql = ['$queryRawUnsafe', '$executeRawUnsafe'];
const silenced = /biome-ignore|@ts-(?:ignore|expect-error|nocheck)|eslint-disable|oxlint-disable/;
const ofOneMachine = /(?:^|[\s'"`(=])\/(?:root|home\/\w+|Users\/\w+|work)\/[\w.]/;
const textual = [
  '.ts',
  '.tsx',
  '.mjs',
  '.cjs',
  '.js',
  '.json',
  '.css',
  '.html',
  '.md',
  '.yml',
  '.yaml',
  '.sql',
  '.prisma',
];
/** Boxes of the browser for dates and times; `kit/dates` has those of the product. */
const NATIVE_DATES = ['date', 'time', 'datetime-local', 'month', 'week'];
const found = [];

function mayStand(home, file) {
  return isTest(file) || homes[home].some((pattern) => pattern.test(file));
}

function checkNode(node, parents, file, report) {
  const parent = parents.at(-1);
  if (node.type === 'MemberExpression') {
    const name = node.property.name ?? node.property.value;
    if (unsafeSql.includes(name) && !mayStand('unsafeSql', file))
      report(node, `${name} builds SQL from text`);
    if (/^toLocale/.test(name ?? '') && !mayStand('Intl', file))
      report(node, `${name}: format in lib/format.ts`);
  }
  if (
    node.type === 'Identifier' &&
    node.name === 'Intl' &&
    parent?.type === 'MemberExpression' &&
    !mayStand('Intl', file)
  ) {
    report(node, 'Intl: format in lib/format.ts');
  }
  if (
    node.type === 'JSXAttribute' &&
    node.name.name === 'type' &&
    NATIVE_DATES.includes(node.value?.value ?? node.value?.expression?.value)
  ) {
    report(node, `type="${node.value.value ?? node.value.expression.value}": use the boxes of kit/dates`);
  }
  if (node.type === 'CallExpression') {
    const name = node.callee.name ?? node.callee.property?.name;
    const isGlobal =
      node.callee.type === 'Identifier' || ['window', 'globalThis'].includes(node.callee.object?.name);
    if (name === 'fetch' && isGlobal && file.startsWith('apps/web/src/') && !mayStand('fetch', file)) {
      report(node, 'fetch is called in lib/server/call.ts alone');
    }
    const [argument] = node.arguments;
    const isEmpty = !argument || (argument.type === 'ObjectExpression' && argument.properties.length === 0);
    if (name === 'deleteMany' && isEmpty) report(node, 'deleteMany without a condition empties the table');
  }
}

const sources = listFiles(['apps', 'packages', 'prisma'], ['.ts', '.tsx', '.mjs', '.cjs']);
for (const file of sources) {
  const { program, comments, line } = parse(file);
  const report = (node, why) => found.push(`${file}:${line(node.start)}: ${why}`);
  for (const comment of comments) if (silenced.test(comment.value)) report(comment, 'a check is silenced');
  if (/(\.config\.ts|build\.mjs)$/.test(file)) continue;
  walk(program, (node, parents) => checkNode(node, parents, file, report));
}

for (const file of listFiles(
  ['apps', 'packages', 'prisma', 'scripts', 'docs', '.github', '.ci', 'README.md', 'CHANGELOG.md'],
  textual,
)) {
  const lines = readFileSync(repoPath(file), 'utf8').split('\n');
  lines.forEach((text, index) => {
    if (ofOneMachine.test(text)) found.push(`${file}:${index + 1}: a path of one machine`);
  });
}

if (/:\/\//.test(readFileSync(repoPath('pnpm-lock.yaml'), 'utf8')))
  found.push('pnpm-lock.yaml names a registry host');

conclude([...found, ...listMissingFiles()]);
