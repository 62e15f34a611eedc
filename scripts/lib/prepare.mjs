import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateClient } from './client.mjs';
import { fingerprint, isStamped, stamp } from './fingerprint.mjs';
import { lockFile } from './lock-file.mjs';
import { repoPath, stateDir } from './paths.mjs';
import { printLine, runStep } from './print-step.mjs';
import { pnpmCommand, withThisNode } from './toolchain.mjs';
import { UserError } from './user-error.mjs';

const lockfile = repoPath('pnpm-lock.yaml');
const sharedSources = [repoPath('packages'), lockfile, repoPath('tsconfig.base.json')];

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

/** Installs exactly the lockfile's packages, when it or a package.json has changed. */
async function install() {
  const manifests = globSync('{apps,packages}/*/package.json', { cwd: repoPath() }).map((file) =>
    repoPath(file),
  );
  const print = fingerprint([
    lockfile,
    repoPath('package.json'),
    repoPath('pnpm-workspace.yaml'),
    ...manifests.sort(),
  ]);
  const stampFile = repoPath('node_modules', '.dukkan-installed');
  if (isStamped(stampFile, print)) return;
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
  stamp(stampFile, print);
}

const isShipped = (file) => !/\.test\.tsx?$/.test(file);

/** Returns what each application is built from and how; it is built again only when one of these has changed. */
function builds() {
  return [
    {
      name: 'web',
      sources: [
        ...sharedSources,
        ...['src', 'public', 'index.html', 'vite.config.ts', 'gather-texts.ts'].map((part) =>
          repoPath('apps/web', part),
        ),
      ],
      settings: [process.env.API_BASE ?? '', process.env.TILE_URL ?? ''],
      result: repoPath('apps/web/dist/index.html'),
      args: [repoPath('apps/web/node_modules/vite/bin/vite.js'), 'build'],
    },
    {
      name: 'api',
      sources: [
        ...sharedSources,
        repoPath('apps/api/src'),
        repoPath('apps/api/build.mjs'),
        repoPath('prisma'),
      ],
      settings: [],
      result: repoPath('apps/api/dist/main.js'),
      args: [repoPath('apps/api/build.mjs')],
    },
  ];
}

async function build(apps) {
  const due = builds()
    .filter(({ name }) => apps.includes(name))
    .map((app) => ({ ...app, print: fingerprint(app.sources, isShipped, ...app.settings) }))
    .filter((app) => !existsSync(app.result) || !isStamped(join(stateDir, `built-${app.name}`), app.print));
  if (due.length === 0) return;
  await runStep(`build: ${due.map((app) => app.name).join(' and ')}`, () =>
    Promise.all(
      due.map(async (app) => {
        await run(process.execPath, app.args, repoPath('apps', app.name), { NODE_ENV: 'production' }).catch(
          (error) => {
            throw new UserError(`The build of apps/${app.name} failed:\n${error.message}`);
          },
        );
        stamp(join(stateDir, `built-${app.name}`), app.print);
      }),
    ),
  );
}

/**
 * Brings packages, generated client and built applications up to date. Two starts in the same clone take turns.
 *
 * @param {{ withInstall?: boolean, withBuild?: boolean, apps?: readonly string[] }} [options] `apps`: the
 *   applications to build
 */
export async function prepare({ withInstall = true, withBuild = true, apps = ['web', 'api'] } = {}) {
  mkdirSync(stateDir, { recursive: true });
  const claimed = await lockFile(join(stateDir, 'preparing'), 600_000);
  if (!claimed.release)
    throw new UserError(`Another start (process ${claimed.heldBy}) has been preparing for 10 minutes`);
  try {
    if (withInstall) await install();
    if (generateClient()) printLine('client: Prisma client generated');
    if (withBuild) await build(apps);
  } finally {
    claimed.release();
  }
}
