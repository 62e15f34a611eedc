import { migrate } from './migrate.mjs';
import { startScratch } from './scratch.mjs';

const template = 'dukkan_template';

/**
 * Vitest's global set-up for the tests that need PostgreSQL: one throwaway cluster a run, with one migrated
 * template database that each test file copies.
 */
export async function setup(project) {
  const scratch = await startScratch();
  try {
    const url = await scratch.database(template);
    await migrate(url);
  } catch (error) {
    await scratch.stop();
    throw error;
  }
  project.provide('cluster', { adminUrl: scratch.adminUrl, template });
  return () => scratch.stop();
}
