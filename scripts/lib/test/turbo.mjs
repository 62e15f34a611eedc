import { spawn } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { repoPath } from '../paths.mjs';
import { withToolchain } from '../toolchain.mjs';
import { UserError } from '../user-error.mjs';

const cli = repoPath('node_modules', 'turbo', 'bin', 'turbo');
const summaries = repoPath('.turbo', 'runs');
/** More at once would only wait for memory. */
const CONCURRENCY_MAX = 4;

let running;

/** Ends the tasks that are running. */
export function stopTasks() {
  running?.kill('SIGTERM');
}

/** Returns the environment of turbo: nothing is sent anywhere, and another Node is another cache entry. */
async function turboEnv() {
  return withToolchain({
    ...process.env,
    ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
    NODE_RUNTIME: process.version,
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_PRINT_VERSION_DISABLED: '1',
  });
}

/** Starts turbo and waits for its end; returns what it printed, if that is not shown. */
async function turbo(args, isQuiet) {
  const outputMode = isQuiet ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: repoPath(),
    env: await turboEnv(),
    stdio: ['ignore', outputMode, outputMode],
  });
  running = child;
  let output = '';
  child.stdout?.on('data', (data) => (output += data));
  child.stderr?.on('data', (data) => (output += data));
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  running = undefined;
  return { code, output: output.trim() };
}

/**
 * Returns the summary of a run. A test may start the product meanwhile, whose own run leaves a summary beside it.
 *
 * @param {{ execution: { command: string } }[]} all what turbo wrote
 * @param {string[]} tasks of the run, as they were passed to turbo
 */
export const findSummary = (all, tasks) =>
  all.find(({ execution }) => execution.command.startsWith(`turbo run ${tasks.join(' ')} `));

/** Reads what turbo wrote about its runs; nothing, if it could not start one. */
const readSummaries = () =>
  globSync('*.json', { cwd: summaries }).map((name) =>
    JSON.parse(readFileSync(join(summaries, name), 'utf8')),
  );

function toResult({ taskId, task, directory, cache, execution }) {
  return {
    id: taskId,
    task,
    folder: repoPath(directory),
    isPassed: execution?.exitCode === 0,
    isCached: cache.status === 'HIT',
    ms: execution ? execution.endTime - execution.startTime : 0,
  };
}

/**
 * Runs tasks of turbo.json with the tasks that they depend on. A task that passed before on the same inputs is not run
 * again; a failed task does not stop the others.
 *
 * @param {string[]} tasks `test:web`, `@dukkan/api#build`
 * @param {{ concurrency?: number, isForced?: boolean, isQuiet?: boolean, isStreamed?: boolean }} [options] `isForced`:
 *   every task runs; `isQuiet`: prints nothing; `isStreamed`: output is shown as it comes, not task by task
 * @returns {Promise<{ results: ReturnType<typeof toResult>[], isPassed: boolean, output: string }>} a result for every
 *   task that ran or was cached, not for those that did not run because another one failed; the output, if quiet
 * @throws {UserError} when turbo itself fails
 */
export async function runTasks(
  tasks,
  { concurrency = Math.min(CONCURRENCY_MAX, availableParallelism()), isForced, isQuiet, isStreamed } = {},
) {
  rmSync(summaries, { recursive: true, force: true });
  const args = [
    'run',
    ...tasks,
    '--summarize',
    '--continue=dependencies-successful',
    `--concurrency=${concurrency}`,
    '--log-prefix=none',
    `--log-order=${isStreamed ? 'stream' : 'grouped'}`,
    ...(isForced ? ['--force'] : []),
  ];
  const { code, output } = await turbo(args, isQuiet);
  const summary = findSummary(readSummaries(), tasks);
  if (!summary) throw new UserError(`turbo could not run ${tasks.join(', ')}${output ? `:\n${output}` : ''}`);
  const results = summary.tasks.filter(({ command }) => command !== '<NONEXISTENT>').map(toResult);
  return { results, isPassed: code === 0, output };
}
