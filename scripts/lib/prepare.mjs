import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoPath, stateDir } from './paths.mjs';
import { printLine, runStep, seconds } from './print-step.mjs';
import { lockFile } from './process/lock-file.mjs';
import { runTasks } from './test/turbo.mjs';
import { pnpmCommand, withThisNode } from './toolchain.mjs';
import { UserError } from './user-error.mjs';

/** Runs a program to its end and returns its output in the error if it fails. */
function run(program, args, cwd, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...withThisNode(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (data) => (said += data));
    child.stderr.on('data', (data) => (said += data));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(said) : reject(new UserError(said.trim()))));
  });
}

/** What decides which packages are installed. */
const manifests = '{package.json,pnpm-lock.yaml,pnpm-workspace.yaml,{apps,packages}/*/package.json}';

/** Installs exactly the lockfile's packages, when it or a package.json has changed. */
async function install() {
  const hash = createHash('sha256');
  for (const file of globSync(manifests, { cwd: repoPath() }).toSorted())
    hash.update(file).update(readFileSync(repoPath(file)));
  const print = hash.digest('hex');
  const stampFile = repoPath('node_modules', '.dukkan-installed');
  if (readIfThere(stampFile) === print) return;
  await runStep('packages: installed from the lockfile', async () => {
    const [program, args] = await pnpmCommand();
    // CI=true, so that pnpm asks no questions
    await run(program, [...args, 'install', '--frozen-lockfile', '--prefer-offline'], repoPath(), {
      CI: 'true',
    }).catch((error) => {
      throw new UserError(
        `The packages could not be installed (is the npm registry within reach?):\n${error.message}`,
      );
    });
  });
  writeFileSync(stampFile, print);
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Generates the database client and builds applications, or takes both from turbo's cache. */
async function build(apps) {
  const from = Date.now();
  const tasks = ['@dukkan/api#generate', ...apps.map((app) => `@dukkan/${app}#build`)];
  const { results, isPassed, output } = await runTasks(tasks, { isQuiet: true });
  if (!isPassed) throw new UserError(`The build failed:\n${output}`);
  const done = results
    .filter(({ isCached }) => !isCached)
    .map(({ id }) => id.replace('@dukkan/', '').replace('#', ' '));
  if (done.length > 0) printLine(`${done.join(', ')} (${seconds(from)})`);
  return done;
}

/**
 * Brings packages, generated client and built applications up to date. Two starts in the same clone take turns.
 *
 * @param {{ withInstall?: boolean, withBuild?: boolean, apps?: readonly string[] }} [options] `apps`: the
 *   applications to build
 * @returns {Promise<string[]>} what was not up to date
 */
export async function prepare({ withInstall = true, withBuild = true, apps = ['web', 'api'] } = {}) {
  mkdirSync(stateDir, { recursive: true });
  const claimed = await lockFile(join(stateDir, 'preparing'), 600_000);
  if (!claimed.release)
    throw new UserError(`Another start (process ${claimed.heldBy}) has been preparing for 10 minutes`);
  try {
    if (withInstall) await install();
    return await build(withBuild ? apps : []);
  } finally {
    claimed.release();
  }
}
