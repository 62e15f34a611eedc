import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '../env.ts';
import { createMailSender } from './mail.ts';

/** As much of a mail server as is needed to hear one message. */
const heard: string[] = [];
let server: Server;
beforeAll(
  () =>
    new Promise<void>((resolve) => {
      server = createServer((socket) => {
        let inData = false;
        socket.write('220 test ESMTP\r\n');
        socket.on('data', (bytes) => {
          const text = bytes.toString('utf8');
          heard.push(text);
          if (inData) {
            if (!text.endsWith('\r\n.\r\n')) return;
            inData = false;
            socket.write('250 kept\r\n');
          } else if (/^DATA/i.test(text)) {
            inData = true;
            socket.write('354 go on\r\n');
          } else if (/^EHLO/i.test(text)) socket.write('250 test\r\n');
          else socket.write('250 ok\r\n');
        });
        socket.on('error', () => undefined);
      });
      server.listen(0, '127.0.0.1', resolve);
    }),
);
afterAll(() => new Promise((resolve) => server.close(resolve)));

const openSender = () =>
  createMailSender(
    readEnv({
      DATABASE_URL: 'postgresql://nobody@localhost/none',
      DATA_DIR: '/tmp/dukkan-mail-test',
      SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      MAIL_FROM: 'Dukkan <shop@dana.example>',
    }),
  );

test('an e-mail is sent as plain text with a stable message id, and its subject cannot add headers or recipients', async () => {
  const sender = openSender();
  await sender?.send({
    to: 'someone@example.test',
    subject: 'Your code\r\nBcc: everyone@example.test',
    text: 'رمزك 123456',
    key: 'message-7',
  });
  sender?.close();
  const session = heard.join('');
  expect(session).toContain('RCPT TO:<someone@example.test>');
  expect(session).toContain('Message-ID: <message-7@dana.example>');
  expect(session).not.toMatch(/^Bcc:/m);
  expect(session.match(/RCPT TO/g)).toHaveLength(1);
});

test('an e-mail brings its file with the same bytes', async () => {
  heard.length = 0;
  const bytes = Buffer.from('%PDF-1.7 an order');
  const sender = openSender();
  await sender?.send({
    to: 'orders@gulf.test',
    subject: 'Order',
    text: '12 apples',
    attachment: { name: 'purchase-order-7.pdf', bytes },
    key: 'message-8',
  });
  sender?.close();
  const session = heard.join('');
  expect(session).toContain('filename=purchase-order-7.pdf');
  expect(session).toContain('Content-Type: application/pdf');
  expect(session).toContain(bytes.toString('base64'));
});
