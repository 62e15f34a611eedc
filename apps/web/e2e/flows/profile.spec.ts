import { clientAt } from '../client.ts';
import { expect, test, toast, unique } from '../shop.ts';

test('a new password ends the other session', async ({ t, shop, hire, enter, trouble }) => {
  trouble.allow(401);
  const person = await hire({ permissions: ['users'] });
  const second = await clientAt(shop.url, null).auth.signIn({
    email: person.email,
    password: person.password,
  });
  const page = await enter(person.login, '/profile');
  const elsewhere = await enter({ ...person.login, token: second.results.token }, '/acounts');
  await expect(elsewhere.getByRole('row').nth(1)).toBeVisible();

  await page.locator('#password').getByLabel(t('fields:current_password')).fill(person.password);
  await page.getByLabel(t('profile:password.new')).fill('Souk@5678');
  await page.getByLabel(t('fields:password_confirmation')).fill('Souk@5678');
  await page.getByRole('button', { name: t('profile:password.save') }).click();
  await expect(toast(page, t, t('profile:password.changed'))).toBeVisible();

  // without any action there, because the session's event stream ends
  await expect(elsewhere).toHaveURL(/\/unauthorized/);
  await page.getByRole('link', { name: t('shell:section.people'), exact: true }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('a wrong current password is shown on its field', async ({ t, hire, enter, trouble }) => {
  trouble.allow(422);
  const person = await hire({ permissions: ['users'] });
  const page = await enter(person.login, '/profile#password');
  const current = page.locator('#password').getByLabel(t('fields:current_password'));
  await expect(current).toBeFocused();
  await current.fill('Wrong#1234');
  await page.getByLabel(t('profile:password.new')).fill('Souk@5678');
  await page.getByLabel(t('fields:password_confirmation')).fill('Souk@567');
  await page.getByRole('button', { name: t('profile:password.save') }).click();
  await expect(page.getByText(t('profile:password.differs'))).toBeVisible();
  await page.getByLabel(t('fields:password_confirmation')).fill('Souk@5678');
  await page.getByRole('button', { name: t('profile:password.save') }).click();
  await expect(current).toHaveAccessibleDescription(t('failures:auth.password_wrong'));
});

test('language, theme and density are remembered for the person', async ({ t, hire, enter, lang }) => {
  const person = await hire({ permissions: ['users'] });
  const next = lang === 'ar' ? 'en' : 'ar';
  const page = await enter(person.login, '/acounts');
  await page.getByRole('button', { name: t('shell:look.label') }).click();
  await page.getByRole('menuitemradio', { name: t('shell:look.dark') }).click();
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'dark');
  await page.getByRole('button', { name: t('shell:look.label') }).click();
  await page.getByRole('menuitemradio', { name: t('shell:look.compact') }).click();
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  await page.getByRole('button', { name: t('shell:language') }).click();
  await page.getByRole('menuitemradio', { name: t(`common:locale.${next}`) }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', next === 'ar' ? 'rtl' : 'ltr');

  await page.reload();
  for (const [name, value] of [
    ['lang', next],
    ['data-skin', 'dark'],
    ['data-density', 'compact'],
  ] as const)
    await expect(page.locator('html')).toHaveAttribute(name, value);

  // on another device the profile has the choice
  await expect
    .poll(async () => (await person.api.auth.profile()).results)
    .toMatchObject({ locale: next, preferences: { skin: 'dark', density: 'compact' } });
  const device = await enter(person.login, '/');
  await expect(device.locator('html')).toHaveAttribute('lang', next);
  await expect(device.locator('html')).toHaveAttribute('data-skin', 'dark');
});

test('a changed name is shown at once', async ({ t, hire, enter }) => {
  const person = await hire({ permissions: ['users'] });
  const page = await enter(person.login, '/profile');
  const name = unique('Mariam ');
  await page.getByRole('textbox', { name: t('fields:name'), exact: true }).fill(name);
  await page.getByRole('button', { name: t('kit:form.save'), exact: true }).click();
  await expect(toast(page, t, t('profile:saved'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('shell:profile.label') })).toContainText(name);
});
