import { api } from '@dukkan/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeOnlineShop, orderOnline } from '../../../../test/online-payments.ts';
import { mobile, selling, stocked } from '../../../../test/sales.ts';
import { decrypt } from '../../../core/secret/encryption.ts';
import { queueOrderMails } from './queue-order-mails.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ env: { DEMO: '1', PUBLIC_URL: 'https://shop.test' } });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const ABOUT_ORDERS = ['order_made', 'order_status', 'return'] as const;
const switchAll = async (status: 0 | 1) => {
  for (const key of ABOUT_ORDERS)
    expect((await app.call(api.mailTemplate.save, { key, status }, admin)).status).toBe(200);
};
beforeEach(() => switchAll(0));

let customers = 0;
const someone = () => {
  customers += 1;
  return { name: 'Nora', phone: mobile(), email: `nora${customers}@mails.test` };
};

/** What is in the outbox for an address, the oldest first. */
async function mailsTo(email: string) {
  const { SECRET_KEY } = app.services.env;
  const rows = await app.services.database.prisma.message.findMany({
    where: { recipient: email },
    orderBy: { id: 'asc' },
  });
  const open = (bytes: Uint8Array | null) => (bytes ? decrypt(SECRET_KEY, 'message', bytes) : '');
  return rows.map(({ template, subject, body, html }) => ({
    template,
    subject,
    text: open(body),
    html: open(html),
  }));
}
const templatesTo = async (email: string) => (await mailsTo(email)).map(({ template }) => template);

test('no order e-mail is sent before order e-mails are switched on, nor later for earlier orders', async () => {
  const shop = selling(app, admin);
  const shelf = await stocked(app, 10);
  const client = someone();
  const { id } = (await shop.make(shelf, 1, { client })).results;
  await queueOrderMails(app.services);
  await switchAll(1);
  await queueOrderMails(app.services);
  expect(await mailsTo(client.email)).toEqual([]);
  await shop.move(id, 'confirmed');
  await queueOrderMails(app.services);
  expect(await templatesTo(client.email)).toEqual(['order_status']);
});

test('an order e-mail is sent once for its creation, each status and each return, with any number of processes', async () => {
  await switchAll(1);
  const shop = selling(app, admin);
  const shelf = await stocked(app, 10);
  const client = someone();
  const { id } = (await shop.make(shelf, 3, { client })).results;
  const run = () => Promise.all([1, 2, 3].map(() => queueOrderMails(app.services)));
  await run();
  await run();
  expect(await templatesTo(client.email)).toEqual(['order_made']);
  // of two steps between two runs the later one is told
  await shop.move(id, 'confirmed');
  await shop.move(id, 'delivered');
  await run();
  await run();
  expect(await templatesTo(client.email)).toEqual(['order_made', 'order_status']);
  expect((await shop.giveBack(id, [{ item_id: shelf.item_id, quantity: 1 }])).status).toBe(200);
  await run();
  await run();
  const mails = await mailsTo(client.email);
  expect(mails.map(({ template }) => template)).toEqual(['order_made', 'order_status', 'return']);
  expect(mails[0]?.text).toContain(`#${id}`);
  expect(mails[0]?.text).toContain('3 × ');
  expect(mails[2]?.text).toContain('1 × ');
});

test('no order e-mail is sent to a customer without an address', async () => {
  await switchAll(1);
  const shelf = await stocked(app, 10);
  const count = () => app.services.database.prisma.message.count();
  const before = await count();
  await selling(app, admin).make(shelf, 1, { client: { name: 'Nora', phone: mobile() } });
  await queueOrderMails(app.services);
  expect(await count()).toBe(before);
});

test("a customer's name is plain text in every part of an e-mail, whatever it contains", async () => {
  await switchAll(1);
  const shelf = await stocked(app, 10);
  const client = { ...someone(), name: '<script>alert(1)</script> {{total}} #{7*7} <%= 7 %>' };
  await selling(app, admin).make(shelf, 1, { client });
  await queueOrderMails(app.services);
  const [mail] = await mailsTo(client.email);
  expect(mail?.text).toContain(client.name);
  expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; {{total}} #{7*7} &lt;%= 7 %&gt;');
  expect(mail?.html).not.toContain('<script');
});

test('the payment link is in the e-mail of an unpaid order with an online method, and in no other', async () => {
  await switchAll(1);
  const online = await makeOnlineShop(app, admin);
  const client = someone();
  const id = await orderOnline(app, online, admin, { client });
  await queueOrderMails(app.services);
  const [mail] = await mailsTo(client.email);
  const attempt = await app.services.database.prisma.payment_attempt.findFirstOrThrow({
    where: { order_id: id },
  });
  expect(mail?.text).toContain(`https://shop.test/pay/${attempt.id}`);
  expect(mail?.html).toContain(`href="https://shop.test/pay/${attempt.id}"`);
  const atTheDoor = someone();
  const shelf = await stocked(app, 10);
  await selling(app, admin).make(shelf, 1, { client: atTheDoor });
  await queueOrderMails(app.services);
  expect((await mailsTo(atTheDoor.email))[0]?.text).not.toContain('/pay/');
});

test("an order e-mail is written in the customer's language, with the shop's own text when there is one", async () => {
  await switchAll(1);
  const saved = await app.call(
    api.mailTemplate.save,
    {
      key: 'order_made',
      subject: { ar: 'وصلنا {{order}}' },
      body: { ar: 'أهلًا {{customer}}\n{{pay_link}}' },
    },
    admin,
  );
  expect(saved.status, saved.text).toBe(200);
  const shelf = await stocked(app, 10);
  const client = someone();
  const { id } = (await selling(app, admin).make(shelf, 1, { client })).results;
  await queueOrderMails(app.services);
  const [mail] = await mailsTo(client.email);
  expect(mail).toMatchObject({ subject: `وصلنا #${id}`, text: 'أهلًا Nora' });
  expect(mail?.html).toContain('dir="rtl"');
});
