import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { readCsv } from '../../../test/promises/table.ts';
import { lineOf, makeSupplier, purchasing } from '../../../test/receipts.ts';
import { makeShelf, type Shelf } from '../../../test/stock.ts';

let app: TestApp;
let admin: Person;
let buy: ReturnType<typeof purchasing>;
let shelf: Shelf;
const NOW = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  app = await startApp({ now: () => NOW });
  admin = await makeAdmin(app);
  buy = purchasing(app, admin);
  shelf = await makeShelf(app);
});
afterAll(() => app.stop());

/** The shop trades in this currency from now on. */
async function tradeIn(Currency: string): Promise<void> {
  const reply = await app.call(api.setting.save, { Currency }, { token: admin.token });
  expect(reply.status, reply.text).toBe(200);
}
const pay = (receipt_id: number, value: number) =>
  app.call(api.transaction.save, { receipt_id, value }, { token: admin.token });
const idsOf = (reply: { results: readonly { id: number }[] }) => reply.results.map(({ id }) => id);

/** Receives one unit at a cost, in the currency that the shop trades in then. */
async function receive(supplier_id: number, currency: string, cost: number, on_date = '2026-11-01') {
  await tradeIn(currency);
  const saved = await buy.save({ supplier_id, status: 1, on_date, items: [lineOf(shelf, 1, cost)] });
  expect(saved.status, saved.text).toBe(200);
  expect(saved.results.currency).toBe(currency);
  return saved.results.id;
}

describe('suppliers with purchases in two currencies', () => {
  let supplier_id: number;
  let dinars: number;
  let riyals: number;
  beforeAll(async () => {
    supplier_id = await makeSupplier(app);
    dinars = await receive(supplier_id, 'KWD', 12.345, '2026-10-01');
    riyals = await receive(supplier_id, 'QAR', 80, '2026-10-02');
    expect((await pay(dinars, 2.125)).status).toBe(200);
    expect((await pay(riyals, 30)).status).toBe(200);
  });

  test("the supplier balance is one amount for each currency, with the shop's currency in the list row", async () => {
    const { results } = await app.call(api.supplier.show, { id: supplier_id }, { token: admin.token });
    expect(results).toMatchObject({ currency: 'QAR', receipts_count: 2, net: 80, paid: 30, balance: 50 });
    expect(results.amounts).toEqual([
      { currency: 'QAR', net: 80, paid: 30, balance: 50 },
      { currency: 'KWD', net: 12.345, paid: 2.125, balance: 10.22 },
    ]);
    await tradeIn('KWD');
    const listed = await app.call(api.supplier.list, { id: supplier_id }, { token: admin.token });
    expect(listed.results).toMatchObject([
      { currency: 'KWD', net: 12.345, paid: 2.125, balance: 10.22, amounts: [{ currency: 'KWD' }, {}] },
    ]);
    await tradeIn('EUR');
    const foreign = await app.call(api.supplier.list, { id: supplier_id }, { token: admin.token });
    // nothing was bought in the shop's present currency
    expect(foreign.results).toMatchObject([{ currency: 'EUR', net: 0, paid: 0, balance: 0 }]);
    expect(foreign.results[0]?.amounts).toHaveLength(2);
    await tradeIn('QAR');
  });

  test('a supplier export has one row for each currency', async () => {
    const reply = await fetch(app.url + api.supplier.list.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
      body: JSON.stringify({ export: 1, format: 'csv', id: supplier_id, locale: 'en' }),
    });
    const [head = [], ...rows] = readCsv(await reply.text());
    const at = (name: string) => rows.map((row) => row[head.indexOf(name)]);
    expect([at('Currency'), at('Net'), at('Paid')]).toEqual([
      ['QAR', 'KWD'],
      ['80', '12.345'],
      ['30', '2.125'],
    ]);
  });

  test('the supplier ledger has a running balance for each currency', async () => {
    const { results } = await app.call(
      api.supplier.ledger,
      { supplier_id, sort_as: 'asc' },
      { token: admin.token },
    );
    expect(results.map(({ currency, value, balance }) => [currency, value, balance])).toEqual([
      ['KWD', 12.345, 12.345],
      ['QAR', 80, 80],
      ['KWD', -2.125, 10.22],
      ['QAR', -30, 50],
    ]);
  });

  test('purchase statistics have separate totals for each currency, overall, by status and by supplier', async () => {
    const { results } = await app.call(api.receipt.statistics, { supplier_id }, { token: admin.token });
    const totals = [
      { currency: 'QAR', count: 1, net: 80, paid: 30, balance: 50 },
      { currency: 'KWD', count: 1, net: 12.345, paid: 2.125, balance: 10.22 },
    ];
    const expected = { count: 2, quantity: 2, net: 80, paid: 30, balance: 50, totals };
    expect(results).toMatchObject({
      currency: 'QAR',
      ...expected,
      by_status: [{ status: 1, ...expected }],
      by_supplier: [{ supplier_id, ...expected }],
    });
  });

  test("a supplier payment is in the currency of its receipt, with that currency's decimals", async () => {
    const { results } = await app.call(api.transaction.list, { supplier_id }, { token: admin.token });
    expect(results.map(({ currency, value }) => [currency, value])).toEqual([
      ['QAR', 30],
      ['KWD', 2.125],
    ]);
    for (const [receipt, value] of [
      [riyals, 1.125],
      [dinars, 1.1255],
    ] as const) {
      const refused = await pay(receipt, value);
      expect([refused.status, Object.keys(refused.failure.errors)]).toEqual([422, ['value']]);
    }
  });
});

test('receipts are sorted by amount and found as unpaid by the decimals of their own currency', async () => {
  const supplier_id = await makeSupplier(app);
  // shown as 1.235, of which 1.234 is paid; in the shop's two decimals it would be 1.23 and overpaid
  const fils = await receive(supplier_id, 'KWD', 1.2345);
  const fewer = await receive(supplier_id, 'KWD', 1.2334);
  // 300.4 yen are 300 yen, paid in full
  const yen = await receive(supplier_id, 'JPY', 300.4);
  await tradeIn('QAR');
  expect((await pay(fils, 1.234)).status).toBe(200);
  expect((await pay(yen, 300)).status).toBe(200);
  const listed = async (input: object) => idsOf(await buy.list({ supplier_id, ...input }));
  expect(await listed({ unpaid: 1, sort_by: 'balance' })).toEqual([fewer, fils]);
  expect(await listed({ unpaid: 0 })).toEqual([yen]);
  expect(await listed({ sort_by: 'net' })).toEqual([yen, fils, fewer]);
  const { results } = await buy.show(fils);
  expect([results.currency, results.net, results.balance]).toEqual(['KWD', 1.235, 0.001]);
});
