import { expect, freshEan, test, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

test('what runs out is ordered from Home, with one changed quantity, as a PDF and by e-mail', async ({
  page,
  t,
  owner,
  shop,
}) => {
  const title = unique('Olives ');
  const supplier = unique('Grove ');
  const email = `${freshEan()}@grove.test`;
  const { results: product } = await owner.product.save({
    titles: { ar: title, en: title, de: title },
    pricing: { price: 9 },
    items: [{ barcode: freshEan(), pack_quantity: 6, minimum_quantity: 10 }],
  });
  const { results: stored } = await owner.supplier.save({ name: supplier, email });
  const item_id = product.items[0]?.item_id ?? 0;
  const items = [{ item_id, branch_id: shop.ids.branch, quantity: 3, cost_value: 2 }];
  await owner.receipt.save({ supplier_id: stored.id, status: 1, items });

  await page.goto('/');
  const attention = page.getByRole('region', { name: t('shell:needs.title') });
  await attention.locator('a[href^="/reciepts/to-order"]').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(t('to-order:title'));
  await page.getByRole('searchbox', { name: t('to-order:search') }).fill(title);
  const group = page.getByRole('region', { name: supplier });
  const quantity = group.getByRole('textbox');
  // 7 are missing, in packs of 6
  await expect(quantity).toHaveValue('12');
  await group.getByRole('button', { name: t('to-order:why.open', { title: isolated(title) }) }).click();
  await expect(group).toContainText(t('to-order:why.idle'));
  await quantity.fill('0');
  const create = page.getByRole('button', { name: t('to-order:create', { count: 1, shown: '1' }) });
  await expect(create).toBeDisabled();
  await quantity.fill('18');
  await create.click();

  const created = page.getByRole('status').filter({ hasText: supplier });
  await expect(created.getByRole('link', { name: supplier })).toBeVisible();
  await expect(group).toBeHidden();
  const printed = page.waitForEvent('download');
  await created.getByRole('button', { name: t('to-order:pdf_of', { supplier: isolated(supplier) }) }).click();
  expect((await printed).suggestedFilename()).toMatch(/\.pdf$/);
  await created
    .getByRole('button', { name: t('to-order:send_to', { supplier: isolated(supplier) }) })
    .click();
  await expect(created).toContainText(t('to-order:sent_to', { address: isolated(email) }));
  const { results: receipts } = await owner.receipt.list({ supplier_id: stored.id, status: 'none' });
  expect(receipts).toMatchObject([{ lines_count: 1, quantity: 18 }]);
});

test('what somebody else has just ordered is not ordered twice', async ({
  page,
  t,
  owner,
  shop,
  trouble,
}) => {
  trouble.allow(409);
  const title = unique('Capers ');
  const { results: product } = await owner.product.save({
    titles: { ar: title, en: title, de: title },
    pricing: { price: 9 },
    items: [{ barcode: freshEan(), minimum_quantity: 10 }],
  });
  const supplier = unique('Grove ');
  const { results: stored } = await owner.supplier.save({ name: supplier });
  const place = { item_id: product.items[0]?.item_id ?? 0, branch_id: shop.ids.branch };
  await owner.receipt.save({
    supplier_id: stored.id,
    status: 1,
    items: [{ ...place, quantity: 3, cost_value: 2 }],
  });
  await page.goto(`/reciepts/to-order?keywords=${encodeURIComponent(title)}`);
  const group = page.getByRole('region', { name: supplier });
  await expect(group.getByRole('textbox')).toHaveValue('7');
  const line = { ...place, supplier_id: stored.id, quantity: 2, on_the_way: 0 };
  await page.route(
    '**/admin/products/to-order/make',
    async (route) => {
      await owner.receipt.makeOrders({ items: [line] });
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: t('to-order:create', { count: 1, shown: '1' }) }).click();
  await expect(page.getByRole('region', { name: t('common:toast.region') })).toContainText(title);
  await expect(group.getByRole('textbox')).toHaveValue('5');
});
