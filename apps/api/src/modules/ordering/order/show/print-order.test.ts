import { api } from '@dukkan/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { makeShelf, type Shelf, stockUp } from '../../../../../test/stock.ts';
import { createSystemCtx } from '../../../../core/ctx.ts';

let app: TestApp;
let admin: Person;
let shelf: Shelf;
let order_id: number;
const phone = `+97433${String(unique()).padStart(6, '0').slice(-6)}`;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-11-22T09:00:00Z'), env: { PRINTS_PER_MINUTE: '1000' } });
  admin = await makeAdmin(app);
  shelf = await makeShelf(app);
  await stockUp(createSystemCtx(app.services, 'test'), shelf, 10, 3.21);
  const titles = { ar: 'عصير Apple 330 ml', en: 'Apple juice 330 ml', de: 'Apfelsaft 330 ml' };
  await app.services.database.prisma.product.update({ where: { id: shelf.product_id }, data: { titles } });
  const made = await app.call(
    api.order.make,
    {
      branch_id: shelf.branch_id,
      type: 'take_away',
      client: { name: 'Nora Haddad', phone },
      cart: [{ item_id: shelf.item_id, quantity: 3 }],
      discount: 5,
      discount_type: 'fixed',
      invoice_to: 'Haddad Trading W.L.L. 42',
      notes: 'Ring twice',
    },
    { token: admin.token },
  );
  order_id = made.results.id;
  await app.call(api.order.save, { id: order_id, status_id: 6, paid: 1 }, { token: admin.token });
});
afterAll(() => app.stop());

const MM = 72 / 25.4;

async function printed(path: string, more: object = {}, token = admin.token) {
  const reply = await fetch(`${app.url}${app.services.env.API_BASE}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ export: 1, format: 'pdf', ...more }),
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  if (reply.status !== 200) return { status: reply.status, all: bytes.toString(), sizes: [] };
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: false });
  const sizes = await Promise.all(
    text.map(async (_, at) => {
      const { width, height } = (await pdf.getPage(at + 1)).getViewport({ scale: 1 });
      return [Math.round(width / MM), Math.round(height / MM)] as const;
    }),
  );
  return { status: 200, all: text.join('\n').replace(/\s+/g, ' '), sizes };
}
const invoice = (more: object = {}, token?: string) =>
  printed(`/admin/products/orders/show/${order_id}`, more, token);

describe('invoices of orders', () => {
  test.each([
    ['en', 'Apple juice 330 ml', 'QAR 25.00', 'Products price'],
    ['de', 'Apfelsaft 330 ml', '25,00 QAR', 'Warenpreis'],
    ['ar', 'Apple 330 ml', '25.00', '#'],
  ])(
    'the invoice in %s says who bought what, at which price and how it was paid',
    async (locale, title, due, word) => {
      const { all } = await invoice({ locale, profile: 'a4' });
      const expected = [
        title,
        due,
        word,
        `#${order_id}`,
        'Nora Haddad',
        phone,
        'Haddad Trading W.L.L. 42',
        'Ring twice',
      ];
      for (const part of expected) expect(all.replace(/\u00a0/g, ' ')).toContain(part);
      // three at 10.00, 5.00 off
      for (const amount of ['30', '5']) expect(all).toMatch(new RegExp(`\\b${amount}[.,]00`));
      // what it cost stands on no paper
      expect(all).not.toMatch(/9[.,]63|3[.,]21/);
    },
  );

  test('the invoice fits on each of the four paper formats', async () => {
    expect((await invoice({ profile: 'a4' })).sizes).toEqual([[210, 297]]);
    expect((await invoice({ profile: 'a5' })).sizes).toEqual([[150, 210]]);
    for (const profile of ['80', '58']) {
      const { sizes } = await invoice({ profile });
      expect(sizes).toHaveLength(1);
      expect(sizes[0]?.[0]).toBe(Number(profile));
      expect(sizes[0]?.[1]).toBeLessThan(260);
    }
  });

  test("the invoice is printed on the shop's own paper format by default", async () => {
    await app.call(api.setting.save, { print_profile: '58mm' }, { token: admin.token });
    expect((await invoice()).sizes[0]?.[0]).toBe(58);
    const { results } = await app.call(api.order.paper, { id: order_id }, { token: admin.token });
    expect(results).toMatchObject({ profile: '58' });
    await app.call(api.setting.save, { print_profile: 'a5' }, { token: admin.token });
    expect((await invoice()).sizes[0]?.[0]).toBe(150);
  });

  test('the invoice for the browser has the same content as the PDF', async () => {
    const { results } = await app.call(
      api.order.paper,
      { id: order_id, locale: 'de' },
      { token: admin.token },
    );
    const { all } = await invoice({ locale: 'de', profile: 'a4' });
    const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ');
    for (const { label, value } of results.sums) {
      expect(all).toContain(plain(label));
      expect(all.replace(/\u00a0/g, ' ')).toContain(plain(value));
    }
    for (const { value } of results.facts) expect(all).toContain(plain(value));
  });

  test('amounts on an Arabic invoice are written as on the screens, with the Arabic currency sign', async () => {
    const paper = { id: order_id, locale: 'ar' };
    const { results } = await app.call(api.order.paper, paper, { token: admin.token });
    const values = results.sums.map(({ value }) => value.replace(/\u00a0/g, ' '));
    expect(values).toContain('25.00 ر.ق.');
    expect(JSON.stringify(results)).not.toContain('QAR');
    expect((await invoice({ locale: 'ar', profile: 'a4' })).all).not.toContain('QAR');
  });

  test('a customer prints the own invoice without staff names, and no other customer can print it', async () => {
    const seller = await makePerson(app, { permissions: ['seller'], branch_id: shelf.branch_id });
    await app.call(api.order.save, { id: order_id, seller_id: seller.id }, { token: admin.token });
    const customer = await makePerson(app, { permissions: [] });
    await app.services.database.prisma.order.update({
      where: { id: order_id },
      data: { client_id: customer.id },
    });
    const own = await invoice({ locale: 'en', profile: 'a4' }, customer.token);
    expect(own.status, own.all).toBe(200);
    expect(own.all).toContain('QAR 25.00');
    const names = await app.services.database.prisma.account.findMany({
      where: { id: { in: [admin.id, seller.id] } },
    });
    for (const { name } of names) expect(own.all).not.toContain(name);
    const other = await makePerson(app, { permissions: [] });
    expect((await invoice({}, other.token)).status).toBe(404);
    const clerk = await makePerson(app, { permissions: ['products.view'], global: 1 });
    expect((await invoice({}, clerk.token)).status).toBe(403);
  });
});

