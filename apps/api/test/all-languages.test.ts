import { type Localized, resolveText } from '@dukkan/commerce';
import { api, type Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { seedReference } from '../src/seed/reference.ts';
import { makeAdmin, makeBranch, type Person } from './actors.ts';
import { startApp, type TestApp } from './app.ts';
import { catalogueOf } from './catalogue.ts';

/** What a row says in one language, and what says it in all of them (docs/rules/wire.md#languages). */
const TEXTS = { title: 'titles', name: 'names', description: 'descriptions', address: 'addresses' } as const;

const fieldsOf = (type: z.ZodType | undefined): string[] =>
  type instanceof z.ZodObject ? Object.keys(type.shape) : [];

/** The texts of a list's rows that its own noun stores in all languages, as its saves take them. */
function textsOf(noun: readonly Endpoint[], row: z.ZodType | undefined): (keyof typeof TEXTS)[] {
  const stored = noun.filter(({ kind }) => kind === 'save').flatMap(({ input }) => fieldsOf(input));
  const shown = fieldsOf(row);
  return (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).filter(
    (text) => shown.includes(text) && stored.includes(TEXTS[text]),
  );
}

const nouns = Object.values(api).map((noun) => Object.values(noun) as Endpoint[]);
const lists = nouns.flatMap((noun) =>
  noun
    .filter(({ kind }) => kind === 'list')
    .flatMap((list) => [
      { list, who: 'staff', texts: textsOf(noun, list.output) },
      { list, who: 'anyone', texts: textsOf(noun, list.publicOutput) },
    ]),
);
const spoken = lists
  .filter(({ texts }) => texts.length > 0)
  .map(({ list, who, texts }) => [list.path, who, texts] as const);

let app: TestApp;
let admin: Person;
let branch: { id: number };
beforeAll(async () => {
  app = await startApp();
  await seedReference(app.ctx());
  admin = await makeAdmin(app);
  branch = await makeBranch(app);
  for (const make of Object.values(catalogueOf(app))) await make();
  const names = { ar: 'الواجهة', en: 'Front', de: 'Front' };
  await app.services.database.prisma.branch_album_image.create({
    data: { branch_id: branch.id, names, descriptions: names, file: 'front.webp' },
  });
});
afterAll(() => app.stop());

async function rowsOf(path: string, who: string, input: object): Promise<Record<string, unknown>[]> {
  // what a branch does is asked of one
  const headers = /\/(branch|manager)\//.test(path) ? { 'branch-id': String(branch.id) } : {};
  const asking = who === 'staff' ? { token: admin.token, headers } : {};
  const answer = await app.post(path, { locale: 'de', limit: 100, ...input }, asking);
  expect(answer.status, answer.text).toBe(200);
  return answer.results as unknown as Record<string, unknown>[];
}

it('the test covers the lists of every record named in several languages', () => {
  const paths = new Set(spoken.map(([path]) => path));
  for (const path of ['/admin/branchs', '/admin/products', '/admin/payments', '/admin/branch/deliveries'])
    expect(paths).toContain(path);
  // a person's name and a parcel's taker are the same in every language
  for (const path of ['/admin/accounts', '/admin/products/addresses']) expect(paths).not.toContain(path);
  expect(spoken.length).toBeGreaterThan(20);
});

it.each(spoken)('%s answers %s in all languages when `all_locale` is requested', async (path, who, texts) => {
  const rows = await rowsOf(path, who, { all_locale: true });
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows)
    for (const text of texts) {
      expect(row[TEXTS[text]], `${TEXTS[text]} of ${JSON.stringify(row)}`).toEqual({
        ar: expect.any(String),
        en: expect.any(String),
        de: expect.any(String),
      });
      expect(row[text]).toBe(resolveText(row[TEXTS[text]] as Localized, 'de'));
    }
  const [plain] = await rowsOf(path, who, {});
  for (const text of texts) expect(plain).not.toHaveProperty(TEXTS[text]);
});
