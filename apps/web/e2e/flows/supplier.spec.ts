import { expect, test, toast, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

test('a supplier is created, the ledger shows the balance, and a payment is deleted', async ({
  page,
  t,
  owner,
  shop,
}) => {
  const name = unique('Doha Fresh ');
  await page.goto('/supplires');
  await page
    .getByRole('link', { name: t('supplier:add') })
    .first()
    .click();
  await page.getByLabel(t('fields:name')).fill(name);
  await page.getByLabel(t('fields:phone')).fill('5512 3456');
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(name) }))).toBeVisible();

  const { results: found } = await owner.supplier.list({ keywords: name });
  const supplier_id = found[0]?.id ?? 0;
  const { results: product } = await owner.product.show({ id: shop.ids.product });
  const item_id = product.items[0]?.item_id ?? 0;
  const items = [{ item_id, branch_id: shop.ids.branch, quantity: 4, cost_value: 25 }];
  const { results: receipt } = await owner.receipt.save({ supplier_id, items, status: 1 });
  await owner.transaction.save({ receipt_id: receipt.id, value: 40 });

  await page.goto(`/supplires/${supplier_id}`);
  await expect(page.getByText(t('supplier:owed'), { exact: true }).first().locator('..')).toContainText(
    '60.00',
  );
  await page
    .getByRole('row', { name: t('supplier:ledger.transaction') })
    .getByRole('link')
    .click();
  await expect(page.getByRole('region', { name: t('receipt:sums') })).toContainText('100.00');

  await page.goto(`/transactions?supplier_id=${supplier_id}`);
  const row = page.getByRole('row', { name });
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: t('kit:action.delete') }).click();
  await expect(row).toBeHidden();
  await page
    .getByRole('region', { name: t('common:toast.region') })
    .getByRole('button', { name: t('kit:undo.undo') })
    .click();
  await expect(row).toBeVisible();
});
