import { expect, test, toast, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

test('a payment method is created with its limits, and a branch stops accepting it at once', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  // the server refuses a minimum above the maximum
  trouble.allow(422);
  const name = unique('Voucher ');
  const code = unique('v');
  await page.goto('/settings/payments-methods/new');
  await page.getByRole('textbox', { name: t('fields:titles') }).fill(name);
  await page.getByRole('textbox', { name: t('fields:code') }).fill(code);
  await page.getByRole('textbox', { name: t('fields:min_transaction') }).fill('20');
  const max = page.getByRole('textbox', { name: t('fields:max_transaction') });
  await max.fill('10');
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(max).toHaveAttribute('aria-invalid', 'true');
  await max.fill('100');
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(name) }))).toBeVisible();
  const [stored] = (await owner.paymentMethod.list({ keywords: code })).results;
  expect(stored).toMatchObject({ title: name, min_transaction: 20, max_transaction: 100, type: 'card' });

  const { results: branch } = await owner.branch.create({ names: { en: unique('Branch ') } });
  await page.goto(`/settings/branch-config/${branch.id}`);
  const note = page.getByRole('textbox', { name: t('fields:no') });
  await note.fill(unique('N'));
  await page.getByRole('tab', { name: t('branch:tab.sells'), exact: true }).click();
  const taken = page.getByRole('switch', { name });
  await expect(taken).toBeChecked();
  await taken.focus();
  await page.keyboard.press('Space');
  await expect(taken).not.toBeChecked();
  const assigned = async () =>
    (await owner.paymentMethod.list({ keywords: code, branch_id: branch.id })).results.length;
  await expect.poll(assigned).toBe(0);
  await page.reload();
  await expect(taken).not.toBeChecked();

  const offered = page.locator('section', {
    has: page.getByRole('heading', { name: t('branch:deliveries.title') }),
  });
  await expect(offered.getByRole('switch').first()).toBeChecked();
});

test('a delivery method is created and not deleted while a payment method depends on it', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  trouble.allow(409);
  const name = unique('Bicycle ');
  await page.goto('/settings/delivery-config/new');
  await page.getByRole('textbox', { name: t('fields:titles') }).fill(name);
  await page.getByRole('textbox', { name: t('fields:code') }).fill(unique('b'));
  await page.getByRole('checkbox', { name: t('fields:asap') }).check();
  await page.getByRole('textbox', { name: t('fields:delivery_cost') }).fill('7.5');
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(name) }))).toBeVisible();
  const [stored] = (await owner.deliveryMethod.list({ keywords: name })).results;
  expect(stored).toMatchObject({ title: name, asap: 1, delivery_cost: 7.5, inhouse: 1 });

  const titles = { en: unique('Only ') };
  const delivery_ids = [stored?.id ?? 0];
  await owner.paymentMethod.create({ code: unique('o'), titles, type: 'card', delivery_ids });
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('button', { name: t('kit:action.delete') }).click();
  await expect(toast(page, t, t('failures:delivery_method.only_one', { count: 1 }))).toBeVisible();
});
