import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repoPath } from '../paths.mjs';
import { readOutputUntil } from '../process/read-output-until.mjs';
import { UserError } from '../user-error.mjs';
import { median } from './fill-shop.mjs';
import { judge } from './limits.mjs';
import { startOwnApi } from './own-api.mjs';

const TURNS = 3;
const READY = /Dukkan is ready at (\S+)/;

/** Runs `npm start` on a data folder until it reports that it is ready. */
async function npmStart(dataDir) {
  const from = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: repoPath(),
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', DEMO: '1', npm_config_update_notifier: 'false' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await readOutputUntil(child, READY);
  const seconds = (performance.now() - from) / 1_000;
  if (!READY.test(said)) throw new UserError(`npm start did not become ready:\n${said}`);
  return {
    seconds,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Measures how long a second `npm start` and a replaced API process take to be ready (row R11).
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 * @returns {Promise<{ rows: (string | number)[][], text: string }>}
 */
export async function starts(stage) {
  const again = [];
  let first = 0;
  const dataDir = mkdtempSync(join(tmpdir(), 'dukkan-bench-'));
  try {
    for (let turn = 0; turn <= TURNS; turn += 1) {
      const shop = await npmStart(dataDir);
      if (turn === 0) first = shop.seconds;
      else again.push(shop.seconds);
      // waits for the demo's history of six months, which is written once after the first start
      if (turn === 0) await sleep(5_000);
      await shop.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const [exchanged, stopped] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const from = performance.now();
    const api = await startOwnApi(stage);
    exchanged.push((performance.now() - from) / 1_000);
    const leaving = performance.now();
    await api.stop();
    stopped.push((performance.now() - leaving) / 1_000);
  }
  return {
    rows: [
      judge('R11 npm start', 'second `npm start` to ready', median(again)),
      judge('R11 API', 'API process restart to ready', median(exchanged)),
    ],
    text: `The first \`npm start\`, with an empty data folder and everything built, took ${first.toFixed(1)} s. An API process that was asked to end was gone after ${median(stopped).toFixed(2)} s. Medians of ${TURNS}.`,
  };
}
