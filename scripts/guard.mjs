import { spawnSync } from 'node:child_process';
import { readArguments } from './lib/arguments.mjs';
import { repoPath } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { underWantedNode, withThisNode } from './lib/toolchain.mjs';
import { reportFailure } from './lib/user-error.mjs';

const USAGE = 'pnpm guard [--write | --force]';

// compares what every call does in the database with its budget; --write adds calls and lowers budgets, --force raises
// them too
try {
  await underWantedNode(import.meta.url);
  const { values } = readArguments(USAGE, {
    options: { write: { type: 'boolean' }, force: { type: 'boolean' } },
  });
  const GUARD = values.force ? 'force' : values.write ? 'write' : '';
  await prepare({ withInstall: false, apps: ['api'] });
  const vitest = repoPath('node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'api', 'apps/api/test/guard'], {
    cwd: repoPath(),
    env: withThisNode({ ...process.env, GUARD }),
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} catch (error) {
  reportFailure(error);
}
