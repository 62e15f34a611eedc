import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repoPath } from '../paths.mjs';
import { findLockOwner, writeOwner } from '../process/lock-file.mjs';
import { hasEnded } from '../process/process-status.mjs';
import { UserError } from '../user-error.mjs';

const readyWithinMs = 60_000;
const drainMs = 15_000;
const logLimit = 20_000_000;
/**
 * A small young generation of the heap, as in the image: with 4 MB a list took a quarter more processor time, and more
 * than 16 MB gained nothing. A worker of its own answers no lists: with 2 MB an import
 * of 100,000 rows takes 297 MB instead of 356.
 */
const heapArguments = (role) => [`--max-semi-space-size=${role === 'worker' ? 2 : 16}`];

/**
 * Returns the files with the process that serves a port from this data folder, and with the process that started it.
 */
function owners(dataDir, port) {
  return { api: join(dataDir, `api-${port}.owner`), starter: join(dataDir, `api-${port}.starter`) };
}

/** Ends an API whose starter was killed and that has not noticed yet; an API with a living starter is left running. */
export async function endLeftover({ dataDir, port }) {
  const files = owners(dataDir, port);
  const pid = findLockOwner(files.api);
  if (pid === undefined || findLockOwner(files.starter) !== undefined) return;
  process.kill(pid, 'SIGTERM');
  if (!(await hasEnded(pid, 5_000))) process.kill(pid, 'SIGKILL');
  await hasEnded(pid, 5_000);
}

/** Opens the log; a log that has grown too large is emptied. */
function openLog(file) {
  const log = openSync(file, 'a', 0o600);
  if (fstatSync(log).size > logLimit) truncateSync(file);
  return log;
}

function hasExited(child) {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Starts the built API and waits for its line `ready http://…`. Its log (JSON lines) goes to api.log in the data
 * folder; other output goes to the terminal.
 *
 * @param {{ dataDir: string, port: number | string, env: Record<string, string>, entry?: string, args?: string[] }}
 *   options
 * @returns {Promise<{ url: string, pid: number, ended: Promise<number | null>, stop: () => Promise<void> }>}
 */
export async function startApi({
  dataDir,
  port,
  env,
  entry = repoPath('apps', 'api', 'dist', 'main.js'),
  args = [],
}) {
  const log = openLog(join(dataDir, 'api.log'));
  const child = spawn(
    process.execPath,
    [
      '--import',
      repoPath('scripts', 'lib', 'process', 'exit-with-parent.mjs'),
      ...heapArguments(env.ROLE),
      ...args,
      entry,
    ],
    {
      cwd: repoPath(),
      // limits glibc's arenas, because each thread gets its own, which only grows, and returns memory freed after the
      // start (10 MB)
      env: { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', ...env },
      // a separate process group, because Ctrl-C in a terminal would otherwise reach the process twice
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const files = owners(dataDir, port);
  writeOwner(files.starter, process.pid);
  if (child.pid) writeOwner(files.api, child.pid);
  const ended = once(child, 'exit').then(([code]) => {
    for (const file of Object.values(files)) rmSync(file, { force: true });
    closeSync(log);
    return code;
  });
  const ready = new Promise((resolve) => {
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      const logged = lines.filter((line) => line.startsWith('{'));
      if (logged.length > 0 && !hasExited(child)) writeSync(log, `${logged.join('\n')}\n`);
      for (const line of lines) {
        if (line.startsWith('ready ')) resolve(line.slice('ready '.length).trim());
        else if (!line.startsWith('{')) console.log(line);
      }
    });
  });
  child.stderr.pipe(process.stderr);

  const stop = async () => {
    if (hasExited(child)) return;
    child.kill('SIGTERM');
    const isTooLong = await Promise.race([ended.then(() => false), sleep(drainMs, true, { ref: false })]);
    if (isTooLong) child.kill('SIGKILL');
    await ended;
  };

  const late = sleep(readyWithinMs, 'late', { ref: false });
  const first = await Promise.race([ready, ended.then(() => 'ended'), late]);
  if (first === 'ended') throw new UserError('The API did not start; what it said is above');
  if (first === 'late') {
    await stop();
    throw new UserError(
      `The API was not ready within ${readyWithinMs / 1000} s; see ${join(dataDir, 'api.log')}`,
    );
  }
  return { url: first, pid: child.pid, ended, stop };
}
