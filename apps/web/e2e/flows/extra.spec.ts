import { expect, test, toast, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

test('an extra has a price, another price in one branch, and the products it belongs to', async ({
  page,
  t,
  owner,
}) => {
  const title = unique('Cheese ');
  const dish = unique('Burger ');
  const { results: product } = await owner.product.save({ titles: { ar: dish, en: dish, de: dish } });
  await page.goto('/products/extras/new');
  await page.getByRole('textbox', { name: t('fields:titles') }).fill(title);
  await page.getByRole('textbox', { name: t('fields:price') }).fill('4.5');
  await page.getByRole('combobox', { name: t('fields:products_ids') }).fill(dish);
  await page.getByRole('option', { name: dish }).click();
  const lines = page.getByRole('group', { name: t('fields:branches_prices') });
  await lines.getByRole('button', { name: t('extra:line.add') }).click();
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  // a line without a branch has the error at its own field
  const where = lines.getByRole('combobox', { name: t('fields:branch_id') });
  await expect(where).toHaveAttribute('aria-invalid', 'true');
  await where.click();
  await page.getByRole('option').first().click();
  await lines.getByRole('textbox', { name: t('fields:price') }).fill('6');
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(title) }))).toBeVisible();

  const find = async () => (await owner.extra.list({ keywords: title, all_locale: true })).results[0];
  const stored = await find();
  expect(stored).toMatchObject({ price: 4.5, products_ids: [product.id], products_count: 1 });
  expect(stored?.branches_prices).toHaveLength(1);
  expect(stored?.branches_prices[0]).toMatchObject({ price: 6 });

  await page.getByRole('searchbox').fill(title);
  await page.getByRole('link', { name: title }).click();
  // an empty price means the extra's own price
  await lines.getByRole('textbox', { name: t('fields:price') }).fill('');
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:saved', { name: isolated(title) }))).toBeVisible();
  expect((await find())?.branches_prices).toEqual([]);
});
