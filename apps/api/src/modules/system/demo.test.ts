import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { queueMessage } from '../../core/outbox.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { DEMO: '1' } });
});
afterAll(() => app.stop());

test('the demo mailbox shows what would have been sent, though it is stored encrypted', async () => {
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

test('outside demo mode, or open to the network, there is no mailbox', async () => {
  const open = await startApp({ env: { DEMO: '1', HOST: '0.0.0.0' } });
  const plain = await startApp({ env: { DEMO: '0' } });
  for (const other of [open, plain])
    for (const endpoint of [api.demo.mailbox, api.demo.accounts])
      expect((await other.call(endpoint)).status).toBe(404);
  await Promise.all([open.stop(), plain.stop()]);
});
