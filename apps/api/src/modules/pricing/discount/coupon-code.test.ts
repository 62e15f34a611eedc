import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldCouponCode } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { mobile, selling, stocked } from '../../../../test/sales.ts';
import type { Shelf } from '../../../../test/stock.ts';

let app: TestApp;
let admin: Person;
let shelf: Shelf;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  shelf = await stocked(app, 500);
});
afterAll(() => app.stop());

const db = () => app.services.database.prisma;
const as = () => ({ token: admin.token });
const save = (code: string, more: object = {}) =>
  app.call(
    api.offer.save,
    {
      titles: { en: `Coupon ${unique()}` },
      info: { type: 'coupon', code, discount: 10, discount_type: 'percent' },
      ...more,
    },
    as(),
  );
const arabic = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
const persian = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)));
const wide = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const SPELLINGS: [string, (code: string) => string][] = [
  ['in small letters', (code) => code.toLowerCase()],
  ['with Arabic digits', arabic],
  ['with Persian digits', persian],
  ['in full width', wide],
  ['in full width and small letters', (code) => wide(code.toLowerCase())],
  ['with spaces around it', (code) => `  ${code}\u00a0`],
  ['with invisible signs', (code) => `\u200f${code.slice(0, 2)}\u200b${code.slice(2)}\u2060`],
];

describe.each(SPELLINGS)('a coupon code %s', (_how, spell) => {
  test('the typed code finds its coupon in the price and in the order, when it is created and saved', async () => {
    const sell = selling(app, admin);
    const code = `EID${unique()}`;
    const { id } = (await save(code)).results;
    const typed = spell(code);
    const cart = [{ item_id: shelf.item_id, quantity: 2 }];
    const priced = await sell.price({ branch_id: shelf.branch_id, type: 'take_away', cart, coupon: typed });
    expect(priced.results, priced.text).toMatchObject({ coupon_discount: 2, due: 18 });
    const client = { name: 'Nora', phone: mobile() };
    const made = await sell.make(shelf, 2, { coupon: typed, client });
    expect(made.results, made.text).toMatchObject({ coupon_code: code, due: 18 });
    const plain = await sell.make(shelf, 2, { client });
    const saved = await sell.save({ id: plain.results.id, coupon: typed });
    expect(saved.results, saved.text).toMatchObject({ coupon_code: code, due: 18 });
    // the order's own code in another spelling changes nothing, also when the coupon has ended
    await db().offer.update({ where: { id }, data: { status: 0 } });
    const same = await sell.save({ id: made.results.id, coupon: typed, notes: 'Ring' });
    expect(same.results, same.text).toMatchObject({ coupon_code: code, due: 18 });
  });

  test('the typed code is stored as one code, belongs to its coupon, and is found by search', async () => {
    const code = `EID${unique()}`;
    const { id, info } = (await save(spell(code))).results;
    expect(info.code).toBe(code);
    const again = await save(spell(code));
    expect([again.status, again.failure.code]).toEqual([409, 'record.duplicate']);
    expect(again.failure.errors).toHaveProperty(['info.code']);
    const { results } = await app.call(api.offer.list, { keywords: spell(code), type: 'coupon' }, as());
    expect(results.map((row) => row.id)).toEqual([id]);
    await app.call(api.offer.remove, { id }, as());
    expect((await save(spell(code))).status).toBe(200);
    expect((await app.call(api.offer.restore, { id }, as())).failure.code).toBe('record.duplicate');
  });
});

test('the database folds coupon codes as the commerce package does', async () => {
  const points = Array.from({ length: 0x30000 }, (_, point) => point).filter(
    (point) => point > 0 && (point < 0xd800 || point > 0xdfff),
  );
  const assigned = /\p{Cn}/u;
  const texts = [
    ...SPELLINGS.map(([, spell]) => spell('Eid20-x')),
    'straße',
    'ﬁlter',
    'İstanbul',
    ...points
      .map((point) => String.fromCodePoint(point))
      .filter((sign) => !assigned.test(sign))
      .map((sign) => ` a${sign}5b `),
  ];
  const rows = await db().$queryRaw<{ text: string; code: string; folded: string }[]>`
    SELECT t AS text, coupon_code_key(t) AS code, f AS folded
      FROM unnest(${texts}::text[], ${texts.map(foldCouponCode)}::text[]) WITH ORDINALITY AS x(t, f, n)
     -- characters newer than the database's Unicode have no capitals there
     WHERE unicode_assigned(t) AND unicode_assigned(f) ORDER BY n`;
  expect(rows.length).toBeGreaterThan(130_000);
  expect(rows.filter(({ code, folded }) => code !== folded)).toEqual([]);
});

test('of coupon codes that became equal the enabled coupon keeps its code, and the others get a number added', async () => {
  const path = '../../../../../../prisma/migrations/20261128140200_coupon_codes_folded/migration.sql';
  const migration = readFileSync(join(import.meta.dirname, path), 'utf8');
  const code = `EID${unique()}`;
  const make = (spelled: string, more: object = {}) =>
    db().offer.create({
      data: {
        type: 'coupon',
        titles: { en: 'Coupon' },
        code: spelled,
        discount: 10,
        discount_type: 'percent',
        ...more,
      },
    });
  await db().$executeRawUnsafe('DROP INDEX offer_code_live');
  const off = await make(code, { status: 0 });
  const kept = await make(arabic(code));
  const later = await make(persian(code));
  const deleted = await make(wide(code), { deleted_at: new Date() });
  await db().$executeRawUnsafe('CREATE UNIQUE INDEX offer_code_live ON offer (lower(code), id)');
  for (const statement of [
    'DROP INDEX offer_code_live',
    migration.slice(migration.indexOf('DO $$'), migration.indexOf('END $$;') + 7),
    migration.slice(migration.indexOf('CREATE UNIQUE INDEX')),
  ])
    await db().$executeRawUnsafe(statement);
  const codeOf = async ({ id }: { id: number }) =>
    (await db().offer.findUniqueOrThrow({ where: { id } })).code;
  expect(await codeOf(kept)).toBe(code);
  expect(await codeOf(off)).toBe(`${code}-${off.id}`);
  expect(await codeOf(later)).toBe(`${code}-${later.id}`);
  expect(await codeOf(deleted)).toBe(code);
});
