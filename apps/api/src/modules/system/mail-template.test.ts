import { api, MAIL_KEYS } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { mobile, selling, stocked } from '../../../test/sales.ts';
import { decrypt } from '../../core/secret/encryption.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const save = (input: object, person: Person = admin) => app.call(api.mailTemplate.save, input, person);
const show = async (key: (typeof MAIL_KEYS)[number]) =>
  (await app.call(api.mailTemplate.show, { key }, admin)).results;
const messages = (recipient: string) =>
  app.services.database.prisma.message.findMany({ where: { recipient }, orderBy: { id: 'asc' } });

test('every e-mail template has texts in three languages, and those about orders are disabled at first', async () => {
  const { templates } = (await app.call(api.mailTemplate.overview, {}, admin)).results;
  expect(templates.map(({ key, status }) => [key, status])).toEqual([
    ['otp', 1],
    ['password', 0],
    ['order_made', 0],
    ['order_status', 0],
    ['return', 0],
    ['purchase_order', 1],
  ]);
  for (const { locales } of templates)
    expect(locales).toEqual({ ar: 'default', en: 'default', de: 'default' });
  for (const key of MAIL_KEYS)
    for (const locale of ['ar', 'en', 'de'] as const) {
      const preview = await app.call(api.mailTemplate.preview, { key, locale }, admin);
      expect(preview.status, preview.text).toBe(200);
      const { subject, text, html } = preview.results;
      expect(subject).not.toBe('');
      expect(`${subject}${text}${html}`).not.toContain('{{');
      expect(html).toContain(`dir="${locale === 'ar' ? 'rtl' : 'ltr'}"`);
      // an amount is written as on the screens of that language
      const amounts = /ر\.ق\.|QAR/.exec(`${text}${html}`);
      const isAboutMoney = ['order_made', 'order_status', 'return'].includes(key);
      const sign = locale === 'ar' ? 'ر.ق.' : 'QAR';
      expect([key, locale, amounts?.[0]]).toEqual([key, locale, isAboutMoney ? sign : undefined]);
    }
});

test('a custom text replaces one e-mail in one language until it is reset', async () => {
  const before = await show('order_status');
  const saved = await save({
    key: 'order_status',
    version: before.version,
    subject: { de: 'Neues von {{order}}' },
    body: { de: 'Stand: {{status}}' },
  });
  expect(saved.status, saved.text).toBe(200);
  expect(saved.results.locales).toEqual({ ar: 'default', en: 'default', de: 'own' });
  const german = await app.call(api.mailTemplate.preview, { key: 'order_status', locale: 'de' }, admin);
  expect(german.results).toMatchObject({ subject: 'Neues von #1043', text: 'Stand: Unterwegs' });
  const english = await app.call(api.mailTemplate.preview, { key: 'order_status', locale: 'en' }, admin);
  expect(english.results.subject).toBe('Your order #1043: On its way');
  const stale = await save({ key: 'order_status', version: before.version, status: 1 });
  expect(stale.failure.code).toBe('record.stale');
  const reset = await app.call(api.mailTemplate.reset, { key: 'order_status' }, admin);
  expect(reset.results.locales.de).toBe('default');
  const { results } = await app.call(api.audit.list, { noun: 'mail-template', record_id: '4' }, admin);
  expect(results).toHaveLength(2);
  expect(results[0]?.changes.subject).toMatchObject({ from: { de: 'Neues von {{order}}' } });
});

