import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@dukkan/contract';
import { makeAdmin, makeBranch, makePerson } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { createTestDatabase } from '../database.ts';
import { makeSupplier } from '../receipts.ts';
import { levelOf, makeShelf } from '../stock.ts';
import { makeDoor } from './door.ts';
import { type HttpAnswer, type Process, startProcess } from './processes.ts';
import { type Deed, deedsOf, type Kind, type Kinds } from './shop-deeds.ts';
import { type Actor, type Class, shopModel } from './shop-model.ts';
import { expectSound } from './soundness.ts';

/** What goes wrong while something is done. */
export const TROUBLES = ['none', 'crash', 'cut', 'line', 'delay', 'twice', 'late', 'clock'] as const;
export type Trouble = (typeof TROUBLES)[number];

const HOUR = 3_600_000;
/** The shop's clock begins at half past six in the evening and goes over midnight; sessions end after 12 hours. */
const START = '15:30:00Z';
const HOURS = 11;
const MIDNIGHT = 6;

const CLASSES: Readonly<Record<number, Class>> = {
  200: 'OK',
  400: 'BAD',
  401: 'UNAUTH',
  403: 'DENY',
  404: 'GONE',
  409: 'CONFLICT',
  422: 'BAD',
  429: 'LIMIT',
  503: 'BUSY',
};
const isWrite = ({ endpoint }: Deed) => endpoint !== api.order.show && endpoint !== api.order.list;
const classOf = ({ status }: HttpAnswer): Class => CLASSES[status] ?? 'BROKEN';

/** What was paid for goods, and where that is now, unrounded. */
const costs = (app: TestApp) =>
  app.services.database.prisma.$queryRaw<{ came: string; went: string }[]>`
    SELECT (SELECT coalesce(sum(quantity * cost_value), 0) FROM stock_batch WHERE parent_batch_id IS NULL)::text AS came,
           ((SELECT coalesce(sum(value), 0) FROM stock_level)
          + (SELECT coalesce(sum((quantity - returned_quantity) * cost_value), 0) FROM stock_use)
          + (SELECT coalesce(sum(m.quantity * b.cost_value), 0) FROM stock_movement m
               JOIN stock_batch b ON b.id = m.batch_id WHERE m.target = 5))::text AS went`;

async function makeActors(app: TestApp, branches: readonly number[]): Promise<Actor[]> {
  const admins = await Promise.all([makeAdmin(app), makeAdmin(app)]);
  const managers = await Promise.all(
    [[0], [1], [2], [0, 1], [1, 2], [2, 0]].map(async (places) => {
      const manages = places.map((place) => branches[place] as number);
      const permissions = ['orders', 'reciepts', 'branchs'];
      return { ...(await makePerson(app, { permissions, manages })), branches: manages };
    }),
  );
  const sellers = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const branch_id = branches[n % branches.length] as number;
      return { ...(await makePerson(app, { permissions: ['seller'], branch_id })), branches: [branch_id] };
    }),
  );
  return [
    ...admins.map((one, n) => ({
      ...one,
      branches: [],
      kind: 'administrator' as const,
      name: `admin ${n + 1}`,
    })),
    ...managers.map((one, n) => ({ ...one, kind: 'manager' as const, name: `manager ${n + 1}` })),
    ...sellers.map((one, n) => ({ ...one, kind: 'seller' as const, name: `seller ${n + 1}` })),
  ];
}

