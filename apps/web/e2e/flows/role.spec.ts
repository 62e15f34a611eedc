import type { Page } from '@playwright/test';
import { expect, test, toast, unique } from '../shop.ts';
import type { Say } from '../texts.ts';
import { isolated } from '../texts.ts';

const right = (page: Page, t: Say, title: string, action: string) =>
  page.getByRole('checkbox', { name: `${title}: ${t(`role:action.${action}`)}`, exact: true });

/** The server's name of a resource in each language. */
const ORDERS = { ar: 'الطلبات', en: 'Orders', de: 'Bestellungen' };
const SETTINGS = { ar: 'الإعدادات العامة', en: 'General settings', de: 'Allgemeine Einstellungen' };

test('selecting a whole resource replaces its actions in a role and is stored that way', async ({
  page,
  t,
  lang,
}) => {
  const title = unique('Sorter ');
  await page.goto('/roles/new');
  await page.getByRole('textbox', { name: t('fields:titles') }).fill(title);
  await right(page, t, ORDERS[lang], 'view').click();
  await expect(right(page, t, ORDERS[lang], 'whole')).not.toBeChecked();
  await right(page, t, ORDERS[lang], 'whole').click();
  for (const part of ['view', 'save', 'delete', 'export']) {
    await expect(right(page, t, ORDERS[lang], part)).toBeChecked();
    await expect(right(page, t, ORDERS[lang], part)).toBeDisabled();
  }
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(title) }))).toBeVisible();
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('link', { name: title }).click();
  await expect(right(page, t, ORDERS[lang], 'whole')).toBeChecked();
  await expect(right(page, t, SETTINGS[lang], 'whole')).not.toBeChecked();
});

test('staff cannot grant permissions that they lack', async ({ t, lang, hire, enter, owner }) => {
  const person = await hire({ permissions: ['roles', 'orders.view'] });
  const title = unique('Lender ');
  const { results: mighty } = await owner.role.save({
    titles: { ar: title, en: title, de: title },
    permissions: ['settings'],
  });
  const page = await enter(person.login, '/roles/new');
  await expect(right(page, t, ORDERS[lang], 'view')).toBeEnabled();
  await expect(right(page, t, ORDERS[lang], 'whole')).toBeDisabled();
  await expect(right(page, t, SETTINGS[lang], 'view')).toBeDisabled();
  // a role with more permissions than the user's cannot be changed either
  await page.goto(`/roles/${mighty.id}`);
  await expect(page.getByText(t('role:locked'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('kit:action.delete') })).toHaveCount(0);
  await expect(right(page, t, ORDERS[lang], 'view')).toBeDisabled();
});

test('a role with accounts is not deleted and says why', async ({ page, t, hire, owner, trouble }) => {
  trouble.allow(409);
  const person = await hire({ permissions: ['orders'] });
  const { results } = await owner.role.list({ id: Number(person.role_id) });
  await page.goto(`/roles/${person.role_id}`);
  await page.getByRole('button', { name: t('kit:action.delete') }).click();
  const dialog = page.getByRole('dialog', { name: t('kit:in_use.title') });
  await expect(dialog.getByText(t('kit:in_use.accounts', { amount: '1' }))).toBeVisible();
  await dialog.getByRole('button', { name: t('kit:in_use.done') }).click();
  expect(results).toHaveLength(1);
});

test('a role is created by keyboard', async ({ page, t, lang, owner }) => {
  const title = unique('Keyboard ');
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  const reach = async (name: string, role: 'textbox' | 'checkbox') => {
    const goal = page.getByRole(role, { name, exact: true });
    await expect(goal).toBeVisible();
    while (!(await goal.evaluate((element) => element === document.activeElement))) {
      if (presses > 60) throw new Error(`${name} is more than 60 keys away`);
      await press('Tab');
    }
  };
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(t('palette:new.role'));
  await expect(page.getByRole('option', { name: t('palette:new.role') })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await press('Enter');
  await expect(page).toHaveURL('/roles/new');
  await reach(t('fields:titles'), 'textbox');
  await page.keyboard.type(title);
  await reach(`${ORDERS[lang]}: ${t('role:action.view')}`, 'checkbox').catch(() => undefined);
  await press('Space');
  await press('Control+s');
  await expect(toast(page, t, t('kit:created', { name: isolated(title) }))).toBeVisible();
  const { results } = await owner.role.list({ keywords: title });
  expect(results).toHaveLength(1);
  expect(results[0]?.permissions).toHaveLength(1);
});
