import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { repoPath, stateDir } from './paths.mjs';

const everywhere = [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tsconfig.base.json',
  'vitest.config.ts',
  'scripts',
];
/** What the result of a suite depends on; that of the others on everything. */
const inputs = {
  unit: [...everywhere, 'packages', 'apps/api'],
  web: [...everywhere, 'packages', 'apps/web'],
};

/** Settings that change what a suite does. */
const told = ['PROMISES', 'FC_SEED', 'E2E_ALL', 'API_BASE', 'TILE_URL'];

const stampFile = (suite) => join(stateDir, 'passed', `${suite}.json`);

/**
 * One hash over everything that decides how a suite ends on this machine.
 *
 * @param {string} suite
 */
export function suiteFingerprint(suite) {
  const paths = (inputs[suite] ?? ['']).map((path) => repoPath(path));
  return fingerprint(paths, undefined, process.version, ...told.map((key) => process.env[key] ?? ''));
}

/**
 * How many cases of a suite passed and were skipped when it last ran, if nothing that it depends on has changed since.
 *
 * @param {string} suite
 * @param {string} print its fingerprint now
 * @returns {{ passed: number, skipped: number } | undefined}
 */
export function passedBefore(suite, print) {
  try {
    const { print: before, passed, skipped } = JSON.parse(readFileSync(stampFile(suite), 'utf8'));
    return before === print ? { passed, skipped } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Remembers that a suite passed. Files that were changed while it ran leave it to be run again.
 *
 * @param {string} suite
 * @param {string} print its fingerprint before it ran
 * @param {{ passed: number, failed: number, skipped: number }} count
 */
export function rememberPassed(suite, print, { passed, failed, skipped }) {
  if (failed > 0 || passed === 0 || suiteFingerprint(suite) !== print) return;
  mkdirSync(dirname(stampFile(suite)), { recursive: true });
  writeFileSync(stampFile(suite), JSON.stringify({ print, passed, skipped }));
}
