import { expect, test, toast, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('a banner is created with its picture and product, previewed in its format, and reordered', async ({
  page,
  t,
  owner,
}) => {
  const key = unique('flow-').toLowerCase();
  const titles = { en: unique('Strip ') };
  const { id: slider_id } = (await owner.slider.save({ key, titles, width: 900, height: 300 })).results;
  const goods = unique('Basket ');
  const product = (await owner.product.save({ titles: { ar: goods, en: goods }, pricing: { price: 5 } }))
    .results;
  await page.goto(`/banners?slider_id=${slider_id}`);
  await expect(page.getByText(t('banner:empty'))).toBeVisible();
  const name = unique('Summer ');
  for (const title of [name, `${name} 2`]) {
    await page.getByRole('link', { name: t('banner:add') }).click();
    await page.getByRole('button', { name: t('kit:form.save') }).click();
    await expect(page.getByRole('textbox', { name: t('fields:titles') })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'banner.png', mimeType: 'image/png', buffer: PIXEL });
    await page.getByRole('textbox', { name: t('fields:titles') }).fill(title);
    await page.getByRole('textbox', { name: t('fields:descriptions') }).fill('Fruit on a table');
    await page.getByRole('textbox', { name: t('fields:focus.x') }).fill('101');
    await page.getByRole('button', { name: t('kit:form.save') }).click();
    await expect(page.getByRole('textbox', { name: t('fields:focus.x') })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await page.getByRole('textbox', { name: t('fields:focus.x') }).fill('20');
    await page.getByRole('combobox', { name: t('fields:target.type') }).click();
    await page.getByRole('option', { name: t('banner:target.product') }).click();
    await page.getByRole('combobox', { name: t('fields:target.target') }).fill(goods);
    await page.getByRole('option', { name: goods }).first().click();
    // one figure for each reading direction
    await expect(page.getByRole('figure')).toHaveCount(2);
    await page.getByRole('button', { name: t('kit:form.save') }).click();
    await expect(toast(page, t, t('kit:created', { name: isolated(title) }))).toBeVisible();
  }
  const stored = async () => (await owner.banner.list({ slider_id })).results;
  // the toast of the first save may still be visible when the second one is saved
  await expect.poll(async () => (await stored()).length).toBe(2);
  expect(await stored()).toMatchObject([
    { title: name, focus: { x: 20, y: 50 }, target: { type: 'product', target: product.id }, shows: 'now' },
    { title: `${name} 2` },
  ]);

  await page.getByRole('button', { name: t('banner:earlier', { name: `${name} 2` }) }).click();
  await expect.poll(async () => (await stored()).map(({ title }) => title)).toEqual([`${name} 2`, name]);
  await page.getByRole('link', { name: `${name} 2` }).focus();
  await page.keyboard.press(']');
  await expect.poll(async () => (await stored()).map(({ title }) => title)).toEqual([name, `${name} 2`]);
});
