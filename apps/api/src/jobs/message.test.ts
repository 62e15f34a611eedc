import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin } from '../../test/actors.ts';
import { startApp, type TestApp } from '../../test/app.ts';
import { queueMessage, SEND_MESSAGE } from '../core/job/outbox.ts';
import { encrypt } from '../core/secret/encryption.ts';
import { createTransports, eraseSentSecrets, sendMessage } from './message.ts';

/** A text-message gateway that fails three times out of ten before it takes a message. */
type Gateway = {
  readonly server: Server;
  readonly url: string;
  readonly taken: Map<string, number>;
  calls: number;
  fails: boolean;
  /** A number that it never takes a message for. */
  refuses: string | null;
};

function openGateway(): Promise<Gateway> {
  const taken = new Map<string, number>();
  return new Promise((resolve) => {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        gateway.calls += 1;
        const isSick = gateway.fails && gateway.calls % 10 < 3;
        const { to, text } = JSON.parse(body) as { to: string; text: string };
        if (to === gateway.refuses) {
          response.writeHead(400).end(`no such number for ${text}`);
          return;
        }
        if (isSick || request.headers.authorization !== 'Bearer gateway-token') {
          response.writeHead(isSick ? 500 : 401).end(`could not send ${text}`);
          return;
        }
        taken.set(to, (taken.get(to) ?? 0) + 1);
        response.writeHead(200).end('{}');
      });
    });
    const gateway: Gateway = { server, url: '', taken, calls: 0, fails: true, refuses: null };
    server.listen(0, '127.0.0.1', () => {
      resolve(
        Object.assign(gateway, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms` }),
      );
    });
  });
}

let gateway: Gateway;
let app: TestApp;
let now = new Date();
beforeAll(async () => {
  gateway = await openGateway();
  app = await startApp({
    jobs: true,
    env: { SMS_WEBHOOK_URL: gateway.url, SMS_WEBHOOK_TOKEN: 'gateway-token' },
    now: () => now,
  });
  // as in life, with seconds instead of minutes between tries
  await app.services.jobs.boss.updateQueue(SEND_MESSAGE, { retryDelay: 1, retryBackoff: false });
});
afterAll(async () => {
  await app.stop();
  gateway.server.close();
});

const rows = async (where: string) =>
  (await app.services.database.pool.query(`SELECT * FROM message WHERE ${where} ORDER BY id`)).rows;
const tellOne = (to: string, secret = false) =>
  app
    .ctx()
    .tx((ctx) =>
      queueMessage(ctx, { channel: 'sms', recipient: to, subject: '', body: `hello ${to}`, secret }),
    );

test('F15 every message is delivered once through a gateway that fails three times in ten', async () => {
  const numbers = Array.from({ length: 60 }, (_, index) => `+97450001${String(index).padStart(3, '0')}`);
  for (const number of numbers) await tellOne(number);
  await expect.poll(async () => (await rows("state = 'sent'")).length, { timeout: 25_000 }).toBe(60);
  expect(gateway.calls).toBeGreaterThan(60);
  expect([...gateway.taken.entries()].sort()).toEqual(numbers.map((number) => [number, 1]));
  const sent = await rows('true');
  expect(sent.every(({ body, sent_at }) => body === null && sent_at !== null)).toBe(true);
  expect(JSON.stringify(sent.map(({ last_error }) => last_error))).not.toContain('hello');
});

test('a message whose change was rolled back is never sent', async () => {
  const before = gateway.taken.size;
  const failing = app.ctx().tx(async (ctx) => {
    await queueMessage(ctx, {
      channel: 'sms',
      recipient: '+97450002000',
      subject: '',
      body: 'no',
      secret: false,
    });
    throw new Error('the change was refused');
  });
  await expect(failing).rejects.toThrow('refused');
  await tellOne('+97450002001');
  await expect.poll(() => gateway.taken.size, { timeout: 10_000 }).toBe(before + 1);
  expect(gateway.taken.has('+97450002000')).toBe(false);
});

test('F15 a sent message is not sent again by any process', async () => {
  const carriers = createTransports(app.services);
  await tellOne('+97450002002');
  const gone = () => rows("recipient = '+97450002002' AND state = 'sent'");
  await expect.poll(async () => (await gone()).length, { timeout: 10_000 }).toBe(1);
  const [message] = await gone();
  const calls = gateway.calls;
  await Promise.all([1, 2, 3].map(() => sendMessage(app.services, carriers, message.id, false)));
  expect(gateway.calls).toBe(calls);
});

test('a message is given up after its last attempt, with a reason that does not repeat its text', async () => {
  gateway.fails = false;
  const carriers = {
    email: null,
    sms: { send: () => Promise.reject(new Error('no route for hello +97450003000')) },
  };
  const { rows: made } = await app.services.database.pool.query<{ id: string }>(
    `INSERT INTO message (channel, recipient, body, secret) SELECT channel, '+97450003000', $1, true
       FROM message LIMIT 1 RETURNING id`,
    [Buffer.from(encrypt(app.services.env.SECRET_KEY, 'message', 'hello +97450003000'))],
  );
  const id = made[0]?.id ?? '';
  await expect(sendMessage(app.services, carriers, id, false)).rejects.toThrow();
  expect(await rows(`id = ${id}`)).toMatchObject([{ state: 'waiting', attempts: 1, last_error: 'Error' }]);
  await expect(sendMessage(app.services, carriers, id, true)).rejects.toThrow();
  expect(await rows(`id = ${id}`)).toMatchObject([{ state: 'failed', attempts: 2, body: null }]);
});

test('a message that the gateway rejects permanently is set aside after the second attempt and sent after a retry', async () => {
  const number = '+97450004000';
  gateway.refuses = number;
  await tellOne(number);
  const state = async () => (await rows(`recipient = '${number}'`))[0];
  await expect.poll(async () => (await state())?.state, { timeout: 20_000 }).toBe('failed');
  expect(await state()).toMatchObject({ attempts: 2, last_error: 'the text-message gateway answered 400' });
  const { token } = await makeAdmin(app);
  const [aside] = (await app.call(api.job.list, {}, { token })).results;
  expect(aside).toMatchObject({ queue: 'message.send', noun: 'message', tries: 2 });
  expect(aside?.message).not.toContain('hello');
  gateway.refuses = null;
  const again = await app.call(api.job.retry, { id: aside?.id }, { token });
  expect(again.status, again.text).toBe(200);
  await expect.poll(async () => (await state())?.state, { timeout: 20_000 }).toBe('sent');
  expect((await app.call(api.job.list, {}, { token })).results).toEqual([]);
});

test('without a mail server an e-mail is stored, and its code is kept for five minutes only', async () => {
  await app.ctx().tx((ctx) =>
    queueMessage(ctx, {
      channel: 'email',
      recipient: 'a@b.test',
      subject: 'Code',
      body: '654321',
      secret: true,
    }),
  );
  await expect
    .poll(async () => (await rows("channel = 'email'"))[0]?.state, { timeout: 10_000 })
    .toBe('kept');
  await eraseSentSecrets(app.services);
  expect((await rows("channel = 'email'"))[0]?.body).not.toBeNull();
  now = new Date(Date.now() + 5 * 60_000 + 1_000);
  await eraseSentSecrets(app.services);
  expect((await rows("channel = 'email'"))[0]?.body).toBeNull();
});
