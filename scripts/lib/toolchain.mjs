// Runs on an old Node too: only built-in modules and plain syntax.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repoPath, stateDir } from './paths.mjs';
import { runStep } from './print-step.mjs';
import { untilOrphaned } from './process/until-stopped.mjs';
import { UserError } from './user-error.mjs';

const nodeVersion = '26.10.0';
const rememberedFile = join(stateDir, 'toolchain.json');

function requiredVersions() {
  const { engines, packageManager } = JSON.parse(readFileSync(repoPath('package.json'), 'utf8'));
  const [, major] = /(\d+)/.exec(engines.node);
  return { major: Number(major), pnpm: packageManager.split('@')[1] };
}

function isNewEnough(version) {
  return Number(version.split('.')[0]) >= requiredVersions().major;
}

function remembered() {
  try {
    const found = JSON.parse(readFileSync(rememberedFile, 'utf8'));
    return existsSync(found.node) && existsSync(found.bin) && found.wants === requiredVersions().pnpm
      ? found
      : undefined;
  } catch {
    return undefined;
  }
}

/** Downloads Node and pnpm from the npm registry into npm's cache, and remembers where they are. */
function fetchBoth() {
  const { pnpm } = requiredVersions();
  const packages = [`--package=node@${nodeVersion}`, `--package=pnpm@${pnpm}`];
  const settings = [
    '--yes',
    '--loglevel=error',
    ...packages,
    '--',
    'sh',
    '-c',
    'command -v node; command -v pnpm',
  ];
  const { status, stdout, stderr, error } = spawnSync('npx', settings, { encoding: 'utf8', cwd: repoPath() });
  const paths = (stdout ?? '').trim().split('\n');
  if (status !== 0 || paths.length !== 2) {
    const said = (stderr ?? '').trim().split('\n')[0] || error?.message || 'no answer';
    throw new UserError(
      `Node ${requiredVersions().major} and pnpm could not be fetched from the npm registry (${said}): check the network, or install both`,
    );
  }
  const found = {
    node: realpathSync(paths[0]),
    pnpm: realpathSync(paths[1]),
    bin: dirname(paths[1]),
    wants: pnpm,
  };
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(rememberedFile, JSON.stringify(found));
  return found;
}

function fetched() {
  const found = remembered();
  if (found) return found;
  return runStep(
    `toolchain: Node ${nodeVersion} and pnpm ${requiredVersions().pnpm} from the npm registry`,
    fetchBoth,
  );
}

/** Returns pnpm as [program, arguments]: the installed one if it has the required major version. */
export async function pnpmCommand() {
  const found = remembered();
  if (found) return [process.execPath, [found.pnpm]];
  const { status, stdout } = spawnSync('pnpm', ['--version'], {
    encoding: 'utf8',
    cwd: repoPath(),
    // an older pnpm would otherwise download the required version silently
    env: { ...process.env, npm_config_manage_package_manager_versions: 'false' },
  });
  if (status === 0 && stdout.split('.')[0] === requiredVersions().pnpm.split('.')[0]) return ['pnpm', []];
  return [process.execPath, [(await fetched()).pnpm]];
}

/** Returns an environment for programs that look for `node` on the PATH. */
export function withThisNode(env = process.env) {
  return { ...env, PATH: [dirname(process.execPath), env.PATH].join(delimiter) };
}

/** Returns an environment for programs that look for `node` and the required `pnpm` on the PATH. */
export async function withToolchain(env) {
  const [program] = await pnpmCommand();
  const same = withThisNode(env);
  if (program === 'pnpm') return same;
  const [first, ...others] = same.PATH.split(delimiter);
  return { ...same, PATH: [first, remembered().bin, ...others].join(delimiter) };
}

/**
 * Returns when the running Node is new enough; otherwise runs the same script with a newer one, forwards signals, and
 * exits with its exit code.
 */
export async function underWantedNode(scriptUrl) {
  if (isNewEnough(process.versions.node)) return;
  const { node } = await fetched();
  // the channel closes when this process ends in any way, which tells the child to stop
  const child = spawn(node, [fileURLToPath(scriptUrl), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  untilOrphaned().then(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    console.error(
      `Node ${nodeVersion} at ${node} does not run here (${error.message}): install Node ${requiredVersions().major}`,
    );
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
  await new Promise(() => undefined);
}