test('a return has its own invoice with the returned items, their value and the refund', async () => {
  const { results, status } = await app.call(
    api.orderReturn.make,
    { order_id, items: [{ item_id: shelf.item_id, quantity: 1, restock: 0 }], notes: 'Bottle broke' },
    { token: admin.token },
  );
  expect(status, JSON.stringify(results)).toBe(200);
  const { all, sizes } = await printed(`/admin/products/orders/invoices/returned/show/${results.id}`, {
    locale: 'en',
    profile: '58',
  });
  expect(sizes[0]?.[0]).toBe(58);
  // a third of 25.00
  const expected = [
    'Return invoice',
    `#${results.id}`,
    `#${order_id}`,
    'Damaged',
    'Bottle broke',
    'QAR 8.33',
  ];
  // and what the order's says of who, where to and how
  expected.push('Ordered at', 'Address', 'Payment method', 'Delivery method', 'Seller', 'Invoice to');
  for (const part of expected) expect(all.replace(/\u00a0/g, ' ')).toContain(part);
  const paper = await app.call(api.orderReturn.paper, { id: results.id }, { token: admin.token });
  expect(paper.results.rows).toHaveLength(1);
  // the order says it too
  expect((await invoice({ locale: 'en', profile: 'a4' })).all).toContain('Returned: 1');
});

test('the return invoice shows its tax by rate, and the rates add up to the total', async () => {
  const { prisma } = app.services.database;
  const [low, high] = await Promise.all(
    [5, 14].map((value) =>
      prisma.tax_type.create({ data: { names: { ar: 'ضريبة', en: 'Tax', de: 'Steuer' }, value } }),
    ),
  );
  const [bread, cola] = [await makeShelf(app, { branch_id: shelf.branch_id }), shelf];
  await stockUp(createSystemCtx(app.services, 'test'), bread, 10, 3);
  for (const [{ product_id }, tax] of [
    [bread, low],
    [cola, high],
  ] as const)
    await prisma.product.update({ where: { id: product_id }, data: { tax_type_id: tax?.id ?? 0 } });
  const made = await app.call(
    api.order.make,
    {
      branch_id: shelf.branch_id,
      type: 'take_away',
      client: { name: 'Nora Haddad', phone },
      cart: [
        { item_id: bread.item_id, quantity: 3 },
        { item_id: cola.item_id, quantity: 1 },
      ],
      paid: 1,
    },
    { token: admin.token },
  );
  await app.call(api.order.save, { id: made.results.id, status_id: 6 }, { token: admin.token });
  const back = await app.call(
    api.orderReturn.make,
    {
      order_id: made.results.id,
      items: [
        { item_id: bread.item_id, quantity: 2 },
        { item_id: cola.item_id, quantity: 1 },
      ],
    },
    { token: admin.token },
  );
  const { results } = await app.call(
    api.orderReturn.paper,
    { id: back.results.id, locale: 'en' },
    { token: admin.token },
  );
  // 10.00 at 14 % and 20.00 at 5 %, both within the price
  expect(results.taxes?.rows).toEqual([
    ['5%', '19.05', '0.95', '20.00'],
    ['14%', '8.77', '1.23', '10.00'],
  ]);
  expect(back.results).toMatchObject({ value: 30, tax: 2.18 });
});
