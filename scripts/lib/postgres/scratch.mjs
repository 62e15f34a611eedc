import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findLockOwner } from '../process/lock-file.mjs';
import { ensureDatabase } from './database.mjs';
import { startPostgres } from './embedded-postgres.mjs';

const GB = 2 ** 30;
const MEMORY_FOLDER = '/dev/shm';
const MEMORY_MIN = 6 * GB;
const PREFIX = 'dukkan-scratch-';
const LEFT_OVER_MS = 3_600_000;
/** In memory a larger cache would only hold everything twice. */
const MEMORY_CACHE_MB = 256;

/** Returns whether the system offers enough memory as a folder; a container usually has 64 MB there. */
function hasMemoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return Math.min(bavail * bsize, freemem()) >= MEMORY_MIN;
  } catch {
    return false;
  }
}

/** Deletes the folders of killed runs, because they would hold memory until the next start of the machine. */
function removeLeftOvers(root) {
  for (const name of readdirSync(root).filter((each) => each.startsWith(PREFIX))) {
    const folder = join(root, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > LEFT_OVER_MS && !findLockOwner(join(folder, 'postgres.owner')))
      rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Starts a throwaway PostgreSQL in the system's temporary folder; `stop` deletes it.
 *
 * @param {{ inMemory?: boolean }} [options] `inMemory` for many small databases: where the system has enough memory,
 *   the files are in it, because each database has a thousand files, and a disk takes ten times as long to create them
 * @returns {Promise<{ adminUrl: string, database: (name: string) => Promise<string>, stop: () => Promise<void> }>}
 */
export async function startScratch({ inMemory = false } = {}) {
  const isMemory = inMemory && hasMemoryFolder();
  const root = isMemory ? MEMORY_FOLDER : tmpdir();
  if (isMemory) removeLeftOvers(root);
  const folder = mkdtempSync(join(root, PREFIX));
  const cluster = await startPostgres({
    folder,
    isThrowaway: true,
    ...(isMemory ? { sharedMb: MEMORY_CACHE_MB } : {}),
  });
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
