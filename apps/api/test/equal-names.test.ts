import { toNameKey } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person, unique } from './actors.ts';
import { startApp, type TestApp } from './app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

type Name = { ar?: string; en?: string; de?: string };
const auth = () => ({ token: admin.token });
const NOUNS = [
  { noun: 'brand', field: 'names', save: api.brand.save, toInput: (names: Name) => ({ names }) },
  { noun: 'category', field: 'titles', save: api.category.save, toInput: (titles: Name) => ({ titles }) },
  {
    noun: 'supplier',
    field: 'name',
    save: api.supplier.save,
    toInput: ({ ar, en, de }: Name) => ({ name: en ?? de ?? ar }),
  },
] as const;

for (const { noun, field, save, toInput } of NOUNS) {
  const send = (name: Name, more: object = {}) =>
    app.call(save as typeof api.brand.save, { ...toInput(name), ...more } as never, { token: admin.token });

  test(`a second ${noun} of an equal name, however it is written, is saved only with force`, async () => {
    const mark = unique();
    const pairs: [Name, Name][] = [
      [{ de: `Müller ${mark}` }, { en: `MUELLER  ${mark}` }],
      [{ de: `Goethe ${mark}` }, { en: ` Göthe\u200f ${mark} ` }],
      [{ ar: `الشاكرية ${mark}` }, { ar: `شاكريه ${mark}` }],
      [{ ar: `أسواق ١٢ ${mark}` }, { ar: `اسـواق 12 ${mark}` }],
      [{ en: `Café (a+b) ${mark}` }, { de: `cafe (A+B) ${mark}` }],
    ];
    for (const [first, second] of pairs) {
      const made = await send(first);
      expect(made.status, JSON.stringify(first)).toBe(200);
      const refused = await send(second);
      expect([refused.status, refused.failure?.code], JSON.stringify(second)).toEqual([422, 'name.exists']);
      expect(refused.failure.params).toEqual({ noun, id: made.results.id, name: Object.values(first)[0] });
      expect(Object.keys(refused.failure.errors ?? {})).toEqual([field]);
      const forced = await send(second, { force: 1 });
      expect(forced.status).toBe(200);
      const { id } = forced.results;
      expect((await send(second, { id, version: 1 })).status, 'the same name again').toBe(200);
      expect((await send({ en: `Other ${unique()}` }, { id, version: 2 })).status).toBe(200);
      expect((await send(second, { id, version: 3 })).failure?.code, 'renamed to it').toBe('name.exists');
    }
    expect((await send({ en: `Muller ${mark} and more` })).status, 'a longer name').toBe(200);
  });

  test(`of several concurrent saves of a ${noun} with one name only one succeeds`, async () => {
    const mark = unique();
    const spellings = [`Büro ${mark}`, `BUERO ${mark}`, ` buro  ${mark}`, `Ｂüro ${mark}`];
    const saved = await Promise.all(spellings.map((en) => send({ en })));
    expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
  });
}

const LISTS = [
  { noun: 'brand', list: api.brand.list, save: api.brand.save, toInput: (en: string) => ({ names: { en } }) },
  {
    noun: 'category',
    list: api.category.list,
    save: api.category.save,
    toInput: (en: string) => ({ titles: { en } }),
  },
  {
    noun: 'supplier',
    list: api.supplier.list,
    save: api.supplier.save,
    toInput: (name: string) => ({ name }),
  },
  {
    noun: 'customer',
    list: api.account.list,
    save: api.account.save,
    toInput: (name: string) => ({ name, email: `${unique()}@example.com` }),
  },
] as const;

