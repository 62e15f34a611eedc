import { DEMO_PASSWORD } from '../opening.ts';
import { expect, test, toast, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

test('a new person gets a password once, signs in with it and must choose a new one', async ({
  page,
  t,
  enter,
  lang,
}) => {
  const name = unique('Huda ');
  const email = `${unique('huda-')}@e2e.example`;
  await page.goto('/acounts');
  await page.getByRole('link', { name: t('account:add') }).click();
  await page.getByRole('textbox', { name: t('fields:name'), exact: true }).fill(name);
  await page.getByRole('textbox', { name: t('fields:email') }).fill(email);
  await page.getByRole('combobox', { name: t('fields:role_id') }).click();
  const role = { ar: 'محاسب', en: 'Accountant', de: 'Buchhaltung' }[lang];
  await page.getByRole('option', { name: role }).click();
  await page.getByRole('button', { name: t('kit:form.save') }).click();

  const secret = page.getByRole('dialog', { name: t('account:password.generated') });
  const password = (await secret.locator('bdi').textContent()) ?? '';
  expect(password).toHaveLength(16);
  await secret.getByRole('button', { name: t('kit:noted') }).click();
  await expect(page).toHaveURL('/acounts');
  await expect(page.getByRole('row', { name: name })).toContainText(role);
  await expect(page.getByText(password)).toHaveCount(0);

  const own = await enter(null, '/login');
  await own.getByRole('textbox', { name: t('auth:identity') }).fill(email);
  await own.getByRole('textbox', { name: t('auth:password') }).fill(password);
  await own.getByRole('button', { name: t('auth:submit') }).click();
  await expect(own.getByText(t('profile:must_change'))).toBeVisible();
  await own.goto('/');
  await expect(own.getByText(t('profile:must_change'))).toBeVisible();
  await own.getByLabel(t('fields:current_password')).fill(password);
  await own.getByLabel(t('profile:password.new')).fill('Souq#9876');
  await own.getByLabel(t('fields:password_confirmation')).fill('Souq#9876');
  await own.getByRole('button', { name: t('profile:password.save') }).click();
  await expect(own).toHaveURL('/');
  await expect(own.getByRole('heading', { level: 1 })).toContainText(name);
});

test('a changed account is saved, shown and still there after a reload', async ({ page, t, owner }) => {
  const name = unique('Sami ');
  const { results } = await owner.account.save({ name, email: `${unique('sami-')}@e2e.example` });
  await page.goto(`/acounts?keywords=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name }).click();
  const box = page.getByRole('textbox', { name: t('fields:name'), exact: true });
  await box.fill(`${name} Haddad`);
  await expect(page.getByText(t('kit:form.changes', { count: 1, shown: '1' }))).toBeVisible();
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:saved', { name: isolated(`${name} Haddad`) }))).toBeVisible();
  await expect(page.getByRole('link', { name: `${name} Haddad` })).toBeVisible();

  await page.goto(`/acounts/${results.id}`);
  await page.getByRole('button', { name: t('kit:timeline.label') }).click();
  const history = page.getByRole('dialog', { name: t('kit:timeline.title') });
  await expect(history.getByText(t('kit:timeline.action.update')).first()).toBeVisible();
  await expect(history.getByText(`${name} Haddad`)).toBeVisible();
});

test('leaving an account form with unsaved changes asks first', async ({ page, t, shop }) => {
  await page.goto(`/acounts/${shop.ids.account}`);
  await page.getByRole('textbox', { name: t('fields:name'), exact: true }).fill('Somebody else');
  await page.getByRole('link', { name: t('shell:section.orders'), exact: true }).click();
  const question = page.getByRole('alertdialog', { name: t('kit:leave.title') });
  await question.getByRole('button', { name: t('kit:leave.cancel') }).click();
  await expect(page).toHaveURL(`/acounts/${shop.ids.account}`);
  await page.getByRole('link', { name: t('shell:section.orders'), exact: true }).click();
  await question.getByRole('button', { name: t('kit:leave.confirm') }).click();
  await expect(page).toHaveURL('/orders');
});

test('errors of an account form are listed with links to their fields, and a taken e-mail is shown on its field', async ({
  page,
  t,
  trouble,
}) => {
  trouble.allow(409);
  await page.goto('/acounts/new');
  const name = page.getByRole('textbox', { name: t('fields:name'), exact: true });
  const email = page.getByRole('textbox', { name: t('fields:email') });
  await email.fill('nonsense');
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  const summary = page.getByRole('alert').filter({ has: page.getByRole('list') });
  await expect(summary).toContainText(t('kit:form.wrong', { count: 2 }));
  await expect(name).toBeFocused();
  await summary.getByRole('link', { name: t('rules:email', { field: t('fields:email') }) }).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute('aria-invalid', 'true');

  await name.fill(unique('Twin '));
  await email.fill('admin@demo.test');
  await expect(summary).toBeHidden();
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  const taken = t('failures:record.duplicate', { field: t('fields:email') });
  await expect(page.getByRole('link', { name: taken })).toBeVisible();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription(taken);
  await expect(email).toBeFocused();
});

test('a deleted account is restored by Undo', async ({ page, t, owner }) => {
  const name = unique('Rana ');
  await owner.account.save({ name, email: `${unique('rana-')}@e2e.example` });
  await page.goto(`/acounts?keywords=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: t('kit:list.row_menu', { name }) }).click();
  await page.getByRole('menuitem', { name: t('kit:action.delete') }).click();
  await expect(toast(page, t, t('kit:undo.removed', { count: 1, name: isolated(name) }))).toBeVisible();
  await expect(page.getByText(t('kit:gap.no_match'))).toBeVisible();
  await page.getByRole('button', { name: t('kit:undo.undo') }).click();
  await expect(page.getByRole('link', { name })).toBeVisible();
});

