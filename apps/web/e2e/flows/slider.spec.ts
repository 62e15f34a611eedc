import { expect, test, toast, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

test('a slider is created with a preview of its format, changed and deleted', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  // the form may read its deleted slider once more before it closes
  trouble.allow(404);
  const title = unique('Top of the app ');
  const key = unique('top-').toLowerCase();
  await page.goto('/sliders');
  await page
    .getByRole('link', { name: t('slider:add') })
    .first()
    .click();
  await expect(page.getByText(t('slider:shape_empty'))).toBeVisible();
  await page.getByRole('textbox', { name: t('fields:titles') }).fill(title);
  await page.getByRole('textbox', { name: t('fields:key') }).fill(key);
  await page.getByRole('textbox', { name: t('fields:width') }).fill('1600');
  await page.getByRole('textbox', { name: t('fields:height') }).fill('5000');
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  const height = page.getByRole('textbox', { name: t('fields:height') });
  await expect(height).toHaveAttribute('aria-invalid', 'true');
  await height.fill('400');
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(title) }))).toBeVisible();
  expect((await owner.slider.list({ keywords: key })).results).toMatchObject([
    { key, width: 1600, height: 400 },
  ]);

  const row = page.getByRole('row').filter({ hasText: title });
  await row.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: t('kit:action.delete') }).click();
  await expect.poll(async () => (await owner.slider.list({ keywords: key })).results).toEqual([]);
  await expect(row).toBeHidden();
});
