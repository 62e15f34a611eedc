import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { api } from '@dukkan/contract';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { routes } from '../../app.ts';
import { queueMessage } from '../../core/job/outbox.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { DEMO: '1' } });
});
afterAll(() => app.stop());

test('the demo mailbox shows messages in plain text although they are stored encrypted', async () => {
  const facts = { channel: 'sms', recipient: '+97455123456', subject: '', secret: true } as const;
  await app.ctx().tx((ctx) => queueMessage(ctx, { ...facts, body: '123456 is your code' }));
  const { results } = await app.call(api.demo.mailbox);
  expect(results[0]).toMatchObject({
    channel: 'sms',
    recipient: '+97455123456',
    body: '123456 is your code',
  });
  const { rows } = await app.services.database.pool.query('SELECT body FROM message');
  expect(Buffer.from(rows[0]?.body as Buffer).toString('utf8')).not.toContain('123456');
});

test('outside demo mode, or when the shop is open to the network, there is no mailbox', async () => {
  const open = await startApp({ env: { DEMO: '1', HOST: '0.0.0.0' } });
  const plain = await startApp({ env: { DEMO: '0' } });
  const named = await startApp({ env: { DEMO: '1', PUBLIC_URL: 'http://localhost:3000' } });
  for (const other of [open, plain, named])
    for (const endpoint of [api.demo.mailbox, api.demo.accounts])
      expect((await other.call(endpoint)).status).toBe(404);
  await Promise.all([open.stop(), plain.stop(), named.stop()]);
});

const own = () => new URL(app.url).host;

/** What a proxy, a tunnel or a foreign name in front of this machine sends along. */
const THROUGH_A_PROXY: readonly Readonly<Record<string, string>>[] = [
  { host: 'shop.example' },
  { host: 'localhost.shop.example' },
  { host: 'shop.example:3000' },
  { host: '127.0.0.1.nip.io' },
  { host: '10.0.0.4' },
  { host: 'demo.localhost' },
  { origin: 'https://shop.example' },
  { origin: 'null' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-host': 'localhost' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded': 'for=127.0.0.1' },
  { forwarded: 'for=127.0.0.1;host=localhost' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '127.0.0.1' },
  { 'x-client-ip': '127.0.0.1' },
  { 'x-cluster-client-ip': '127.0.0.1' },
  { 'x-original-host': 'shop.example' },
  { 'x-envoy-external-address': '127.0.0.1' },
  { 'x-amzn-trace-id': 'Root=1-67891233' },
  { 'true-client-ip': '127.0.0.1' },
  { 'cf-connecting-ip': '127.0.0.1' },
  { 'tailscale-user-login': 'somebody@shop.example' },
];

test('the demo routes and their mark in the page are available from this machine only, not through a proxy', async () => {
  const demoRoutes = routes.filter(({ endpoint }) => endpoint.only === 'demo');
  expect(demoRoutes.length).toBeGreaterThan(1);
  for (const { endpoint } of demoRoutes) {
    for (const host of [own(), own().replace('127.0.0.1', 'localhost'), 'LOCALHOST', '[::1]:3000'])
      expect([host, (await app.call(endpoint, {}, { headers: { host } })).status]).toEqual([host, 200]);
    for (const headers of THROUGH_A_PROXY) {
      const { status, failure } = await app.call(endpoint, {}, { headers });
      expect([headers, status, failure.code]).toEqual([headers, 404, 'route.missing']);
    }
  }
});

test('an HTTP/1.0 request, as a simple proxy sends it, cannot reach the demo routes', async () => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /demo/mailbox HTTP/1.0',
    `host: ${own()}`,
    'content-type: application/json',
    'content-length: 2',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n{}`);
  expect((await text(socket)).split('\r\n')[0]).toContain('404');
});

test('metrics without a token can be read from this machine only, not through a proxy', async () => {
  const read = (headers: Readonly<Record<string, string>>) => supertest(app.url).get('/metrics').set(headers);
  expect((await read({ host: own() })).status).toBe(200);
  for (const headers of THROUGH_A_PROXY) expect([headers, (await read(headers)).status]).not.toContain(200);
});
