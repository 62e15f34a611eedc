import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { migrate } from './migrate.mjs';
import { at } from './paths.mjs';
import { startScratch } from './scratch.mjs';

const template = 'dukkan_template';
const seedFile = at('apps', 'api', 'test', 'template.ts');

/**
 * Vitest's global set-up for the tests that need PostgreSQL: one throwaway cluster a run, with one migrated
 * template database that each test file copies. Where apps/api/test/template.ts exports `fill(url)`, it puts
 * the reference data into the template.
 */
export async function setup(project) {
  const scratch = await startScratch();
  try {
    const url = await scratch.database(template);
    await migrate(url);
    if (existsSync(seedFile)) {
      const { fill } = await import(pathToFileURL(seedFile).href);
      await fill(url);
    }
  } catch (error) {
    await scratch.stop();
    throw error;
  }
  project.provide('cluster', { adminUrl: scratch.adminUrl, template });
  return () => scratch.stop();
}
