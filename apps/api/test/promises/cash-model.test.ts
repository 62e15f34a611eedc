import { api, type Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePerson, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { makeBareOrder, makePayment, makeTill } from '../tills.ts';
import { sized } from './size.ts';

// Every coin of a branch has a place: after each step of a random day, drawers + drivers + safe + bank are what came in
// less what went out, and what counts found over or short. A crash between two steps of a call leaves none of them.

const SEEDS = sized(20, 200);
const FIRST = Number(process.env.CASH_SEED ?? 1);
const STEPS = 24;
const CURRENCY = 'QAR';

let app: TestApp;
let manager: Person;

beforeAll(async () => {
  app = await startApp();
  manager = await makePerson(app, { permissions: ['admin'] });
  // every so many log rows the transaction that writes one is lost: what it did before has to go with it
  await app.services.database.pool.query(`
    CREATE SEQUENCE crash_count;
    CREATE TABLE crash (is_on boolean NOT NULL);
    INSERT INTO crash VALUES (false);
    CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT is_on FROM crash) AND nextval('crash_count') % 9 = 0 THEN RAISE EXCEPTION 'crash'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER crash BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION crash();`);
});
afterAll(() => app.services.database.pool.query('DROP TRIGGER crash ON audit_log'));

const setCrashing = (isOn: boolean) =>
  app.services.database.pool.query('UPDATE crash SET is_on = $1', [isOn]);

/** Mulberry32: the same day for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A branch with three tills, their sellers and two drivers, and what all of it must add up to, in hundredths. */
async function makeDay(seed: number) {
  const random = randomOf(seed);
  const below = (max: number) => Math.floor(random() * max);
  const amount = (max = 10_000) => 1 + below(max);
  const { branch_id, device_id } = await makeTill(app);
  const more = await Promise.all(
    ['Second', 'Third'].map((name) =>
      app.call(api.posDevice.save, { branch_id, name }, { token: manager.token }),
    ),
  );
  const tills = [device_id, ...more.map(({ results }) => results.id)];
  const person = (permissions: string[]) => makePerson(app, { permissions, branch_id });
  const sellers = await Promise.all(tills.map(() => person(['sessions', 'branchs'])));
  const drivers = await Promise.all([person(['driver']), person(['driver'])]);
  const order_id = await makeBareOrder(app, branch_id, 1_000_000);
  let sum = 0;
  let crashed = 0;
  const add = (hundredths: number) => {
    sum += hundredths;
  };
  const call = async (use: Endpoint, input: object, by: Person = manager) => {
    const reply = await app.call(use, input as never, { token: by.token });
    if (reply.status >= 500) crashed += 1;
    return reply;
  };
  const where = async () => (await app.call(api.safe.where, { branch_id }, { token: manager.token })).results;
  const openSession = (device: number) =>
    app.services.database.prisma.pos_session.findFirst({
      where: { device_id: device, status: 'open' },
      select: { id: true },
    });
  const totals = { expected: () => sum, crashes: () => crashed };
  return {
    random,
    below,
    amount,
    branch_id,
    tills,
    sellers,
    drivers,
    order_id,
    add,
    call,
    where,
    openSession,
    totals,
  };
}

type Day = Awaited<ReturnType<typeof makeDay>>;
type Steps = Readonly<Record<string, () => Promise<void>>>;

/** Payments and refunds at tills, at the door and without a drawer. */
const paymentSteps = ({
  random,
  below,
  amount,
  tills,
  sellers,
  drivers,
  order_id,
  add,
  call,
  openSession,
}: Day): Steps => ({
  open: async () => {
    const at = below(3);
    const last = await app.services.database.prisma.pos_session.findFirst({
      where: { device_id: tills[at] ?? 0 },
      orderBy: { id: 'desc' },
      select: { left_in_drawer: true },
    });
    const start = random() < 0.5 ? undefined : amount() / 100;
    const input = { device_id: tills[at], ...(start === undefined ? {} : { start_amount: start }) };
    const reply = await call(api.posSession.open, input, sellers[at]);
    // a start that is named replaces what was left: the rest came from outside, or went there
    if (reply.status === 200 && start !== undefined)
      add(Math.round(start * 100) - Math.round(Number(last?.left_in_drawer ?? 0) * 100));
  },
  sell: async () => {
    const session = await openSession(tills[below(3)] ?? 0);
    if (!session) return;
    const paid = amount();
    await makePayment(app, { order_id, by: 'cash', amount: paid / 100, pos_session_id: session.id });
    add(paid);
  },
  deliver: async () => {
    const paid = amount();
    await makePayment(app, {
      order_id,
      by: 'cod',
      amount: paid / 100,
      driver_id: drivers[below(2)]?.id ?? 0,
    });
    add(paid);
  },
  pay_without_drawer: async () => {
    const paid = amount();
    await makePayment(app, { order_id, by: 'cash', amount: paid / 100, holder: 'branch' });
    add(paid);
  },
  give_back: async () => {
    const back = amount(8_000);
    const pending = {
      order_id,
      by: 'cash',
      amount: -back / 100,
      holder: 'branch',
      status: 'pending',
    } as const;
    const id = await makePayment(app, pending);
    const device_id = random() < 0.5 ? tills[below(3)] : undefined;
    const reply = await call(api.orderPayment.settle, { id, ...(device_id ? { device_id } : {}) });
    if (reply.status === 200) add(-back);
  },
});

/** Money that moves between drawers, drivers, safe and bank, and drawers that are closed. */
const drawerSteps = ({
  random,
  below,
  amount,
  branch_id,
  tills,
  sellers,
  drivers,
  add,
  call,
  openSession,
  where,
}: Day): Steps => ({
  move: async () => {
    const session = await openSession(tills[below(3)] ?? 0);
    if (!session) return;
    const kind = ['in', 'out', 'drop'][below(3)] ?? 'in';
    const moved = amount();
    const reply = await call(api.posSession.move, { session_id: session.id, kind, amount: moved / 100 });
    if (reply.status === 200 && kind !== 'drop') add(kind === 'in' ? moved : -moved);
  },
  hand_in: async () => {
    const session = random() < 0.5 ? await openSession(tills[below(3)] ?? 0) : null;
    const to = session ? { session_id: session.id } : { branch_id };
    const input = { ...to, kind: 'hand_in', driver_id: drivers[below(2)]?.id, amount: amount() / 100 };
    // two at once: never more than is outstanding
    await Promise.all([call(api.posSession.move, input), call(api.posSession.move, input)]);
  },
  safe: async () => {
    const kind = ['in', 'out', 'bank'][below(3)] ?? 'in';
    const moved = amount();
    const reply = await call(api.posSession.move, { holder: 'safe', branch_id, kind, amount: moved / 100 });
    if (reply.status === 200 && kind !== 'bank') add(kind === 'in' ? moved : -moved);
  },
  bank_arrived: async () => {
    const move = (await where()).held.find(({ holder }) => holder === 'bank');
    if (move) await call(api.safe.banked, { id: move.move_id, reference: 'Slip' });
  },
  count_safe: async () => {
    const reply = await call(api.safe.count, { branch_id, amount: amount(30_000) / 100, note: 'Counted' });
    if (reply.status === 200) add(Math.round((reply.results as { amount: number }).amount * 100));
  },
  close: async () => {
    const at = below(3);
    if (!(await openSession(tills[at] ?? 0))) return;
    const counted = amount(20_000);
    const closing = {
      device_id: tills[at],
      end_session_amount: counted / 100,
      left_in_drawer: below(counted + 1) / 100,
      note: 'Counted',
    };
    const reply = await call(api.posSession.close, closing, sellers[at]);
    if (reply.status === 200) add(Math.round((reply.results as { difference: number }).difference * 100));
  },
});

/** A random day, step by step. */
async function openDay(seed: number) {
  const day = await makeDay(seed);
  const { branch_id, below, where, totals } = day;
  const steps = { ...paymentSteps(day), ...drawerSteps(day) };
  const banked = async () => {
    const input = { branch_id, kind: 'bank', limit: 100 } as const;
    const { results } = await app.call(api.safe.list, input, { token: manager.token });
    return results.filter(({ banked_at }) => banked_at !== null);
  };
  /** What lies where, in hundredths, told by the shop itself. */
  const held = async (): Promise<number> => {
    const inPlaces = (await where()).held
      .filter(({ currency }) => currency === CURRENCY)
      .reduce((all, one) => all + Math.round((one.amount ?? Number.NaN) * 100), 0);
    return (await banked()).reduce((all, { amount: moved }) => all - Math.round(moved * 100), inPlaces);
  };
  const names = Object.keys(steps);
  return {
    step: async () => {
      const name = names[below(names.length)] ?? 'sell';
      await steps[name]?.();
      return name;
    },
    held,
    ...totals,
  };
}

let crashes = 0;

it.each(Array.from({ length: SEEDS }, (_, index) => FIRST + index))(
  'after random cash movements all cash of a branch is accounted for (CASH_SEED=%i)',
  async (seed) => {
    const day = await openDay(seed);
    await setCrashing(true);
    try {
      const taken: string[] = [];
      for (let at = 0; at < STEPS; at += 1) {
        taken.push(await day.step());
        expect(await day.held(), `seed ${seed}: ${taken.join(', ')}`).toBe(day.expected());
      }
    } finally {
      await setCrashing(false);
    }
    crashes += day.crashes();
  },
);

it('the random cash movements included process crashes', () => {
  expect(crashes).toBeGreaterThan(0);
});
