import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { mobile, selling, stocked } from '../../../test/sales.ts';

let app: TestApp;
let admin: Person;
let here: { id: number };
let there: { id: number };
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  here = await makeBranch(app, 'Palm Grove');
  there = await makeBranch(app, 'Palm Beach');
});
afterAll(() => app.stop());

const search = async (keywords: string, who = admin) =>
  (await app.call(api.system.search, { keywords }, { token: who.token })).results;
const found = async (keywords: string, who = admin) =>
  (await search(keywords, who)).map(({ noun, id }) => `${noun} ${id}`);

test('the palette finds a person by name in any spelling, any part of the phone, e-mail and number', async () => {
  const someone = await makePerson(app, { name: 'أسامة الفيلكاوي', phone: '+97455123456' });
  const hit = `account ${someone.id}`;
  for (const keywords of ['اسامه', 'الفيلكاوى', '5512 3456', '٥٥١٢٣٤٥٦', '0097455123456', someone.email])
    expect(await found(keywords)).toContain(hit);
  expect((await found(`#${someone.id}`))[0]).toBe(hit);
});

test('the palette finds names by words in any order, with or without article, with umlauts spelled out', async () => {
  const someone = await makePerson(app, { name: 'Jörg Müllermann' });
  const other = await makePerson(app, { name: 'ليلى المنصوري' });
  for (const keywords of ['mueller joerg', 'muller', 'Müllerm jörg'])
    expect(await found(keywords), keywords).toContain(`account ${someone.id}`);
  for (const keywords of ['منصوري ليلى', 'المنصورى'])
    expect(await found(keywords), keywords).toContain(`account ${other.id}`);
});

test('the palette finds branches and roles with their status', async () => {
  const hits = await search('palm');
  expect(hits.map(({ noun, title, status }) => [noun, title, status])).toEqual([
    ['branch', 'Palm Beach', 1],
    ['branch', 'Palm Grove', 1],
  ]);
  await makePerson(app, { permissions: ['orders'] });
  expect((await search('role')).every(({ noun }) => noun === 'role')).toBe(true);
});

test('the palette answers at most eight records of a kind, and none for an empty search', async () => {
  for (let index = 0; index < 10; index += 1) await makePerson(app, { name: `Twin ${index}` });
  expect(await search('twin')).toHaveLength(8);
  expect(await search('')).toEqual([]);
  expect(await search('%')).toEqual([]);
});

test("the palette finds no record that the user's lists would not show", async () => {
  const near = await makePerson(app, { name: 'Nearby Palm', permissions: ['orders'], branch_id: here.id });
  const far = await makePerson(app, { name: 'Faraway Palm', permissions: ['orders'], branch_id: there.id });
  const chief = await makePerson(app, {
    permissions: ['users', 'branchs'],
    manages: [here.id],
    name: 'Chief',
  });
  const hits = await found('palm', chief);
  expect(hits).toContain(`account ${near.id}`);
  expect(hits).toContain(`branch ${here.id}`);
  expect(hits).not.toContain(`account ${far.id}`);
  expect(hits).not.toContain(`branch ${there.id}`);
  expect(await found(`#${there.id}`, chief)).not.toContain(`branch ${there.id}`);
  expect(await found(`#${far.id}`, chief)).not.toContain(`account ${far.id}`);
  const seller = await makePerson(app, { permissions: ['seller'], branch_id: here.id });
  expect(await found('palm', seller)).toEqual([]);
  expect(await found('palm', await makePerson(app))).toEqual([]);
});

