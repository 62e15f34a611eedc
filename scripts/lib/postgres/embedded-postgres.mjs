import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findLockOwner, lockFile } from '../process/lock-file.mjs';
import { commandLine, hasEnded, isAlive } from '../process/process-status.mjs';
import { UserError } from '../user-error.mjs';
import { lentIdentity, postgresCommand } from './postgres-identity.mjs';

const major = '18';
const user = 'dukkan';
const readyWithinMs = 60_000;

const MB = 2 ** 20;
/** A quarter of the memory in megabytes, as PostgreSQL's manual recommends. */
export const quarterMb = Math.round(
  Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / MB / 4,
);
/**
 * PostgreSQL's shared memory in megabytes; only the used part is really allocated. With PostgreSQL's default of 128 MB
 * a large shop is read through the system's cache, which other programs displace.
 */
const usualMb = Math.min(Math.max(quarterMb, 128), 2_048);

/** Settings of every cluster: loopback only, no sockets in shared folders, UTC. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  jit: 'off',
};

/** A throwaway cluster may lose its data in a crash, which makes tests several times faster. */
const throwawaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_size: '4GB',
};

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Reads postmaster.pid: the process, its port, and whether it accepts connections; undefined when it is absent. */
function postmaster(dataDir) {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() };
  } catch {
    return undefined;
  }
}

/** Locks the folder for this process; waits for a process that is just ending. */
async function claimFolder(base) {
  const claimed = await lockFile(join(base, 'postgres.owner'), 5_000);
  if (claimed.release) return claimed.release;
  throw new UserError(
    `DATA_DIR: ${base} is in use by process ${claimed.heldBy}; stop it, or name another folder`,
  );
}

/** Ends a PostgreSQL whose starter was killed, and removes the files that a killed PostgreSQL left behind. */
async function recover(dataDir) {
  const left = postmaster(dataDir);
  if (!left) return;
  // process ids are reused, so only a process whose command line has this folder is ours
  if (isAlive(left.pid) && commandLine(left.pid).includes(dataDir)) {
    for (const [signal, ms] of [
      ['SIGINT', 20_000],
      ['SIGQUIT', 10_000],
      ['SIGKILL', 5_000],
    ]) {
      process.kill(left.pid, signal);
      if (await hasEnded(left.pid, ms)) break;
    }
  }
  rmSync(join(dataDir, 'postmaster.pid'), { force: true });
}

/** Returns the cluster's password, which is created once; only the starter can read its file. */
function password(file) {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const made = randomBytes(24).toString('base64url');
  writeFileSync(file, made, { mode: 0o600 });
  return made;
}

function giveTo(path, who) {
  if (who.uid !== undefined) chownSync(path, who.uid, who.gid);
}

function lastLine(text) {
  return (text ?? '').trim().split('\n').at(-1) ?? '';
}

/**
 * Creates a new cluster in a temporary folder and moves it to its final place, so that a kill leaves no half-finished
 * cluster.
 */
