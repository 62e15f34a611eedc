import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { repoPath } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { printLine, seconds } from './print-step.mjs';
import { withThisNode } from './toolchain.mjs';
import { passedBefore, rememberPassed, suiteFingerprint } from './unchanged-suites.mjs';
import { untilStopped } from './until-stopped.mjs';

const suites = ['check', 'unit', 'web', 'api', 'scripts', 'e2e'];
const projects = ['unit', 'web', 'api', 'scripts'];

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

export function cleanEnv(extra) {
  const env = withThisNode({ ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), ...extra });
  for (const key of shopSettings) delete env[key];
  return env;
}

let running;

/** The failures, repeated in the last lines, for readers who only see the end of a long output. */
const failures = [];
/** Tests that failed once and passed when their file was run again alone. */
const unstable = [];
const LINES_OF_WHY = 12;
/** When more files than this fail, it is no coincidence, and they are not run again. */
const RERUN_FILES_MAX = 10;

/** Runs a test runner with its output shown, and reads its report. */
async function run(args, cwd, env, reportFile) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: cleanEnv(env),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  running = child;
  const code = await new Promise((resolve) => child.on('close', resolve));
  running = undefined;
  let report;
  try {
    report = JSON.parse(readFileSync(reportFile, 'utf8'));
  } catch {
    report = undefined;
  }
  return { isGood: code === 0, report };
}

/** Counts at least one failure for a runner that fails without a failed test, such as for a file that does not load. */
function counted({ isGood }, passed, failed, skipped) {
  return { passed, failed: isGood ? failed : Math.max(failed, 1), skipped };
}

/** Returns the failures in Vitest's report: name, and the first lines of the reason. */
function failuresOf(files) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const isUnloaded = status === 'failed' && assertionResults.length === 0;
    const tests = isUnloaded
      ? [{ status, fullName: 'does not load', failureMessages: [message] }]
      : assertionResults;
    return tests
      .filter((each) => each.status === 'failed')
      .map(({ fullName, failureMessages: [why = ''] }) => {
        const lines = why.split('\n').filter((line) => !line.includes('node_modules'));
        return [`${relative(repoPath(), name)} > ${fullName}`, ...lines.slice(0, LINES_OF_WHY)].join('\n  ');
      });
  });
}

/** Returns the project of vitest.config.ts to which a test file belongs. */
function projectOf(name) {
  const path = relative(repoPath(), name).replaceAll('\\', '/');
  if (path.startsWith('scripts/')) return 'scripts';
  if (path.startsWith('apps/web/')) return 'web';
  return path.startsWith('packages/') || path.endsWith('.unit.test.ts') ? 'unit' : 'api';
}

/** Counts the cases of a project in Vitest's report. */
function casesOf(files, project, isGood) {
  const cases = files
    .filter(({ name }) => projectOf(name) === project)
    .flatMap((file) => file.assertionResults);
  const passed = cases.filter(({ status }) => status === 'passed').length;
  const failed = cases.filter(({ status }) => status === 'failed').length;
  return { passed, failed: isGood ? failed : Math.max(failed, 1), skipped: cases.length - passed - failed };
}

async function runVitest(folder, ...args) {
  const file = join(folder, 'vitest.json');
  const errorsFile = join(folder, 'unhandled-errors');
  const cli = repoPath('node_modules', 'vitest', 'vitest.mjs');
  const reporters = [
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
    `--reporter=${repoPath('scripts', 'lib', 'unhandled-errors.mjs')}`,
  ];
  const env = { UNHANDLED_ERRORS_FILE: errorsFile };
  const result = await run([cli, 'run', '--passWithNoTests', ...reporters, ...args], repoPath(), env, file);
  // a missing report counts as an unhandled error
  const hasUnhandled = !result.report || readFileSync(errorsFile, 'utf8') !== '0';
  return { ...result, hasUnhandled };
}

/**
 * In continuous integration, runs a file with a failed test once more alone, as the browser tests do: tests that pass
 * then are listed as unstable. After an error that no test caught, nothing is run again, because it belongs to no file.
 * @returns the report with the results of the second run
 */
async function rerunFailedFiles(result, folder) {
  const isFailed = ({ status }) => status === 'failed';
  const files = result.report?.testResults ?? [];
  const again = files.filter(isFailed);
  if (!process.env.CI || result.isGood || result.hasUnhandled) return result;
  if (again.length === 0 || again.length > RERUN_FILES_MAX) return result;
  printLine(`again by themselves: ${again.map(({ name }) => relative(repoPath(), name)).join(', ')}`);
  const second = await runVitest(folder, '--maxWorkers=1', ...again.map(({ name }) => name));
  const rerun = new Map(second.report?.testResults.map((each) => [each.name, each]));
  for (const file of again.filter(({ name }) => rerun.get(name)?.status === 'passed'))
    unstable.push(...failuresOf([file]));
  const testResults = files.map((file) => rerun.get(file.name) ?? file);
  return { isGood: second.isGood, report: { testResults } };
}

