import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { repoPath, stateDir } from './paths.mjs';
import { passedBefore, rememberPassed, suiteFingerprint } from './unchanged-suites.mjs';

// a suite name that is never run, so that no stored fingerprint changes
const suite = `trial-${process.pid}`;
const print = (name = suite) => suiteFingerprint(name);
const extra = repoPath('docs', `trial-${process.pid}.txt`);
afterEach(() => {
  rmSync(extra, { force: true });
  rmSync(`${stateDir}/passed/${suite}.json`, { force: true });
});

test('what passed counts again until something that it depends on changes', () => {
  const before = print();
  expect(passedBefore(suite, before)).toBeUndefined();
  rememberPassed(suite, before, { passed: 12, failed: 0, skipped: 1 });
  expect(passedBefore(suite, before)).toEqual({ passed: 12, skipped: 1 });

  const web = print('web');
  writeFileSync(extra, 'new');
  expect(passedBefore(suite, print())).toBeUndefined();
  expect(print('web'), 'the screens do not depend on what is written of them').toBe(web);
});

test('what failed, ran nothing or was overtaken by a change is run again', () => {
  const before = print();
  rememberPassed(suite, before, { passed: 12, failed: 1, skipped: 0 });
  rememberPassed(suite, before, { passed: 0, failed: 0, skipped: 0 });
  expect(passedBefore(suite, before)).toBeUndefined();
  writeFileSync(extra, 'while it ran');
  rememberPassed(suite, before, { passed: 12, failed: 0, skipped: 0 });
  expect(passedBefore(suite, before)).toBeUndefined();
});

test('settings that change what a suite does count too', () => {
  const before = print('unit');
  process.env.FC_SEED = 'another';
  expect(print('unit')).not.toBe(before);
  delete process.env.FC_SEED;
  expect(print('unit')).toBe(before);
});
