import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repoPath } from '../paths.mjs';
import { findSummary } from './turbo.mjs';

/** A repository with our tasks and packages, and one file for each kind of source. */
const folder = mkdtempSync(join(tmpdir(), 'dukkan-turbo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifests =
  '{package.json,pnpm-lock.yaml,pnpm-workspace.yaml,turbo.json,.gitignore,{apps,packages}/*/package.json}';
const suites = ['test:unit', 'test:web', 'test:api', 'test:scripts', 'test:e2e'];
const checks = [
  'typecheck',
  'typecheck:tools',
  'check:drift',
  'check:format',
  'check:locales',
  'check:rules',
];

function write(file: string, text: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

type Task = { taskId: string; hash: string; command: string };

/** Returns the hash of each task, without running it. */
function hashes(env: Record<string, string> = {}) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [repoPath('node_modules/turbo/bin/turbo'), 'run', ...suites, ...checks, '--dry=json'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder, TURBO_TELEMETRY_DISABLED: '1', ...env },
      maxBuffer: 100_000_000,
    },
  );
  if (!stdout.includes('"tasks"')) throw new Error(stderr || stdout);
  const { tasks } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { tasks: Task[] };
  return new Map(
    tasks.filter(({ command }) => command !== '<NONEXISTENT>').map((each) => [each.taskId, each.hash]),
  );
}

let before: Map<string, string>;
beforeAll(() => {
  for (const file of globSync(manifests, { cwd: repoPath() })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(repoPath(file), join(folder, file));
  }
  before = hashes();
}, 60_000);

/** Returns the tasks that run again after a change. */
const rerun = (env?: Record<string, string>) => {
  const after = hashes(env);
  return [...before.keys()]
    .filter((id) => after.get(id) !== before.get(id))
    .map((id) => id.replace('@dukkan/', '').replace('//#', ''))
    .sort();
};

const ofApi = ['api#build', 'api#test:api', 'api#test:unit', 'api#typecheck'];
const ofWeb = ['web#build', 'web#test:e2e', 'web#test:web', 'web#typecheck', 'web#typecheck:tools'];
const ofContract = ['contract#test:unit', 'contract#typecheck'];
const ofCommerce = ['commerce#test:unit', 'commerce#typecheck'];
const ofAll = ['check:format', 'check:rules', 'test:scripts'];

test.each([
  ['packages/commerce/src/sum.ts', [...ofCommerce, ...ofContract, ...ofApi, ...ofWeb, ...ofAll]],
  ['packages/commerce/src/sum.test.ts', [...ofCommerce, ...ofAll]],
  ['packages/contract/src/api.ts', [...ofContract, ...ofApi, ...ofWeb, ...ofAll]],
  ['apps/api/src/app.ts', [...ofApi, 'web#test:e2e', ...ofAll]],
  ['apps/api/test/app.ts', ['api#test:api', 'api#test:unit', 'api#typecheck', ...ofAll]],
  ['apps/web/src/main.tsx', [...ofWeb, 'check:locales', ...ofAll]],
  ['apps/web/e2e/flow.spec.ts', ['web#test:e2e', 'web#typecheck', 'web#typecheck:tools', ...ofAll]],
  ['docs/rules/stock.md', ['check:rules']],
  ['docs/example-client/shop.ts', ['api#test:api', 'api#typecheck', ...ofAll]],
  ['prisma/schema/shop.prisma', ['api#generate', ...ofApi, 'web#test:e2e', 'check:drift', ...ofAll]],
])('a change of %s runs what depends on it again, and nothing else', (file, tasks) => {
  write(file, 'changed');
  expect(rerun()).toEqual([...tasks].sort());
  rmSync(join(folder, file));
  expect(rerun()).toEqual([]);
});

test('a changed setting of a suite runs it again', () => {
  expect(rerun({ FUZZ_SEED: '7' })).toEqual(['api#test:api']);
  expect(rerun({ E2E_ALL: '1' })).toEqual(['web#test:e2e']);
});

test('a run finds its own summary although the product started in the same second', () => {
  const summary = (tasks: string) => ({ execution: { command: `turbo run ${tasks} --force` } });
  const ofTests = summary('test:unit test:api');
  const all = [
    summary('@dukkan/api#generate @dukkan/api#build'),
    ofTests,
    summary('test:unit test:api test:e2e'),
  ];
  expect(findSummary(all, ['test:unit', 'test:api'])).toBe(ofTests);
  expect(findSummary(all, ['test:web'])).toBeUndefined();
});
