import { expect, test, toast } from '../shop.ts';
import type { Lang } from '../texts.ts';

// in series, because a shop has only one text of each e-mail
test.describe.configure({ mode: 'serial' });

const LANGS: readonly Lang[] = ['en', 'ar'];
test.afterEach(async ({ owner }) => {
  await owner.mailTemplate.reset({ key: 'order_status' });
});

for (const lang of LANGS) {
  test.describe(lang, () => {
    test.use({ lang });

    test('an e-mail text is written with a placeholder chip, previewed, saved, marked as custom, and reset', async ({
      page,
      t,
    }) => {
      await page.goto('/settings/mail-templates');
      await page.getByRole('link', { name: t('mail-template:key.order_status') }).click();
      const body = page.getByRole('textbox', { name: t('mail-template:body') });
      await body.fill('Bonjour ');
      await page
        .getByRole('button', {
          name: t('mail-template:insert_named', { title: t('mail-template:chip.customer') }),
        })
        .click();
      await expect(body).toHaveValue('Bonjour {{customer}}');
      const mail = page.frameLocator('iframe');
      await expect(mail.locator('body')).toContainText('Bonjour');
      await expect(mail.locator('html')).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr');
      await page.getByRole('button', { name: t('kit:form.save') }).click();
      await expect(
        toast(page, t, t('mail-template:saved', { name: t('mail-template:key.order_status') })),
      ).toBeVisible();
      await page.getByRole('button', { name: t('mail-template:test') }).click();
      await expect(page.getByText(/@/).first()).toBeVisible();
      await page.getByRole('button', { name: t('mail-template:reset'), exact: true }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('mail-template:reset'), exact: true })
        .click();
      await expect(
        toast(page, t, t('mail-template:reset_done', { name: t('mail-template:key.order_status') })),
      ).toBeVisible();
      await expect(body).not.toHaveValue(/Bonjour/);
    });
  });
}
