import { anyToast, expect, freshEan, test, unique } from '../shop.ts';

test.use({ as: 'manager', viewport: { width: 1440, height: 900 } });

test("unknown rows of a supplier's list get a product, and the same list then matches all of them", async ({
  page,
  t,
  owner,
}) => {
  const supplier = unique('Farm ');
  const { results: farm } = await owner.supplier.save({ name: supplier });
  const names = Array.from({ length: 5 }, (_, at) => unique(`Dates ${at} `));
  const codes: string[] = [];
  for (const title of names) {
    const barcode = freshEan();
    codes.push(barcode);
    await owner.product.save({
      titles: { ar: title, en: title, de: title },
      pricing: { price: 9 },
      items: [{ barcode }],
    });
  }
  const number = unique('GF-');
  const called = unique('Long rice ');
  // two rows are unknown: one with the supplier's number, one with only a name
  const rows = names.map((name, at) =>
    at === 1 ? `${number},Sukkari box,3,2.5` : at === 3 ? `,${called},4,2.5` : `${codes[at]},${name},2,2.5`,
  );
  const text = ['Code,Name,Qty,Unit cost', ...rows].join('\n');
  const openList = async () => {
    await page.goto('/reciepts/purchase-invoice/edit/new');
    const box = page.getByRole('combobox', { name: t('fields:supplier_id') });
    await box.fill(supplier);
    await page.getByRole('option', { name: supplier }).click();
    await page.getByRole('button', { name: t('receipt:paste.title') }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'delivery.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    return page.getByRole('dialog', { name: t('receipt:list.title') });
  };
  const ready = (count: number) => t('receipt:list.ready', { count, shown: String(count) });
  const add = (count: number) => t('receipt:paste.add', { count, shown: String(count) });

  const dialog = await openList();
  await expect(dialog).toContainText(ready(3));
  for (const [label, title = ''] of [
    ['Sukkari box', names[1]],
    [called, names[3]],
  ] as const) {
    const box = dialog.getByRole('combobox', { name: label });
    await box.fill(title);
    await page.getByRole('option', { name: title }).click();
    await expect(box).toBeHidden();
  }
  await expect(dialog).toContainText(ready(5));
  await dialog.getByRole('button', { name: add(5) }).click();
  await expect(page.getByRole('table', { name: t('receipt:lines') })).toContainText(called);
  await page.getByRole('button', { name: t('receipt:save_and_accept') }).click();
  await expect(anyToast(page, t, 'receipt:saved_accepted', 'name')).toBeVisible();

  const again = await openList();
  await expect(again).toContainText(ready(5));
  await expect(again.getByRole('combobox', { name: called })).toBeHidden();
  await again.getByRole('button', { name: add(5) }).click();
  await page.getByRole('button', { name: t('receipt:save_and_accept') }).click();
  await expect(anyToast(page, t, 'receipt:saved_accepted', 'name')).toBeVisible();
  const { results: receipts } = await owner.receipt.list({ supplier_id: farm.id });
  expect(receipts.map(({ lines_count }) => lines_count)).toEqual([5, 5]);

  // the supplier's page shows the remembered assignments, where they can be deleted
  await page.goto(`/supplires/${farm.id}`);
  await page.getByRole('button', { name: called }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('supplier:items.remove') })
    .click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByText(called)).toBeHidden();
  await expect(page.getByText(number)).toBeVisible();
  const { results: items } = await owner.supplier.items({ supplier_id: farm.id });
  expect(items).toMatchObject([{ supplier_code: number, title: names[1] }]);
});
