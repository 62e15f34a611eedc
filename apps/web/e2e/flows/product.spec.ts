import type { Client } from '@dukkan/contract';
import type { Page } from '@playwright/test';
import { scan } from '../scan.ts';
import { expect, freshEan, stateOf, test, toast, unique } from '../shop.ts';
import { isolated, type Say } from '../texts.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWNYEKUBRwzEcQDfAxIhmOx69gAAAABJRU5ErkJggg==',
  'base64',
);

const sell = async (owner: Client, title: string, barcode: string | null = null, price = 10) =>
  (
    await owner.product.save({
      titles: { ar: title, en: title, de: title },
      pricing: { price },
      items: [{ barcode }],
    })
  ).results;

const field = (page: Page, t: Say, key: string) => page.getByRole('textbox', { name: t(key), exact: true });

test('a product is created with two items and a picture, then its price is changed', async ({
  page,
  t,
  owner,
}) => {
  const title = unique('Coffee ');
  const [first, second] = [freshEan(), unique('PACK-').toUpperCase()];
  await page.goto('/products');
  await page.getByRole('link', { name: t('product:add') }).click();
  await page.getByRole('textbox', { name: t('fields:titles') }).fill(title);
  await field(page, t, 'fields:pricing.price').fill('24.5');
  await field(page, t, 'fields:pricing.compare_at').fill('30');
  await expect(page.getByText('18.3')).toBeVisible();
  const barcodes = page.getByRole('textbox', { name: t('fields:barcode') });
  await barcodes.first().fill(first);
  // the check digit is checked in the field
  await page.getByRole('button', { name: t('product:item.add') }).click();
  await barcodes.nth(1).fill('6291041500214');
  // the number may be the shop's own code, so the field has no error, and the question comes with the save
  await expect(barcodes.nth(1)).not.toHaveAttribute('aria-invalid', 'true');
  await barcodes.nth(1).fill(second);
  await expect(barcodes.nth(1)).not.toHaveAttribute('aria-invalid', 'true');
  await page
    .getByRole('textbox', { name: t('product:item.price') })
    .nth(1)
    .fill('44');
  await page
    .getByRole('textbox', { name: t('fields:option') })
    .nth(1)
    .fill('1 kg');
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'coffee.png', mimeType: 'image/png', buffer: PICTURE }]);
  await expect(page.getByRole('img', { name: t('product:picture.number', { number: 1 }) })).toBeVisible();
  await page.getByRole('button', { name: t('kit:form.save'), exact: true }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(title) }))).toBeVisible();

  const { results } = await owner.product.barcode({ barcode: first });
  // a new product is read next
  await expect(page).toHaveURL(`/products/save/${results.id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(results.items.map(({ barcode, option, price }) => [barcode, option, price])).toEqual([
    [first, null, null],
    [second, '1 kg', 44],
  ]);
  expect(results.images).toHaveLength(1);
  await page.keyboard.press('e');
  await expect(page).toHaveURL(`/products/save/${results.id}?edit=1`);
  const price = field(page, t, 'fields:pricing.price');
  await expect(price).toHaveValue('24.50');
  await price.fill('19.75');
  await page.getByRole('button', { name: t('kit:form.save'), exact: true }).click();
  await expect(toast(page, t, t('kit:saved', { name: isolated(title) }))).toBeVisible();
  expect((await owner.product.show({ id: results.id })).results.price).toBe(19.75);
  // saving leads back to the page, which tells the change
  await expect(page).toHaveURL(`/products/save/${results.id}`);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const history = page.getByRole('region', { name: t('kit:timeline.label') });
  await history.scrollIntoViewIfNeeded();
  await expect(history.getByRole('listitem').first()).toContainText(/24[.]50.*19[.]75/);

  // a price also changes without the form
  await page.getByRole('button', { name: t('product:price.change') }).click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('18');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await owner.product.show({ id: results.id })).results.price).toBe(18);
});

test('a product that is edited from the list leads back to the list', async ({ page, t, owner }) => {
  const { title } = await sell(owner, unique('Row '));
  await page.goto(`/products?keywords=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: t('kit:list.row_menu', { name: title }) }).click();
  await page.getByRole('menuitem', { name: t('kit:record.edit') }).click();
  await field(page, t, 'fields:pricing.price').fill('11');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/products\?keywords/);
  await expect(page.getByRole('row', { name: title })).toContainText('11');
});

