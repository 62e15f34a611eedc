import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type Process, startProcess } from './processes.ts';
import { crowd, isFull, quantile, sized, timeLimit } from './size.ts';
import { type Conversation, dial } from './sockets.ts';

let database: TestDatabase;
let dir: string;
let server: Process;

beforeAll(async () => {
  database = await createTestDatabase();
  dir = mkdtempSync(join(tmpdir(), 'dukkan-slow-'));
  server = await startProcess({
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATABASE_URL: database.url,
    DATA_DIR: dir,
    SECRET_KEY: randomBytes(32).toString('hex'),
    SOCKETS_PER_ADDRESS: '300',
    RATE_PER_MINUTE: '100000',
    ...(isFull ? {} : { HEADERS_SECONDS: '3', REQUEST_SECONDS: '4' }),
  });
});
afterAll(async () => {
  await server.kill();
  await database.drop();
  rmSync(dir, { recursive: true, force: true });
});

const HEAD = 'POST /settings HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

/** Clients who never finish: in the headers, in the body by length, in the body by chunks, or before a word. */
const dawdlers: Readonly<Record<string, (talk: Conversation, at: number) => void>> = {
  headers: ({ socket }, at) => void socket.write(at === 0 ? HEAD : `x-${at}: 1\r\n`),
  body: ({ socket }, at) => void socket.write(at === 0 ? `${HEAD}content-length: 100\r\n\r\n{` : ' '),
  chunks: ({ socket }, at) =>
    void socket.write(at === 0 ? `${HEAD}transfer-encoding: chunked\r\n\r\n` : '1\r\n \r\n'),
};

it('P20 M21 clients that never finish a request are cut at most five seconds after their limit, and others do not wait', async () => {
  const each = sized(20, 60);
  const talks = await Promise.all(
    Object.values(dawdlers).flatMap((dawdle) =>
      Array.from({ length: each }, async () => ({ talk: await dial(server.url), dawdle })),
    ),
  );
  let round = 0;
  const drip = () => {
    for (const { talk, dawdle } of talks) if (!talk.socket.destroyed) dawdle(talk, round);
    round += 1;
  };
  drip();
  const dripping = setInterval(drip, 500);
  const waits: number[] = [];
  const others = setInterval(async () => waits.push((await server.call(api.setting.public)).ms), 100);
  const closed = await Promise.all(talks.map(({ talk }) => talk.closedWithin(sized(9_000, 20_000))));
  clearInterval(dripping);
  clearInterval(others);
  expect(closed.filter((ms) => ms === null)).toEqual([]);
  expect(waits.length).toBeGreaterThan(20);
  expect(quantile(waits, 0.95)).toBeLessThan(timeLimit(300));
  for (const { talk } of talks) if (talk.heard()) expect(talk.heard()).toMatch(/^HTTP\/1\.1 408/);
}, 60_000);

/** Sends megabytes to a path until the server stops listening; answers its status. */
const pour = (path: string, megabytes: number, headers: Record<string, string>) =>
  new Promise<{ status: number; sent: number }>((done) => {
    const { hostname, port } = new URL(server.url);
    const call = request({ hostname, port, path, method: 'POST', agent: false, headers });
    const part = Buffer.alloc(64 * 1024, 0x20);
    let sent = 0;
    let status = 0;
    call.on('response', (response) => {
      status = response.statusCode ?? 0;
      response.resume();
    });
    call.on('error', () => done({ status, sent }));
    call.on('close', () => done({ status, sent }));
    const more = () => {
      while (sent < megabytes * 1_048_576) {
        if (call.destroyed) return;
        sent += part.length;
        if (!call.write(part)) return void call.once('drain', more);
      }
      call.end();
    };
    more();
  });

it('P20 R1 a body of a hundred megabytes is refused early, with or without its length, and memory stays constant', async () => {
  await server.call(api.setting.public);
  const before = server.rss();
  const json = { 'content-type': 'application/json' };
  const announced = await pour('/settings', 100, { ...json, 'content-length': String(100 * 1_048_576) });
  const chunked = await pour('/settings', 100, { ...json, 'transfer-encoding': 'chunked' });
  const form = await pour('/admin/accounts/save', 100, { 'content-type': 'multipart/form-data; boundary=x' });
  // who still talks when the door is shut may not hear why
  for (const { status } of [announced, chunked]) expect([0, 413]).toContain(status);
  expect([0, 401]).toContain(form.status);
  for (const { sent } of [announced, chunked, form]) expect(sent).toBeLessThan(20 * 1_048_576);
  expect(server.rss() - before).toBeLessThan(30);
});

it('F5 five hundred clients that hang up leave no connection and no file open', async () => {
  const files = () => readdirSync(`/proc/${server.pid}/fd`).length;
  await crowd(20, 10, () => server.call(api.setting.public));
  const before = files();
  await crowd(sized(150, 500), 25, async (at) => {
    const { socket } = await dial(server.url);
    socket.write(`${HEAD}content-length: 2\r\n\r\n${at % 2 ? '{}' : '{'}`);
    if (at % 3 === 0) socket.resetAndDestroy();
    else setTimeout(() => socket.destroy(), at % 20);
    await new Promise((wake) => setTimeout(wake, 5));
  });
  await new Promise((wake) => setTimeout(wake, 800));
  expect(files()).toBeLessThanOrEqual(before + 12);
  expect((await server.call(api.setting.public)).status).toBe(200);
});

it('R2 sockets beyond the limit of an address are closed, and allowed again later', async () => {
  const talks = await crowd(330, 50, () => dial(server.url));
  const ended = await Promise.all(talks.map((talk) => talk.closedWithin(500)));
  const refused = ended.filter((ms) => ms !== null).length;
  expect(refused).toBeGreaterThanOrEqual(20);
  expect(refused).toBeLessThanOrEqual(60);
  for (const { socket } of talks) socket.destroy();
  await new Promise((wake) => setTimeout(wake, 200));
  expect((await server.call(api.setting.public)).status).toBe(200);
});
