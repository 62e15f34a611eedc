import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../shop.ts';
import { type Stocked, stockedProduct } from '../stocked.ts';
import { isolated } from '../texts.ts';

/** The fields of a page that are no barcode and no quantity. */
const FIELDS =
  'main :is(input, textarea, select, button[role=combobox]):not([type=checkbox], [type=radio], [type=file], [data-index], [data-quantity], [data-hears-scan], [disabled])';

let scannedTo = 0;

/** Presses real keys at fixed times, because delays on a busy machine would make the scanner look like a person. */
async function scanKeys(page: Page, barcode: string, gap: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const start = Math.max(Date.now(), scannedTo) + 1_000;
  for (const [at, sign] of [...barcode, 'Enter'].entries()) {
    const timestamp = (start + at * gap) / 1_000;
    const isEnd = sign === 'Enter';
    const place = {
      key: sign,
      code: isEnd ? 'Enter' : `Digit${sign}`,
      windowsVirtualKeyCode: isEnd ? 13 : sign.charCodeAt(0),
      timestamp,
    };
    await session.send('Input.dispatchKeyEvent', { ...place, type: 'keyDown', text: isEnd ? '\r' : sign });
    await session.send('Input.dispatchKeyEvent', { ...place, type: 'keyUp' });
  }
  scannedTo = start + (barcode.length + 1) * gap;
  await session.detach();
}

/** Scans into every field of the page; each scan adds a unit, and leaves the field as it was, with no list open. */
async function expectScansInEveryField(page: Page, { barcode }: Stocked, quantity: Locator): Promise<void> {
  await page.getByRole('heading', { level: 1 }).click();
  await scanKeys(page, barcode, 5);
  await expect(quantity).toHaveValue('1');
  const fields = page.locator(FIELDS);
  const count = await fields.count();
  expect(count).toBeGreaterThan(0);
  let units = 1;
  for (let at = 0; at < count; at += 1) {
    const field = fields.nth(at);
    if (!(await field.isVisible())) continue;
    const name = await field.evaluate((one) => one.outerHTML.slice(0, 200));
    const state = () => field.evaluate((one) => ['value' in one ? String(one.value) : '', one.textContent]);
    for (const gap of [5, 120]) {
      await field.evaluate((one) => (one as HTMLElement).focus());
      const before = await state();
      await scanKeys(page, barcode, gap);
      units += 1;
      await expect(quantity, `${name} at ${gap} ms`).toHaveValue(String(units));
      await expect.poll(state, name).toEqual(before);
      await expect(page.getByRole('listbox'), name).toHaveCount(0);
    }
  }
}

test('a receipt counts a scan whichever field has the focus', async ({ page, t, owner, shop }) => {
  const goods = await stockedProduct(owner, shop.ids.branch, 1);
  const [supplier] = (await owner.supplier.list({ limit: 1 })).results;
  await page.goto(
    `/reciepts/purchase-invoice/edit/new?supplier_id=${supplier?.id}&branch=${shop.ids.branch}`,
  );
  await expect(page.getByRole('combobox', { name: t('fields:supplier_id') })).toHaveValue(
    supplier?.name ?? '',
  );
  const quantity = page.getByRole('textbox', { name: `${t('fields:quantity')}, ${goods.title}` });
  await expectScansInEveryField(page, goods, quantity);
});

test('a receipt counts a scan right after its supplier was selected', async ({ page, t, owner, shop }) => {
  const goods = await stockedProduct(owner, shop.ids.branch, 1);
  const [supplier] = (await owner.supplier.list({ limit: 1 })).results;
  await page.goto(`/reciepts/purchase-invoice/edit/new?branch=${shop.ids.branch}`);
  const picker = page.getByRole('combobox', { name: t('fields:supplier_id') });
  await picker.click();
  await page.keyboard.type(supplier?.name ?? '', { delay: 170 });
  await page.getByRole('option', { name: supplier?.name ?? '' }).click();
  await expect(picker).toBeFocused();
  await scanKeys(page, goods.barcode, 5);
  await expect(page.getByRole('textbox', { name: `${t('fields:quantity')}, ${goods.title}` })).toHaveValue(
    '1',
  );
  await expect(picker).toHaveValue(supplier?.name ?? '');
});

test('a transfer counts a scan whichever field has the focus', async ({ page, t, owner, shop }) => {
  const from = shop.ids.branch;
  const goods = await stockedProduct(owner, from, 99);
  const to = (await owner.branch.list({ limit: 50 })).results.find(({ id }) => id !== from);
  await page.goto(`/products/transfers/new?from=${from}&to=${to?.id}`);
  await expect(page.getByRole('combobox', { name: t('fields:to_branch_id') })).not.toHaveValue(/^…?$/);
  const name = t('transfer:quantity_of', { title: isolated(goods.title) });
  await expectScansInEveryField(page, goods, page.getByRole('textbox', { name }));
});

test('an order counts a scan whichever field has the focus', async ({ page, t, owner, shop, trouble }) => {
  // digits in the customer's box are looked up as a phone number
  trouble.allow(404, 422);
  const goods = await stockedProduct(owner, shop.ids.branch, 99);
  await page.goto(`/orders/new?branch=${shop.ids.branch}`);
  const name = t('order:make.quantity_of', { title: isolated(goods.title) });
  await expectScansInEveryField(page, goods, page.getByRole('textbox', { name }));
});

test('a stock count counts a scan whichever field has the focus', async ({ page, t, owner, shop }) => {
  const goods = await stockedProduct(owner, shop.ids.branch, 99);
  const { results: count } = await owner.stockCount.save({ branch_id: shop.ids.branch });
  await page.goto(`/products/counts/${count.id}`);
  await expect(page.getByText(t('stock-count:ready'))).toBeVisible();
  await expectScansInEveryField(page, goods, page.getByRole('textbox', { name: t('fields:counted') }));
});

test('a return counts a scan whichever field has the focus', async ({ page, t, owner, shop }) => {
  const goods = await stockedProduct(owner, shop.ids.branch, 99);
  const { results: order } = await owner.order.make({
    branch_id: shop.ids.branch,
    type: 'take_away',
    client: { name: goods.title, phone: `+97466${String(Date.now()).slice(-6)}` },
    cart: [{ item_id: goods.item_id, quantity: 90 }],
  });
  const DELIVERED = 6;
  await owner.order.save({ id: order.id, status_id: DELIVERED, paid: 1 });
  await page.goto(`/return-reciepts/return-reciept?order=${order.id}`);
  const name = t('order-return:quantity_of', { title: isolated(goods.title) });
  await expectScansInEveryField(page, goods, page.getByRole('textbox', { name }));
});