test('a barcode of another product is shown on its field with a link to that product', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  trouble.allow(409);
  const code = freshEan();
  const other = await sell(owner, unique('Dates '), code);
  const mine = await sell(owner, unique('Figs '));
  await page.goto(`/products/save/${mine.id}?edit=1`);
  await page.getByRole('textbox', { name: t('fields:barcode') }).fill(code);
  await page.getByRole('button', { name: t('kit:form.save'), exact: true }).click();
  await expect(page.getByRole('textbox', { name: t('fields:barcode') })).toBeFocused();
  const way = page.getByRole('link', { name: t('product:item.taken', { title: isolated(other.title) }) });
  await expect(way).toHaveAttribute('href', `/products/save/${other.id}`);
});

test('product search finds Arabic letter forms and the beginning of a barcode, and a scan opens its product', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  trouble.allow(404);
  const code = freshEan();
  const title = unique('قهوة أصيلة ');
  const { id } = await sell(owner, title, code);
  await page.goto('/products');
  const search = page.getByRole('searchbox');
  await search.fill(title.replace('أ', 'ا').replace('ة', 'ه'));
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row', { name: title })).toBeVisible();
  await search.fill(code.slice(0, 9));
  await expect(page).toHaveURL(new RegExp(code.slice(0, 9)));
  await expect(page.getByRole('row', { name: title })).toBeVisible();

  const unknown = freshEan();
  await scan(page, unknown);
  await expect(page.getByText(t('product:scan.unknown', { barcode: isolated(unknown) }))).toBeVisible();
  await scan(page, code);
  await expect(page).toHaveURL(`/products/save/${id}`);
  await page.goBack();
  await scan(page, unknown);
  await page.getByRole('link', { name: t('product:scan.add') }).click();
  await expect(page.getByRole('textbox', { name: t('fields:barcode') })).toHaveValue(unknown);
  // a scan on the form fills the next line
  const next = freshEan();
  await page.getByRole('heading', { level: 1 }).click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await scan(page, next);
  await expect(page.getByRole('textbox', { name: t('fields:barcode') }).nth(1)).toHaveValue(next);
});

test('several products are disabled in one call and one is deleted, and both can be undone', async ({
  page,
  t,
  owner,
}) => {
  const family = unique('Family');
  for (const name of ['One', 'Two', 'Three']) await sell(owner, `${family} ${name}`);
  await page.goto(`/products?keywords=${family}`);
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByRole('checkbox', { name: t('kit:list.select_page') }).click();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page
    .getByRole('region', { name: t('kit:bulk.bar') })
    .getByRole('button', { name: t('kit:action.disable') })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('kit:action.disable') })
    .click();
  const disabled = page.getByRole('row').filter({ hasText: t('kit:status.disabled') });
  await expect(disabled).toHaveCount(3);
  expect(calls.filter((path) => path === '/admin/products/saveall')).toHaveLength(1);
  expect(calls).not.toContain('/admin/products/save');
  await page.getByRole('button', { name: t('kit:undo.undo') }).click();
  await expect(disabled).toHaveCount(0);

  const name = `${family} Two`;
  await page.getByRole('button', { name: t('kit:list.row_menu', { name }) }).click();
  await page.getByRole('menuitem', { name: t('kit:action.delete') }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page
    .getByRole('button', { name: t('kit:undo.undo') })
    .last()
    .click();
  await expect(page.getByRole('row')).toHaveCount(4);
});

