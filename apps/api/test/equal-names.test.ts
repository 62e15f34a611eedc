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
}

test('the name of a deleted brand is free, and categories below different parents share a title', async () => {
  const auth = { token: admin.token };
  const names = { en: `Gone ${unique()}` };
  const { id } = (await app.call(api.brand.save, { names }, auth)).results;
  await app.call(api.brand.remove, { id }, auth);
  expect((await app.call(api.brand.save, { names }, auth)).status).toBe(200);
  const titles = { en: `Twice ${unique()}` };
  const parent = (await app.call(api.category.save, { titles }, auth)).results;
  expect((await app.call(api.category.save, { titles, parent_id: parent.id }, auth)).status).toBe(200);
});
