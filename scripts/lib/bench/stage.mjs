import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateCatalogue } from '../generate/catalogue.mjs';
import { repoPath, stateDir } from '../paths.mjs';
import { connect } from '../postgres/database.mjs';
import { quarterMb } from '../postgres/embedded-postgres.mjs';
import { runStep } from '../print-step.mjs';
import { readOutputUntil } from '../process/read-output-until.mjs';
import { startApi } from '../start/api.mjs';
import { readSettings } from '../start/settings.mjs';
import { startDatabase, startStack } from '../start/stack.mjs';
import { UserError } from '../user-error.mjs';
import { send } from './own-api.mjs';

/** Enough memory for all indexes of a large shop. Writes wait for the disk, as in a shop, also for the floors. */
const POSTGRES = { sharedMb: quarterMb };

/** High limits, because all clients share one address here. */
const LIMITS = {
  DEMO_HISTORY: '0',
  RATE_PER_MINUTE: '100000000',
  EXPORTS_PER_MINUTE: '1000',
  PASSWORD_COST: '4',
};

/** Starts the minimal server that figures are compared with. */
async function startFloor(databaseUrl) {
  const child = spawn(process.execPath, [repoPath('scripts', 'lib', 'bench', 'floor.mjs')], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [, url] = /^ready (\S+)\n/.exec(await readOutputUntil(child, /\n/)) ?? [];
  if (!url) throw new UserError('The floor did not start; what it said is above');
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Fills the database without other connections, because a vacuum can only mark rows as visible when no open transaction
 * needs their past.
 */
async function fill(settings, size) {
  const database = await startDatabase(settings, POSTGRES);
  try {
    const client = await connect(database.url);
    try {
      await runStep(`catalogue, size ${size}`, () => generateCatalogue(client, size));
      await client.query('VACUUM (ANALYZE)');
    } finally {
      await client.end();
    }
  } finally {
    await database.stop();
  }
}

/** Reads tables and indexes into memory, small ones first, as in a shop that has been running for a while. */
export async function warm(client) {
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_prewarm');
  await client.query(
    `SELECT pg_prewarm(name)
       FROM (SELECT c.oid::regclass AS name, sum(pg_relation_size(c.oid)) OVER (ORDER BY pg_relation_size(c.oid), c.oid) AS upto
               FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i')) every
      WHERE upto < $1::float8`,
    [quarterMb * 2 ** 20 * 0.9],
  );
}

/**
 * Starts PostgreSQL, an API process and a worker for the benchmark, as docker-compose.yml runs them, with the generated
 * shop. The data stays in the scripts' folder, so that the next run starts at once; deleting the folder creates it
 * again.
 *
 * @param {string} size
 * @param {string} [folder] in the scripts' folder; each size has its own
 */
export async function openStage(size, folder = 'bench') {
  const dataDir = join(stateDir, folder);
  mkdirSync(dataDir, { recursive: true });
  const settings = readSettings({ PORT: process.env.PORT ?? '0', DATA_DIR: dataDir, DEMO: '1' });
  await fill(settings, size);
  const stack = await startStack(settings, { postgres: POSTGRES, env: { ...LIMITS, ROLE: 'api' } });
  const client = await connect(stack.databaseUrl);
  const opened = [() => client.end(), () => stack.stop()];
  const close = async () => {
    for (const end of opened) await end();
  };
  try {
    await runStep('what has room in memory', () => warm(client));
    const floor = await startFloor(stack.databaseUrl);
    opened.unshift(floor.stop);
    const worker = await startApi({
      dataDir,
      port: 'worker',
      env: {
        NODE_ENV: 'production',
        ROLE: 'worker',
        HOST: settings.host,
        PORT: '0',
        DATABASE_URL: stack.databaseUrl,
        DATA_DIR: dataDir,
      },
    });
    opened.unshift(worker.stop);
    const post = async (path, body, token) => {
      const { status, json } = await send(stack.url, path, body, token);
      if (status !== 200) throw new UserError(`${path} answered ${status}: ${json.message}`);
      return json;
    };
    const { results } = await post('/user/auth', { email: 'admin@demo.test', password: 'Dukkan!2026' });
    const { token } = results;
    return {
      url: stack.url,
      pid: stack.pid,
      workerPid: worker.pid,
      databaseUrl: stack.databaseUrl,
      dataDir,
      token,
      floorUrl: floor.url,
      client,
      post: (path, body) => post(path, body, token),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
