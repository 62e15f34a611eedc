import { api, type Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { selling, stocked } from '../../../test/sales.ts';
import { makeTill } from '../../../test/tills.ts';

const PASSWORD = 'Aa1!aaaa';

let app: TestApp;
let admin: Person;
let branch_id: number;
let device_id: number;
let session_id: number;
let order_id: number;
let seller: Person;
let other: Person;
let manager: Person;

beforeAll(async () => {
  app = await startApp({
    env: {
      SIGN_IN_PER_IDENTITY_ADDRESS: '10000',
      SIGN_IN_PER_IDENTITY: '10000',
      SIGN_IN_PER_ADDRESS: '10000',
    },
  });
  admin = await makeAdmin(app);
  ({ branch_id, device_id } = await makeTill(app));
  const staff = (permissions: string[]) => makePerson(app, { permissions, branch_id, password: PASSWORD });
  seller = await staff(['seller', 'orders']);
  other = await staff(['seller']);
  manager = await staff(['sessions', 'branchs']);
  const opened = await app.call(
    api.posSession.open,
    { device_id, start_amount: 137.35 },
    { token: seller.token },
  );
  session_id = opened.results.id;
  const shop = selling(app, admin);
  const shelf = await stocked(app, 20, { branch_id });
  order_id = (await shop.standing(shelf, 2, 'delivered')).id;
});
afterAll(() => app.stop());

type Try = {
  readonly endpoint: Endpoint;
  readonly bodies: readonly object[];
  readonly needs: string;
  readonly who: () => Person;
};

/** What needs an approval, each with bodies of which some would be refused for what the caller may not know. */
const TRIES: Readonly<Record<string, () => Try>> = {
  'cash out of a drawer': () => ({
    endpoint: api.posSession.move,
    bodies: [0.01, 137.35, 137.36, 999_999].map((amount) => ({ session_id, kind: 'out', amount })),
    needs: 'approval.needed',
    who: () => seller,
  }),
  'cash from a drawer to the safe': () => ({
    endpoint: api.posSession.move,
    bodies: [
      { amount: 1 },
      { amount: 137.36 },
      { amount: 1, currency: 'EUR' },
      { denominations: [{ value: 500, count: 9 }] },
    ].map((body) => ({ session_id, kind: 'drop', ...body })),
    needs: 'approval.needed',
    who: () => seller,
  }),
  'the close of a drawer that somebody else opened': () => ({
    endpoint: api.posSession.close,
    bodies: [
      {},
      { end_session_amount: 137.35 },
      { end_session_amount: 9 },
      { end_session_amount: 5, left_in_drawer: 6 },
    ].map((body) => ({ device_id, end_session_amount: 1, ...body })),
    needs: 'approval.needed',
    who: () => other,
  }),
  'the hand-over of a drawer that somebody else opened': () => ({
    endpoint: api.posSession.handOver,
    bodies: [{ end_session_amount: 137.35 }, { end_session_amount: 9 }].map((body) => ({
      session_id,
      device_id,
      ...body,
    })),
    needs: 'approval.needed',
    who: () => other,
  }),
  'a return': () => ({
    endpoint: api.orderReturn.make,
    bodies: [
      { items: [{ line_id: 999_999, quantity: 1 }] },
      { items: [{ quantity: 1 }] },
      { items: [], refund_delivery: true },
      { items: [{ line_id: 999_999, quantity: 1 }], on_date: '2001-01-01' },
      { items: [{ line_id: 999_999, quantity: 1 }], device_id: 999_999 },
    ].map((body) => ({ order_id, ...body })),
    needs: 'return.needs_approval',
    who: () => seller,
  }),
};

test.each(Object.keys(TRIES))(
  '%s is refused with the same answer for every body until it is approved',
  async (name) => {
    const { endpoint, bodies, needs, who } = (TRIES[name] as () => Try)();
    const answers = async (approval?: object) => {
      const replies = [];
      for (const body of bodies)
        replies.push(
          await app.call(endpoint, { ...body, ...(approval ? { approval } : {}) }, { token: who().token }),
        );
      return replies.map(({ status, text }) => `${status} ${text.replace(/"request_id":"[^"]+"/, '')}`);
    };
    const without = await answers();
    expect(new Set(without).size, without.join('\n')).toBe(1);
    expect(without[0]).toContain(needs);
    const wrong = await answers({ account_id: manager.id, password: 'Wrong1!a' });
    expect(new Set(wrong).size, wrong.join('\n')).toBe(1);
    expect(wrong[0]).toContain('auth.failed');
    const stranger = await makePerson(app, { permissions: ['seller'], branch_id, password: PASSWORD });
    const denied = await answers({ account_id: stranger.id, password: PASSWORD });
    expect(new Set(denied).size, denied.join('\n')).toBe(1);
    expect(denied[0]).toContain('permission.denied');
  },
);

test.each(Object.keys(TRIES))(
  'no row and no till is locked while an approval password is checked: %s',
  async (name) => {
    const { endpoint, bodies, who } = (TRIES[name] as () => Try)();
    const { passwords, database } = app.services;
    const locks: unknown[] = [];
    const matches = vi.spyOn(passwords, 'matches').mockImplementation(async () => {
      const { rows } = await database.pool.query(
        `SELECT l.locktype, l.mode FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE a.datname = current_database() AND a.state = 'idle in transaction'
          AND (l.locktype = 'advisory' OR l.mode IN ('RowShareLock', 'RowExclusiveLock'))`,
      );
      locks.push(...rows);
      return false;
    });
    try {
      const approval = { account_id: manager.id, password: 'Wrong1!a' };
      const { failure } = await app.call(endpoint, { ...bodies[0], approval }, { token: who().token });
      expect(failure.code).toBe('auth.failed');
      expect(matches).toHaveBeenCalledTimes(1);
      expect(locks).toEqual([]);
    } finally {
      matches.mockRestore();
    }
  },
);
