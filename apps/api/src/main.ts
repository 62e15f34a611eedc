import { once } from 'node:events';
import { createServer } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { type App, createApp } from './app.ts';
import { createLogger } from './core/process/log.ts';
import { ConfigurationError, readEnv } from './env.ts';
import { startDemoHistory } from './seed/demo-history.ts';
import { seedShop } from './seed.ts';

const DRAIN_MS = 10_000;
const SWEEP_AFTER_MS = 5_000;

/**
 * Collects the garbage of the start, a sixth of an idle process's memory, which V8 would otherwise keep until memory is
 * short.
 */
function collectStartGarbage(): void {
  setFlagsFromString('--expose-gc');
  const gc: (options: object) => void = runInNewContext('gc');
  gc({ type: 'major', flavor: 'last-resort' });
}

/** Prints one sentence to stderr and exits with code 1, so that a failed start never runs halfway. */
function exitWithSentence(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const FLUSH_MS = 1_000;

/**
 * Exits after the log is written. Waiting for process exit to flush it would never end if the log's reader is gone, and
 * the process would keep its connections.
 */
function exitAfterLog(log: Logger, code: number): void {
  const exit = () => process.exit(code);
  setTimeout(exit, FLUSH_MS);
  log.flush(exit);
}

/** Describes a problem with the listen address in one sentence that names its key. */
function explainListenError(error: unknown, port: number, host: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof ConfigurationError) return error.message;
  if (code === 'EADDRINUSE') return `PORT ${port} is already in use on ${host}.`;
  if (code === 'EACCES') return `PORT ${port} may not be opened by this user.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine.`;
  return message;
}

const CONNECT_MS = 10_000;
/** SQL that checks for a table of the first migration, without which no migration has run. */
const MIGRATED = `SELECT to_regclass('setting') IS NOT NULL AS is_migrated`;

/** Describes a problem with a database in one sentence that names its key. */
function explainDatabase(key: string, host: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `${key}: no machine is called ${host}.`;
  if (code === '28P01' || code === '28000') return `${key}: PostgreSQL refuses this user or password.`;
  if (code === '3D000') return `${key}: this database does not exist.`;
  return `${key}: no PostgreSQL answers there.`;
}

/** Connects to a database once before it is used, so that an error names the right configuration key. */
async function tryDatabase(key: string, connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_MS });
  // the waiting query reports a dropped connection
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is_migrated: boolean }>(MIGRATED);
    if (!rows[0]?.is_migrated)
      exitWithSentence(`${key}: there are no tables yet; node scripts/migrate.mjs makes them.`);
  } catch (error) {
    exitWithSentence(explainDatabase(key, new URL(connectionString).hostname, error));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Refuses an address in use before anything is written, because a start that cannot serve must not create an
 * administrator.
 */
async function tryAddress(port: number, host: string): Promise<void> {
  const server = createServer().listen({ port, host });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function startServer(): Promise<void> {
  const env = (() => {
    try {
      return readEnv();
    } catch (error) {
      return exitWithSentence(explainListenError(error, 0, ''));
    }
  })();
  const log = createLogger(env);
  // on a shared machine, requests of users get the processor before imports
  if (env.ROLE === 'worker') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  let app: App;
  try {
    await tryDatabase('DATABASE_URL', env.DATABASE_URL);
    if (env.DIRECT_DATABASE_URL) await tryDatabase('DIRECT_DATABASE_URL', env.DIRECT_DATABASE_URL);
    app = await createApp(env, { log });
    await tryAddress(env.PORT, env.HOST);
    if (env.ROLE !== 'worker') await seedShop(app.services);
    await app.http.listen({ port: env.PORT, host: env.HOST });
  } catch (error) {
    return exitWithSentence(explainListenError(error, env.PORT, env.HOST));
  }
  const address = app.http.server.address();
  const port = typeof address === 'object' && address ? address.port : env.PORT;
  process.stdout.write(`ready http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${port}\n`);
  setTimeout(collectStartGarbage, SWEEP_AFTER_MS).unref();
  const tells = env.DEMO && env.DEMO_HISTORY && env.ROLE !== 'worker';
  endWell(app, tells ? startDemoHistory(app.services) : async () => undefined);
}

/**
 * SIGTERM drains: running requests finish, new ones are refused, and after ten seconds the process exits anyway.
 * With DRAIN_WAIT_MS a load balancer learns of it first, and requests until then are still served.
 */
function endWell(app: App, stopHistory: () => Promise<void>): void {
  const { log } = app.services;
  let ending = false;
  const end = (signal: string) => {
    if (ending) return;
    ending = true;
    log.info({ signal }, 'draining');
    setTimeout(() => exitAfterLog(log, 0), DRAIN_MS + app.services.env.DRAIN_WAIT_MS).unref();
    stopHistory()
      .then(() => app.close())
      .then(
        () => exitAfterLog(log, 0),
        () => exitAfterLog(log, 1),
      );
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
  // an unhandled rejection is a defect of one request, not a reason to stop serving others
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    exitAfterLog(log, 1);
  });
}

await startServer();
