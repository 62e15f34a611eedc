import { createRequire } from 'node:module';
import { repoPath } from '../paths.mjs';
import { prepare } from '../prepare.mjs';
import { migrate } from './migrate.mjs';
import { startScratch } from './scratch.mjs';

const template = 'dukkan_template';

/**
 * Vitest's global set-up for tests that need PostgreSQL: one throwaway cluster for each run, with a migrated template
 * database that each test file copies. The API is built first, because its processes and threads run the built code;
 * turbo has done so before it starts the suite.
 */
export async function setup(project) {
  if (!process.env.TURBO_HASH) await prepare({ withInstall: false, apps: ['api'] });
  const scratch = await startScratch({ inMemory: true });
  try {
    const url = await scratch.database(template);
    await migrate(url);
    await withQueue(url);
  } catch (error) {
    await scratch.stop();
    throw error;
  }
  project.provide('cluster', { adminUrl: scratch.adminUrl, template });
  return () => scratch.stop();
}

/** Also creates the job queue's tables, which a shop creates at its first start, so that test files find them. */
async function withQueue(url) {
  const { PgBoss } = createRequire(repoPath('apps', 'api', 'package.json'))('pg-boss');
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
}