test.each([
  ['an unknown chip', { key: 'order_made', body: { en: 'Hi {{password}}' } }, 'body.en'],
  ['a chip of another e-mail', { key: 'order_made', body: { ar: '{{code}}' } }, 'body.ar'],
  ['a formula', { key: 'order_made', subject: { de: '{{7*7}}' } }, 'subject.de'],
  ['a code in a subject', { key: 'otp', subject: { en: '{{code}}' } }, 'subject.en'],
  ['a text without the code it is for', { key: 'otp', body: { en: 'Welcome' } }, 'body.en'],
  ['a line break in a subject', { key: 'return', subject: { en: 'Hi\r\nBcc: all@shop.test' } }, 'subject.en'],
  ['a line separator in a subject', { key: 'return', subject: { en: 'Hi\u2028there' } }, 'subject.en'],
  ['a text that is too long', { key: 'return', body: { en: 'x'.repeat(5_001) } }, 'body.en'],
  ['codes that are switched off', { key: 'otp', status: 0 }, 'status'],
])('the e-mail template %s is refused on its field', async (_, input, field) => {
  const reply = await save(input);
  expect(reply.status, reply.text).toBe(422);
  expect(Object.keys(reply.failure.errors)).toEqual([field]);
});

test('an unknown e-mail template is refused, and staff who may only view settings can change and send none', async () => {
  expect((await save({ key: 'weather' })).status).toBe(422);
  const viewer = await makePerson(app, { permissions: ['settings.view'] });
  expect((await save({ key: 'return', status: 1 }, viewer)).status).toBe(403);
  expect((await app.call(api.mailTemplate.test, { key: 'return' }, viewer)).status).toBe(403);
  expect((await app.call(api.mailTemplate.show, { key: 'return' }, viewer)).results.actions).toEqual([]);
});

test('a template preview with an order shows that order only to staff who see orders', async () => {
  const shelf = await stocked(app, 5);
  const client = { name: 'Nora Preview', phone: mobile() };
  const { id: order_id } = (await selling(app, admin).make(shelf, 1, { client })).results;
  const input = { key: 'order_made', locale: 'en', order_id } as const;
  const preview = await app.call(api.mailTemplate.preview, input, admin);
  expect(preview.results.text).toContain('Nora Preview');
  expect(preview.results.subject).toContain(`#${order_id}`);
  const viewer = await makePerson(app, { permissions: ['settings'] });
  const hidden = await app.call(api.mailTemplate.preview, input, viewer);
  expect([hidden.status, hidden.text.includes('Nora')]).toEqual([404, false]);
  expect((await app.call(api.mailTemplate.preview, { ...input, key: 'otp' }, admin)).status).toBe(404);
});

test("a test e-mail goes to the sender's own address, also for a disabled template, and is rate limited", async () => {
  const email = `tester${unique()}@mails.test`;
  const tester = await makePerson(app, { permissions: ['settings'] });
  const send = () => app.call(api.mailTemplate.test, { key: 'order_made', locale: 'en' }, tester);
  await app.services.database.prisma.account.update({ where: { id: tester.id }, data: { email: null } });
  expect((await send()).failure.code).toBe('mail_template.no_address');
  await app.services.database.prisma.account.update({ where: { id: tester.id }, data: { email } });
  expect((await send()).results).toEqual({ recipient: email });
  const [message] = await messages(email);
  expect(message).toMatchObject({ template: 'order_made', subject: 'We received your order #1043' });
  for (let sent = 1; sent < 20; sent++) expect((await send()).status).toBe(200);
  expect((await send()).failure.code).toBe('rate.limited');
});

test("a code e-mail uses the shop's own text, has no code in its subject, and its parameters are encrypted", async () => {
  await save({ key: 'otp', subject: { en: 'Hello from {{shop}}' }, body: { en: 'Take {{code}} now' } });
  const email = `code${unique()}@mails.test`;
  const person = await makePerson(app);
  await app.services.database.prisma.account.update({ where: { id: person.id }, data: { email } });
  const answer = await app.call(api.auth.registerEmail, { email, skipExistsUser: true }, {});
  expect(answer.status, answer.text).toBe(200);
  const [message] = await messages(email);
  const { SECRET_KEY } = app.services.env;
  const text = decrypt(SECRET_KEY, 'message', message?.body as Uint8Array);
  const [code = ''] = /\d{6}/.exec(text) ?? [];
  expect(text).toBe(`Take ${code} now`);
  expect(decrypt(SECRET_KEY, 'message', message?.html as Uint8Array)).toContain(code);
  expect(message?.subject).toBe('Hello from Dukkan');
  expect(message?.secret).toBe(true);
  expect(Buffer.from(message?.html as Uint8Array).toString('utf8')).not.toContain(code);
  await app.call(api.mailTemplate.reset, { key: 'otp' }, admin);
});

