import type { Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestApp } from '../app.ts';
import { type Ask, makeAsk } from './ask.ts';
import { readBudgets, writeBudgets } from './budgets.ts';
import { openMeter } from './measure.ts';
import { listenToPlans } from './plans.ts';
import { type Question, questionsOfLists } from './questions.ts';
import { readSamples, type Samples } from './samples.ts';
import { afterTriggersOf, GUARDED_AT, openGuardedShop, placeOf } from './shop.ts';
import { questionsOfShows } from './shows.ts';
import { liveThrough, type Send } from './writes.ts';

// What each call does in the database, on a generated shop: its statements, the pages that they looked at, the rows that
// they read and the bytes that they wrote. No clock is looked at, so that a busy machine says nothing else.

/** `write` lowers the budgets to what was measured, `force` raises them too (`pnpm guard`). */
const mode = process.env.GUARD;
/** On a machine that does much else it takes minutes. */
const PATIENCE_MS = 900_000;

let app: TestApp;
let plans: ReturnType<typeof listenToPlans>;
let meter: ReturnType<typeof openMeter>;
let samples: Samples;
let ask: Ask;

beforeAll(async () => {
  // what is remembered for a while would be forgotten on a busy machine, and looked for again
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: GUARDED_AT });
  app = await openGuardedShop();
  const { pool } = app.services.database;
  plans = listenToPlans(await afterTriggersOf(pool));
  meter = openMeter(plans);
  samples = await readSamples(pool);
  ask = await makeAsk(app, samples);
}, PATIENCE_MS);
afterAll(async () => {
  plans?.stop();
  vi.useRealTimers();
  await app?.stop();
});

/** From the sixth time on PostgreSQL may run a prepared statement by a plan for any values. */
const OFTEN = 6;
const warmed = new Set<string>();
async function warm(question: Question): Promise<void> {
  if (warmed.has(question.path)) return;
  warmed.add(question.path);
  for (let limit = 1; limit <= OFTEN; limit += 1)
    await ask({ ...question, viewer: 'admin', input: { ...question.input, limit } });
}

const expectWithinBudget = () => {
  expect(meter.refused()).toBe('');
  const beyond = meter.beyondBudget();
  if (!mode && beyond) throw new Error(beyond);
};

test('every write in the life of an order stays within its budget', { timeout: PATIENCE_MS }, async () => {
  const { pool } = app.services.database;
  const send = (isMeasured: boolean): Send =>
    (async (endpoint: Endpoint, input: Record<string, unknown>, name?: string) => {
      const question = { path: endpoint.path, input, viewer: 'admin', name: `write: ${name}` } as const;
      if (name && isMeasured) return (await meter.measure(ask, question)).results;
      const { status, body } = await ask(question);
      if (status !== 200) throw new Error(`${endpoint.path}: ${JSON.stringify(body)}`);
      return body.results;
    }) as Send;
  for (const round of [1, 2]) await liveThrough(send(round === 2), await placeOf(pool, round));
  expectWithinBudget();
});

test('every list, report, picker and search stays within its budget with each filter and sort, on the first and a late page', {
  timeout: PATIENCE_MS,
}, async () => {
  samples = await readSamples(app.services.database.pool);
  const late = 1_000;
  for (const question of questionsOfLists(samples)) {
    await warm(question);
    const { pages } = await meter.measure(ask, question);
    // the last full page: how many rows the very last one has depends on the hour, and the cost is counted for each
    const input = { ...question.input, page: Math.min(pages - 1, late) };
    if (pages > 2) await meter.measure(ask, { ...question, name: `${question.name}, last page`, input });
  }
  expectWithinBudget();
});

test('every read of one record stays within its budget', { timeout: PATIENCE_MS }, async () => {
  for (const question of await questionsOfShows(app, samples)) {
    for (let times = 0; times < OFTEN; times += 1) await ask(question);
    await meter.measure(ask, question);
  }
  expectWithinBudget();
});

test('only the known query plans misjudge a thousand rows or more by a factor of fifty', () => {
  const unknown = meter.unknownMisjudged();
  if (unknown) throw new Error(unknown);
});

test('every budget belongs to a measured call', () => {
  if (mode) return writeBudgets(meter.costs, mode === 'force');
  const names = [...readBudgets().keys()];
  expect(names.filter((name) => !meter.costs.has(name))).toEqual([]);
});
