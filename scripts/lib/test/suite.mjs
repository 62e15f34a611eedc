import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { repoPath } from '../paths.mjs';
import { printLine } from '../print-step.mjs';
import { untilStopped } from '../process/until-stopped.mjs';
import { withThisNode } from '../toolchain.mjs';

const LINES_OF_WHY = 12;
/** When more files than this fail, it is no coincidence, and they are not run again. */
const RERUN_FILES_MAX = 10;
const SLOWEST = 12;

/**
 * Returns the file in which a suite leaves its counts; turbo stores it with a passed suite and restores it.
 *
 * @param {string} folder the folder of the suite's package
 * @param {string} name
 */
export const resultFile = (folder, name) => join(folder, '.turbo', `${name}.json`);

let running;

/** Runs a test runner with its output shown, and reads its report. */
async function run(args, cwd, env, reportFile) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: withThisNode({ ...process.env, ...env }),
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
const countFailures = (isGood, failed) => (isGood ? failed : Math.max(failed, 1));

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

async function runVitest(folder, ...args) {
  const file = join(folder, 'vitest.json');
  const errorsFile = join(folder, 'unhandled-errors');
  const cli = repoPath('node_modules', 'vitest', 'vitest.mjs');
  const reporters = [
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
    `--reporter=${repoPath('scripts', 'lib', 'process', 'unhandled-errors.mjs')}`,
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
  const first = { isGood: result.isGood, testResults: files, unstable: [] };
  if (!process.env.CI || result.isGood || result.hasUnhandled) return first;
  if (again.length === 0 || again.length > RERUN_FILES_MAX) return first;
  printLine(`again by themselves: ${again.map(({ name }) => relative(repoPath(), name)).join(', ')}`);
  const second = await runVitest(folder, '--maxWorkers=1', ...again.map(({ name }) => name));
  const rerun = new Map(second.report?.testResults.map((each) => [each.name, each]));
  const recovered = again.filter(({ name }) => rerun.get(name)?.status === 'passed');
  return {
    isGood: second.isGood,
    testResults: files.map((file) => rerun.get(file.name) ?? file),
    unstable: failuresOf(recovered),
  };
}

/** Prints the slowest tests of a run, in seconds. */
function printSlowest(name, tests) {
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  for (const test of slowest) printLine(`${name}, slowest: ${(test.ms / 1000).toFixed(1)} s ${test.name}`);
}

/** Returns the cases of Playwright's report with the milliseconds of all their attempts. */
function browserCasesOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `[${projectName}] ${file} ${title}`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      isFailed: status === 'unexpected',
    })),
  );
  return [...own, ...suites.flatMap(browserCasesOf)];
}

/** Runs a project of vitest.config.ts, of which only the files of the package in whose folder this process is. */
async function vitest(name, folder) {
  const first = await runVitest(folder, '--project', name, process.cwd());
  const { isGood, testResults, unstable } = await rerunFailedFiles(first, folder);
  printSlowest(
    name,
    testResults.map(({ name: file, startTime, endTime }) => ({
      name: relative(repoPath(), file),
      ms: endTime - startTime,
    })),
  );
  const cases = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = cases.filter(({ status }) => status === 'passed').length;
  const failed = cases.filter(({ status }) => status === 'failed').length;
  const failures = failuresOf(testResults);
  return {
    passed,
    failed: countFailures(isGood, failures.length),
    skipped: cases.length - passed - failed,
    failures,
    unstable,
  };
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
  const cases = browserCasesOf(result.report ?? {});
  printSlowest('e2e', cases);
  return {
    passed: expected + flaky,
    failed: countFailures(result.isGood, unexpected),
    skipped,
    failures: cases.filter(({ isFailed }) => isFailed).map(({ name }) => name),
    unstable: [],
  };
}

/**
 * Runs a suite of the package in whose folder this process is, and leaves its counts in `resultFile`.
 *
 * @param {string} name a project of vitest.config.ts, or `e2e`
 * @returns {Promise<boolean>} whether nothing failed
 */
export async function runSuite(name) {
  untilStopped().then(() => {
    running?.kill('SIGTERM');
    process.exit(130);
  });
  const folder = mkdtempSync(join(tmpdir(), 'dukkan-test-'));
  try {
    const result = await (name === 'e2e' ? playwright(folder) : vitest(name, folder));
    const file = resultFile(process.cwd(), name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(result));
    return result.failed === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
