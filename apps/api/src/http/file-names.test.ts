import {
  api,
  type Endpoint,
  LOCALES,
  type Locale,
  type PrintKey,
  printText,
  REPORT_FORMATS,
  REPORT_KEYS,
  REPORTS,
  reportText,
} from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../test/actors.ts';
import { startApp, type TestApp } from '../../test/app.ts';
import { makeSupplier, purchasing } from '../../test/receipts.ts';
import { selling, stocked } from '../../test/sales.ts';
import { makeTill } from '../../test/tills.ts';

const TODAY = '2026-11-25';
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({
    // in Berlin it is still the day before
    now: () => new Date(`${TODAY}T22:30:00Z`),
    env: { EXPORTS_PER_MINUTE: '1000', PRINTS_PER_MINUTE: '1000' },
  });
  admin = await makeAdmin(app);
  await app.call(api.setting.save, { timezone: 'Europe/Berlin' }, { token: admin.token });
});
afterAll(() => app.stop());

/** The name under which a browser stores the file: that of `filename*`, which is in UTF-8. */
async function nameOf({ path }: Endpoint, body: object): Promise<string> {
  const { id } = body as { id?: number };
  const reply = await fetch(app.url + path.replace('{id}', String(id)), {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ export: 1, ...body }),
  });
  const header = reply.headers.get('content-disposition') ?? '';
  expect(reply.status, await reply.text()).toBe(200);
  const [, plain, encoded = ''] =
    /^attachment; filename="([\w.-]+)"; filename\*=UTF-8''(\S+)$/.exec(header) ?? [];
  expect([header, plain]).toEqual([header, expect.any(String)]);
  return decodeURIComponent(encoded);
}

describe.each(LOCALES)('file names in %s', (locale: Locale) => {
  test.each(REPORT_KEYS)('each file of the report %s is named after the report and its days', async (key) => {
    const endpoint =
      key === 'payments'
        ? api.orderPayment.list
        : key === 'drivers'
          ? api.report.drivers
          : key === 'pos_cash'
            ? api.report.cash
            : api.report.list;
    const own = endpoint === api.report.list ? { type: key } : {};
    const days = { from_date: '2026-11-01', to_date: '2026-11-24' };
    const said = { range: '2026-11-01-2026-11-24', until: '2026-11-01-2026-11-24', now: TODAY };
    for (const format of REPORT_FORMATS) {
      const name = await nameOf(endpoint as Endpoint, {
        group: REPORTS[key].groups[0],
        ...own,
        ...days,
        locale,
        format,
      });
      expect(name).toBe(`${reportText(`name.${key}`, locale)}-${said[REPORTS[key].time]}.${format}`);
    }
  });

  test('a printed record is named after its kind and number', async () => {
    const till = await makeTill(app);
    const { device_id } = till;
    const token = { token: admin.token };
    const shelf = await stocked(app, 20, { branch_id: till.branch_id });
    const shop = selling(app, admin);
    const { results: session } = await app.call(api.posSession.open, { device_id, start_amount: 0 }, token);
    const order = await shop.standing(shelf, 2, 'delivered', { device_id });
    const { results: back } = await shop.giveBack(order.id, [{ item_id: shelf.item_id, quantity: 1 }], {
      device_id,
    });
    const receipt = await purchasing(app, admin).accepted(shelf);
    const x = await nameOf(api.posSession.show as Endpoint, { id: session.id, locale });
    const counted = { device_id, end_session_amount: 10, left_in_drawer: 0, note: 'Counted' };
    const closed = await app.call(api.posSession.close, counted, token);
    expect(closed.status, closed.text).toBe(200);
    const records: Record<string, readonly [PrintKey, number, string]> = {
      order: ['order_invoice', order.id, String(order.id)],
      orderReturn: ['return_invoice', back.id, String(back.id)],
      receipt: ['purchase_invoice', receipt.id, String(receipt.id)],
      posSession: ['z_report', session.id, 'Till-1'],
    };
    const printing = Object.entries(api).filter(([, group]) =>
      Object.values(group as object).some((endpoint: Endpoint & { prints?: true }) => endpoint.prints),
    );
    expect(printing.map(([noun]) => noun).toSorted()).toEqual(Object.keys(records).toSorted());
    expect(x).toBe(`${printText('x_report', locale)}-Till-${session.id}.pdf`);
    for (const [noun, group] of printing) {
      const [title = 'x_report', id, number] = records[noun] ?? [];
      const name = await nameOf((group as unknown as { show: Endpoint }).show, { id, locale });
      expect(name).toBe(`${printText(title, locale)}-${number}.pdf`);
    }
  });

  test("the export of one supplier's ledger or one import is named after that record", async () => {
    const name = 'Al Salam / "Foods" (مواد غذائية)';
    const supplier_id = await makeSupplier(app, name);
    const ledger = await nameOf(api.supplier.ledger as Endpoint, { supplier_id, locale });
    expect(ledger).toContain('-Al Salam _ _Foods_ (مواد غذائية)-2026-11-25.xlsx');
    const data = {
      kind: 'product',
      state: 'checked',
      locale: 'en',
      format: 'csv',
      bytes: 10,
      columns: [],
      mapping: {},
    };
    const { id: import_id } = await app.services.database.prisma.product_import.create({
      data: { ...data, file_name: 'بضائع.csv' },
      select: { id: true },
    });
    for (const result of [undefined, 'refused'] as const)
      expect(await nameOf(api.productImport.rows as Endpoint, { import_id, result, locale })).toContain(
        '-بضائع-2026-11-25.xlsx',
      );
  });
});

test('every exported list that needs a record is covered by the file name test', () => {
  const lists = Object.values(api)
    .flatMap((group) => Object.values(group) as Endpoint[])
    .filter(({ kind, exports }) => kind === 'list' && exports)
    .filter(({ input }) => !input.safeParse({}).success);
  expect(lists.map(({ path }) => path).toSorted()).toEqual([
    '/admin/products/import/rows',
    '/admin/products/suppliers/ledger',
  ]);
});
