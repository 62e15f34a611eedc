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
/** The inputs of a suite's result; suites that are not listed depend on everything. */
const inputs = {
  unit: [...everywhere, 'packages', 'apps/api'],
  web: [...everywhere, 'packages', 'apps/web'],
};

/** Environment variables that change what a suite does. */
const told = ['PROMISES', 'FC_SEED', 'E2E_ALL', 'API_BASE', 'TILE_URL'];

const stampFile = (suite) => join(stateDir, 'passed', `${suite}.json`);

/**
 * Returns a hash of everything that decides the result of a suite on this machine.
 *
 * @param {string} suite
 */
export function suiteFingerprint(suite) {
  const paths = (inputs[suite] ?? ['']).map((path) => repoPath(path));
  return fingerprint(paths, undefined, process.version, ...told.map((key) => process.env[key] ?? ''));
}

/**
 * Returns how many cases of a suite passed and were skipped in its last run, if nothing it depends on has changed.
 *
 * @param {string} suite
 * @param {string} print its current fingerprint
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
 * Stores that a suite passed, unless files were changed while it ran.
 *
 * @param {string} suite
 * @param {string} print its fingerprint before the run
 * @param {{ passed: number, failed: number, skipped: number }} count
 */
export function rememberPassed(suite, print, { passed, failed, skipped }) {
  if (failed > 0 || passed === 0 || suiteFingerprint(suite) !== print) return;
  mkdirSync(dirname(stampFile(suite)), { recursive: true });
  writeFileSync(stampFile(suite), JSON.stringify({ print, passed, skipped }));
}
