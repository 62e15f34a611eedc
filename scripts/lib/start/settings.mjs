import { accessSync, constants, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { repoPath } from '../paths.mjs';
import { UserError } from '../user-error.mjs';

const loopback = ['127.0.0.1', 'localhost', '::1'];

/**
 * Reads the settings of the scripts from the environment. The API checks all others itself.
 *
 * @throws {UserError} with a sentence that names the setting
 */
export function readSettings(env = process.env) {
  const port = Number(env.PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UserError(`PORT must be a number from 0 to 65535, not ${env.PORT}`);
  }
  const host = env.HOST || '127.0.0.1';
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl && !/^postgres(ql)?:\/\/[^\s/]+/.test(databaseUrl)) {
    throw new UserError(
      'DATABASE_URL is not a PostgreSQL address such as postgresql://user:password@host:5432/database',
    );
  }
  if (env.DEMO && !['0', '1', 'true', 'false'].includes(env.DEMO))
    throw new UserError(`DEMO must be 0 or 1, not ${env.DEMO}`);
  const isPrivate = !databaseUrl && loopback.includes(host);
  return {
    port,
    host,
    databaseUrl,
    /** The URL without a connection pooler, for migrations and for queries longer than a pooler allows. */
    directUrl: env.DIRECT_DATABASE_URL || databaseUrl,
    directKey: env.DIRECT_DATABASE_URL ? 'DIRECT_DATABASE_URL' : 'DATABASE_URL',
    dataDir: env.DATA_DIR ? resolve(env.DATA_DIR) : repoPath('.dukkan', 'data'),
    // demo accounts have known passwords, so they exist by default only when nobody else can reach the shop
    isDemo: env.DEMO ? ['1', 'true'].includes(env.DEMO) : isPrivate,
  };
}

/**
 * Refuses settings that cannot work, before any work is done: a folder that cannot be written, and DIRECT_DATABASE_URL
 * alone, with which the shop would use the embedded database and the scripts another one.
 */
export function requireUsable({ dataDir, databaseUrl, directUrl }) {
  if (directUrl && !databaseUrl)
    throw new UserError(
      'DIRECT_DATABASE_URL needs DATABASE_URL beside it: the same database, through a pooler',
    );
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UserError(`DATA_DIR: ${dataDir} cannot be written (${error.code})`);
  }
}

/** Refuses a port that is in use, before any work is done. */
export async function requireFreePort(host, port) {
  const server = createServer();
  const error = await new Promise((done) => {
    server.once('error', done);
    server.listen({ host, port, exclusive: true }, () => server.close(() => done(undefined)));
  });
  if (!error) return;
  if (error.code === 'EADDRINUSE')
    throw new UserError(`PORT: ${port} on ${host} is taken by another program; set PORT to a free one`);
  if (error.code === 'EACCES')
    throw new UserError(`PORT: ${port} needs more rights; set PORT to one above 1023`);
  throw new UserError(`HOST: ${host} is not an address of this machine (${error.code})`);
}
