import { globSync, readFileSync, rmSync } from 'node:fs';
import { repoPath } from '../paths.mjs';
import { prepare } from '../prepare.mjs';
import { printLine, seconds } from '../print-step.mjs';
import { untilStopped } from '../process/until-stopped.mjs';
import { UserError } from '../user-error.mjs';
import { resultFile } from './suite.mjs';
import { runTasks, stopTasks } from './turbo.mjs';

const suites = ['check', 'unit', 'web', 'api', 'scripts', 'e2e'];
const unchanged = 'not run again, because nothing that it reads has changed';

const isCheck = ({ task }) => /^(check|typecheck)\b/.test(task);

/** Returns the tasks of the check: those of turbo.json, or the named ones of them. */
function checkTasks(names = []) {
  const { tasks } = JSON.parse(readFileSync(repoPath('turbo.json'), 'utf8'));
  const all = new Set(
    Object.keys(tasks)
      .map((id) => id.split('#').at(-1))
      .filter((task) => isCheck({ task })),
  );
  const isNamed = (part) => names.some((name) => part === name || part.startsWith(`${name}:`));
  return [...all].filter((task) => names.length === 0 || isNamed(task.replace('check:', '')));
}

/** Returns the name that people know a task by: the root folder has none. */
const nameOf = ({ id }) => id.replace('//#', '').replace('#', ' ');

/**
 * Returns what failed apart from the requested tasks: a build that they depend on, and the tasks that did not run because
 * of it, which turbo leaves out of its summary.
 *
 * @param {Pick<Awaited<ReturnType<typeof runTasks>>, 'results' | 'isPassed'>} run
 * @param {string[]} tasks the requested ones
 * @returns {string[]} their names
 */
export function findOtherFailures({ results, isPassed }, tasks) {
  const failed = results.filter((result) => !result.isPassed);
  const builds = failed.filter(({ task }) => !tasks.includes(task)).map(nameOf);
  const missing = tasks.filter((task) => results.every((result) => result.task !== task));
  const failures = [...builds, ...missing.map((task) => `${task} did not run`)];
  return isPassed || failed.length > 0 || failures.length > 0 ? failures : ['turbo'];
}

/**
 * Runs the parts of the check, as many at once as there are cores, and prints a line for each.
 *
 * @param {string[]} [names] only these parts: `typecheck`, `drift`
 * @param {{ isForced?: boolean }} [options]
 * @returns {Promise<{ passed: number, failures: string[] }>}
 */
export async function check(names, { isForced = Boolean(process.env.CI) } = {}) {
  const tasks = checkTasks(names);
  if (tasks.length === 0) throw new UserError(`No part of the check is called ${names.join(' or ')}`);
  const run = await runTasks(tasks, { isForced });
  const parts = run.results.filter(isCheck);
  for (const part of parts) {
    const how = part.isCached ? unchanged : `${(part.ms / 1000).toFixed(1)} s`;
    console.log(`${part.isPassed ? 'ok  ' : 'FAIL'} ${nameOf(part)} (${how})`);
  }
  return {
    passed: parts.filter(({ isPassed }) => isPassed).length,
    failures: [...parts.filter(({ isPassed }) => !isPassed).map(nameOf), ...findOtherFailures(run, tasks)],
  };
}

const toCounts = (passed, failures) => ({
  passed,
  failed: failures.length,
  skipped: 0,
  failures,
  unstable: [],
});

/** Reads what a suite counted; a suite that left nothing counts as a failure. */
function readCounts(result, suite) {
  try {
    const counts = JSON.parse(readFileSync(resultFile(result.folder, suite), 'utf8'));
    if (result.isPassed || counts.failures.length > 0) return counts;
    return { ...counts, failed: Math.max(counts.failed, 1), failures: [nameOf(result)] };
  } catch {
    return toCounts(0, [`${nameOf(result)} ended without a result`]);
  }
}

/** Runs test suites one after the other, because each uses all cores, and prints a line for each. */
async function runSuites(names, isForced) {
  for (const folder of ['.', ...globSync('{apps,packages}/*', { cwd: repoPath() })])
    for (const name of names) rmSync(resultFile(repoPath(folder), name), { force: true });
  const tasks = names.map((name) => `test:${name}`);
  const run = await runTasks(tasks, { concurrency: 1, isForced, isStreamed: true });
  const results = run.results.filter(({ task }) => tasks.includes(task));
  const counts = results.map((result) => readCounts(result, result.task.replace('test:', '')));
  for (const [at, { passed, failed, skipped }] of counts.entries()) {
    const result = results[at];
    const how = result.isCached ? unchanged : `${(result.ms / 1000).toFixed(1)} s`;
    printLine(`${nameOf(result)}: ${passed} passed, ${failed} failed, ${skipped} skipped (${how})`);
  }
  return [...counts, toCounts(0, findOtherFailures(run, tasks))];
}

/**
 * `npm test`: its last line is `N passed, N failed, N skipped`, and the exit code is 0 only without failures. A suite that
 * passed and whose inputs have not changed since counts without being run; named suites always run, and so does
 * everything in continuous integration (CI).
 */
export async function test(names) {
  untilStopped().then(() => {
    stopTasks();
    process.exit(130);
  });
  const chosen = names.length > 0 ? suites.filter((suite) => names.includes(suite)) : suites;
  const isForced = names.length > 0 || Boolean(process.env.CI);
  await prepare({ withBuild: false });
  const counts = [];
  if (chosen.includes('check')) {
    const { passed, failures } = await check([], { isForced });
    counts.push(toCounts(passed, failures));
  }
  const named = chosen.filter((suite) => suite !== 'check');
  if (named.length > 0) counts.push(...(await runSuites(named, isForced)));

  for (const each of counts.flatMap(({ unstable }) => unstable))
    printLine(`unstable, it passed by itself: ${each}`);
  for (const each of counts.flatMap(({ failures }) => failures)) printLine(`failed: ${each}`);
  printLine(`all of it took ${seconds()}`);
  const sum = (key) => counts.reduce((total, each) => total + each[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  process.exit(sum('failed') === 0 && sum('passed') > 0 ? 0 : 1);
}
