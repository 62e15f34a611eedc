import { api, type Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const call = (endpoint: object, input: object) =>
  app.call(endpoint as Endpoint, input, { token: admin.token });

const NOUNS = [
  ['category', (titles: object) => ({ titles })],
  ['brand', (names: object) => ({ names })],
  ['taxType', (names: object) => ({ names, value: 5 })],
  ['extra', (titles: object) => ({ titles })],
  ['product', (titles: object) => ({ titles })],
  ['priceList', (titles: object) => ({ titles })],
] as const;

it.each(NOUNS)(
  'I5 P21 the search for a %s takes wildcards literally and words in any order',
  async (group, body) => {
    // in letters: a number's digits could hold the 500 that is looked for
    const mark = `qq${String(unique()).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? digit)}`;
    const make = async (en: string) =>
      (
        (await call(api[group].save, body({ ar: '', en: `${en} ${mark}`, de: '' }))).results as unknown as {
          id: number;
        }
      ).id;
    const percent = await make('Rate 50% off_now');
    const slash = await make('Back\\slash');
    const plain = await make('Rate 500 offXnow');
    const found = async (keywords: string) =>
      ((await call(api[group].list, { keywords, sort_by: 'id' })).results as unknown as { id: number }[]).map(
        ({ id }) => id,
      );
    expect(await found(`50% ${mark}`)).toEqual([percent]);
    expect(await found(`off_now ${mark}`)).toEqual([percent]);
    expect(await found(`Back\\slash ${mark}`)).toEqual([slash]);
    expect(await found(`B%k ${mark}`)).toEqual([]);
    expect(await found(`${mark} rate`)).toEqual([percent, plain]);
    expect(await found(`${mark.toUpperCase()} RATE 500`)).toEqual([plain]);
  },
);

it.each(NOUNS)('T9 a %s is found by its name in every spelling of its letters', async (group, body) => {
  const mark = String(unique());
  const { id } = (
    await call(api[group].save, body({ ar: `أُمُّ الهُدى ${mark}`, en: `Crème ${mark}`, de: `Straße ${mark}` }))
  ).results as unknown as { id: number };
  const arabic = mark.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? digit);
  for (const keywords of [
    `ام الهدي ${mark}`,
    `أم الهدى ${arabic}`,
    `creme ${mark}`,
    `STRASSE ${mark}`,
    `crème ${arabic}`,
  ]) {
    const { results } = await call(api[group].list, { keywords });
    expect(
      (results as unknown as { id: number }[]).map((row) => row.id),
      keywords,
    ).toEqual([id]);
  }
});