test('when two people edit one account, the later save shows a comparison', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  trouble.allow(409);
  const name = unique('Tala ');
  const { results } = await owner.account.save({
    name,
    email: `${unique('tala-')}@e2e.example`,
    password: DEMO_PASSWORD,
  });
  const other = await page.context().newPage();
  await other.goto(`/acounts/${results.id}`);
  await page.goto(`/acounts/${results.id}`);
  const box = { name: t('fields:name'), exact: true };
  await page.getByRole('textbox', box).fill(`${name} of mine`);
  await other.getByRole('textbox', box).fill(`${name} of theirs`);
  await other.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(other, t, t('kit:saved', { name: isolated(`${name} of theirs`) }))).toBeVisible();

  await page.getByRole('button', { name: t('kit:form.save') }).click();
  const question = page.getByRole('dialog', { name: t('kit:stale.title') });
  await expect(question).toContainText(`${name} of mine`);
  await expect(question).toContainText(`${name} of theirs`);
  await question.getByRole('radio', { name: t('kit:stale.mine') }).check();
  await question.getByRole('button', { name: t('kit:stale.save') }).click();
  await expect(toast(page, t, t('kit:saved', { name: isolated(`${name} of mine`) }))).toBeVisible();
  expect((await owner.account.show({ id: results.id })).results.name).toBe(`${name} of mine`);
});

test('O9 five double clicks on Save create five accounts, not ten', async ({ page, t, owner }) => {
  const family = unique('Twice');
  for (let turn = 1; turn <= 5; turn += 1) {
    await page.goto('/acounts/new');
    await page.getByRole('textbox', { name: t('fields:name'), exact: true }).fill(`${family} ${turn}`);
    await page.getByRole('textbox', { name: t('fields:email') }).fill(`${family}-${turn}@e2e.example`);
    await page.getByRole('radio', { name: t('account:password.none') }).check();
    await page.getByRole('button', { name: t('kit:form.save') }).dblclick();
    await expect(page).toHaveURL('/acounts');
  }
  const { meta } = await owner.account.list({ keywords: family });
  expect(meta.total).toBe(5);
});