/** An API process behind a door of the database, a hand that reaches past the door, and the clock of both. */
async function startMachines() {
  const folder = mkdtempSync(join(tmpdir(), 'dukkan-simulation-'));
  const CLOCK_FILE = join(folder, 'clock');
  const start = Date.parse(`${new Date().toISOString().slice(0, 10)}T${START}`);
  let offset = 0;
  const setClock = (hour: number) => {
    offset = start + hour * HOUR - Date.now();
    writeFileSync(CLOCK_FILE, String(offset));
  };
  setClock(0);
  const database = await createTestDatabase();
  const url = new URL(database.url);
  const door = await makeDoor(Number(url.port));
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    PASSWORD_COST: '4',
    RATE_PER_MINUTE: '1000000',
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: randomBytes(32).toString('hex'),
    ROLE: 'api',
  };
  const hand = await startApp({
    database: url.href,
    dataDir: env.DATA_DIR,
    env: { ...env, LOG_LEVEL: 'silent' },
    now: () => new Date(Date.now() + offset),
  });
  url.port = String(door.port);
  const startOne = () =>
    startProcess({
      ...env,
      DATABASE_URL: url.href,
      CLOCK_FILE,
      NODE_OPTIONS: `--import=${new URL('./clock.ts', import.meta.url).href}`,
    });
  let process: Process = await startOne();
  return {
    hand,
    door,
    database,
    start,
    setClock,
    call: (...callArguments: Parameters<Process['call']>) => process.call(...callArguments),
    async crash(): Promise<void> {
      await process.kill();
      process = await startOne();
    },
    async stop(): Promise<void> {
      await process.kill();
      await hand.stop();
      await door.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Machines = Awaited<ReturnType<typeof startMachines>>;

/** Asks for deeds while machines fail. @param count counts what happened */
function createDelivery(machines: Machines, count: (what: string) => void) {
  const { door, database } = machines;
  const ask = (who: Actor, { endpoint, input }: Deed, key: string) =>
    machines.call(endpoint, input, { token: who.token, headers: { 'idempotency-key': key } });

  /** Nobody knows yet what became of it, or the first try still runs. */
  const isUnknown = (said: HttpAnswer | null): boolean =>
    !said || said.status === 503 || said.text.includes('idempotency.in_progress');

  const harms: Readonly<Partial<Record<Trouble, (ms: number) => Promise<void>>>> = {
    crash: async (ms) => {
      await sleep(ms);
      await machines.crash();
    },
    line: async (ms) => {
      await sleep(ms);
      await door.shut();
      await door.open(Number(new URL(database.url).port));
    },
  };

  /** Asks under one key until it is known what became of it, whatever breaks meanwhile. */
  async function deliver(
    who: Actor,
    deed: Deed,
    key: string,
    trouble: Trouble,
    at: number,
  ): Promise<HttpAnswer> {
    if (trouble === 'delay') door.slow(1 + (at % 12));
    if (trouble === 'cut') door.loseCommits(1);
    const first = ask(who, deed, key).catch(() => null);
    await harms[trouble]?.(at % 12);
    let said = await first;
    for (let attempt = 1; isUnknown(said) && attempt < 100; attempt += 1) {
      count('asked again');
      await sleep(20 * Math.min(attempt, 10));
      said = await ask(who, deed, key).catch(() => null);
    }
    door.slow(0);
    door.loseCommits(0);
    assert(said, `${deed.told}: nobody answers`);
    return said;
  }

  /** What is asked for again under its key is answered by the same bytes, and done once. */
  async function again(who: Actor, deed: Deed, key: string, text: string): Promise<void> {
    const said = await ask(who, deed, key);
    assert.equal(said.text, text, `${deed.told}: another answer under the same key`);
  }

  return { deliver, again };
}

/**
 * A shop of three branches and twenty who work there: an API process that may be killed, behind a door of the database
 * that may be cut, by a clock that may jump; and the model that says what is right. Every so many steps all is looked at.
 */
export async function startWorld(checkEvery: number) {
  const machines = await startMachines();
  const { hand, start, setClock } = machines;

  // one after the other, so that the same seed has the same numbers
  const branches: number[] = [];
  for (let n = 1; n <= 3; n += 1) branches.push((await makeBranch(hand)).id);
  const [branch_id = 0] = branches;
  const items = [await makeShelf(hand, { branch_id }), await makeShelf(hand, { branch_id })];
  const shelves = branches.flatMap((branch_id) => items.map((shelf) => ({ ...shelf, branch_id })));
  const supplier_id = await makeSupplier(hand);
  const actors = await makeActors(hand, branches);
  const model = shopModel({ shelves, sellerMax: 0 });
  const kinds: Readonly<Record<Kinds, Kind>> = deedsOf({ model, shelves, branches, supplier_id });

  const log: string[] = [];
  const kept: { who: Actor; deed: Deed; key: string; text: string }[] = [];
  const figures: Record<string, number> = {};
  const count = (what: string) => {
    figures[what] = (figures[what] ?? 0) + 1;
  };
  let steps = 0;

  const { deliver, again } = createDelivery(machines, count);

  async function check(): Promise<void> {
    await expectSound(hand);
    for (const [shelf, level] of model.levels) {
      const { on_hand, reserved, deficit } = await levelOf(hand, shelf);
      assert.deepEqual({ shelf, on_hand, reserved, deficit }, { shelf, ...level, deficit: 0 });
    }
    const { rows } = await hand.services.database.pool.query(
      `SELECT id, status_value AS value, (due * 100)::int AS due, (paid_amount * 100)::int AS paid,
              (returned_value * 100)::int AS returned FROM "order" ORDER BY id`,
    );
    const known = model.orders.map(({ id, value, due, paid, returned }) => ({
      id,
      value,
      due,
      paid,
      returned,
    }));
    assert.deepEqual(rows, known, 'orders');
    count('checks');
  }

  return {
    actors,
    kinds,
    log,
    figures,
    /** Does one thing in this trouble, and looks whether the answer is of the class that the model says. */
    async step(who: Actor, deed: Deed, trouble: Trouble, at: number): Promise<void> {
      steps += 1;
      const key = `step-${steps}`;
      if (trouble === 'clock') {
        const hour = at % HOURS;
        setClock(hour);
        model.turnTo(hour >= MIDNIGHT ? 1 : 0);
        log.push(`the clock is set to ${new Date(start + hour * HOUR).toISOString()}`);
        // the process looks at its clock every few milliseconds
        await sleep(10);
      }
      const message = `${who.name} ${deed.told}`;
      log.push(trouble === 'none' || trouble === 'clock' ? message : `${message}, ${trouble} ${at % 12}`);
      if (trouble !== 'none') count(trouble);
      const said = await deliver(who, deed, key, trouble, at);
      const is = classOf(said);
      count(is);
      log.push(`${log.pop()}: ${is}`);
      assert(
        deed.expected.includes(is),
        `${message}: not ${is} but ${deed.expected.join(' or ')}: ${said.text}`,
      );
      if (is === 'OK') {
        deed.done?.(said.results as never);
        if (isWrite(deed)) {
          if (trouble === 'twice') await again(who, deed, key, said.text);
          kept.push({ who, deed, key, text: said.text });
        }
      }
      const old = trouble === 'late' ? kept[at % kept.length] : undefined;
      if (old) await again(old.who, old.deed, old.key, old.text);
      if (steps % checkEvery === 0) await check();
    },
    /** At the end all is as the model says, and not a digit of what was paid is lost or made. */
    async finish(): Promise<void> {
      await check();
      const [sums] = await costs(hand);
      assert.equal(sums?.went.replace(/\.?0+$/, ''), sums?.came.replace(/\.?0+$/, ''), 'cost');
    },
    stop: machines.stop,
  };
}

export type World = Awaited<ReturnType<typeof startWorld>>;