test('a product with Arabic texts only is readable in every language and found by its missing translation', async ({
  browser,
  shop,
  owner,
  t,
  page,
}) => {
  const title = unique('تمر خلاص ');
  await owner.product.save({ titles: { ar: title }, pricing: { price: 18 }, items: [{}] });
  for (const locale of ['ar', 'en', 'de']) {
    const context = await browser.newContext({ storageState: stateOf(shop.url, shop.logins.editor), locale });
    const reader = await context.newPage();
    await reader.goto(`/products?keywords=${encodeURIComponent(title)}&missing_translation=de`);
    await expect(reader.getByRole('link', { name: title })).toBeVisible();
    await context.close();
  }
  await page.goto(`/products?keywords=${encodeURIComponent(title)}`);
  const row = page.getByRole('row', { name: title });
  await expect(row).toContainText(t('kit:missing.de'));
  await page.goto(`/products?keywords=${encodeURIComponent(title)}&missing_translation=ar`);
  await expect(page.getByText(t('kit:gap.no_match'))).toBeVisible();
});

test('labels are drawn for every item, and an item without a barcode says so', async ({ page, t, owner }) => {
  const ean = freshEan();
  const coffee = (
    await owner.product.save({
      titles: { ar: 'قهوة', en: 'Coffee' },
      pricing: { price: 12 },
      items: [{ barcode: ean }, { barcode: unique('CODE-') }],
    })
  ).results;
  const bare = await sell(owner, unique('Bread '));
  await page.goto(`/products/labels?ids=${coffee.id},${bare.id}`);
  const bars = page.locator('[data-symbology]');
  await expect(bars.locator('svg')).toHaveCount(2);
  await expect(page.locator('[data-symbology=ean13] svg')).toHaveCount(1);
  await expect(page.getByRole('img', { name: ean })).toBeVisible();
  await expect(page.getByText(t('product:labels.no_barcode'))).toBeVisible();
  await page.getByRole('textbox', { name: t('product:labels.copies'), exact: true }).fill('3');
  await expect(bars.locator('svg')).toHaveCount(6);
  await page.getByRole('checkbox', { name: t('product:labels.bare_print') }).click();
  await expect(page.locator('[data-label]')).toHaveCount(9);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(page.locator('[data-label]').first()).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('a seller sees a product and cannot change it', async ({ t, owner, hire, enter }) => {
  const { id, title } = await sell(owner, unique('Honey '), freshEan());
  const person = await hire({ permissions: ['seller'] });
  const page = await enter(person.login, `/products/save/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  // what a seller is asked: price, code, and where it is available
  await expect(page.getByRole('region', { name: t('product:part.trade') })).toContainText('10');
  await expect(page.getByRole('table', { name: t('product:part.items') })).toBeVisible();
  await expect(page.getByRole('heading', { name: t('product:stock.levels') })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('kit:record.edit') })).toHaveCount(0);
  await page.goto(`/products/save/${id}?edit=1`);
  await expect(page.getByText(t('kit:record.read_only'))).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.goto('/products');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('link', { name: t('product:add') })).toHaveCount(0);
});

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, as: 'editor' });

  test('a barcode stays on one line beside the count of further codes and the copy button', async ({
    page,
    owner,
  }) => {
    await sell(owner, unique('Narrow '), `${unique('OWN-CODE-')}-OF-A-SUPPLIER`);
    await sell(owner, unique('Narrow '), freshEan());
    await page.goto('/products');
    const codes = page.locator('[data-line] dd bdi[title]');
    await expect(codes.first()).toBeVisible();
    const broken = await codes.evaluateAll((all) =>
      all
        .filter((code) => {
          const { height, right, left } = code.getBoundingClientRect();
          const line = Number.parseFloat(getComputedStyle(code).lineHeight);
          return height > line * 1.5 || left < 0 || right > innerWidth;
        })
        .map(({ textContent }) => textContent),
    );
    expect(await codes.count()).toBeGreaterThan(5);
    expect(broken).toEqual([]);
  });
});
