import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repoPath } from '../paths.mjs';
import { prepare } from '../prepare.mjs';
import { printLine, seconds } from '../print-step.mjs';
import { withThisNode } from '../toolchain.mjs';
import { UserError } from '../user-error.mjs';
import { EXCUSED, FACTS, IN_BROWSER, PROMISES } from './promise-ids.mjs';

const folder = 'apps/api/test/promises';
const tests = '{apps,packages}/*/{src,test}/**/*.test.{ts,tsx}';
const known = new Set([...PROMISES, ...FACTS]);

/** Settings of a developer's own shop, which tests must not use. */
const shopSettings = [
  'DATABASE_URL',
  'DIRECT_DATABASE_URL',
  'DATA_DIR',
  'DEMO',
  'DEMO_HISTORY',
  'HOST',
  'PORT',
  'NODE_ENV',
  'SECRET_KEY',
];

function cleanEnv(extra) {
  const env = withThisNode({ ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), ...extra });
  for (const key of shopSettings) delete env[key];
  return env;
}

/** Matches test names that begin with ids, after the names of their describe blocks. */
const PATTERN = `(^| )(${[...known].join('|')}) `;
/** Matches the same names in source code, of tests and describe blocks. */
const IN_SOURCE = /(?:^\s*|\b(?:it|test|describe)\b[^\n]*\(\s*)['"`]((?:[A-Z]\d{1,2} )+)/gm;

/** Returns the ids in the test names of a file. */
const idsIn = (file) =>
  [...readFileSync(repoPath(file), 'utf8').matchAll(IN_SOURCE)]
    .flatMap(([, ids]) => ids.trim().split(' '))
    .filter((id) => known.has(id));

/** Splits a test name into its leading ids and the sentence. */
export function promiseOf(name) {
  const [, ids = '', sentence = name] = /^((?:[A-Z]\d{1,2} )*)(.*)$/s.exec(name) ?? [];
  return { ids: ids.split(' ').filter((id) => known.has(id)), sentence };
}

/** Runs tests in vitest and returns their results. */
async function vitest(args) {
  const report = join(mkdtempSync(join(tmpdir(), 'dukkan-promises-')), 'report.json');
  const child = spawn(
    process.execPath,
    [
      repoPath('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...args,
      // no parallel files, because the tests measure times
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

/** Returns every id that a test has, whether it passes or not. */
export const carried = () => new Set(testFiles().flatMap(idsIn));

/** Returns the ids that are tested in the browser. */
const inBrowser = () => {
  const ids = new Set(globSync('apps/web/e2e/**/*.spec.ts', { cwd: repoPath() }).flatMap(idsIn));
  return IN_BROWSER.filter((id) => ids.has(id));
};

/** Runs the named promise files, or all of them and every other test with an id. */
async function run(named) {
  if (named.length > 0) return vitest(['--project', 'api', ...named.map((name) => `${folder}/${name}`)]);
  const files = testFiles().filter((file) => !file.startsWith(folder) && idsIn(file).length > 0);
  return [
    ...(await vitest(['--project', 'api', folder])),
    ...(await vitest([`--testNamePattern=${PATTERN}`, ...files])),
  ];
}

/**
 * Returns a line for each test: its ids including those of its describe blocks, its sentence, and whether it passed.
 */
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

/** Returns ids without a passing test, with or without a reason, and reasons that no longer apply. */
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

/** Runs the promises at their full numbers and prints a line for each; exit code 1 when one fails. */
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
