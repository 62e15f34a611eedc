import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repoPath } from './paths.mjs';

const run = (script: string, asked: string) =>
  spawnSync(process.execPath, [repoPath('scripts', script), asked], { encoding: 'utf8', timeout: 20_000 });

const scripts = globSync('*.mjs', { cwd: repoPath('scripts') }).toSorted();

test('the test finds the scripts', () => expect(scripts).toContain('start.mjs'));

test.each(scripts)(
  'the script %s prints its usage and refuses an unknown option',
  { timeout: 60_000 },
  (script) => {
    const help = run(script, '--help');
    expect([help.status, help.stdout, help.stderr]).toEqual([
      0,
      expect.stringMatching(/^Usage: (?:p?npm|node scripts\/)[\s\S]*\n$/),
      '',
    ]);
    const { status, stdout, stderr } = run(script, '--nonsense');
    expect([status, stdout, stderr]).toEqual([
      1,
      // `npm test` ends with its counts, whatever happens
      script === 'test.mjs' ? expect.stringMatching(/^(?:0 passed, 1 failed, 0 skipped\n)?$/) : '',
      expect.stringMatching(/^Unknown option '--nonsense'\. Usage: [\s\S]*\n$/),
    ]);
  },
);

test('the promises script refuses the name of a file that does not exist', () => {
  const { status, stderr } = run('promises.mjs', 'nosuch');
  expect([status, stderr]).toEqual([1, 'No file of apps/api/test/promises is called nosuch\n']);
});
