import { expect, test, toast, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('a brand is created with its logo, renamed, deleted and restored', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  // the form may read its deleted brand once more before it closes
  trouble.allow(404);
  const name = unique('Lavazza ');
  await page.goto('/products/brands/new');
  await page.getByRole('textbox', { name: t('fields:names') }).fill(name);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(page.getByRole('img', { name: t('fields:logo') })).toBeVisible();
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(name) }))).toBeVisible();
  const [stored] = (await owner.brand.list({ keywords: name })).results;
  expect(stored).toMatchObject({ name, products_count: 0, cover_url: null });
  expect(stored?.logo_url).toMatch(/^\/files\//);

  await page.getByRole('searchbox').fill(name);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(t('kit:missing.de'));
  await row.getByRole('link', { name }).click();
  await page.getByRole('textbox', { name: t('fields:names') }).fill(`${name} Oro`);
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:saved', { name: isolated(`${name} Oro`) }))).toBeVisible();

  await row.getByRole('link', { name: `${name} Oro` }).click();
  await page.getByRole('button', { name: t('kit:action.delete') }).click();
  await page.getByRole('button', { name: t('kit:undo.undo') }).click();
  await expect(
    toast(
      page,
      t,
      t('kit:undo.restored', { what: t('kit:undo.removed', { count: 1, name: isolated(`${name} Oro`) }) }),
    ),
  ).toBeVisible();
  await expect(row).toBeVisible();
});

test('a brand with products links to them and is not deleted', async ({ page, t, owner, trouble }) => {
  trouble.allow(409);
  const name = unique('Almarai ');
  const { results: brand } = await owner.brand.save({ names: { ar: name, en: name, de: name } });
  await owner.product.save({ titles: { en: unique('Milk ') }, brand_id: brand.id });
  await page.goto(`/products/brands?keywords=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: t('kit:list.row_menu', { name }) }).click();
  await page.getByRole('menuitem', { name: t('kit:action.delete') }).click();
  const dialog = page.getByRole('dialog', { name: t('kit:in_use.title') });
  await expect(dialog.getByText(t('kit:in_use.products', { amount: '1' }))).toBeVisible();
  await dialog.getByRole('link', { name: t('kit:in_use.products_way') }).click();
  await expect(page).toHaveURL(`/products?brand_id=${brand.id}`);
});

test('texts of a screen that failed to load are loaded again on the same page', async ({
  page,
  t,
  trouble,
}) => {
  trouble.allow(503);
  await page.goto('/products');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  const refusals = new Map<string, number>();
  await page.route(/\/assets\/.+\.js/, async (route) => {
    const address = route.request().url().replace(/\?.*/, '');
    const response = await route.fetch();
    const count = refusals.get(address) ?? 0;
    // a module of texts imports nothing
    if (count >= 2 || /\bimport\b/.test(await response.text())) return route.fulfill({ response });
    refusals.set(address, count + 1);
    return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: '' });
  });
  await page.getByRole('link', { name: t('shell:route.brands'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('shell:route.brands') })).toBeVisible();
  await expect(page.getByText(/\b(brand|kit|fields):?[a-z_]+\.[a-z_]+/)).toHaveCount(0);
  expect(refusals.size).toBeGreaterThan(0);
  await expect(page.locator('body[data-same-page]')).toHaveCount(1);
});
