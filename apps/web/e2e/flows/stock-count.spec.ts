import { scan } from '../scan.ts';
import { anyToast, expect, freshEan, test } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';
import { isolated } from '../texts.ts';

test('a branch is counted by scan, compared and posted', async ({ page, t, owner, shop, trouble }) => {
  // an unknown barcode is answered with 404, and the save with unmatched rows is first refused
  trouble.allow(404, 422);
  const { title, barcode, item_id } = await stockedProduct(owner, shop.ids.branch, 5);
  await page.goto(`/products/counts?branch=${shop.ids.branch}`);
  await page
    .getByRole('button', { name: t('stock-count:start') })
    .first()
    .click();
  await page.getByRole('button', { name: t('stock-count:begin') }).click();
  await expect(page.getByText(t('stock-count:ready'))).toBeVisible();

  for (let at = 0; at < 3; at += 1) await scan(page, barcode);
  const counted = page.getByRole('textbox', { name: t('fields:counted') });
  await expect(counted).toHaveValue('3');
  await page.getByRole('button', { name: t('stock-count:more'), exact: true }).click();
  await expect(counted).toHaveValue('4');
  // typed with the keypad, then increased by a scan
  await counted.fill('2');
  await counted.press('Enter');
  await scan(page, barcode);
  await expect(counted).toHaveValue('3');

  const stray = freshEan();
  await scan(page, stray);
  await expect(page.getByText(t('stock-count:unknown', { barcode: isolated(stray) }))).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: t('stock-count:sync.saved', { left: '0' }) }),
  ).toBeVisible();

  await page.getByRole('button', { name: t('stock-count:post.open') }).click();
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText(title);
  await ask.getByRole('button', { name: t('stock-count:post.open') }).click();
  await expect(ask).toContainText(stray);
  await ask.getByRole('button', { name: t('stock-count:post.anyway') }).click();
  await expect(anyToast(page, t, 'stock-count:post.done', 'branch')).toBeVisible();
  await expect(page.getByRole('table', { name: t('stock-count:lines') })).toContainText(title);
  const [level] = (await owner.stock.list({ item_id })).results;
  expect(level).toMatchObject({ on_hand: 3, value: 12 });
});

test('scans during an outage survive a reload and are counted once', async ({
  page,
  t,
  owner,
  shop,
  trouble,
}) => {
  trouble.allow('outage');
  const { barcode, item_id, branch_id } = await stockedProduct(owner, shop.ids.branch, 5);
  const { results: draft } = await owner.stockCount.save({ branch_id, items: [{ item_id, counted: 0 }] });
  await page.goto(`/products/counts/${draft.id}`);
  await expect(page.getByText(t('stock-count:ready'))).toBeVisible();
  await page.route('**/admin/products/counts/save', (route) => route.abort());
  await scan(page, barcode);
  await scan(page, barcode);
  await expect(page.getByRole('textbox', { name: t('fields:counted') })).toHaveValue('2');
  await page.reload();
  await page.unroute('**/admin/products/counts/save');
  await expect
    .poll(async () => (await owner.stockCount.show({ id: draft.id })).results.items[0]?.counted)
    .toBe(2);
});

test('a stock count draft is deleted with its uncounted lines', async ({ page, t, owner, shop, trouble }) => {
  // the page may read its deleted draft once more before it closes
  trouble.allow(404);
  const { title, item_id, branch_id } = await stockedProduct(owner, shop.ids.branch, 5);
  const { results: draft } = await owner.stockCount.save({ branch_id, items: [{ item_id }] });
  await page.goto(`/products/counts/${draft.id}`);
  await expect(page.getByRole('button', { name: title }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: t('stock-count:post.open') })).toBeDisabled();
  await page.getByRole('button', { name: t('stock-count:more_actions') }).click();
  await page.getByRole('menuitem', { name: t('stock-count:drop.open') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('stock-count:drop.open') })
    .click();
  await expect(anyToast(page, t, 'stock-count:drop.done', 'branch')).toBeVisible();
  await expect(page).toHaveURL(/\/products\/counts$/);
});
