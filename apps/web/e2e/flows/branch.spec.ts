import { expect, test, toast, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

const QATAR = { ar: 'قطر', en: 'Qatar', de: 'Katar' };
const DOHA = { ar: 'الدوحة', en: 'Doha', de: 'Doha' };

test('a branch gets its position by country, city and coordinates, and is restored by Undo after a delete', async ({
  page,
  t,
  lang,
  owner,
  trouble,
}) => {
  // the form may read its deleted branch once more before it closes
  trouble.allow(404);
  const name = unique('Lusail ');
  await page.goto('/settings/branch-config');
  await page.getByRole('link', { name: t('branch:add') }).click();
  await page.getByRole('textbox', { name: t('fields:names') }).fill(name);
  const level = (key: string) => page.getByRole('combobox', { name: t(`fields:${key}`), exact: true });
  await expect(level('state_id')).toBeDisabled();
  for (const [key, words] of [
    ['country_id', QATAR],
    ['state_id', DOHA],
    ['city_id', DOHA],
  ] as const) {
    await level(key).click();
    await level(key).fill(words[lang]);
    await page.getByRole('option', { name: words[lang] }).first().click();
    await expect(level(key)).not.toHaveValue('');
  }
  // the country sets the time zone
  await expect(level('settings.timezone')).toHaveValue(/Qatar/);

  const lat = page.getByRole('textbox', { name: t('fields:lat') });
  const lng = page.getByRole('textbox', { name: t('fields:lng') });
  await lat.fill('25.42');
  await lng.fill('51.49');
  const pin = page.getByRole('region', { name: t('branch:map.label') }).getByRole('button', {
    name: t('branch:map.pin'),
  });
  await pin.focus();
  await page.keyboard.press('ArrowUp');
  await expect(lat).not.toHaveValue('25.42');
  expect(Number(await lat.inputValue())).toBeGreaterThan(25.42);
  await page.getByRole('button', { name: t('branch:phone.add') }).click();
  await page
    .getByRole('group', { name: t('fields:phones') })
    .getByRole('textbox')
    .fill('4400 0199');
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(name) }))).toBeVisible();

  await page.getByRole('searchbox').fill(name);
  const row = page.getByRole('row', { name });
  await expect(row).toContainText(DOHA[lang]);
  const [stored] = (await owner.branch.list({ keywords: name })).results;
  const { results: whole } = await owner.branch.show({ id: stored?.id ?? 0 });
  expect(whole.settings.coordinates?.lat).toBeGreaterThan(25.42);
  expect(whole.settings.timezone).toBe('Asia/Qatar');

  await row.getByRole('link', { name }).click();
  await page.getByRole('button', { name: t('kit:action.delete') }).click();
  await expect(page).toHaveURL(/\/settings\/branch-config/);
  await page.getByRole('button', { name: t('kit:undo.undo') }).click();
  await expect(
    toast(
      page,
      t,
      t('kit:undo.restored', { what: t('kit:undo.removed', { count: 1, name: isolated(name) }) }),
    ),
  ).toBeVisible();
  await page.getByRole('searchbox').fill(name);
  await expect(row).toBeVisible();
});

test('a coordinate outside the earth is refused at its field', async ({ page, t }) => {
  await page.goto('/settings/branch-config/new');
  const lat = page.getByRole('textbox', { name: t('fields:lat') });
  await lat.fill('95');
  await page.getByRole('textbox', { name: t('fields:names') }).focus();
  await expect(lat).toHaveAttribute('aria-invalid', 'true');
  await lat.fill('25.3');
  await page.getByRole('textbox', { name: t('fields:lng') }).fill('51.5');
  await expect(lat).not.toHaveAttribute('aria-invalid', 'true');
});

test.describe('as the manager of one branch', () => {
  test.use({ as: 'manager' });

  test('a manager of one branch sees only that branch', async ({ page, t, owner, trouble }) => {
    trouble.allow(404);
    const { results } = await owner.branch.list({});
    const mine = results.filter(({ managers }) => managers.some(({ name }) => name === 'Khalid Al-Sayed'));
    const other = results.find(({ id }) => id !== mine[0]?.id);
    expect(mine).toHaveLength(1);
    await page.goto('/settings/branch-config');
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.goto(`/settings/branch-config/${other?.id}`);
    await expect(page.getByText(t('kit:gap.missing'), { exact: true })).toBeVisible();
  });
});