test('the palette finds price lists, offers and discounts by name and a coupon by its code, for staff who may see them', async () => {
  const as = { token: admin.token };
  const titles = { en: 'Zaatar week', ar: 'أسبوع الزعتر' };
  const list = (await app.call(api.priceList.save, { titles }, as)).results;
  const info = { type: 'coupon', code: 'ZAATAR5', discount: 5, discount_type: 'percent' } as const;
  const coupon = (await app.call(api.offer.save, { titles, info }, as)).results;
  const product = (await app.call(api.product.save, { titles: { en: 'Thyme' }, pricing: { price: 10 } }, as))
    .results;
  const discount = (
    await app.call(
      api.discount.save,
      { titles, type: 'percent', value: 10, products: [{ id: product.id }] },
      as,
    )
  ).results;
  const offers = [`offer ${coupon.id}`, `discount ${discount.id}`];
  expect(await found('zaatar week')).toEqual([`price-list ${list.id}`, ...offers]);
  expect(await found('زعتر')).toEqual([`price-list ${list.id}`, ...offers]);
  expect((await search('zaatar week')).map(({ subtitle }) => subtitle)).toEqual(['', 'ZAATAR5', 'Thyme']);
  expect(await found('zaatar week', await makePerson(app, { permissions: ['offers'] }))).toEqual(offers);
  expect(await found('zaatar week', await makePerson(app, { permissions: ['orders'] }))).toEqual([]);
});

test('the palette finds products by any name and number, and a scanned barcode opens its product', async () => {
  const as = { token: admin.token };
  const titles = { ar: 'سدرة', en: 'Sidrat', de: '' };
  const category = (await app.call(api.category.save, { titles }, as)).results;
  const inner = await app.call(api.category.save, { titles, parent_id: category.id }, as);
  const brand = (await app.call(api.brand.save, { names: titles }, as)).results;
  const extra = (await app.call(api.extra.save, { titles }, as)).results;
  const barcode = '2900000000018';
  const product = (await app.call(api.product.save, { titles, brand_id: brand.id, items: [{ barcode }] }, as))
    .results;
  const other = await app.call(api.product.save, { titles: { en: `Not ${barcode}` } }, as);
  expect(other.status).toBe(200);

  const all = [
    `product ${product.id}`,
    `category ${category.id}`,
    `category ${inner.results.id}`,
    `brand ${brand.id}`,
    `extra ${extra.id}`,
  ];
  for (const keywords of ['sidrat', 'سدره']) expect(await found(keywords)).toEqual(all);
  expect(await search('sidrat')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ noun: 'product', title: 'Sidrat', subtitle: `${barcode} · Sidrat` }),
      expect.objectContaining({ noun: 'category', id: inner.results.id, subtitle: 'Sidrat' }),
    ]),
  );
  for (const scan of [barcode, '٢٩٠٠٠٠٠٠٠٠٠١٨', ` ${barcode} `]) {
    const hits = await found(scan);
    expect(hits[0]).toBe(`product ${product.id}`);
    expect(hits.filter((hit) => hit === hits[0])).toHaveLength(1);
  }
  expect(await found(`#${brand.id}`)).toContain(`brand ${brand.id}`);
  const cashier = await makePerson(app, { permissions: ['seller'], branch_id: here.id });
  expect(await found('sidrat', cashier)).toEqual([`product ${product.id}`]);
  expect(await found(barcode, await makePerson(app, { permissions: ['orders'] }))).toEqual([]);
});

test('the palette finds orders by number and by customer for staff who may see them', async () => {
  const shelf = await stocked(app, 5);
  const made = await selling(app, admin).make(shelf, 1, {
    client: { name: 'Zubaida Almarri', phone: mobile() },
  });
  const { id } = made.results;
  expect((await found(String(id)))[0]).toBe(`order ${id}`);
  expect(await search('zubaida')).toContainEqual(
    expect.objectContaining({
      noun: 'order',
      id,
      title: `#${id}`,
      subtitle: expect.stringContaining('Zubaida'),
    }),
  );
  const other = await makeBranch(app);
  const elsewhere = await makePerson(app, { permissions: ['orders'], branch_id: other.id });
  expect(await found(`#${id}`, elsewhere)).not.toContain(`order ${id}`);
  expect(await found('zu')).not.toContain(`order ${id}`);
});
