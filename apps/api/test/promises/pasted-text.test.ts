import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { makeShelf } from '../stock.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = () => ({ token: admin.token });

test('a known number, address or code is found when it is pasted with surrounding characters', async () => {
  const digits = String(unique()).padStart(6, '0').slice(-6);
  const customer = await makePerson(app, { phone: `+97455${digits}`, name: `Pasted ${digits}` });
  const typed = `+974 55${digits.slice(0, 2)} ${digits.slice(2)}`;
  for (const text of [
    `\u202a${typed}\u202c`,
    `tel:${typed}`,
    `\u200etel:+97455${digits}\ufe0f`,
    typed.replaceAll(' ', '\u00a0'),
  ]) {
    const { results } = await app.call(api.account.list, { keywords: text, role: 'customer' }, as());
    expect([text, results.map(({ id }) => id)]).toEqual([text, [customer.id]]);
    const card = await app.call(api.order.customer, { phone: text }, as());
    expect([text, card.results.customer?.id]).toEqual([text, customer.id]);
  }
  const shelf = await makeShelf(app);
  const item = await app.services.database.prisma.product_item.findUniqueOrThrow({
    where: { id: shelf.item_id },
  });
  const found = await app.call(api.product.list, { barcode: `\u2066${item.barcode}\u200b\u2069` }, as());
  expect(found.results.map(({ id }) => id)).toEqual([shelf.product_id]);
});
