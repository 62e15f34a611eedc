import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@dukkan/contract';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { type Door, makeDoor } from './door.ts';
import { type Power, startPower } from './power.ts';
import { type HttpAnswer, type Process, startProcess } from './processes.ts';
import { sized, tally, timeLimit } from './size.ts';

const PASSWORD = 'Correct!Horse9';

let power: Power;
let door: Door;
let env: Record<string, string>;
let processes: Process[];
let hand: TestApp;
let admin: Person;

beforeAll(async () => {
  power = await startPower('outage');
  door = await makeDoor(power.port());
  const url = new URL(power.url());
  url.port = String(door.port);
  env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    PASSWORD_COST: '10',
    RATE_PER_MINUTE: '1000000',
    DATABASE_URL: url.href,
    DATA_DIR: join(power.folder, 'data'),
    SECRET_KEY: randomBytes(32).toString('hex'),
    DEMO: '0',
  };
  hand = await startApp({
    database: url.href,
    dataDir: join(power.folder, 'data'),
    env: { ...env, ROLE: 'api', LOG_LEVEL: 'silent' },
  });
  processes = await Promise.all([startProcess(env), startProcess(env)]);
  admin = await makeAdmin(hand);
}, 90_000);
afterAll(async () => {
  await Promise.all(processes.map((process) => process.kill()));
  await hand.stop().catch(() => undefined);
  await door.close();
  await power.remove();
});

/** Whatever a test did, the next one finds a database that answers. */
async function bringBack(): Promise<void> {
  for (const one of processes) {
    const code = await Promise.race([one.ended, sleep(1, 'alive')]);
    if (code !== 'alive') throw new Error(`a process ended with ${code}: ${one.log().slice(-3000)}`);
  }
  door.hold(false);
  if (!(await power.isOn())) await power.on();
  await door.open(power.port());
  for (const one of processes) while ((await get(one, '/readyz')) !== 200) await sleep(50);
}
afterEach(bringBack, 60_000);

const get = async (at: Process, path: string): Promise<number> => {
  const response = await fetch(at.url + path);
  await response.arrayBuffer();
  return response.status;
};

type Written = { readonly name: string; readonly reply: HttpAnswer; readonly askedAt: number };

/** Writers that never stop asking, each for a branch of its own name. */
function startWriting(width: number) {
  const done: Written[] = [];
  let on = true;
  const lane = async (at: number) => {
    for (let turn = at; on; turn += 1) {
      const name = `Kept ${unique()}`;
      const target = processes[turn % processes.length] as Process;
      const askedAt = performance.now();
      const reply = await target.call(api.branch.create, { names: { en: name } }, { token: admin.token });
      done.push({ name, reply, askedAt });
      if (reply.status !== 200) await sleep(20);
    }
  };
  const lanes = Array.from({ length: width }, (_, at) => lane(at));
  return {
    done,
    stop: async () => {
      on = false;
      await Promise.all(lanes);
    },
  };
}

const stored = async (): Promise<Map<string, number>> => {
  const client = new pg.Client({ connectionString: power.url() });
  await client.connect();
  const { rows } = await client.query<{ name: string; count: string }>(
    `SELECT b.names->>'en' AS name, count(*) FROM branch b GROUP BY 1`,
  );
  const halves = await client.query(
    `SELECT b.id FROM branch b WHERE NOT EXISTS (SELECT 1 FROM audit_log a WHERE a.noun = 'branch' AND a.record_id = b.id::text)`,
  );
  await client.end();
  expect(halves.rows).toEqual([]);
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
};

it('P5 F2 O8 when PostgreSQL is killed under load calls answer 503, no acknowledged write is lost, and the shop recovers', async () => {
  for (let round = 0; round < sized(1, 5); round += 1) {
    const writing = startWriting(sized(12, 40));
    onTestFinished(writing.stop);
    while (writing.done.length < 30) await sleep(20);
    await Promise.all([door.shut(), power.cut()]);
    const downAt = performance.now();
    const whileDown = () => writing.done.filter(({ askedAt }) => askedAt > downAt);
    while (whileDown().length < 40 || performance.now() - downAt < 1500) await sleep(20);

    const down = whileDown();
    const defects = processes.flatMap((one) =>
      one
        .log()
        .split('\n')
        .filter((line) => line.includes('"defect"')),
    );
    expect(Object.keys(tally(down.map(({ reply }) => reply.status))), defects[0]).toEqual(['503']);
    for (const { reply } of down) {
      expect(reply.results.code).toBe('service.busy');
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(reply.text).not.toMatch(/ECONN|postgres|prisma|127\.0\.0\.1/i);
    }
    expect(Math.max(...down.map(({ reply }) => reply.ms))).toBeLessThan(timeLimit(5000));
    for (const one of processes) {
      expect(await get(one, '/livez')).toBe(200);
      expect(await get(one, '/readyz')).toBe(503);
      for (const path of ['/settings', '/user/auth', '/user/profile', '/admin/accounts', '/register/email']) {
        const body = { email: 'x@example.test', password: 'x' };
        const reply = await one.post(path, body, { token: admin.token });
        expect(reply.status, `${path} ${reply.text}`).toBe(503);
      }
    }

    await power.on();
    await door.open(power.port());
    const upAt = performance.now();
    for (const one of processes) while ((await get(one, '/readyz')) !== 200) await sleep(50);
    for (const one of processes)
      while ((await one.call(api.branch.list, {}, { token: admin.token })).status !== 200) await sleep(50);
    expect(performance.now() - upAt).toBeLessThan(timeLimit(10_000));
    await sleep(300);
    await writing.stop();
    // what tries again for itself says so once an outage, and with the database's own word
    for (const one of processes) {
      const tried = one
        .log()
        .split('\n')
        .filter((line) => line.includes('trying again'));
      const said = tally(tried.map((line) => String(JSON.parse(line).msg)));
      expect(said['live events: no connection, trying again until it works']).toBe(round + 1);
      expect(Math.max(...Object.values(said))).toBe(round + 1);
      expect(tried.join()).not.toContain('•••');
    }

    const statuses = tally(writing.done.map(({ reply }) => reply.status));
    expect(Object.keys(statuses).sort()).toEqual(['200', '503']);
    const kept = await stored();
    const acknowledged = writing.done.filter(({ reply }) => reply.status === 200);
    expect(acknowledged.filter(({ name }) => kept.get(name) !== 1)).toEqual([]);
    expect([...kept.values()].filter((count) => count > 1)).toEqual([]);
  }
}, 120_000);

