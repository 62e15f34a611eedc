import { api, NOUNS } from '@dukkan/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { type Listening, listenTo } from '../listening.ts';
import { mobile, selling, stocked } from '../sales.ts';
import type { Shelf } from '../stock.ts';
import { makePayment } from '../tills.ts';
import { crowd, sized } from './size.ts';
import { expectSound } from './soundness.ts';

let app: TestApp;
let other: TestApp;
let admin: Person;
let staff: ReturnType<typeof selling>;
let shelf: Shelf;
beforeAll(async () => {
  app = await startApp();
  other = await startApp({ database: app.database, env: { SECRET_KEY: app.services.env.SECRET_KEY } });
  admin = await makeAdmin(app);
  staff = selling(app, admin);
  shelf = await stocked(app, 500);
}, 60_000);
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const PATIENCE = { timeout: 20_000 };

const customer = () => makePerson(app, { phone: mobile() });

async function listening(person: Person, body: Parameters<typeof listenTo>[2] = {}, url = app.url) {
  const stream = await listenTo(url, person.token, body);
  onTestFinished(stream.stop);
  return stream;
}

const orderOf = async (person: Person): Promise<number> => {
  const made = await selling(app, person).make(shelf, 1);
  expect(made.status, made.text).toBe(200);
  return made.results.id;
};

const done = (reply: { status: number; text: string }) => expect(reply.status, reply.text).toBe(200);

const note = async (id: number, notes: string) => done(await staff.save({ id, notes }));

const countOf = (stream: Listening, id: number) => stream.heard.filter(({ data }) => data.id === id).length;

/** What was written before a customer's own order changes again would have been told before it. */
async function settle(person: Person, stream: Listening): Promise<void> {
  const id = await orderOf(person);
  await expect.poll(() => stream.orders(), PATIENCE).toContain(id);
}

it('P12 Z5 a customer receives live events of every change to their own orders and of nothing else', async () => {
  const [one, two] = [await customer(), await customer()];
  const streams = [await listening(one), await listening(two), await listening(one, {}, other.url)] as const;
  const [mine, also] = streams;
  const clerk = await listening(admin);
  const id = await orderOf(one);
  await expect.poll(() => mine.orders(), PATIENCE).toEqual([id]);
  await expect.poll(() => streams[2].orders(), PATIENCE).toEqual([id]);

  // each step is told by itself
  let known = countOf(mine, id);
  const tells = async (change: () => Promise<{ status: number; text: string }>) => {
    done(await change());
    await expect.poll(() => countOf(mine, id), PATIENCE).toBeGreaterThan(known);
    known = countOf(mine, id);
  };
  await tells(() => staff.move(id, 'confirmed'));
  const payment = await makePayment(app, { order_id: id, by: 'card', amount: 10, status: 'pending' });
  await tells(() => app.call(api.orderPayment.settle, { id: payment }, { token: admin.token }));
  await tells(() => staff.move(id, 'delivered'));
  const back: { id: number }[] = [];
  await tells(async () => {
    const reply = await staff.giveBack(id, [{ item_id: shelf.item_id, quantity: 1 }]);
    back.push(reply.results);
    return reply;
  });
  await tells(() => staff.undo(back[0]?.id ?? 0));

  // staff's business, and the others'
  const walkIn = await staff.make(shelf, 1, { client: { name: 'Walk-in', phone: mobile() } });
  const guest = await staff.make(shelf, 1);
  done(walkIn);
  done(guest);
  done(await app.call(api.branch.update, { id: shelf.branch_id, no: 'E1' }, { token: admin.token }));
  done(await app.call(api.account.save, { id: two.id, name: 'Renamed' }, { token: admin.token }));
  await settle(two, also);
  await settle(one, mine);
  expect(mine.orders()).toHaveLength(2);
  expect(also.orders()).toHaveLength(1);
  for (const stream of streams) {
    expect(new Set(stream.heard.map(({ event }) => event))).toEqual(new Set(['order']));
    for (const foreign of [walkIn.results.id, guest.results.id])
      expect(stream.orders()).not.toContain(foreign);
    expect(Object.keys(stream.heard[0]?.data ?? {}).sort()).toEqual([
      'at',
      'branch_id',
      'id',
      'noun',
      'version',
    ]);
  }
  expect(mine.orders()).not.toContain(also.orders()[0]);
  expect(also.orders()).not.toContain(id);
  // staff hear of all of it, also of what has no customer
  await expect
    .poll(() => clerk.orders(), PATIENCE)
    .toEqual(expect.arrayContaining([id, walkIn.results.id, guest.results.id]));
  await expectSound(app);
});

