import { checkDigitOf } from '@dukkan/commerce';
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

describe('a scanned barcode', () => {
  test('opens its product, in either digit set, whichever item carries it', async () => {
    const codes = [ean(), ean()];
    const { results } = await save({ items: codes.map((barcode) => ({ barcode })) });
    for (const code of [...codes, arabic(codes[1] ?? '')])
      expect((await scan(code)).results.id).toBe(results.id);
    expect((await app.post('/admin/products/barcode/abc', {}, { token: admin.token })).status).toBe(404);
  });

  test('is stored in Latin digits, however it was typed', async () => {
    const code = ean();
    expect((await save({ items: [{ barcode: ` ${arabic(code)} ` }] })).results.barcode).toBe(code);
  });

  test('finds an UPC by its EAN and an EAN by its UPC; the code as it was read wins', async () => {
    const digits = String(10_000_000_000 + unique()).slice(0, 11);
    const upc = `${digits}${checkDigitOf(digits)}`;
    const short = await save({ items: [{ barcode: upc }] });
    expect((await scan(`0${upc}`)).results.id).toBe(short.results.id);
    expect((await list({ barcode: `0${upc}` })).results).toHaveLength(1);
    const long = await save({ items: [{ barcode: `0${upc}` }] });
    expect((await scan(`0${upc}`)).results.id).toBe(long.results.id);
    expect((await scan(upc)).results.id).toBe(short.results.id);
  });

  test('keeps its case, and codes that are no GTIN are codes all the same', async () => {
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
    expect((await scan(encodeURIComponent(code.toLowerCase()))).status).toBe(404);
  });

  test('with a wrong check digit is told so before anything is saved', async () => {
    const code = ean();
    const wrong = `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`;
    const refused = await save({ items: [{ barcode: wrong }] });
    expect(refused.status).toBe(422);
    expect(refused.failure.errors).toHaveProperty(['items.0.barcode']);
  });
});

describe('a barcode belongs to one product', () => {
  test('the refusal names the product that carries it, on the line that wants it', async () => {
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

  test('of twenty who want it at once exactly one gets it, and the others learn who', async () => {
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
