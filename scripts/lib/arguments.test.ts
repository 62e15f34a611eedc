import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { repoPath } from './paths.mjs';

const run = (script: string, asked: string) =>
  spawnSync(process.execPath, [repoPath('scripts', script), asked], { encoding: 'utf8' });

test.each(['generate.mjs', 'bench.mjs', 'replay-retail.mjs'])('%s says how it is used', (script) => {
  const help = run(script, '--help');
  expect([help.status, help.stdout, help.stderr]).toEqual([
    0,
    expect.stringMatching(/^Usage: npm run .*\n$/),
    '',
  ]);
  const { status, stderr } = run(script, '--nosuch');
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^Unknown option '--nosuch'\. Usage: npm run .*\n$/),
  ]);
});

test('promises of a file that is not there neither hold nor are broken', () => {
  const { status, stderr } = run('promises.mjs', 'nosuch');
  expect([status, stderr]).toEqual([1, 'No file of apps/api/test/promises is called nosuch\n']);
});