for (const { noun, list, save, toInput } of LISTS)
  test(`the list of every ${noun} finds an equal name however it is written, with disabled and without deleted records`, async () => {
    const mark = unique();
    const make = async (name: string) =>
      (await app.call(save as typeof api.brand.save, toInput(name) as never, auth())).results;
    const find = async (named: string) =>
      (await app.call(list as typeof api.brand.list, { named } as never, auth())).results.map(({ id }) => id);
    const { id } = await make(`MUELLER & Söhne ${mark}`);
    await make(`Mueller & Söhne ${mark} GmbH`);
    const spellings = [
      `Müller & Soehne ${mark}`,
      `ｍüller  & sohne ${mark} `,
      `mueller & söhne\u200f ${mark}`,
    ];
    for (const spelling of spellings) expect(await find(spelling), spelling).toEqual([id]);
    expect(await find('mueller')).not.toContain(id);
    await app.call(save as typeof api.brand.save, { id, status: 0 } as never, auth());
    expect(await find(`Müller & Söhne ${mark}`), 'disabled').toEqual([id]);
    const { remove } = noun === 'customer' ? api.account : api[noun];
    await app.call(remove as typeof api.brand.remove, { id }, auth());
    expect(await find(`Müller & Söhne ${mark}`), 'deleted').toEqual([]);
  });

test('customers and suppliers are found by a whole phone number, and customers by their e-mail', async () => {
  const name = `Person ${unique()}`;
  const email = `p${unique()}@example.com`;
  const customer = (await app.call(api.account.save, { name, email, phone: '55120987' }, auth())).results;
  const supplier = (await app.call(api.supplier.save, { name, phone: '+974 5512 0987' }, auth())).results;
  const idsOf = async (endpoint: typeof api.account.list | typeof api.supplier.list, named: string) =>
    (await app.call(endpoint as typeof api.supplier.list, { named }, auth())).results.map(({ id }) => id);
  for (const phone of ['+974 5512-0987', '5512 0987', '٥٥١٢٠٩٨٧']) {
    expect(await idsOf(api.account.list, phone), phone).toEqual([customer.id]);
    expect(await idsOf(api.supplier.list, phone), phone).toEqual([supplier.id]);
  }
  expect(await idsOf(api.account.list, email.toUpperCase())).toEqual([customer.id]);
  expect(await idsOf(api.account.list, '5512 09')).toEqual([]);
});

test('the database compares names by the same key as the server and the screens', async () => {
  const names = [
    ...['Müller', 'MUELLER  GmbH', 'Straße', 'الشاكرية', 'شاكريه', 'للمخابز والحلويات', 'أسواق ١٢', 'اسـواق'],
    ...[
      'Ｆｕｌｌ　Ｗｉｄｔｈ',
      ' Café\u00a0(a+b) ',
      'Ægir Œuvre',
      'ﬁne',
      '\u200f',
      '',
      'Ⅻ',
      'İstanbul',
      'ΣΑΣ',
      'Tee',
      'ue',
    ],
    ...Array.from({ length: 300 }, (_, at) => {
      const letters = [...'aAeEoöüßéIIıال ةىو٣3 \u00a0\u3000\u064b-ＡΣς'];
      return Array.from(
        { length: 9 },
        (_, n) => letters[(at * 7919 + n * n * 31 + n * at) % letters.length],
      ).join('');
    }),
  ];
  const { pool } = app.services.database;
  const { rows } = await pool.query<{ key: string }>(
    'SELECT name_key(n) AS key FROM unnest($1::text[]) WITH ORDINALITY AS t(n, at) ORDER BY at',
    [names],
  );
  expect(rows.map(({ key }, at) => [names[at], key])).toEqual(names.map((name) => [name, toNameKey(name)]));
});

test('the name of a deleted brand can be used again, and categories below different parents may share a title', async () => {
  const names = { en: `Gone ${unique()}` };
  const { id } = (await app.call(api.brand.save, { names }, auth())).results;
  await app.call(api.brand.remove, { id }, auth());
  expect((await app.call(api.brand.save, { names }, auth())).status).toBe(200);
  const titles = { en: `Twice ${unique()}` };
  const parent = (await app.call(api.category.save, { titles }, auth())).results;
  expect((await app.call(api.category.save, { titles, parent_id: parent.id }, auth())).status).toBe(200);
});
