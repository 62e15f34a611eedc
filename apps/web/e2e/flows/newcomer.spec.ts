import { addDays, toLocalDate } from '@dukkan/commerce';
import { typedDay } from '../dates.ts';
import { handsOn } from '../hands.ts';
import { expect, freshEan, test, unique } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';

/** The most clicks and keys for one price from a later day, with finding the product. */
const PRICE = { clicks: 11, keys: 41 };

test('one price from a later day is set where the price is read, in few clicks and keys', async ({
  page,
  t,
  lang,
  owner,
  shop,
}) => {
  const { title, barcode, item_id } = await stockedProduct(owner, shop.ids.branch, 5);
  const { results: product } = await owner.product.barcode({ barcode });
  const day = addDays(toLocalDate(new Date(), 'Asia/Qatar'), 3);
  await page.goto('/products');
  const hands = handsOn(page);
  await hands.click(page.getByRole('searchbox'));
  await hands.type(title.slice(-6));
  await hands.click(page.getByRole('link', { name: title }));
  await hands.click(page.getByRole('button', { name: t('product:price.change') }));
  const dialog = page.getByRole('dialog');
  const price = dialog.getByRole('textbox', { name: t('fields:price'), exact: true });
  await expect(price).toBeFocused();
  await hands.press('Control+a');
  await hands.type('11');
  await hands.click(dialog.getByLabel(t('product:price.from'), { exact: true }));
  await hands.type(typedDay(day, lang));
  await hands.press('Enter');
  await expect(dialog).toBeHidden();
  hands.report('one price from a later day');
  expect(hands.tally.clicks).toBeLessThanOrEqual(PRICE.clicks);
  expect(hands.tally.keys).toBeLessThanOrEqual(PRICE.keys);
  const { results: lists } = await owner.priceList.list({ product_id: product.id });
  expect(lists).toMatchObject([{ start_date: day, holds: 'later', items_count: 1 }]);
  expect(lists[0]?.branches_ids).toContain(shop.ids.branch);
  const { results: list } = await owner.priceList.show({ id: lists[0]?.id ?? 0 });
  expect(list.items).toMatchObject([{ item_id, price: 11 }]);
  // today's price stays
  const { results: now } = await owner.product.barcode({ barcode });
  expect(now.price).toBe(9);
});

test('a product without a barcode of its own gets one from the shop, and its lack is mended from a receipt', async ({
  page,
  context,
  t,
  owner,
}) => {
  const title = unique('Okra ');
  const { results: product } = await owner.product.save({
    titles: { ar: title, en: title, de: title },
    pricing: { price: 9 },
    items: [{ barcode: null }],
  });
  await page.goto('/reciepts/purchase-invoice/edit/new');
  await page.getByRole('combobox', { name: t('receipt:find') }).fill(title);
  await page.getByRole('option', { name: title }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: t('receipt:add_barcode') }).click();
  const beside = await opened;
  await beside.getByRole('link', { name: title }).click();
  await expect(beside.getByRole('heading', { level: 1 })).toContainText(title);
  await beside.goto(`/products/save/${product.id}?edit=1`);
  await beside.getByRole('button', { name: t('product:item.create_barcode') }).click();
  const box = beside.getByRole('textbox', { name: t('fields:barcode') });
  await expect(box).toBeFocused();
  await expect(box).toHaveValue(/^29\d{11}$/);
  await beside.getByRole('button', { name: t('kit:form.save'), exact: true }).click();
  await expect
    .poll(async () => (await owner.product.show({ id: product.id })).results.items[0]?.barcode)
    .toMatch(/^29\d{11}$/);
  await beside.close();
});

test('a return begins in the box that finds the order, and goes on in the first quantity', async ({
  page,
  t,
  owner,
  shop,
}) => {
  const cheese = await stockedProduct(owner, shop.ids.branch, 5);
  const { results: order } = await owner.order.make({
    branch_id: cheese.branch_id,
    type: 'take_away',
    client: { name: unique('Layla '), phone: `+97466${freshEan().slice(2, 8)}` },
    cart: [{ item_id: cheese.item_id, quantity: 3 }],
  });
  await owner.order.save({ id: order.id, status_id: 6, paid: 1 });
  await page.goto('/return-reciepts/return-reciept');
  const finder = page.getByRole('combobox', { name: t('order-return:find') });
  await expect(finder).toBeFocused();
  await page.keyboard.type(String(order.id), { delay: 170 });
  await expect(page.getByRole('option', { name: `#${order.id}` }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-quantity]').first()).toBeFocused();
});