test('an account whose password somebody else set is notified by e-mail once that e-mail is enabled', async () => {
  const email = `owner${unique()}@mails.test`;
  const person = await makePerson(app, { permissions: ['products'] });
  await app.services.database.prisma.account.update({ where: { id: person.id }, data: { email } });
  const reset = () => app.call(api.account.save, { id: person.id, generate_password: true }, admin);
  expect((await reset()).status).toBe(200);
  expect(await messages(email)).toHaveLength(0);
  await save({ key: 'password', status: 1 });
  expect((await reset()).status).toBe(200);
  const [message] = await messages(email);
  expect(message).toMatchObject({ template: 'password', secret: false });
});

test('an incomplete placeholder is refused on its field with the typed text, in every language and part', async () => {
  const halves = [
    'Hello {{customer',
    'Hello {{{customer}}}',
    'Hello {customer}}',
    'Hello {{customer}',
    'Hello {{ }}',
    'Hello {{}}',
    'Hello customer}}',
    'Hello {customer}',
    'Hello {{customer}}}',
    'Hello {{{{customer}}}}',
    'Hello {{{order}} {{customer}}',
  ];
  const before = await show('order_made');
  for (const text of halves)
    for (const [part, locale] of [
      ['subject', 'en'],
      ['body', 'ar'],
    ] as const) {
      const reply = await save({ key: 'order_made', [part]: { [locale]: text } });
      expect([reply.status, reply.failure.code], text).toEqual([422, 'mail_template.unknown_placeholder']);
      expect(Object.keys(reply.failure.errors), text).toEqual([`${part}.${locale}`]);
      expect(String((reply.failure.params as { name: string }).name), text).toMatch(/[{}]/);
      const bare = text.replaceAll(' ', '');
      expect(bare).toContain((reply.failure.params as { name: string }).name.replaceAll(' ', ''));
      const preview = await app.call(api.mailTemplate.preview, { key: 'order_made', [part]: text }, admin);
      expect(preview.status, text).toBe(422);
    }
  expect(await show('order_made')).toEqual(before);
  const whole = { key: 'order_made', body: { en: '{{customer}}, {{ order }} :-} {' } };
  expect((await save(whole)).status).toBe(200);
});

test("a template preview with an order is in its customer's language, with its texts and amounts", async () => {
  const shelf = await stocked(app, 10);
  const made = await selling(app, admin).make(shelf, 2, { client: { name: 'Nora', phone: mobile() } });
  const order_id = made.results.id;
  const { client_id } = await app.services.database.prisma.order.findUniqueOrThrow({
    where: { id: order_id },
  });
  for (const locale of ['de', 'ar'] as const) {
    await app.services.database.prisma.account.update({ where: { id: client_id ?? 0 }, data: { locale } });
    const input = { key: 'order_made', order_id, locale: 'en', body: 'Typed in English' } as const;
    const { results } = await app.call(api.mailTemplate.preview, input, admin);
    expect(results.locale).toBe(locale);
    expect(results.html).toContain(`lang="${locale}"`);
    expect(results.text).toMatch(locale === 'de' ? /20,00/ : /ر\.ق/);
    expect(results.text).not.toContain('Typed in English');
    const own = await app.call(api.mailTemplate.preview, { ...input, locale, body: 'Typed' }, admin);
    expect(own.results.text).toBe('Typed');
  }
});
