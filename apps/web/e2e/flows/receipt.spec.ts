import type { Client } from '@dukkan/contract';
import { scan } from '../scan.ts';
import { anyToast, expect, freshEan, test, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

/** Creates products, each with its own barcode. */
async function stocked(owner: Client, count: number) {
  const made = [];
  for (let at = 0; at < count; at += 1) {
    const title = unique(`Dates ${at} `);
    const barcode = freshEan();
    const { results } = await owner.product.save({
      titles: { ar: title, en: title, de: title },
      pricing: { price: 9 },
      items: [{ barcode }],
    });
    made.push({ title, barcode, item_id: results.items[0]?.item_id ?? 0 });
  }
  return made;
}

test('a receipt of five lines is scanned and typed, accepted, read, printed and paid', async ({
  page,
  t,
  owner,
  shop,
}) => {
  const supplier = unique('Farm ');
  const { results: stored } = await owner.supplier.save({ name: supplier, phone: '5512 3456' });
  const goods = await stocked(owner, 5);
  await page.goto(`/reciepts/purchase-invoice/edit/new?supplier_id=${stored.id}&branch=${shop.ids.branch}`);
  await expect(page.getByRole('combobox', { name: t('fields:supplier_id') })).toHaveValue(supplier);
  const table = page.getByRole('table', { name: t('receipt:lines') });
  const cell = (name: string, title: string) => page.getByRole('textbox', { name: `${name}, ${title}` });

  await page.getByRole('heading', { level: 1 }).click();
  for (const [at, { title, barcode }] of goods.entries()) {
    // wherever the focus is: on the page, then in the quantity of the previous line
    await scan(page, barcode);
    await expect(cell(t('fields:quantity'), title)).toBeFocused();
    await page.keyboard.type(String(10 + at), { delay: 80 });
  }
  // the first item again
  await page.getByRole('heading', { level: 1 }).click();
  await scan(page, goods[0]?.barcode ?? '');
  await expect(cell(t('fields:quantity'), goods[0]?.title ?? '')).toHaveValue('11');
  await expect(cell(t('fields:quantity'), goods[0]?.title ?? '')).toBeFocused();

  // down the column of costs, as in a spreadsheet
  await cell(t('fields:cost_value'), goods[0]?.title ?? '').focus();
  for (const _ of goods) {
    await page.keyboard.type('2.5', { delay: 80 });
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('combobox', { name: t('receipt:find') })).toBeFocused();
  // the discount changes the cost, and the cost changes the discount
  await cell(t('receipt:cell.off'), goods[4]?.title ?? '').fill('20');
  await expect(cell(t('fields:cost_value'), goods[4]?.title ?? '')).toHaveValue('2');
  await cell(t('fields:expire_date'), goods[3]?.title ?? '').fill('3/31');
  await cell(t('fields:expire_date'), goods[3]?.title ?? '').press('Enter');
  await expect(cell(t('fields:expire_date'), goods[3]?.title ?? '')).toHaveValue('2031-03-31');
  await expect(table.getByRole('row')).toHaveCount(6);

  await page.getByRole('button', { name: t('receipt:save_and_accept') }).click();
  await expect(anyToast(page, t, 'receipt:saved_accepted', 'name')).toBeVisible();
  const sums = page.getByRole('region', { name: t('receipt:sums') });
  const due = sums.getByText(t('receipt:due')).locator('..');
  // 11 + 11 + 12 + 13 at 2.50, 14 at 2.00
  await expect(due).toContainText('145.50');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(supplier);
  const lastLine = table.getByRole('row').filter({ hasText: goods[4]?.title ?? '' });
  await expect(lastLine).toContainText(goods[4]?.barcode ?? '');
  await expect(lastLine).toContainText('28.00');

  await page.getByRole('button', { name: t('receipt:pay') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(t('fields:value'))).toHaveValue('145.50');
  await dialog.getByRole('button', { name: t('transaction:record') }).click();
  await expect(anyToast(page, t, 'transaction:created', 'amount')).toBeVisible();
  await expect(due).not.toContainText('145.50');
  await page.getByRole('link', { name: t('paper:print') }).click();
  const sheet = page.getByRole('article', { name: t('prints:purchase_invoice') });
  await expect(sheet).toContainText('145.50');
  await expect(sheet).toContainText(goods[4]?.barcode ?? '');
  await expect(sheet.getByText(t('prints:to_pay')).locator('..')).toContainText('0.00');
  const { results: after } = await owner.supplier.show({ id: stored.id });
  expect(after).toMatchObject({ net: 145.5, paid: 145.5, balance: 0 });
});

test('a repeated supplier invoice is asked about, then accepted', async ({
  page,
  t,
  owner,
  shop,
  trouble,
}) => {
  // the server refuses the first save with a question
  trouble.allow(422);
  const { results: supplier } = await owner.supplier.save({ name: unique('Twice ') });
  const [one] = await stocked(owner, 1);
  const item = { item_id: one?.item_id ?? 0, branch_id: shop.ids.branch, quantity: 2, cost_value: 3 };
  const facts = { supplier_id: supplier.id, invoice_number: 'A-1', items: [item] };
  await owner.receipt.save({ ...facts, status: 1 });
  const { results: second } = await owner.receipt.save(facts);

  await page.goto(`/reciepts/purchase-invoice/${second.id}`);
  await page.getByRole('button', { name: t('receipt:verb.accept') }).click();
  const ask = page.getByRole('alertdialog');
  await ask.getByRole('button', { name: t('receipt:verb.accept') }).click();
  await expect(ask).toContainText(t('force:why.duplicate_invoice'));
  await ask.getByRole('button', { name: t('receipt:anyway.accept') }).click();
  await expect(ask).toBeHidden();
  await expect(page.getByText(t('receipt:status.accepted')).first()).toBeVisible();
});

test("a supplier's file becomes receipt lines, and unreadable rows are listed with their cells", async ({
  page,
  t,
  owner,
  shop,
}) => {
  const goods = await stocked(owner, 2);
  await page.goto(`/reciepts/purchase-invoice/edit/new?branch=${shop.ids.branch}`);
  await page.getByRole('button', { name: t('receipt:paste.title') }).click();
  const rows = goods.map(({ barcode }, at) => `${barcode},${at + 3},1.5`);
  const text = ['Barcode,Qty,Cost', ...rows, 'Y0000002,7,2'].join('\n');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const dialog = page.getByRole('dialog', { name: t('receipt:list.title') });
  await expect(dialog).toContainText('Y0000002');
  await dialog.getByRole('button', { name: t('receipt:paste.add', { count: 2, shown: '2' }) }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Y0000002').first()).toBeVisible();
  for (const [at, { title }] of goods.entries())
    await expect(page.getByRole('textbox', { name: `${t('fields:quantity')}, ${title}` })).toHaveValue(
      String(at + 3),
    );
});

test('a list is pasted into a receipt, and unknown barcodes are named', async ({
  page,
  t,
  owner,
  shop,
  trouble,
}) => {
  trouble.allow(404);
  const goods = await stocked(owner, 2);
  await page.goto(`/reciepts/purchase-invoice/edit/new?branch=${shop.ids.branch}`);
  await page.getByRole('button', { name: t('receipt:paste.title') }).click();
  const rows = goods.map(({ barcode }, at) => `${at + 3}\t${barcode}\t1,5`);
  await page
    .getByLabel(t('receipt:paste.cells'))
    .fill(['Qty\tBarcode\tCost', ...rows, '7\tY0000001\t2'].join('\n'));
  await page.getByRole('button', { name: t('receipt:paste.add', { count: 3, shown: '3' }) }).click();
  await expect(page.getByText('Y0000001')).toBeVisible();
  for (const [at, { title }] of goods.entries()) {
    await expect(page.getByRole('textbox', { name: `${t('fields:quantity')}, ${title}` })).toHaveValue(
      String(at + 3),
    );
    await expect(page.getByRole('textbox', { name: `${t('fields:cost_value')}, ${title}` })).toHaveValue(
      '1.5',
    );
  }
  // F2, Delete and undo as in a spreadsheet
  const first = page.getByRole('textbox', { name: `${t('fields:quantity')}, ${goods[0]?.title}` });
  await first.focus();
  await page.keyboard.press('Delete');
  await expect(first).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(first).toHaveValue('3');
  await page.keyboard.press('Tab');
  await first.focus();
  await page.keyboard.press('Delete');
  await expect(first).toHaveValue('');
  await page.keyboard.press('Tab');
  await first.focus();
  await page.keyboard.press('Delete');
  await expect(first).toBeHidden();
  await page
    .getByRole('listitem')
    .filter({ hasText: t('receipt:removed_line', { title: isolated(goods[0]?.title ?? '') }) })
    .getByRole('button', { name: t('kit:undo.undo') })
    .click();
  await expect(first).toHaveValue('');
});
