import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repoPath } from '../paths.mjs';
import { printLine } from '../print-step.mjs';
import { UserError } from '../user-error.mjs';

const require = createRequire(repoPath('apps', 'web', 'package.json'));
// the headless shell renders the same pages without windows, in half the time
const shell = 'chromium-headless-shell';
const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The flags for tests on a machine without a desktop, as root, and without network requests of the browser itself. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns whether a file is a browser that starts here (shared libraries may be missing) and renders a page. */
async function starts(path) {
  if (!path || !existsSync(path)) return false;
  const { chromium } = require('@playwright/test');
  try {
    const browser = await chromium.launch({ executablePath: path, args: browserFlags, timeout: 20_000 });
    await (await browser.newPage()).goto('data:text/html,<p>', { timeout: 10_000 });
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

async function firstThatStarts(paths) {
  for (const path of paths) if (await starts(path)) return path;
  return undefined;
}

function installed(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return firstThatStarts(names.flatMap((name) => folders.map((folder) => join(folder, name))));
}

/** Returns a browser from a package of the npm registry, which needs neither root nor another host. */
async function packaged() {
  try {
    const { default: chromium } = await import(pathToFileURL(require.resolve('@sparticuz/chromium')).href);
    const path = await chromium.executablePath();
    return (await starts(path)) ? path : undefined;
  } catch {
    return undefined;
  }
}

async function ofPlaywright() {
  const { chromium } = require('@playwright/test');
  const path = chromium.executablePath();
  if (await starts(path)) return path;
  printLine('browser: fetching Playwright’s own Chromium');
  const cli = join(require.resolve('@playwright/test/package.json'), '..', 'cli.js');
  const { status } = spawnSync(process.execPath, [cli, 'install', 'chromium'], { timeout: 300_000 });
  return status === 0 && (await starts(path)) ? path : undefined;
}

async function ofDebian() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  printLine('browser: installing Debian’s chromium');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-q'], { env, timeout: 300_000 });
  spawnSync('apt-get', ['install', '-y', '-q', 'chromium'], { env, timeout: 600_000 });
  return installed(['chromium']);
}

/**
 * Finds a Chromium for tests, in this order: CHROMIUM_PATH, an installed headless shell, the one in an npm package, an
 * installed browser, Playwright's, Debian's.
 *
 * @returns {Promise<string>} its path
 * @throws {UserError} when there is none
 */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (await starts(named)) return named;
    throw new UserError(`CHROMIUM_PATH: ${named} is no Chromium that starts here`);
  }
  const path =
    (await installed([shell])) ??
    (await packaged()) ??
    (await installed(commands)) ??
    (await firstThatStarts(macPaths)) ??
    (await ofPlaywright()) ??
    (await ofDebian());
  if (path) return path;
  throw new UserError('No Chromium was found or could be fetched: install one, or name it in CHROMIUM_PATH');
}
