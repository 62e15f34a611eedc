import { fillShop } from './fill-shop.mjs';
import { JUDGED, shortfall } from './limits.mjs';
import { startOwnApi } from './own-api.mjs';
import { table, writeSection } from './report.mjs';
import { resident } from './resident.mjs';
import { signIns } from './sign-ins.mjs';
import { starts } from './starts.mjs';
import { streams } from './streams.mjs';

/**
 * Measures an API process: its start time, its memory, the effect of fifty sign-ins on other requests, and the delay of
 * live events (rows R10, R11, R13, R14).
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 * @param {{ minutes: number }} options of mixed load
 */
export async function run(stage, { minutes }) {
  await fillShop(stage.client);
  const parts = [];
  const say = (part) => {
    parts.push(part);
    for (const row of part.rows) console.log(`  ${row.join(' · ')}`);
  };
  say(await starts(stage));
  // a separate process, so that no other measurement has left memory in it
  const withOwn = async (work) => {
    const api = await startOwnApi(stage);
    try {
      say(await work(api));
    } finally {
      await api.stop();
    }
  };
  await withOwn((api) => resident(stage, api, minutes));
  await withOwn(({ url }) => signIns(stage, url));
  await withOwn(({ url }) => streams({ ...stage, url }));
  const rows = parts.flatMap((part) => part.rows);
  const text = [shortfall(rows), ...parts.map((part) => part.text), table(JUDGED, rows)].join('\n\n');
  await writeSection(stage.client, 'process', 'The API process', text);
  console.log(`\n${text}`);
}
