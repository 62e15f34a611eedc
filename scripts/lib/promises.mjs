import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { say, seconds } from './say.mjs';
import { cleanEnv } from './test.mjs';

const folder = 'apps/api/test/promises';

/** Promise ids that a test's name starts with, and the sentence behind them. */
export function promiseOf(name) {
  const [, ids = '', sentence = name] = /^((?:[A-Z]\d{1,2} )*)(.*)$/s.exec(name) ?? [];
  return { ids: ids.trim().split(' ').filter(Boolean), sentence };
}

/** Runs the tests and answers what each said: id, sentence, whether it holds, milliseconds. */
async function run(named) {
  const report = join(mkdtempSync(join(tmpdir(), 'dukkan-promises-')), 'report.json');
  const files = named.length > 0 ? named.map((name) => `${folder}/${name}`) : [folder];
  const args = [
    at('node_modules', 'vitest', 'vitest.mjs'),
    ...['run', '--project', 'api', ...files],
    // measured times mean something only while nothing else runs
    ...['--no-file-parallelism', '--testTimeout=900000', '--hookTimeout=180000'],
    ...['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
  ];
  const child = spawn(process.execPath, args, {
    cwd: at(),
    env: cleanEnv({ PROMISES: 'full' }),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await new Promise((resolve) => child.on('close', resolve));
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } finally {
    rmSync(join(report, '..'), { recursive: true, force: true });
  }
}

const order = (id = '') => id.replace(/\d+/, (digits) => digits.padStart(3, '0'));

/** Runs the promises at their full numbers and prints one line each; exit code 1 where one does not hold. */
export async function promises(named) {
  await prepare({ withBuild: false });
  const results = await run(named);
  const lines = results.flatMap(({ assertionResults, name, message }) =>
    assertionResults.length === 0
      ? [{ ids: [], sentence: `${name} did not load: ${message}`, holds: false, ms: 0 }]
      : assertionResults.map(({ title, status, duration = 0 }) => ({
          ...promiseOf(title),
          holds: status === 'passed',
          ms: Math.round(duration),
        })),
  );
  lines.sort(
    (a, b) => order(a.ids[0]).localeCompare(order(b.ids[0])) || a.sentence.localeCompare(b.sentence),
  );
  for (const { ids, sentence, holds, ms } of lines)
    console.log(
      `${ids.join(' ').padEnd(8)} ${holds ? 'holds ' : 'BROKEN'} ${String(ms).padStart(7)} ms  ${sentence}`,
    );
  const broken = lines.filter(({ holds }) => !holds).length;
  say(`all of it took ${seconds()}`);
  console.log(`${lines.length - broken} hold, ${broken} broken`);
  process.exit(broken === 0 && lines.length > 0 ? 0 : 1);
}
