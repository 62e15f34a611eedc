import type { Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestApp } from '../app.ts';
import { type Ask, makeAsk } from './ask.ts';
import { excessOf, readBudgets, writeBudgets } from './budgets.ts';
import { type Cost, costOf, type Misjudged, misjudgedNodes } from './judge.ts';
import { listenToPlans, type Explained } from './plans.ts';
import { type Question, questionsOfLists } from './questions.ts';
import { readSamples, type Samples } from './samples.ts';
import { afterTriggersOf, openGuardedShop, placeOf } from './shop.ts';
import { questionsOfShows } from './shows.ts';
import { liveThrough, type Send } from './writes.ts';

/** `write` lowers the budgets to what was measured, `force` raises them too (`pnpm guard`). */
const mode = process.env.GUARD;

let app: TestApp;
let plans: ReturnType<typeof listenToPlans>;
let samples: Samples;
let ask: Ask;
const costs = new Map<string, Cost>();
const dearest = new Map<string, Explained>();
const misjudged = new Map<string, Misjudged>();
const refused: string[] = [];

beforeAll(async () => {
  app = await openGuardedShop();
  // what is remembered for a while would be forgotten on a busy machine, and looked for again
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() });
  const { pool } = app.services.database;
  plans = listenToPlans(await afterTriggersOf(pool));
  samples = await readSamples(pool);
  ask = await makeAsk(app, samples);
});
afterAll(async () => {
  plans?.stop();
  vi.useRealTimers();
  await app?.stop();
});

/** The plan that looked at most pages. */
const dearestOf = (explained: readonly Explained[]) =>
  explained.toSorted((a, b) => (b.Plan['Shared Hit Blocks'] ?? 0) - (a.Plan['Shared Hit Blocks'] ?? 0))[0];

/** Asks, and notes what that cost under the question's name; answers the number of pages. */
async function measure(question: Question): Promise<{ results: unknown; pages: number }> {
  const recording = await plans.record(() => ask(question));
  const { status, body } = recording.answer;
  const name = `${question.path} · ${question.name}`;
  // what others may not see costs nothing
  if (status === 403 && question.viewer !== 'admin') return { results: null, pages: 1 };
  if (status !== (question.status ?? 200)) refused.push(`${name}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  const answered = Array.isArray(body.results) ? body.results.length : 1;
  costs.set(name, costOf(recording, answered));
  const plan = dearestOf(recording.roots);
  if (plan) dearest.set(name, plan);
  for (const explained of recording.plans)
    for (const found of misjudgedNodes(explained)) misjudged.set(`${name}: ${found.node}`, found);
  return { results: body.results, pages: body.meta?.last_page ?? 1 };
}

/** From the sixth time on PostgreSQL may run a prepared statement by a plan for any values. */
const OFTEN = 6;
const warmed = new Set<string>();
async function warm(question: Question): Promise<void> {
  if (warmed.has(question.path)) return;
  warmed.add(question.path);
  for (let limit = 1; limit <= OFTEN; limit += 1)
    await ask({ ...question, viewer: 'admin', input: { ...question.input, limit } });
}

const LATE = 1_000;

const beyondBudget = (isMine: (name: string) => boolean) => {
  const budgets = readBudgets();
  return [...costs].flatMap(([name, cost]) => {
    if (!isMine(name)) return [];
    const budget = budgets.get(name);
    if (!budget) return [`${name} has no budget: pnpm guard --write`];
    const excess = excessOf(cost, budget);
    const plan = JSON.stringify(dearest.get(name), null, 1);
    return excess.length > 0 ? [`${name}: ${excess.join(', ')}\n${plan}`] : [];
  });
};
const keepsTo = (isMine: (name: string) => boolean) => {
  expect(refused.splice(0)).toEqual([]);
  if (!mode) expect(beyondBudget(isMine).join('\n\n')).toBe('');
};
const before = () => {
  const known = new Set(costs.keys());
  return (name: string) => !known.has(name);
};

test('every write of an order’s life stays within its budget', async () => {
  const isMine = before();
  const { pool } = app.services.database;
  const send = (isMeasured: boolean): Send =>
    (async (endpoint: Endpoint, input: Record<string, unknown>, name?: string) => {
      const question = { path: endpoint.path, input, viewer: 'admin', name: `write: ${name}` } as const;
      if (name && isMeasured) return (await measure(question)).results;
      const { status, body } = await ask(question);
      if (status !== 200) throw new Error(`${endpoint.path}: ${JSON.stringify(body)}`);
      return body.results;
    }) as Send;
  for (const round of [1, 2]) await liveThrough(send(round === 2), await placeOf(pool, round));
  keepsTo(isMine);
});

test('every list, report, pick-list and search stays within its budget by each filter and sort, on its first and a late page', async () => {
  const isMine = before();
  samples = await readSamples(app.services.database.pool);
  for (const question of questionsOfLists(samples)) {
    await warm(question);
    const { pages } = await measure(question);
    const page = Math.min(pages, LATE);
    if (page > 2) await measure({ ...question, name: `${question.name}, last page`, input: { ...question.input, page } });
  }
  keepsTo(isMine);
});

test('every read of one record stays within its budget', async () => {
  const isMine = before();
  for (const question of questionsOfShows(samples)) {
    for (let times = 0; times < OFTEN; times += 1) await ask(question);
    await measure(question);
  }
  keepsTo(isMine);
});

test('no statement’s plan expects fifty times more or fewer rows than there are where a thousand are read', () => {
  const said = [...misjudged].map(
    ([name, { expected, actual, explained }]) =>
      `${name}: ${expected} expected, ${actual} there\n${explained['Query Text'].trim().slice(0, 2_000)}`,
  );
  expect(said.join('\n\n')).toBe('');
});

test('each budget is of a call that was measured', () => {
  if (mode) return writeBudgets(costs, mode === 'force');
  const names = [...readBudgets().keys()];
  expect(names.filter((name) => !costs.has(name))).toEqual([]);
});
