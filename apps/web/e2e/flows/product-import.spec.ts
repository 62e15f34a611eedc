import { readFile } from 'node:fs/promises';
import type { Client } from '@dukkan/contract';
import type { Page } from '@playwright/test';
import { expect, freshEan, test, unique } from '../shop.ts';
import { literally, type Say } from '../texts.ts';

const product = async (owner: Client, name: string, price: number): Promise<string> => {
  const barcode = freshEan();
  await owner.product.save({ titles: { en: name }, pricing: { price }, items: [{ barcode }] });
  return barcode;
};

const choose = (page: Page, name: string, text: string | Buffer) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

async function upload(page: Page, t: Say, name: string, text: string | Buffer): Promise<void> {
  await choose(page, name, text);
  await page.getByRole('button', { name: t('product-import:start.send') }).click();
}

/** Returns the count of a kind of result. */
const count = (page: Page, t: Say, key: string) =>
  page
    .getByRole('term')
    .filter({ hasText: t(`product-import:${key}`) })
    .locator('xpath=../dd');

const priceOf = async (owner: Client, barcode: string): Promise<number | null> =>
  owner.product.barcode({ barcode }).then(
    ({ results }) => results.pricing.price,
    () => null,
  );

test('an import file goes through columns, check, run, a second run, and undo', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  // after the undo the page still reads the deleted products by their barcodes
  trouble.allow(404);
  const word = unique('Date ');
  const [fresh, other] = [freshEan(), freshEan()];
  const dear = await product(owner, `${word} dear`, 5);
  const same = await product(owner, `${word} same`, 7.5);
  // a spreadsheet program has turned a long barcode into this number
  const wrong = '1.23457E+12';
  const file = [
    'Barcode,Name (English),Price',
    `${fresh},${word} fresh,3.25`,
    `${other},${word} other,4`,
    `${dear},${word} dear,6.5`,
    `${same},${word} same,7.5`,
    `${wrong},${word} wrong,1`,
    `${fresh},${word} again,9`,
  ].join('\n');

  await page.goto('/products/import');
  await page
    .getByRole('link', { name: t('product-import:add') })
    .first()
    .click();
  await upload(page, t, `${word}.csv`, file);
  await expect(page).toHaveURL(/\/products\/import\/\d+$/);
  const barcodes = page.getByRole('combobox', { name: new RegExp(literally('Barcode')) });
  await expect(barcodes).toContainText(t('fields:barcode'));
  // the URL is that of the import, so a closed tab loses nothing
  await page.reload();
  await expect(barcodes).toContainText(t('fields:barcode'));
  await page.getByRole('button', { name: t('product-import:columns.check') }).click();

  await expect(count(page, t, 'would.created')).toHaveText('2');
  await expect(count(page, t, 'would.updated')).toHaveText('1');
  await expect(count(page, t, 'would.unchanged')).toHaveText('1');
  await expect(count(page, t, 'would.refused')).toHaveText('2');
  expect(await priceOf(owner, dear)).toBe(5);
  const changed = page.getByRole('row', { name: new RegExp(literally(dear)) });
  await expect(changed.getByRole('deletion')).toContainText('5.00');
  await expect(changed.getByRole('insertion')).toContainText('6.50');
  await page.reload();
  await expect(count(page, t, 'would.created')).toHaveText('2');
  await page
    .getByRole('tab', { name: new RegExp(`^${literally(t('product-import:result.refused'))}`) })
    .click();
  await expect(page.getByRole('row')).toHaveCount(3);

  await page.getByRole('button', { name: t('product-import:check.run', { count: 3, shown: '3' }) }).click();
  await expect(page.getByText(t('product-import:end.done'))).toBeVisible();
  await expect(count(page, t, 'count.created')).toHaveText('2');
  expect(await priceOf(owner, dear)).toBe(6.5);
  expect(await priceOf(owner, fresh)).toBe(3.25);
  const first = page.url();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('product-import:refused.download') }).click();
  await page.getByRole('menuitem', { name: t('kit:export.csv') }).click();
  const refused = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/);
  expect(refused).toHaveLength(3);
  expect(refused[0]).toContain('Barcode');
  expect(refused[1]).toContain(wrong);
  expect(refused[2]).toContain(`${word} again`);

  await page.goto('/products/import/new');
  await upload(page, t, `${word}.csv`, file);
  await page.getByRole('button', { name: t('product-import:columns.check') }).click();
  await expect(page.getByText(t('product-import:check.nothing'))).toBeVisible();
  await expect(count(page, t, 'would.unchanged')).toHaveText('4');

  await page.goto(first);
  await page.getByRole('button', { name: t('product-import:undo.label') }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(t('product-import:undo.created', { count: 2, shown: '2' }));
  await question.getByRole('button', { name: t('product-import:undo.yes') }).click();
  await expect(page.getByText(t('product-import:end.undone'))).toBeVisible();
  expect(await priceOf(owner, dear)).toBe(5);
  expect(await priceOf(owner, fresh)).toBeNull();
});

