import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { repoPath } from '../paths.mjs';
import { writeTables } from './tables.mjs';

const schemaDir = repoPath('prisma', 'schema');
const tables = repoPath('apps', 'api', 'src', 'generated', 'tables.ts');

/**
 * Generates the Prisma client and the typed tables.
 *
 * Prisma looks for a native schema engine although `generate` never starts it, and would download one; any existing
 * file in its place keeps the step offline.
 */
export function generateClient() {
  const cli = repoPath('node_modules', 'prisma', 'build', 'index.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, 'generate', '--schema', schemaDir, '--no-hints'],
    {
      // run outside the root folder, so that prisma.config.ts (for operators) is not loaded, which halves the time
      cwd: repoPath('prisma'),
      encoding: 'utf8',
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: repoPath('package.json'),
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
        NO_COLOR: '1',
      },
    },
  );
  if (status !== 0) throw new Error(`prisma generate failed:\n${stdout}${stderr}`);
  mkdirSync(dirname(tables), { recursive: true });
  writeTables(schemaDir, tables);
}