it('F3 with a frozen database calls answer 503 within seven seconds, and work continues when it thaws', async () => {
  door.hold(true);
  const ask = () =>
    Promise.all(
      processes.flatMap((one) =>
        Array.from({ length: sized(15, 50) }, (_, at) =>
          one.call(
            at % 3 ? api.branch.list : api.branch.create,
            at % 3 ? {} : { names: { en: `Frozen ${unique()}` } },
            { token: admin.token },
          ),
        ),
      ),
    );
  const replies = await ask();
  door.hold(false);
  expect(Object.keys(tally(replies.map(({ status }) => status)))).toEqual(['503']);
  expect(Math.max(...replies.map(({ ms }) => ms))).toBeLessThan(timeLimit(7500));
  const from = performance.now();
  for (const one of processes)
    while ((await one.call(api.branch.list, {}, { token: admin.token })).status !== 200) {
      expect(performance.now() - from, one.log().slice(-2000)).toBeLessThan(timeLimit(5000));
      await sleep(50);
    }
  const { rows } = await hand.services.database.pool.query<{ open: string }>(
    `SELECT count(*) AS open FROM pg_stat_activity WHERE state = 'idle in transaction' AND state_change < now() - interval '1 second'`,
  );
  expect(rows[0]?.open).toBe('0');
}, 60_000);

it('F4 when the answer of a commit is lost, the same key tells the result once', async () => {
  const writes = Array.from({ length: sized(12, 100) }, () => ({
    key: randomUUID(),
    name: `Cut ${unique()}`,
  }));
  const send = (one: Process, { key, name }: { key: string; name: string }) =>
    one.call(
      api.branch.create,
      { names: { en: name } },
      { token: admin.token, headers: { 'idempotency-key': key } },
    );
  const sent = writes.map((write, at) => send(processes[at % 2] as Process, write));
  await sleep(15);
  await door.shut();
  await door.open(power.port());
  const first = await Promise.all(sent);
  for (const { status } of first) expect([200, 503]).toContain(status);
  for (const [at, write] of writes.entries()) {
    let reply = await send(processes[(at + 1) % 2] as Process, write);
    while (reply.status === 503 || reply.status === 409) {
      await sleep(50);
      reply = await send(processes[(at + 1) % 2] as Process, write);
    }
    expect(reply.status).toBe(200);
    if (first[at]?.status === 200) expect(reply.text).toBe(first[at].text);
  }
  const kept = await stored();
  expect(writes.filter(({ name }) => kept.get(name) !== 1)).toEqual([]);
}, 60_000);

it('F6 a process told to stop finishes its calls, refuses new ones and ends within ten seconds', async () => {
  const person = await makePerson(hand, { password: PASSWORD });
  for (let round = 0; round < sized(1, 10); round += 1) {
    const leaving = processes[0] as Process;
    const staying = processes[1] as Process;
    const stream = await fetch(`${leaving.url}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
      body: '{"topics":["branch"]}',
    });
    const heard = stream.text();
    // ten sign-ins of a tenth of a second each are under way when the signal comes
    const begun = Array.from({ length: 10 }, () =>
      leaving.call(api.auth.signIn, { email: person.email, password: PASSWORD }),
    );
    await Promise.race([sleep(1_500), ...begun]);
    const from = performance.now();
    const gone = leaving.kill('SIGTERM');
    // a balancer asks the other one: refused is refused, never half done
    const answered = async (begunCall: (typeof begun)[number]) => {
      const reply = await begunCall.catch(() => null);
      return reply && reply.status !== 503
        ? reply
        : staying.call(api.auth.signIn, { email: person.email, password: PASSWORD });
    };
    const late = Array.from({ length: 10 }, async (_, at) => {
      await sleep(at * 30);
      return answered(leaving.call(api.auth.signIn, { email: person.email, password: PASSWORD }));
    });
    for (const { status, text } of await Promise.all([...begun.map(answered), ...late]))
      expect(status, text).toBe(200);
    // what was read before the signal is answered by the one that leaves
    expect(
      (await Promise.allSettled(begun)).some((one) => one.status === 'fulfilled' && one.value.status === 200),
    ).toBe(true);
    expect(await gone).toBe(0);
    expect(performance.now() - from).toBeLessThan(timeLimit(10_000));
    expect(await heard).toContain('retry:');
    processes = [staying, await startProcess(env)];
  }
}, 120_000);
