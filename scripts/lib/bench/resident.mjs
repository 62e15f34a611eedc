import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../user-error.mjs';
import { judge } from './limits.mjs';
import { mixedLoad } from './mixed-load.mjs';
import { residentOf, watchResident } from './processor.mjs';

/** The time until garbage of the start is collected. */
const SETTLE_MS = 10_000;

/**
 * Exports the list of orders, as far as it arrives within the time.
 *
 * @returns {Promise<{ rows: number, bytes: number, isWhole: boolean }>}
 */
async function readExport({ url, token }, seconds) {
  const ended = new AbortController();
  const response = await fetch(`${url}/admin/products/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ export: 1, format: 'csv' }),
    signal: ended.signal,
  });
  if (!response.ok) throw new UserError(`The export was answered ${response.status}`);
  const until = performance.now() + seconds * 1_000;
  let [lines, bytes] = [0, 0];
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
    if (performance.now() < until) continue;
    ended.abort();
    return { rows: lines - 1, bytes, isWhole: false };
  }
  return { rows: lines - 1, bytes, isWhole: true };
}

/**
 * Measures the memory of an API process: at rest, after minutes of mixed load, and while a large list is exported (row
 * R10).
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 * @param {{ url: string, pid: number }} api a newly started process
 * @param {number} minutes of mixed load, and the longest time of the export
 * @returns {Promise<{ rows: (string | number)[][], text: string }>}
 */
export async function resident(stage, { url, pid }, minutes) {
  await sleep(SETTLE_MS);
  const idle = residentOf(pid);
  console.log(`  idle: ${idle.toFixed(0)} MB`);
  const loaded = watchResident(pid);
  const load = await mixedLoad({ ...stage, url }, minutes * 60);
  const after = residentOf(pid);
  const most = loaded.end();
  console.log(`  after ${load.answers} answers: ${after.toFixed(0)} MB, at most ${most.toFixed(0)} MB`);
  await sleep(SETTLE_MS);
  const before = residentOf(pid);
  const exported = watchResident(pid);
  const from = performance.now();
  const file = await readExport({ ...stage, url }, minutes * 60);
  const seconds = (performance.now() - from) / 1_000;
  const extra = exported.end() - before;
  const completeness = file.isWhole ? 'the whole list' : 'cut off by the clock, not at its end';
  return {
    rows: [
      judge('R10 idle', 'API resident, idle', idle),
      judge('R10 after load', `API resident, after ${minutes} minutes of mixed load`, after),
      judge('R10 export', `API resident, extra while ${file.rows} orders are exported`, extra),
    ],
    text: `Mixed load: ${load.answers} answers over ten connections (${load.rate.toFixed(0)}/s, one of ten a write; ${load.refused} refused by a rule of the shop), at most ${most.toFixed(0)} MB meanwhile, ${before.toFixed(0)} MB ten seconds later. Export: ${file.rows} orders as csv (${completeness}), ${(file.bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s, ${(file.rows / seconds).toFixed(0)} rows/s.`,
  };
}