it('P12 Z5 events of an order moved to another customer go to that customer only, including earlier ones', async () => {
  const [before, after] = [await customer(), await customer()];
  const [old, next] = [await listening(before), await listening(after)];
  const id = await orderOf(before);
  await expect.poll(() => old.orders(), PATIENCE).toEqual([id]);
  const answer = countOf(old, id);
  const { prisma } = app.services.database;
  // in one step with a change: the one who had it does not even hear that it went
  await app.ctx().tx(async (ctx) => {
    await ctx.db.$executeRaw`UPDATE "order" SET client_id = ${after.id}::int WHERE id = ${id}::int`;
    await ctx.db.$executeRaw`INSERT INTO event (topic, data, branch_id)
      VALUES ('order', ${JSON.stringify({ noun: 'order', id, version: 2, branch_id: null, at: '' })}::jsonb, NULL)`;
  });
  await expect.poll(() => next.orders(), PATIENCE).toEqual([id]);
  await note(id, 'It is theirs now');
  done(await staff.move(id, 'confirmed'));
  await settle(before, old);
  await settle(after, next);
  expect(countOf(old, id)).toBe(answer);
  expect(countOf(next, id)).toBeGreaterThan(1);

  // from the first event on, as if they had been away: what was written while it was the other's is told to nobody but its own
  const again = await listening(before, { last_id: 0 });
  const theirs = await listening(after, { last_id: 0 });
  await expect.poll(() => again.orders(), PATIENCE).toEqual(old.orders().filter((one) => one !== id));
  await expect.poll(() => theirs.orders(), PATIENCE).toContain(id);
  expect(again.text()).not.toContain(`"id": ${id},`);
  expect(again.text()).not.toContain(`"id":${id},`);

  // and to nobody where it has no customer any more
  await prisma.order.update({ where: { id }, data: { client_id: null } });
  const known = countOf(next, id);
  await note(id, 'Nobody’s');
  await settle(after, next);
  expect(countOf(next, id)).toBe(known);
});

it("Z5 other people's topics, ids, branches or fields in a subscription add no events", async () => {
  const [victim, attacker] = [await customer(), await customer()];
  const id = await orderOf(victim);
  const bodies = [
    { topics: ['order'], last_id: 0 },
    { topics: ['order'], last_id: 1, client_id: victim.id },
    { topics: [...NOUNS], last_id: 0, id, order_id: id },
  ];
  const streams: Listening[] = [];
  for (const body of bodies)
    for (const url of [app.url, other.url]) streams.push(await listening(attacker, body, url));
  const reply = await app.post('/events', { topics: ['order', 'orders'] }, { token: attacker.token });
  expect(reply.status).toBe(422);
  await note(id, 'Ring twice');
  done(await staff.move(id, 'confirmed'));
  done(await staff.move(id, 'canceled'));
  const own = await orderOf(attacker);
  for (const stream of streams) {
    await expect.poll(() => stream.orders(), PATIENCE).toEqual([own]);
    expect(stream.heard.filter(({ event }) => event !== 'order' && event !== 'reset')).toEqual([]);
  }
});

it('missed events are sent to a customer who reconnects, or a notice that they are too many or too old', async () => {
  const person = await customer();
  const first = await listening(person);
  const [one, two] = [await orderOf(person), await orderOf(person)];
  await expect.poll(() => first.orders(), PATIENCE).toEqual([one, two]);
  first.stop();
  const last_id = first.heard.at(-1)?.id ?? 0;
  await note(one, 'While they were away');
  // a busy shop is not what they missed
  const { pool } = app.services.database;
  await pool.query(
    `INSERT INTO event (topic, data) SELECT 'order', jsonb_build_object('id', 0) FROM generate_series(1, 2000)`,
  );
  const back = await listening(person, { topics: ['order'], last_id });
  await expect.poll(() => back.heard.at(-1), PATIENCE).toMatchObject({ event: 'order', data: { id: one } });
  expect(back.heard.filter(({ event }) => event === 'reset')).toEqual([]);

  // staff missed more than is told one by one
  const clerk = await listening(admin, { topics: ['order'], last_id });
  await expect.poll(() => clerk.heard.map(({ event }) => event), PATIENCE).toContain('reset');

  // an hour later nothing of then is kept
  await pool.query('DELETE FROM event');
  const late = await listening(person, { topics: ['order'], last_id });
  await expect.poll(() => late.heard.map(({ event }) => event), PATIENCE).toEqual(['reset']);
  const { rows } = await pool.query<{ id: number }>('SELECT last_value::int AS id FROM event_id_seq');
  const current = await listening(person, { topics: ['order'], last_id: rows[0]?.id ?? 0 });
  await settle(person, current);
  expect(current.heard.filter(({ event }) => event === 'reset')).toEqual([]);
});

it('the number of database queries does not grow with the number of listening customers', async () => {
  const input = { news: 0, about: 0 };
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...said: unknown[]) {
    const text = typeof said[0] === 'string' ? said[0] : String((said[0] as pg.QueryConfig).text);
    if (text.includes('pg_current_snapshot')) input.news += 1;
    else if (/\bevent\b/.test(text) && !/INSERT|DELETE/.test(text)) input.about += 1;
    return Reflect.apply(query, this, said);
  } as typeof query;
  onTestFinished(() => {
    pg.Client.prototype.query = query;
  });
  const people = await crowd(sized(30, 200), 5, customer);
  const streams = await crowd(people.length, 10, (at) =>
    listening(people[at] as Person, { topics: ['order'] }),
  );
  const ids = await Promise.all(people.slice(0, 10).map(orderOf));
  for (const [at, stream] of streams.slice(0, 10).entries())
    await expect.poll(() => stream.orders(), PATIENCE).toEqual([ids[at]]);
  for (const stream of streams.slice(10)) expect(stream.heard).toEqual([]);
  // the looks themselves go by the clock, in each of the two processes, and not by who listens
  expect(input.news).toBeGreaterThan(0);
  expect(input.about).toBe(0);
});
