import { toItemTitle } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { mobile } from '../../../../../test/sales.ts';
import { makeShelf, stockUp } from '../../../../../test/stock.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const TITLES = { ar: 'قميص كتان', en: 'Linen shirt', de: 'Leinenhemd' };

/** A shirt in two sizes that lies in a branch. */
async function makeShirt() {
  const { branch_id } = await makeShelf(app);
  const body = {
    titles: TITLES,
    pricing: { price: 55 },
    items: [
      { barcode: `${branch_id}-S`, option: 'S' },
      { barcode: `${branch_id}-M`, option: ' M ' },
    ],
  };
  const { results, text } = await app.call(api.product.save, body, admin);
  expect(results.items, text).toMatchObject([{ option: 'S' }, { option: 'M' }]);
  for (const { item_id } of results.items)
    await stockUp(app.ctx(), { product_id: results.id, item_id, branch_id }, 5, 20);
  return { branch_id, id: results.id, items: results.items };
}

test('order lines and documents name the sold item of a product as it was named then', async () => {
  const { branch_id, id, items } = await makeShirt();
  const [small, medium] = items;
  const cart = [{ item_id: medium?.item_id, quantity: 2 }];
  const priced = await app.call(api.order.price, { branch_id, type: 'take_away', cart }, admin);
  expect(priced.results.lines[0]).toMatchObject({ title: 'Linen shirt · M' });
  const client = { name: 'Nora', phone: mobile() };
  const made = await app.call(api.order.make, { branch_id, type: 'take_away', cart, client }, admin);
  expect(made.status, made.text).toBe(200);
  await app.call(
    api.product.save,
    {
      id,
      items: [
        { item_id: small?.item_id, option: 'Small' },
        { item_id: medium?.item_id, option: 'Medium' },
      ],
    },
    admin,
  );
  const { results } = await app.call(api.order.show, { id: made.results.id }, admin);
  expect(results.lines[0]).toMatchObject({
    title: 'Linen shirt · M',
    titles: { ar: 'قميص كتان · M', en: 'Linen shirt · M', de: 'Leinenhemd · M' },
  });
  const paper = await app.call(api.order.paper, { id: made.results.id, locale: 'de' }, admin);
  expect(JSON.stringify(paper.results)).toContain('Leinenhemd · M');
  const levels = await app.call(api.stock.list, { product_id: id }, admin);
  expect(levels.results.map(({ title }) => title).toSorted()).toEqual([
    'Linen shirt · Medium',
    'Linen shirt · Small',
  ]);
});

test('the database names an item as the screens do', async () => {
  const { prisma } = app.services.database;
  for (const option of ['M', 'Rot / L', null])
    for (const title of ['Linen shirt', '', 'قميص']) {
      const [row] = await prisma.$queryRaw<{ titles: { en: string } }[]>`
        SELECT item_titles(jsonb_build_object('en', ${title}::text), ${option}::text) AS titles`;
      expect(row?.titles.en).toBe(toItemTitle(title, option));
    }
});
