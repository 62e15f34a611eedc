import ExcelJs from 'exceljs';
import { handsOn } from '../hands.ts';
import { anyToast, expect, freshEan, test, unique } from '../shop.ts';

const LINES = 40;
const UNKNOWN_AT = 17;
const UNKNOWN_CODE = freshEan();

/** Creates a supplier's delivery note as a workbook: a title, an empty row, headings, and a row for each item. */
async function deliveryNote(rows: readonly (readonly [string, string, number, number])[]): Promise<Buffer> {
  const book = new ExcelJs.Workbook();
  const sheet = book.addWorksheet('Delivery');
  sheet.addRow(['Delivery note 4711']);
  sheet.addRow([]);
  sheet.addRow(['Barcode', 'Description', 'Qty', 'Unit cost']);
  for (const row of rows) sheet.addRow([...row]);
  return Buffer.from(await book.xlsx.writeBuffer());
}

test.use({ as: 'manager', viewport: { width: 1440, height: 900 } });

test('a delivery of forty lines from an Excel file asks about one unknown row and is accepted without it', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  // the server refuses the first save with a question
  trouble.allow(422);
  const supplier = unique('Farm ');
  const { results: farm } = await owner.supplier.save({ name: supplier });
  const rows: [string, string, number, number][] = [];
  for (let at = 0; at < LINES; at += 1) {
    const title = unique(`Dates ${at} `);
    const barcode = at === UNKNOWN_AT ? UNKNOWN_CODE : freshEan();
    if (at !== UNKNOWN_AT)
      await owner.product.save({
        titles: { ar: title, en: title, de: title },
        pricing: { price: 9 },
        items: [{ barcode }],
      });
    rows.push([barcode, title, 10 + at, 2.5]);
  }
  const file = await deliveryNote(rows);
  const known = rows.filter(([barcode]) => barcode !== UNKNOWN_CODE);

  await page.goto('/reciepts/purchase-invoice/edit/new');
  const hands = handsOn(page);
  const box = page.getByRole('combobox', { name: t('fields:supplier_id') });
  await hands.fill(box, supplier);
  await expect(page.getByRole('option', { name: supplier })).toBeVisible();
  await hands.press('Enter');
  await expect(box).toHaveValue(supplier);
  await hands.click(page.getByRole('button', { name: t('receipt:paste.title') }));
  // selecting the file counts as clicks too
  hands.tally.clicks += 2;
  await page.locator('input[type=file]').setInputFiles({
    name: 'delivery.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: file,
  });
  const dialog = page.getByRole('dialog', { name: t('receipt:list.title') });
  // the unknown row is listed with its barcode before anything is added
  await expect(dialog).toContainText(UNKNOWN_CODE);
  await expect(dialog).toContainText(
    t('receipt:list.ready', { count: known.length, shown: String(known.length) }),
  );
  await hands.click(
    dialog.getByRole('button', {
      name: t('receipt:paste.add', { count: known.length, shown: String(known.length) }),
    }),
  );
  await expect(dialog).toBeHidden();
  // the barcode stays visible beside the lines
  await expect(page.getByText(UNKNOWN_CODE).first()).toBeVisible();

  await hands.click(page.getByRole('button', { name: t('receipt:save_and_accept') }));
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText(t('force:why.rows_left_out'));
  await expect(ask).toContainText(UNKNOWN_CODE);
  await expect(ask).toContainText(String(10 + UNKNOWN_AT));
  await hands.click(ask.getByRole('button', { name: t('receipt:anyway.accept') }));
  await expect(anyToast(page, t, 'receipt:saved_accepted', 'name')).toBeVisible();
  hands.report('a delivery of 40 lines from a file');

  await page.waitForURL(/purchase-invoice\/\d+/);
  const id = Number(/purchase-invoice\/(\d+)/.exec(page.url())?.[1]);
  const { results: receipt } = await owner.receipt.show({ id });
  expect(receipt).toMatchObject({ supplier_id: farm.id, status: 1 });
  expect(receipt.items).toHaveLength(known.length);
  const units = known.reduce((all, [, , quantity]) => all + quantity, 0);
  expect(receipt.items.reduce((all, { quantity }) => all + quantity, 0)).toBe(units);
});
