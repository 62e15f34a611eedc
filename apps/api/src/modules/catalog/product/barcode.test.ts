import { computeCheckDigit, toBarcodeKey } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { ean, productsOf } from '../../../../test/products.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const { save, scan, list } = productsOf({ call: (...all) => app.call(...all) } as TestApp, () => admin);

const arabic = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));

describe('scanned barcodes', () => {
  test('a scanned barcode opens its product in either digit set, whichever of its items has the barcode', async () => {
    const codes = [ean(), ean()];
    const { results } = await save({ items: codes.map((barcode) => ({ barcode })) });
    for (const code of [...codes, arabic(codes[1] ?? '')])
      expect((await scan(code)).results.id).toBe(results.id);
    expect((await app.post('/admin/products/barcode/abc', {}, { token: admin.token })).status).toBe(404);
  });

  test('a barcode is stored in Latin digits, however it was typed', async () => {
    const code = ean();
    expect((await save({ items: [{ barcode: ` ${arabic(code)} ` }] })).results.barcode).toBe(code);
  });

  test('a barcode with 12, 13 or 14 digits is one number, and no other product may take one of its spellings', async () => {
    const digits = String(10_000_000_000 + unique()).slice(0, 11);
    const upc = `${digits}${computeCheckDigit(digits)}`;
    const short = await save({ items: [{ barcode: upc }] });
    for (const spelling of [upc, `0${upc}`, `00${upc}`]) {
      expect((await scan(spelling)).results.id).toBe(short.results.id);
      expect((await list({ barcode: spelling })).results).toHaveLength(1);
      const second = await save({ items: [{ barcode: spelling }] });
      expect(second.failure).toMatchObject({
        code: 'barcode.taken',
        params: { product_id: short.results.id },
      });
    }
    const twice = await save({ items: [{ barcode: ean() }, { barcode: upc }, { barcode: `0${upc}` }] });
    expect(twice.status).toBeGreaterThanOrEqual(400);
    expect((await save({ id: short.results.id, items: [{ barcode: `0${upc}` }] })).status).toBe(200);
  });

  test('a barcode that is no GTIN is accepted and shown in its letter case', async () => {
    const code = `Ab-${unique()}/x y`;
    const { results } = await save({ items: [{ barcode: code }] });
    const found = await app.post(
      `/admin/products/barcode/${encodeURIComponent(code)}`,
      {},
      {
        token: admin.token,
      },
    );
    expect(found.results).toMatchObject({ id: results.id, barcode: code });
    expect((await scan(encodeURIComponent(code.toLowerCase()))).results.barcode).toBe(code);
  });

  test("a barcode with a wrong check digit is asked about once and saved as the shop's own code with force", async () => {
    const code = ean();
    const wrong = `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`;
    const reply = await save({ items: [{ barcode: wrong }] });
    expect(reply.status).toBe(422);
    expect(reply.failure).toMatchObject({ code: 'barcode.own_code', params: { barcode: wrong } });
    expect(reply.failure.errors).toHaveProperty(['items.0.barcode']);
    expect((await scan(wrong)).status).toBe(404);
    const { status, results } = await save({ items: [{ barcode: wrong }], force: 1 });
    expect(status).toBe(200);
    expect((await scan(wrong)).results.id).toBe(results.id);
    // a code that the product carries already is not asked about again
    const items = [{ item_id: results.items[0]?.item_id, barcode: wrong }];
    expect((await save({ id: results.id, items })).status).toBe(200);
  });
});