function initialise(base, dataDir, secret, who, isThrowaway) {
  const draft = `${dataDir}.new`;
  const passwordFile = `${dataDir}.pw`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  giveTo(draft, who);
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, `${secret}\n`, { mode: 0o600 });
  giveTo(passwordFile, who);
  const flags = [
    `--pgdata=${draft}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(isThrowaway ? ['--no-sync'] : []),
  ];
  const [program, args, options] = postgresCommand('initdb', flags, who, base);
  const { status, stderr, error } = spawnSync(program, args, { ...options, encoding: 'utf8', cwd: '/' });
  rmSync(passwordFile, { force: true });
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new UserError(
      `DATA_DIR: PostgreSQL could not prepare ${dataDir}: ${lastLine(stderr) || error?.message}`,
    );
  }
  renameSync(draft, dataDir);
}

/**
 * Starts a small guard process that ends PostgreSQL when this process ends in any way, even by kill -9, because its
 * input is then closed.
 */
function guard(pid) {
  const script = 'trap "" INT TERM HUP; cat >/dev/null; kill -INT "$1" 2>/dev/null';
  const child = spawn('/bin/sh', ['-c', script, 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.unref();
  child.stdin.unref();
  return child;
}

function hasExited(child) {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Waits until the postmaster accepts connections; returns false when it ended instead. */
async function isReady(child, dataDir) {
  let hasFailed = false;
  child.once('error', () => {
    hasFailed = true;
  });
  for (const end = Date.now() + readyWithinMs; Date.now() < end; await sleep(10)) {
    if (hasFailed || hasExited(child)) return false;
    const now = postmaster(dataDir);
    if (now?.pid === child.pid && now.status === 'ready') return true;
  }
  child.kill('SIGQUIT');
  return false;
}

/**
 * Starts the postmaster on a free port; retries when another program took the port or old backends are still ending.
 */
async function launch(base, dataDir, who, { isThrowaway, sharedMb = usualMb }) {
  const logFile = join(base, 'postgres.log');
  const chosen = {
    ...settings,
    shared_buffers: `${sharedMb}MB`,
    ...(isThrowaway ? throwawaySettings : {}),
  };
  const flags = Object.entries(chosen).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const serverArguments = ['-D', dataDir, '-p', String(port), ...flags];
    const [program, args, options] = postgresCommand('postgres', serverArguments, who, base);
    const log = openSync(logFile, 'w', 0o600);
    // a separate process group, because Ctrl-C in a terminal must reach the API first
    const child = spawn(program, args, { ...options, cwd: '/', detached: true, stdio: ['ignore', log, log] });
    closeSync(log);
    if (await isReady(child, dataDir)) return { child, port };
    const said = readFileSync(logFile, 'utf8');
    if (attempt === 8 || !/could not bind|pre-existing shared memory|lock file/.test(said)) {
      const line = said.split('\n').find((entry) => /FATAL|PANIC/.test(entry)) ?? lastLine(said);
      const reason = line.replace(/^.*?(FATAL|PANIC):\s*/, '');
      throw new UserError(`DATA_DIR: PostgreSQL did not start from ${dataDir}: ${reason} (see ${logFile})`);
    }
    await sleep(200 * attempt);
  }
}

function prepareFolder(folder, who) {
  const base = resolve(folder);
  try {
    mkdirSync(base, { recursive: true });
    accessSync(base, constants.W_OK);
    // the other user may pass through the folder but not list it
    if (who.uid !== undefined) chmodSync(base, (statSync(base).mode & 0o777) | 0o011);
  } catch (error) {
    throw new UserError(`DATA_DIR: ${base} cannot be written (${error.code})`);
  }
  return base;
}

const urlOf = (secret, port) => (database) => `postgresql://${user}:${secret}@127.0.0.1:${port}/${database}`;

/**
 * Connects to the PostgreSQL of a folder: a running one keeps running, a stopped one is started until `stop`.
 *
 * @param {string} folder
 * @returns {Promise<{ url: (database: string) => string, stop: () => Promise<void> }>}
 * @throws {UserError} also when the folder has no cluster; none is created
 */
export async function reachPostgres(folder) {
  const base = resolve(folder);
  const dataDir = join(base, 'postgres');
  if (!existsSync(dataDir))
    throw new UserError(`DATABASE_URL is not set, and DATA_DIR ${base} holds no database`);
  const running = findLockOwner(join(base, 'postgres.owner')) && postmaster(dataDir);
  if (running?.status !== 'ready') return startPostgres({ folder });
  return { url: urlOf(password(join(base, 'postgres.password')), running.port), stop: async () => undefined };
}

/**
 * Starts PostgreSQL 18 on loopback with its files in `folder` (postgres/, postgres.log, postgres.password). A process
 * left over from a killed start is ended and recovered first; a folder in use is refused.
 *
 * @param {{ folder: string, isThrowaway?: boolean, sharedMb?: number }} options a throwaway cluster trades safety for
 *   speed; `sharedMb` is PostgreSQL's shared memory
 * @returns {Promise<{ url: (database: string) => string, ended: Promise<unknown>, stop: () => Promise<void> }>} `url`
 *   returns the URL of a database; `ended` resolves when PostgreSQL ends for any reason; `stop` ends it and waits
 * @throws {UserError} with a sentence that names the setting to change
 */
export async function startPostgres({ folder, isThrowaway = false, sharedMb }) {
  const who = lentIdentity();
  const base = prepareFolder(folder, who);
  const release = await claimFolder(base);
  try {
    const dataDir = join(base, 'postgres');
    await recover(dataDir);
    const isNew = !existsSync(dataDir);
    if (!isNew && readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim() !== major) {
      throw new UserError(`DATA_DIR: ${dataDir} was made by another major version than PostgreSQL ${major}`);
    }
    const secretFile = join(base, 'postgres.password');
    if (isNew) rmSync(secretFile, { force: true });
    const secret = password(secretFile);
    if (isNew) initialise(base, dataDir, secret, who, isThrowaway);

    const { child, port } = await launch(base, dataDir, who, { isThrowaway, sharedMb });
    const watcher = guard(child.pid);
    const ended = once(child, 'exit').then(release);
    child.unref();
    return {
      url: urlOf(secret, port),
      ended,
      stop: async () => {
        watcher.kill('SIGKILL');
        if (hasExited(child)) return;
        child.ref();
        child.kill('SIGINT');
        const isTooLong = await Promise.race([ended.then(() => false), sleep(20_000, true, { ref: false })]);
        if (isTooLong) child.kill('SIGQUIT');
        await ended;
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
