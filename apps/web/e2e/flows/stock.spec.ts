import { scan } from '../scan.ts';
import { expect, test, toast } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';
import { isolated } from '../texts.ts';

test('the stock of a branch is explained, and a part of it is written off', async ({
  page,
  t,
  owner,
  shop,
  trouble,
}) => {
  trouble.allow(409);
  const { title, item_id } = await stockedProduct(owner, shop.ids.branch, 12);
  await page.goto(`/products/stock?keywords=${encodeURIComponent(title)}`);
  const row = page.getByRole('row').filter({ hasText: title });
  await row.getByRole('link', { name: title }).click();
  const drawer = page.getByRole('dialog', { name: title });
  await expect(drawer).toContainText(
    t('stock:hold.plain', { asked: '', on_hand: '12', free: '12', held: '' }),
  );

  await drawer.getByRole('button', { name: t('stock:write_off.open') }).click();
  const dialog = page.getByRole('dialog', {
    name: t('stock:write_off.title', { title: isolated(title) }),
  });
  const quantity = dialog.getByRole('textbox', { name: t('fields:quantity') });
  await quantity.fill('20');
  await dialog.getByRole('button', { name: t('stock:write_off.do', { quantity: '20' }) }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    t('stock:hold.asked_plain', { asked: '20', on_hand: '12', free: '12', held: '' }),
  );
  await quantity.fill('2');
  await dialog.getByRole('button', { name: t('stock:write_off.do', { quantity: '2' }) }).click();
  await expect(
    toast(page, t, t('stock:write_off.done', { quantity: '2', title: isolated(title) })),
  ).toBeVisible();
  const [level] = (await owner.stock.list({ item_id })).results;
  expect(level).toMatchObject({ on_hand: 10, value: 40 });
});

test('stock is transferred to another branch by scan, and missing units are marked', async ({
  page,
  t,
  owner,
  shop,
  lang,
}) => {
  const from = shop.ids.branch;
  const { title, barcode, item_id } = await stockedProduct(owner, from, 3);
  const to = (await owner.branch.list({ limit: 50, locale: lang })).results.find(({ id }) => id !== from);
  await page.goto(`/products/transfers/new?from=${from}&to=${to?.id}`);
  await expect(page.getByRole('combobox', { name: t('fields:to_branch_id') })).not.toHaveValue(/^…?$/);
  await page.getByRole('heading', { level: 1 }).click();
  await scan(page, barcode);
  await scan(page, barcode);
  const quantity = page.getByRole('textbox', {
    name: t('transfer:quantity_of', { title: isolated(title) }),
  });
  await expect(quantity).toHaveValue('2');
  await quantity.fill('5');
  await quantity.blur();
  await expect(
    page.getByText(t('stock:hold.asked_plain', { asked: '5', on_hand: '3', free: '3', held: '' })),
  ).toBeVisible();
  await quantity.fill('3');
  await page.getByRole('button', { name: t('transfer:do') }).click();
  await expect(toast(page, t, t('transfer:created', { branch: isolated(to?.name ?? '') }))).toBeVisible();
  await expect(page.getByRole('table', { name: t('transfer:lines') })).toContainText(title);
  const there = (await owner.stock.list({ item_id })).results.find(({ branch_id }) => branch_id === to?.id);
  expect(there).toMatchObject({ on_hand: 3, value: 12 });
});

test('a product shows its deliveries and what became of them', async ({ page, t, owner, shop }) => {
  const { item_id, branch_id } = await stockedProduct(owner, shop.ids.branch, 6);
  await owner.stock.writeOff({ item_id, branch_id, quantity: 1, reason: 'damaged' });
  const [level] = (await owner.stock.list({ item_id })).results;
  await page.goto(`/products/save/${level?.product_id}`);
  await page.locator('summary').click();
  await expect(page.getByText(t('product:stock.moved.written_off'))).toBeVisible();
  await page.getByRole('button', { name: t('stock:explain.open'), exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(
    t('stock:hold.plain', { asked: '', on_hand: '5', free: '5', held: '' }),
  );
});
