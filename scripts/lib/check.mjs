import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { repoPath } from './paths.mjs';
import { seconds } from './print-step.mjs';
import { withThisNode } from './toolchain.mjs';

const require = createRequire(repoPath('package.json'));

/** Returns the script behind a package's command, to run it without a shell or package manager. */
function bin(name, command = name) {
  const manifest = findManifest(name);
  const { bin: bins } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), typeof bins === 'string' ? bins : bins[command]);
}

function findManifest(name) {
  for (const folder of require.resolve.paths(name)) {
    const path = join(folder, name, 'package.json');
    try {
      readFileSync(path);
      return path;
    } catch {
      // tries the parent folder
    }
  }
  throw new Error(`${name} is not installed`);
}

/** Returns the parts of the check, the slow ones first, so that two cores finish at about the same time. */
function parts() {
  const tsc = bin('typescript', 'tsc');
  const own = (name) => [repoPath('scripts', `check-${name}.mjs`)];
  const cruised = ['apps/api/src', 'apps/web/src', 'packages/commerce/src', 'packages/contract/src'];
  return [
    ['tsc web', [tsc, '--noEmit', '-p', 'apps/web']],
    ['knip', [bin('knip'), '--no-progress']],
    [
      'dependency-cruiser',
      [bin('dependency-cruiser'), '--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...cruised],
    ],
    ['tsc api', [tsc, '--noEmit', '-p', 'apps/api']],
    ['drift', own('drift')],
    ['tsc web tools', [tsc, '--noEmit', '-p', 'apps/web/tsconfig.node.json']],
    ['tsc contract', [tsc, '--noEmit', '-p', 'packages/contract']],
    ['tsc commerce', [tsc, '--noEmit', '-p', 'packages/commerce']],
    [
      'biome',
      [
        bin('@biomejs/biome', 'biome'),
        'ci',
        '--colors=off',
        '--error-on-warnings',
        '--max-diagnostics=30',
        '.',
      ],
    ],
    ['locales', own('locales')],
    ['classes', own('classes')],
    ['sources', own('sources')],
    ['names', own('names')],
    ['rules', own('rules')],
    ['statements', own('statements')],
    ['statuses', own('statuses')],
  ];
}

function run(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: repoPath(),
      env: withThisNode({ ...process.env, NO_COLOR: '1' }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (data) => (said += data));
    child.stderr.on('data', (data) => (said += data));
    child.on('close', (code) => resolve({ isGood: code === 0, said: said.trim() }));
  });
}

/**
 * Runs every part of the check, as many at once as there are cores, and prints a line for each.
 *
 * @param {string[]} [names] only these parts
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function check(names = []) {
  const waiting = parts().filter(([name]) => names.length === 0 || names.includes(name));
  const count = { passed: 0, failed: 0 };
  const work = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const [name, args] = part;
      const from = Date.now();
      const { isGood, said } = await run(args);
      count[isGood ? 'passed' : 'failed'] += 1;
      console.log(`${isGood ? 'ok  ' : 'FAIL'} check ${name} (${seconds(from)})`);
      if (!isGood) console.log(said);
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
  return count;
}