describe('barcodes with letters', () => {
  test('a barcode with letters is the same in any case when it is scanned, filtered, searched, looked up or saved again', async () => {
    const code = `Ab-${unique()}x`;
    const made = await save({ items: [{ barcode: code }] });
    expect(made.results.items[0]?.barcode).toBe(code);
    const { id } = made.results;
    for (const typed of [code, code.toLowerCase(), code.toUpperCase()]) {
      expect((await scan(typed)).results.id).toBe(id);
      const filtered = await list({ barcode: typed });
      expect(filtered.results.map((one) => one.id)).toEqual([id]);
      const searched = await list({ keywords: typed.slice(0, -1) });
      expect(searched.results.map((one) => one.id)).toEqual([id]);
      const pasted = await app.call(api.priceList.lookup, { codes: [typed] }, { token: admin.token });
      expect(pasted.results.codes.map(({ item }) => item?.item_id)).toEqual([made.results.items[0]?.item_id]);
      const again = await save({ items: [{ barcode: typed }] });
      expect([again.status, again.failure.code]).toEqual([409, 'barcode.taken']);
    }
    const twice = await save({ items: [{ barcode: `Q${code}` }, { barcode: `q${code.toUpperCase()}` }] });
    expect([twice.status, Object.keys(twice.failure.errors)]).toEqual([422, ['items.1.barcode']]);
  });

  test('a barcode with letters belongs to one product, also when several take it in different cases at the same time', async () => {
    const code = `Race-${unique()}`;
    const all = await Promise.all(
      [code, code.toLowerCase(), code.toUpperCase(), code].map((barcode) => save({ items: [{ barcode }] })),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });
});

describe('the key by which the database compares barcodes', () => {
  test('the barcode key in the database equals the key of the commerce package for any text', async () => {
    const digits = fc.stringMatching(/^\d{6,15}$/);
    const whole = digits.map((text) => `${text}${computeCheckDigit(text)}`);
    const codes = fc.sample(fc.oneof(digits, whole, fc.stringMatching(/^[A-Za-z0-9-]{1,14}$/)), 400);
    const rows = await app.services.database.prisma.$queryRaw<{ code: string; key: string }[]>`
      SELECT code, barcode_key(code) AS key FROM unnest(${codes}::text[]) AS code`;
    expect(rows).toEqual(codes.map((code) => ({ code, key: toBarcodeKey(code) })));
  });

  test('items that were marked as sharing a barcode may keep it, and no new item may take it', async () => {
    const digits = String(20_000_000_000 + unique()).slice(0, 11);
    const upc = `${digits}${computeCheckDigit(digits)}`;
    const older = await save({ items: [{ barcode: upc }] });
    const younger = await save();
    const { prisma } = app.services.database;
    const [{ item_id = 0 } = {}] = younger.results.items;
    const mark = { barcode: `0${upc}`, shares_code: true };
    await prisma.product_item.update({ where: { id: item_id }, data: mark });
    expect((await save({ id: younger.results.id, items: [{ item_id, barcode: `0${upc}` }] })).status).toBe(
      409,
    );
    expect((await save({ id: younger.results.id, items: [{ item_id, barcode: ean() }] })).status).toBe(200);
    expect(await prisma.product_item.findUnique({ where: { id: item_id } })).toMatchObject({
      shares_code: false,
    });
    expect((await scan(`0${upc}`)).results.id).toBe(older.results.id);
  });
});

describe('one barcode for one product', () => {
  test('a barcode that is in use is refused on its line, and the refusal names the product that has it', async () => {
    const barcode = ean();
    const holder = await save({ titles: { en: 'The holder' }, items: [{ barcode }] });
    for (const body of [{}, { id: (await save()).results.id }]) {
      const refused = await save({ ...body, items: [{ barcode: ean() }, { barcode }] });
      expect(refused.status).toBe(409);
      expect(refused.failure).toMatchObject({
        code: 'barcode.taken',
        params: { barcode, title: 'The holder', product_id: holder.results.id },
      });
      expect(refused.failure.errors).toHaveProperty(['items.1.barcode']);
    }
  });

  test('of twenty products saved at once with one barcode exactly one gets it, and the other saves name that product', async () => {
    const barcode = ean();
    const drafts = await Promise.all(Array.from({ length: 10 }, () => save()));
    const replies = await Promise.all([
      ...drafts.map(({ results }) => save({ id: results.id, items: [{ barcode }] })),
      ...Array.from({ length: 10 }, () => save({ items: [{ barcode }] })),
    ]);
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const lost = replies.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(19);
    for (const { failure } of lost) {
      expect(failure).toMatchObject({ code: 'barcode.taken', params: { product_id: won[0]?.results.id } });
      expect(failure.errors).toHaveProperty(['items.0.barcode']);
    }
    const count = await app.services.database.prisma.product_item.count({
      where: { barcode, deleted_at: null },
    });
    expect(count).toBe(1);
  });
});
