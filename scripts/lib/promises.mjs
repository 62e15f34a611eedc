import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repoPath } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { printLine, seconds } from './print-step.mjs';
import { EXCUSED, FACTS, IN_BROWSER, PROMISES } from './promise-ids.mjs';
import { cleanEnv } from './test.mjs';
import { UserError } from './user-error.mjs';

const folder = 'apps/api/test/promises';
const tests = '{apps,packages}/*/{src,test}/**/*.test.{ts,tsx}';
const known = new Set([...PROMISES, ...FACTS]);

/** A name that begins with ids, behind the names of what it stands in. */
const PATTERN = `(^| )(${[...known].join('|')}) `;
/** The same in a source: names of tests, and of what they stand in. */
const IN_SOURCE = /(?:^\s*|\b(?:it|test|describe)\b[^\n]*\(\s*)['"`]((?:[A-Z]\d{1,2} )+)/gm;

/** Ids that names in this file carry. */
const idsIn = (file) =>
  [...readFileSync(repoPath(file), 'utf8').matchAll(IN_SOURCE)]
    .flatMap(([, ids]) => ids.trim().split(' '))
    .filter((id) => known.has(id));

/** Ids that a test's name starts with, and the sentence behind them. */
export function promiseOf(name) {
  const [, ids = '', sentence = name] = /^((?:[A-Z]\d{1,2} )*)(.*)$/s.exec(name) ?? [];
  return { ids: ids.split(' ').filter((id) => known.has(id)), sentence };
}

/** Runs tests in one vitest and answers what each said. */
async function vitest(args) {
  const report = join(mkdtempSync(join(tmpdir(), 'dukkan-promises-')), 'report.json');
  const child = spawn(
    process.execPath,
    [
      repoPath('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...args,
      // measured times mean something only while nothing else runs
      ...['--no-file-parallelism', '--testTimeout=900000', '--hookTimeout=180000'],
      ...['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    ],
    { cwd: repoPath(), env: cleanEnv({ PROMISES: 'full' }), stdio: ['ignore', 'inherit', 'inherit'] },
  );
  await new Promise((resolve) => child.on('close', resolve));
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } finally {
    rmSync(join(report, '..'), { recursive: true, force: true });
  }
}

const testFiles = () => [
  ...globSync(tests, { cwd: repoPath() }),
  ...globSync('scripts/**/*.test.ts', { cwd: repoPath() }),
];

/** Every id that some test carries, whether it holds or not. */
export const carried = () => new Set(testFiles().flatMap(idsIn));

/** Ids that tests of the browser carry, and no other has to. */
const inBrowser = () => {
  const ids = new Set(globSync('apps/web/e2e/**/*.spec.ts', { cwd: repoPath() }).flatMap(idsIn));
  return IN_BROWSER.filter((id) => ids.has(id));
};

/** The named files of the promises, or all of them and every test elsewhere that carries an id. */
async function run(named) {
  if (named.length > 0) return vitest(['--project', 'api', ...named.map((name) => `${folder}/${name}`)]);
  const files = testFiles().filter((file) => !file.startsWith(folder) && idsIn(file).length > 0);
  return [
    ...(await vitest(['--project', 'api', folder])),
    ...(await vitest([`--testNamePattern=${PATTERN}`, ...files])),
  ];
}

/** One line for each test that ran: its ids with those of what it stands in, its sentence, and whether it holds. */
function linesOf(results) {
  return results.flatMap(({ assertionResults, name, message }) => {
    if (assertionResults.length === 0)
      return [{ ids: [], sentence: `${name} did not load: ${message}`, holds: false, ms: 0 }];
    return assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ ancestorTitles = [], title, status, duration = 0 }) => {
        const names = [...ancestorTitles, title].map(promiseOf);
        return {
          ids: [...new Set(names.flatMap(({ ids }) => ids))],
          sentence: names.map(({ sentence }) => sentence).join(': '),
          holds: status === 'passed',
          ms: Math.round(duration),
        };
      });
  });
}

/** What these ids leave open: with its reason, or without one; and reasons that hold no longer. */
export function unproved(ids) {
  const proved = new Set([...ids, ...inBrowser()]);
  const open = PROMISES.filter((id) => !proved.has(id));
  return {
    excused: open.filter((id) => EXCUSED[id]),
    missing: open.filter((id) => !EXCUSED[id]),
    stale: Object.keys(EXCUSED).filter((id) => proved.has(id) || !known.has(id)),
  };
}

const order = (id = '~') => {
  const at = PROMISES.indexOf(id);
  return at < 0 ? PROMISES.length : at;
};

/** Runs the promises at their full numbers and prints one line each; exit code 1 where one does not hold. */
export async function promises(named) {
  const unknown = named.find(
    (name) => globSync(`${folder}/${name}*.test.ts`, { cwd: repoPath() }).length === 0,
  );
  if (unknown) throw new UserError(`No file of ${folder} is called ${unknown}`);
  await prepare({ withBuild: named.length === 0 });
  const lines = linesOf(await run(named));
  lines.sort((a, b) => order(a.ids[0]) - order(b.ids[0]) || a.sentence.localeCompare(b.sentence));
  for (const { ids, sentence, holds, ms } of lines)
    console.log(
      `${ids.join(' ').padEnd(8)} ${holds ? 'holds ' : 'BROKEN'} ${String(ms).padStart(7)} ms  ${sentence}`,
    );
  const broken = lines.filter(({ holds }) => !holds).length;
  let isWhole = true;
  if (named.length === 0) {
    const { excused, missing, stale } = unproved(lines.flatMap(({ ids }) => ids));
    for (const id of inBrowser()) console.log(`${id.padEnd(8)} browser            npm test e2e`);
    for (const id of excused) console.log(`${id.padEnd(8)} not shown          ${EXCUSED[id]}`);
    for (const id of missing) console.log(`${id.padEnd(8)} MISSING            no test carries it`);
    for (const id of stale)
      console.log(`${id.padEnd(8)} STALE              excused although a test carries it`);
    isWhole = missing.length === 0 && stale.length === 0;
    console.log(
      `${PROMISES.length - excused.length - missing.length} of ${PROMISES.length} promises are shown`,
    );
  }
  printLine(`all of it took ${seconds()}`);
  console.log(`${lines.length - broken} hold, ${broken} broken`);
  process.exit(broken === 0 && lines.length > 0 && isWhole ? 0 : 1);
}