test('prices are imported by barcode and price alone', async ({ page, t, owner }) => {
  const word = unique('Fig ');
  const barcode = await product(owner, word, 2);
  await page.goto('/products/import');
  await page
    .getByRole('link', { name: t('product-import:add_prices') })
    .first()
    .click();
  await upload(page, t, 'prices.csv', `EAN;Preis\n${barcode};2,75\n${freshEan()};1`);
  await page.getByRole('button', { name: t('product-import:columns.check') }).click();
  await expect(count(page, t, 'would.updated')).toHaveText('1');
  await expect(count(page, t, 'would.refused')).toHaveText('1');
  await page.getByRole('button', { name: t('product-import:check.run', { count: 1, shown: '1' }) }).click();
  await expect(page.getByText(t('product-import:end.done'))).toBeVisible();
  expect(await priceOf(owner, barcode)).toBe(2.75);
});

test('customers are imported from their list, and removed by undo', async ({ page, t, owner }) => {
  const word = unique('Guest ');
  const phones = [0, 1].map((at) => `+9745${at}${String(Math.random()).slice(2, 8)}`);
  const named = async () =>
    (await owner.account.list({ role: 'customer', keywords: word })).results.map(({ name, phone }) => [
      name,
      phone,
    ]);
  await page.goto('/customers');
  // the menu leads to the imports of products
  await page
    .getByRole('main')
    .getByRole('link', { name: t('customer:import') })
    .first()
    .click();
  const rows = [`${word} one,${phones[0]},Street 9`, `${word} two,'${phones[1]},`, `${word} three,12,`];
  await upload(page, t, `${word}.csv`, ['Customer name,Mobile,Address', ...rows].join('\n'));
  await expect(page.getByRole('combobox', { name: /Mobile/ })).toContainText(t('fields:phone'));
  await page.getByRole('button', { name: t('product-import:columns.check') }).click();
  await expect(count(page, t, 'would.created')).toHaveText('2');
  await expect(count(page, t, 'would.refused')).toHaveText('1');
  await expect(page.getByText(t('product-import:mend.row_phone'))).toBeVisible();
  expect(await named()).toEqual([]);
  await page.getByRole('button', { name: t('product-import:check.run', { count: 2, shown: '2' }) }).click();
  await expect(page.getByText(t('product-import:end.done'))).toBeVisible();
  expect((await named()).toSorted()).toEqual([
    [`${word} one`, phones[0]],
    [`${word} two`, phones[1]],
  ]);
  await page.getByRole('button', { name: t('product-import:undo.label') }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(t('product-import:undo.customers_created', { count: 2, shown: '2' }));
  await question.getByRole('button', { name: t('product-import:undo.yes') }).click();
  await expect(page.getByText(t('product-import:end.undone'))).toBeVisible();
  expect(await named()).toEqual([]);
});

test('a file that is no table is refused with what it is, and changes nothing', async ({
  page,
  t,
  trouble,
}) => {
  trouble.allow(422);
  const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array<number>(600).fill(0)]);
  await page.goto('/products/import/new');
  await choose(page, 'stock.xls', old);
  await expect(page.getByText(t('failures:import.old_format'))).toBeVisible();
  await upload(page, t, 'stock.xlsx', old);
  await expect(page.getByText(t('failures:import.old_format'))).toBeVisible();
  await page.getByRole('button', { name: t('product-import:start.remove', { name: 'stock.xlsx' }) }).click();
  await upload(page, t, 'broken.xlsx', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(900, 7)]));
  await expect(page.getByText(t('failures:import.unreadable'))).toBeVisible();
  await expect(page).toHaveURL(/\/products\/import\/new$/);
});
