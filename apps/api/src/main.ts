import { once } from 'node:events';
import { createServer } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Logger } from 'pino';
import { type App, makeApp } from './app.ts';
import { makeLog } from './core/log.ts';
import { ConfigurationError, readEnv } from './env.ts';
import { startHistory } from './seed/demo-history.ts';
import { seed } from './seed.ts';

const DRAIN_MS = 10_000;
const SWEEP_AFTER_MS = 5_000;

/**
 * Gives back what starting has left behind: a sixth of what an idle process holds, which the collector would only look
 * for once memory is short.
 */
function sweep(): void {
  setFlagsFromString('--expose-gc');
  const gc: (options: object) => void = runInNewContext('gc');
  gc({ type: 'major', flavor: 'last-resort' });
}

/** One sentence on stderr and exit code 1: a wrong start is never half a start (promises O7). */
function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const FLUSH_MS = 1_000;

/**
 * Ends once the log is out. What is left to the exit itself is tried for ever where its reader is gone: the process would
 * stay, with its connections.
 */
function leave(log: Logger, code: number): void {
  const exit = () => process.exit(code);
  setTimeout(exit, FLUSH_MS);
  log.flush(exit);
}

function explain(error: unknown, port: number, host: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof ConfigurationError) return error.message;
  if (code === 'EADDRINUSE') return `PORT ${port} is already in use on ${host}.`;
  if (code === 'EACCES') return `PORT ${port} may not be opened by this user.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine.`;
  if (
    code === 'ECONNREFUSED' ||
    /timeout exceeded when trying to connect|connection terminated/i.test(message)
  )
    return 'DATABASE_URL: no PostgreSQL answers there.';
  if (code === '28P01' || code === '28000') return 'DATABASE_URL: PostgreSQL refuses this user or password.';
  if (code === '3D000') return 'DATABASE_URL: this database does not exist.';
  return message;
}

/** Refuses a taken address before anything is written: a start that cannot serve must not name an administrator. */
async function tryAddress(port: number, host: string): Promise<void> {
  const server = createServer().listen({ port, host });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function start(): Promise<void> {
  const env = (() => {
    try {
      return readEnv();
    } catch (error) {
      return refuse(explain(error, 0, ''));
    }
  })();
  const log = makeLog(env);
  // on a machine that both share, whoever waits at a screen comes before an import
  if (env.ROLE === 'worker') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  let app: App;
  try {
    app = await makeApp(env, { log });
    await app.services.database.pool.query('SELECT 1');
    await tryAddress(env.PORT, env.HOST);
    if (env.ROLE !== 'worker') await seed(app.services);
    await app.http.listen({ port: env.PORT, host: env.HOST });
  } catch (error) {
    return refuse(explain(error, env.PORT, env.HOST));
  }
  const address = app.http.server.address();
  const port = typeof address === 'object' && address ? address.port : env.PORT;
  process.stdout.write(`ready http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${port}\n`);
  setTimeout(sweep, SWEEP_AFTER_MS).unref();
  const tells = env.DEMO && env.DEMO_HISTORY && env.ROLE !== 'worker';
  endWell(app, tells ? startHistory(app.services) : async () => undefined);
}

/**
 * SIGTERM drains: what runs is finished, what is new is refused, and after ten seconds it ends anyway (F6). With
 * DRAIN_WAIT_MS a balancer is told first, and whoever comes meanwhile is still served.
 */
function endWell(app: App, stopHistory: () => Promise<void>): void {
  const { log } = app.services;
  let ending = false;
  const end = (signal: string) => {
    if (ending) return;
    ending = true;
    log.info({ signal }, 'draining');
    setTimeout(() => leave(log, 0), DRAIN_MS + app.services.env.DRAIN_WAIT_MS).unref();
    stopHistory()
      .then(() => app.close())
      .then(
        () => leave(log, 0),
        () => leave(log, 1),
      );
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
  // a promise nobody waited for is a defect of one request, not a reason to stop serving the others (F10)
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    leave(log, 1);
  });
}

await start();
