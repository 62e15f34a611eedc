import type { Page } from '@playwright/test';
import { expect, test, toast } from '../shop.ts';
import type { Say } from '../texts.ts';

test.use({ as: null });

async function signIn(page: Page, t: Say, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: t('auth:identity') }).fill(email);
  await page.getByRole('textbox', { name: t('auth:password') }).fill(password);
  await page.getByRole('button', { name: t('auth:submit') }).click();
}

const menuOf = (page: Page, t: Say) => page.getByRole('button', { name: t('shell:profile.label') });

test('a wrong password is reported and the correct one opens the shop', async ({
  page,
  t,
  hire,
  trouble,
}) => {
  trouble.allow(422);
  const person = await hire({ permissions: ['users'] });
  await page.goto('/login');
  await page.getByRole('button', { name: t('auth:submit') }).click();
  await expect(page.getByRole('alert')).toContainText(t('auth:missing'));

  await signIn(page, t, person.email, 'Wrong#1234');
  await expect(page.getByRole('alert')).toContainText(t('auth:failed'));
  await expect(page.getByRole('alert')).toContainText(t('failures:auth.failed'));

  await signIn(page, t, person.email, person.password);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.name);
});

test('a code from the mailbox opens the shop', async ({ page, t, hire }) => {
  const person = await hire({ permissions: ['users'] });
  await page.goto('/login');
  await page.getByRole('tab', { name: t('auth:way.code') }).click();
  await page.getByRole('textbox', { name: t('auth:identity') }).fill(person.email);
  await page.getByRole('button', { name: t('auth:code_send') }).click();
  const box = page.getByRole('textbox', { name: t('auth:code') });
  await expect(box).toBeVisible();

  const mailbox = await page.context().newPage();
  await mailbox.goto('/demo-mailbox');
  const letter = mailbox.getByRole('listitem').filter({ hasText: person.email });
  await expect(letter).toContainText(/\d{6}/);
  const [code = ''] = /\d{6}/.exec((await letter.textContent())?.replace(person.email, '') ?? '') ?? [];
  await box.fill(code);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.name);
});

test('O9 after signing out, Back shows the sign-in page and no earlier data', async ({ t, hire, enter }) => {
  const person = await hire({ permissions: ['users'] });
  const page = await enter(person.login, '/acounts');
  await page.getByRole('link', { name: t('shell:section.customers'), exact: true }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await menuOf(page, t).click();
  await page.getByRole('menuitem', { name: t('shell:sign_out') }).click();
  await expect(page).toHaveURL('/login');
  await expect(toast(page, t, t('shell:signed_out'))).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: t('auth:submit') })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('a session ended by someone else leads to the sign-in page, and then back to the same page', async ({
  t,
  hire,
  enter,
  owner,
  trouble,
}) => {
  trouble.allow(401);
  const person = await hire({ permissions: ['users'] });
  const page = await enter(person.login, '/acounts');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await owner.session.revoke({ account_id: person.id, others: true });
  // the next request ends the session here, unless the live stream has already done so
  await page
    .getByRole('searchbox')
    .fill('a', { timeout: 5_000 })
    .catch(() => undefined);
  await expect(page).toHaveURL(/\/unauthorized/);
  await expect(page.getByRole('heading', { name: t('shell:unauthorized.title') })).toBeAttached();
  await page.getByRole('link', { name: t('shell:unauthorized.sign_in') }).click();
  await signIn(page, t, person.email, person.password);
  await expect(page).toHaveURL(/\/acounts/);
});

test('changed permissions end the old sign-in', async ({ t, hire, enter, owner }) => {
  const person = await hire({ permissions: ['users'] });
  await owner.role.save({ id: Number(person.role_id), permissions: ['users', 'roles'] });
  const page = await enter(person.login, '/');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(t('auth:rights_changed'))).toBeVisible();
});

test.describe('with too few permissions', () => {
  test.use({ as: 'driver' });

  test('a forbidden address names the missing permission, and an unknown one its section', async ({
    page,
    t,
  }) => {
    await page.goto('/acounts?status=1');
    await expect(page).toHaveURL(/\/error-404\?.*denied/);
    await expect(page.getByRole('heading', { name: t('shell:not_found.denied') })).toBeAttached();
    await expect(page.getByText('/acounts?status=1')).toBeVisible();
    await expect(page.getByText(t('permissions:users'), { exact: true })).toBeVisible();
    await expect(page.getByText(t('error-page:ask'))).toBeVisible();

    await page.goto('/orders/no/such/page');
    await expect(
      page.getByRole('link', { name: t('error-page:up', { page: t('shell:route.orders') }) }),
    ).toBeVisible();

    await page.goto('/no-such-page');
    await expect(page).toHaveURL(/\/error-404/);
    await expect(page.getByRole('heading', { name: t('shell:not_found.title') })).toBeAttached();
    await page.getByRole('link', { name: t('shell:not_found.home') }).click();
    await expect(page).toHaveURL('/');
  });
});
