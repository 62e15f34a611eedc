import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repoPath } from '../paths.mjs';
import { UserError } from '../user-error.mjs';
import { besideQuestions } from './beside-questions.mjs';
import { median } from './fill-shop.mjs';
import { CLIENTS } from './order-floor.mjs';
import { send } from './own-api.mjs';
import { answeringCpu, cpuOf } from './processor.mjs';
import { git, table, writeSection } from './report.mjs';
import { openStage, warm } from './stage.mjs';

/** Seconds of processor time of one measurement, so that the kernel's clock of 10 ms does not matter. */
const SECONDS = 0.6;
const FEWEST = 20;
const MOST = 1_500;
const WARM_CALLS = 150;

/** Sends `calls` requests with ten clients at once and returns the answers. */
async function sendAll({ url, token }, next, calls) {
  const answers = [];
  let left = calls;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const { path, body, key } = next();
      const response = await fetch(url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          ...(key ? { 'idempotency-key': key } : {}),
        },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (response.status !== 200)
        throw new UserError(`${path} ${JSON.stringify(body)} answered ${response.status}: ${text}`);
      answers.push(text);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, lane));
  return answers;
}

/** Whether the build knows the call; an older build lacks the newer ones. */
async function isKnown({ url, token }, question) {
  if (question.isWrite) return true;
  const { path, body } = (await question.prepare(1))();
  return (await send(url, path, body, token)).status !== 404;
}

const makeAll = async (stage, next, calls) =>
  (await sendAll(stage, next, calls)).map((text) => JSON.parse(text));

/** Returns the milliseconds of processor time of a call, of the API and of PostgreSQL. */
async function costOf(stage, question, calls) {
  const next = await question.prepare(calls);
  const used = async () => [cpuOf(stage.pid), await answeringCpu(stage.client)];
  const [api, database] = await used();
  await sendAll(stage, next, calls);
  const [apiAfter, databaseAfter] = await used();
  const each = (seconds) => (seconds * 1_000) / calls;
  return { api: each(apiAfter - api), database: each(databaseAfter - database) };
}

const sum = ({ api, database }) => api + database;

/** Measures one question on both builds in turn; the build that begins changes every round. */
async function compare(stages, questions, rounds) {
  const costs = stages.map(() => []);
  const calls = [];
  for (const [at, stage] of stages.entries()) {
    await costOf(stage, questions[at], WARM_CALLS);
    const cost = sum(await costOf(stage, questions[at], FEWEST * 2));
    calls[at] = Math.min(MOST, Math.max(FEWEST, Math.ceil((SECONDS * 1_000) / Math.max(cost, 0.1))));
  }
  const count = Math.max(...calls);
  for (let round = 0; round < rounds; round += 1)
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0])
      costs[at].push(await costOf(stages[at], questions[at], count));
  const middle = (at, part) => median(costs[at].map(part));
  const ratio = median(costs[0].map((cost, round) => sum(cost) / sum(costs[1][round])));
  return [
    middle(0, ({ api }) => api),
    middle(0, ({ database }) => database),
    middle(1, ({ api }) => api),
    middle(1, ({ database }) => database),
  ]
    .map((ms) => ms.toFixed(2))
    .concat(ratio.toFixed(2));
}

/** Opens the shop of a checkout with its own build and its own generator. */
async function openShop(folder, open, size, orders) {
  const own = (file) => import(pathToFileURL(resolve(folder, 'scripts', 'lib', file)).href);
  const { prepare } = await own('prepare.mjs');
  await prepare();
  const stage = await open(size, 'beside');
  const { generateOrders } = await own('generate/orders.mjs');
  if ((await generateOrders(stage.client, orders)) > 0) await stage.client.query('VACUUM (ANALYZE)');
  await warm(stage.client);
  return stage;
}

/**
 * Runs this build and the build of another checkout alternately on equal generated shops and prints, for each call, the
 * processor time of the API and of PostgreSQL and their ratio; below 1 this build is cheaper. Processor time is compared,
 * so that other work on the machine matters little.
 *
 * @param {string} checkout the folder of the other checkout
 * @param {{ size: string, orders: number, rounds: number, only?: string }} options `only`: a regular expression of
 *   the names to measure
 */
export async function measureBeside(checkout, { size, orders, rounds, only }) {
  const other = resolve(checkout);
  const { openStage: openOther } = await import(
    pathToFileURL(resolve(other, 'scripts/lib/bench/stage.mjs')).href
  );
  const stages = [];
  try {
    stages.push(await openShop(repoPath(), openStage, size, orders));
    stages.push(await openShop(other, openOther, size, orders));
    const [own, others] = await Promise.all(stages.map((stage) => besideQuestions(stage, makeAll)));
    const rows = [];
    for (const [at, question] of own.entries()) {
      if (only && !new RegExp(only).test(question.name)) continue;
      const pair = [question, others[at]];
      const isInBoth = (await Promise.all(stages.map((stage, of) => isKnown(stage, pair[of])))).every(
        Boolean,
      );
      rows.push([
        question.name,
        ...(isInBoth ? await compare(stages, pair, rounds) : ['', '', '', '', 'not in both']),
      ]);
      console.log(`  ${rows.at(-1).join(' · ')}`);
    }
    const columns = ['call', 'API ms', 'PostgreSQL ms', 'API ms beside', 'PostgreSQL ms beside', 'ratio'];
    const text = `This build beside commit ${git(['rev-parse', '--short', 'HEAD'], other)}, ${size} catalogue, ${orders} orders, ${rounds} rounds in turn with ten clients that accept compressed answers. Milliseconds of processor time a call; below 1 this build is cheaper. A call that the other build does not know has no figures.\n\n${table(columns, rows)}`;
    if (!only) await writeSection(stages[0].client, 'beside', 'Two builds in turn', text);
    console.log(`\n${text}`);
  } finally {
    for (const stage of stages) await stage.close();
  }
}
