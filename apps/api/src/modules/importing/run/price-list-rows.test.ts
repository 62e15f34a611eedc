import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../../test/app.ts';
import { csv, ean, importFile, importIn, sendFile } from '../../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const PRICES = { path: api.productImport.startPrices.path };
const mapping = { barcode: 'A', price: 'B', status: 'C' };
type Row = readonly [number, string | number, string];
const fileOf = (...rows: Row[]) =>
  csv([['EAN', 'Price', 'Active'], ...rows.map(([at, ...cells]) => [ean(at), ...cells])], 'prices.csv');
const makeList = async (who = admin) =>
  (await app.call(api.priceList.save, { titles: { en: `List ${unique()}` } }, who)).results.id;
async function makeProducts(...numbers: number[]) {
  const made = [];
  for (const at of numbers) {
    const body = { titles: { en: `P ${at}` }, pricing: { price: 10 }, items: [{ barcode: ean(at) }] };
    made.push((await app.call(api.product.save, body, admin)).results);
  }
  return made;
}
const run = (price_list: number, file: ReturnType<typeof fileOf>, input: object = {}) =>
  importFile(app.url, admin.token, file, { mapping, price_list, ...input }, PRICES);
const listed = async (id: number) =>
  (await app.call(api.priceList.show, { id }, admin)).results.items
    .map(({ product_id, price, status }): [number, number, number] => [product_id, price, status])
    .toSorted(([one], [other]) => one - other);
const undo = async (id: number) => {
  expect((await app.call(api.productImport.undo, { id }, admin)).status).toBe(200);
  return importIn(app.url, admin.token, id);
};

test('an import of a price list adds prices to the list, keeps base prices, and a second run changes nothing', async () => {
  const [one, two] = await makeProducts(1, 2, 3);
  const list = await makeList();
  const stands = { product_id: two?.id, item_id: two?.items[0]?.item_id, price: 8 };
  expect((await app.call(api.priceList.save, { id: list, items: [stands] }, admin)).status).toBe(200);
  const file = fileOf([1, '7,5', ''], [2, 6, 'no'], [3, '', 'yes'], [4, 1, '']);
  const done = await run(list, file);
  expect(done).toMatchObject({ state: 'done', updated: 2, refused: 2 });
  expect(done.price_list).toMatchObject({ id: list });
  expect(await listed(list)).toEqual([
    [one?.id, 7.5, 1],
    [two?.id, 6, 0],
  ]);
  const { results } = await app.call(api.product.show, { id: one?.id }, admin);
  expect(results).toMatchObject({ price: 10, version: 1 });
  const refused = done.preview.filter(({ result }) => result === 'refused');
  expect(refused.map(({ reasons }) => reasons[0]?.code)).toEqual([
    'import.row_price_missing',
    'import.row_unknown',
  ]);
  expect(await run(list, fileOf([1, 7.5, ''], [2, 6, 'no']))).toMatchObject({ unchanged: 2, updated: 0 });
  // a price that stands may be switched alone
  expect(await run(list, fileOf([2, '', 'yes']))).toMatchObject({ updated: 1 });
  expect(await listed(list)).toEqual([
    [one?.id, 7.5, 1],
    [two?.id, 6, 1],
  ]);
});

test('a check of a price list import shows what would change and changes nothing', async () => {
  await makeProducts(11);
  const list = await makeList();
  const checked = await run(list, fileOf([11, 5, '']), { dry_run: true });
  expect(checked.preview[0]?.changes).toEqual([
    { field: 'price', from: null, to: 5 },
    { field: 'status', from: null, to: 1 },
  ]);
  expect(await listed(list)).toEqual([]);
  await app.call(api.productImport.startPrices, { id: checked.id }, admin);
  expect(await importIn(app.url, admin.token, checked.id)).toMatchObject({ state: 'done', updated: 1 });
  expect(await listed(list)).toHaveLength(1);
});

test('undoing a price list import restores the old prices but keeps those that somebody changed later', async () => {
  const [one, , three] = (await makeProducts(21, 22, 23)).map(({ id }) => id);
  const list = await makeList();
  await run(list, fileOf([21, 9, ''], [23, 9, '']));
  const done = await run(list, fileOf([21, 8, 'no'], [22, 5, ''], [23, 4, '']));
  const { items } = (await app.call(api.priceList.show, { id: list }, admin)).results;
  const third = items.find(({ product_id }) => product_id === three);
  await app.call(
    api.priceList.save,
    { id: list, items: [{ product_id: three, item_id: third?.item_id, price: 3 }] },
    admin,
  );
  const back = await undo(done.id);
  expect(back.preview.map(({ row, result }) => [row, result]).toSorted()).toEqual([
    [2, 'undone'],
    [3, 'undone'],
    [4, 'kept'],
  ]);
  expect(await listed(list)).toEqual([
    [one, 9, 1],
    [three, 3, 1],
  ]);
});

test('importing into a price list without permission is refused on its field', async () => {
  await makeProducts(31);
  const list = await makeList();
  const [mine, other] = await Promise.all([makeBranch(app), makeBranch(app)]);
  await app.call(api.priceList.assign, { id: list, branches_ids: [mine.id, other.id] }, admin);
  const say = async (who: Person, price_list: number) => {
    const file = fileOf([31, 5, '']);
    return (await sendFile(app.url, who.token, file, { mapping, price_list }, PRICES)).results.code;
  };
  const editor = await makePerson(app, { permissions: ['products'], branch_id: mine.id });
  expect(await say(editor, list)).toBe('permission.denied');
  const pricer = await makePerson(app, { permissions: ['products', 'pricelist'], branch_id: mine.id });
  expect(await say(pricer, list)).toBe('branch.forbidden');
  expect(await say(admin, 2_000_000_000)).toBe('reference.missing');
  expect(await listed(list)).toEqual([]);
});

test('an import into a price list that has been deleted ends with that reason', async () => {
  await makeProducts(41);
  const list = await makeList();
  const checked = await run(list, fileOf([41, 5, '']), { dry_run: true });
  await app.call(api.priceList.remove, { id: list }, admin);
  const { failure } = await app.call(api.productImport.startPrices, { id: checked.id }, admin);
  expect(failure.code).toBe('reference.missing');
});
