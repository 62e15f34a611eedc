import { repoPath } from '../paths.mjs';
import { ensureDatabase } from '../postgres/database.mjs';
import { startPostgres } from '../postgres/embedded-postgres.mjs';
import { migrate } from '../postgres/migrate.mjs';
import { printLine, seconds } from '../print-step.mjs';
import { UserError } from '../user-error.mjs';
import { endLeftover, startApi } from './api.mjs';
import { requireFreePort } from './settings.mjs';

const databaseName = 'dukkan';

/**
 * Starts the database of these settings, migrated: the one in DATABASE_URL, or the embedded PostgreSQL with these
 * `options`.
 */
export async function startDatabase(settings, options = {}) {
  const from = Date.now();
  const cluster = settings.databaseUrl
    ? undefined
    : await startPostgres({ folder: settings.dataDir, ...options });
  try {
    if (cluster) {
      await ensureDatabase(cluster.url('postgres'), databaseName);
      printLine(`database: PostgreSQL 18 in ${settings.dataDir} (${seconds(from)})`);
    }
    const url = cluster?.url(databaseName) ?? settings.databaseUrl;
    const applied = await migrate(cluster ? url : settings.directUrl, { key: settings.directKey });
    if (applied.length > 0) printLine(`migrations: ${applied.length} applied`);
    return { url, ended: cluster?.ended ?? new Promise(() => undefined), stop: async () => cluster?.stop() };
  } catch (error) {
    await cluster?.stop();
    throw error;
  }
}

/** Refuses settings that the API would refuse, before a database is created. */
async function requireTaken(env) {
  const { ConfigurationError, readEnv } = await import('../../../apps/api/src/env.ts');
  try {
    readEnv({ ...process.env, ...env });
  } catch (error) {
    throw error instanceof ConfigurationError ? new UserError(error.message) : error;
  }
}

/**
 * Starts database and API; `stop` stops both in the right order.
 *
 * @param {ReturnType<typeof import('./settings.mjs').readSettings>} settings
 * @param {{ postgres?: object, env?: Record<string, string>, api?: object }} [options] options of the embedded
 *   PostgreSQL, environment and options of the API
 * @returns {Promise<{ url: string, pid: number, databaseUrl: string, ended: Promise<string>, stop: () =>
 *   Promise<void> }>} `ended` resolves with the name of the part that ended unexpectedly
 */
export async function startStack(settings, { postgres, env = {}, api: apiOptions = {} } = {}) {
  await endLeftover(settings);
  await requireFreePort(settings.host, settings.port);
  const addresses = {
    NODE_ENV: 'production',
    HOST: settings.host,
    PORT: String(settings.port),
    DATA_DIR: settings.dataDir,
    DEMO: settings.isDemo ? '1' : '0',
    WEB_ROOT: repoPath('apps', 'web', 'dist'),
    ...env,
  };
  await requireTaken({ ...addresses, DATABASE_URL: settings.databaseUrl ?? 'postgresql://embedded/dukkan' });
  const database = await startDatabase(settings, postgres);
  try {
    const api = await startApi({
      dataDir: settings.dataDir,
      port: settings.port,
      env: { ...addresses, DATABASE_URL: database.url },
      ...apiOptions,
    });
    return {
      url: api.url,
      pid: api.pid,
      databaseUrl: database.url,
      ended: Promise.race([api.ended.then(() => 'API'), database.ended.then(() => 'PostgreSQL')]),
      async stop() {
        await api.stop();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