const SLOWEST = 12;

/** Prints the slowest tests of a run, in seconds. */
function tellSlowest(runner, each) {
  const slowest = each.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  for (const { name, ms } of slowest) printLine(`${runner}, slowest: ${(ms / 1000).toFixed(1)} s ${name}`);
}

/** Returns the cases of Playwright's report with the milliseconds of all their attempts. */
function browserCasesOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, results }) => ({
      name: `[${projectName}] ${file} ${title}`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  );
  return [...own, ...suites.flatMap(browserCasesOf)];
}

async function vitest(names, folder, prints) {
  const chosen = names.flatMap((name) => ['--project', name]);
  const result = await rerunFailedFiles(await runVitest(folder, ...chosen), folder);
  const { testResults = [] } = result.report ?? {};
  tellSlowest(
    'vitest',
    testResults.map(({ name, startTime, endTime }) => ({
      name: relative(repoPath(), name),
      ms: endTime - startTime,
    })),
  );
  const failed = failuresOf(testResults);
  failures.push(...failed);
  const sum = { passed: 0, skipped: 0 };
  for (const name of names) {
    // when the run failed, no project is remembered as passed, because the failure may belong to any of them
    const cases = casesOf(testResults, name, result.isGood);
    printLine(`${name}: ${cases.passed} cases passed`);
    rememberPassed(name, prints[name], cases);
    sum.passed += cases.passed;
    sum.skipped += cases.skipped;
  }
  return counted(result, sum.passed, failed.length, sum.skipped);
}

async function playwright(folder) {
  const file = join(folder, 'playwright.json');
  const { findBrowser } = await import('./browser.mjs');
  const browser = await findBrowser();
  const require = createRequire(repoPath('apps', 'web', 'package.json'));
  const cli = join(require.resolve('@playwright/test/package.json'), '..', 'cli.js');
  const env = { CHROMIUM_PATH: browser, E2E_JSON: file };
  const result = await run([cli, 'test', '--pass-with-no-tests'], repoPath('apps', 'web'), env, file);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = result.report?.stats ?? {};
  tellSlowest('e2e', browserCasesOf(result.report ?? {}));
  return counted(result, expected + flaky, unexpected, skipped);
}

/**
 * Runs the selected suites one after the other; a broken suite does not hide the others. With `mayRest`, a suite that
 * passed and whose files have not changed since counts without being run.
 */
async function runSuites(wanted, folder, count, mayRest) {
  const add = (more) => {
    for (const key of Object.keys(count)) count[key] += more[key] ?? 0;
  };
  const prints = Object.fromEntries(wanted.map((name) => [name, suiteFingerprint(name)]));
  const before = Object.fromEntries(
    wanted.map((name) => [name, mayRest && passedBefore(name, prints[name])]),
  );
  const chosen = wanted.filter((name) => !before[name]);
  for (const name of wanted.filter((name) => before[name])) {
    printLine(`${name}: ${before[name].passed} passed before, and nothing has changed since`);
    add(before[name]);
  }
  const suite = async (name, work) => {
    const from = Date.now();
    try {
      add(await work());
    } catch (error) {
      console.error(error.message ?? error);
      add({ failed: 1 });
    }
    printLine(`${name} took ${seconds(from)}`);
  };
  const remembered = async (name, work) => {
    const result = await work();
    rememberPassed(name, prints[name], { skipped: 0, ...result });
    return result;
  };
  if (chosen.includes('check')) {
    const { check } = await import('./check.mjs');
    await suite('check', () => remembered('check', () => check()));
  }
  const vitestProjects = projects.filter((name) => chosen.includes(name));
  if (vitestProjects.length > 0) {
    const name = vitestProjects.join(', ');
    await suite(name, () => vitest(vitestProjects, folder, prints));
  }
  if (chosen.includes('e2e')) await suite('e2e', () => remembered('e2e', () => playwright(folder)));
}

/**
 * `npm test`: its last line is `N passed, N failed, N skipped`, and the exit code is 0 only without failures. Named
 * suites always run, and so does everything in continuous integration (CI).
 */
export async function test(names) {
  untilStopped().then(() => {
    running?.kill('SIGTERM');
    process.exit(130);
  });
  const chosen = names.length > 0 ? suites.filter((suite) => names.includes(suite)) : suites;
  const folder = mkdtempSync(join(tmpdir(), 'dukkan-test-'));
  const count = { passed: 0, failed: 0, skipped: 0 };
  try {
    await prepare({ withBuild: chosen.some((suite) => ['api', 'scripts', 'e2e'].includes(suite)) });
    await runSuites(chosen, folder, count, names.length === 0 && !process.env.CI);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const each of unstable) printLine(`unstable, it passed by itself: ${each}`);
  for (const each of failures) printLine(`failed: ${each}`);
  printLine(`all of it took ${seconds()}`);
  console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  process.exit(count.failed === 0 && count.passed > 0 ? 0 : 1);
}
