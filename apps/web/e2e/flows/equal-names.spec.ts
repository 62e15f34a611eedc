import { expect, test, toast, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

const FORMS = [
  { noun: 'brand', path: '/products/brands/new', field: 'fields:names' },
  { noun: 'category', path: '/products/categories/new', field: 'fields:titles' },
  { noun: 'supplier', path: '/supplires/new', field: 'fields:name' },
] as const;

for (const { noun, path, field } of FORMS)
  test(`a ${noun} of an equal name is saved by keyboard after the question, and not when the question is closed`, async ({
    page,
    t,
    owner,
    trouble,
  }) => {
    trouble.allow(422);
    const name = unique('Müller ');
    const texts = { ar: name, en: name, de: name };
    if (noun === 'brand') await owner.brand.save({ names: texts });
    else if (noun === 'category') await owner.category.save({ titles: texts });
    else await owner.supplier.save({ name });
    await page.goto(path);
    const box = page.getByRole('textbox', { name: t(field), exact: noun === 'supplier' }).first();
    const typed = name.replace('Müller', 'MUELLER');
    await box.fill(typed.replace('MUELLER', 'MUELLER '));
    await page.keyboard.press('ControlOrMeta+s');
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('heading')).toContainText(name);
    await expect(question.getByRole('link', { name: t('kit:name_exists.open') })).toHaveAttribute(
      'href',
      /\d$/,
    );
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(box).toHaveValue(/MUELLER/);
    await page.keyboard.press('ControlOrMeta+s');
    await expect(question.getByRole('button', { name: t('kit:cancel') })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: t('kit:name_exists.save') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page, t, t('kit:created', { name: isolated(typed) }))).toBeVisible();
  });

test('the brand picker of a product does not offer to create an existing brand, and asks before creating one that was just added', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  trouble.allow(422);
  const name = unique('Müller ');
  await page.goto('/products/save');
  const picker = page.getByRole('combobox', { name: t('fields:brand_id') });
  const typed = name.replace('Müller', 'mueller');
  const offer = page.getByRole('option', { name: new RegExp(t('kit:picker.new.brand')) });
  await picker.fill(typed);
  await expect(offer).toBeVisible();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: t('kit:picker.new.brand') });
  await expect(dialog.getByRole('textbox')).toHaveValue(typed);
  const { results: brand } = await owner.brand.save({ names: { ar: name, en: name, de: name } });
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('heading')).toContainText(name);
  await expect(question.getByRole('button', { name: t('kit:cancel') })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(dialog).toBeHidden();
  await expect(picker).toHaveValue(name);
  expect((await owner.brand.list({ named: name })).results.map(({ id }) => id)).toEqual([brand.id]);

  await picker.fill(typed.toUpperCase());
  await expect(page.getByRole('option', { name })).toBeVisible();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await expect(offer).toBeHidden();
});
