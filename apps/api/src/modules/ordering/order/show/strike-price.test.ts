import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { makeShelf } from '../../../../../test/stock.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

test('the struck-through price of a quote, an order and its invoice is the list price, never the base price', async () => {
  const as = { token: admin.token };
  // base 10.00; the list says 8.00, and a quarter of that is off
  const { product_id, item_id, branch_id } = await makeShelf(app, { checks: false });
  const list = await app.call(
    api.priceList.save,
    { titles: { en: 'Regulars' }, items: [{ product_id, item_id, price: 8 }] },
    as,
  );
  await app.call(api.priceList.assign, { id: list.results.id, branches_ids: [branch_id] }, as);
  await app.call(
    api.discount.save,
    { titles: { en: 'Quarter off' }, type: 'percent', value: 25, products: [{ id: product_id }] },
    as,
  );
  const wish = { branch_id, type: 'take_away' as const, cart: [{ item_id, quantity: 2 }] };
  const quote = await app.call(api.order.price, wish, as);
  expect(quote.results.lines[0]).toMatchObject({ unit_list: 8, unit_price: 6, gross: 12 });
  const made = await app.call(
    api.order.make,
    { ...wish, client: { name: 'Nora', phone: '+97455512377' } },
    as,
  );
  expect(made.status, made.text).toBe(200);
  const { id } = made.results;
  const shown = await app.call(api.order.show, { id }, as);
  expect(shown.results.lines[0]).toMatchObject({ unit_list: 8, unit_price: 6 });
  const { results: paper } = await app.call(api.order.paper, { id, locale: 'en' }, as);
  const before = paper.columns.findIndex(({ role }) => role === 'before');
  expect(paper.rows[0]?.cells[before]).toContain('8.00');
  expect(JSON.stringify(paper)).not.toContain('10.00');
});
