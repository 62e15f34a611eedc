import { expect, test, toast, unique } from '../shop.ts';
import type { Lang } from '../texts.ts';

// in series, because a shop has only one name
test.describe.configure({ mode: 'serial' });

const LANGS: readonly Lang[] = ['en', 'ar'];

for (const lang of LANGS) {
  test.describe(lang, () => {
    test.use({ lang });

    test('a new shop name appears in the menu, the title and the sign-in page', async ({
      page,
      t,
      enter,
      owner,
    }) => {
      const before = (await owner.setting.show()).results.AppName;
      const name = unique('Souq ');
      await page.goto('/settings/general');
      await page.getByRole('textbox', { name: t('fields:AppName') }).fill(name);
      await page.getByRole('button', { name: t('kit:form.save') }).click();
      await expect(toast(page, t, t('setting:saved'))).toBeVisible();
      await expect(page.getByRole('complementary').getByRole('link', { name })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(name));
      const visitor = await enter(null, '/login');
      await expect(visitor.getByRole('heading', { level: 1 })).toContainText(name);
      await owner.setting.save({ AppName: before });
    });
  });
}

test('a shop name with markup is shown as plain text', async ({ page, enter, owner }) => {
  const before = (await owner.setting.show()).results.AppName;
  const name = '<img src=x onerror=alert(1)>';
  await owner.setting.save({ AppName: { ...before, en: name } });
  await page.goto('/settings/general');
  await expect(page.getByRole('complementary').getByText(name)).toBeVisible();
  await expect(page).toHaveTitle(/<img src=x onerror=alert\(1\)>$/);
  const visitor = await enter(null, '/login');
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText(name);
  await visitor.goto('/error-404');
  await expect(visitor.getByText(name)).toBeVisible();
  await owner.setting.save({ AppName: before });
});
