import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fingerprint, isStamped, stamp } from './fingerprint.mjs';
import { repoPath } from './paths.mjs';
import { writeTables } from './tables.mjs';

const schemaDir = repoPath('prisma', 'schema');
const output = repoPath('apps', 'api', 'src', 'generated', 'prisma');
const tables = repoPath('apps', 'api', 'src', 'generated', 'tables.ts');
const stampFile = repoPath('apps', 'api', 'src', 'generated', '.stamp');

/**
 * Generates the Prisma client and the typed tables when the schema has changed; returns whether it did.
 *
 * Prisma looks for a native schema engine although `generate` never starts it, and would download one; any existing
 * file in its place keeps the step offline.
 */
export function generateClient() {
  const cli = repoPath('node_modules', 'prisma', 'build', 'index.js');
  const print = fingerprint([
    schemaDir,
    repoPath('node_modules', 'prisma', 'package.json'),
    repoPath('scripts', 'lib', 'tables.mjs'),
  ]);
  if (existsSync(output) && existsSync(tables) && isStamped(stampFile, print)) return false;

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
  writeTables(schemaDir, tables);
  stamp(stampFile, print);
  return true;
}
