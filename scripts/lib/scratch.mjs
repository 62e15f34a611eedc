import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDatabase } from './database.mjs';
import { startPostgres } from './embedded-postgres.mjs';

/**
 * Starts a throwaway PostgreSQL in the system's temporary folder; `stop` deletes it.
 *
 * @returns {Promise<{ adminUrl: string, database: (name: string) => Promise<string>, stop: () => Promise<void> }>}
 */
export async function startScratch() {
  const folder = mkdtempSync(join(tmpdir(), 'dukkan-scratch-'));
  const cluster = await startPostgres({ folder, isThrowaway: true });
  const adminUrl = cluster.url('postgres');
  return {
    adminUrl,
    async database(name) {
      await ensureDatabase(adminUrl, name);
      return cluster.url(name);
    },
    async stop() {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
