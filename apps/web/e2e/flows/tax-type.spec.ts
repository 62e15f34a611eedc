import { expect, test, toast, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

test('a tax type is created with its slot and not deleted while a product uses it', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  trouble.allow(409);
  const name = unique('VAT ');
  await page.goto('/taxs/new');
  await page.getByRole('textbox', { name: t('fields:names') }).fill(name);
  const value = page.getByRole('textbox', { name: t('tax-type:value') });
  await value.fill('101');
  await page.getByRole('radio', { name: t('tax-type:slot.REDUCED_1') }).click();
  await expect(value).toHaveAttribute('aria-invalid', 'true');
  await value.fill('7.5');
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(name) }))).toBeVisible();
  const [stored] = (await owner.taxType.list({ keywords: name })).results;
  expect(stored).toMatchObject({ name, value: 7.5, value_name: 'REDUCED_1' });

  await owner.product.save({ titles: { en: unique('Bread ') }, tax_type_id: stored?.id ?? 0 });
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('radio', { name: t('tax-type:slot.REDUCED_1') })).toBeChecked();
  await page.getByRole('button', { name: t('kit:action.delete') }).click();
  const dialog = page.getByRole('dialog', { name: t('kit:in_use.title') });
  await expect(dialog.getByText(t('kit:in_use.products', { amount: '1' }))).toBeVisible();
});
