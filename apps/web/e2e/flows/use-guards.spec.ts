import type { Client } from '@dukkan/contract';
import type { Page } from '@playwright/test';
import { expect, test, toast, unique } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';
import { isolated, type Say } from '../texts.ts';

/** Creates a branch with one till. */
async function newBranch(owner: Client) {
  const name = unique('Guarded ');
  const names = { ar: name, en: name, de: name };
  const { results } = await owner.branch.create({ names, pos: [{ name: 'Front', status: 1 }] });
  return { id: results.id, name, device_id: results.pos[0]?.id ?? 0 };
}

/** Disables the record of the page and saves. */
async function disable(page: Page, t: Say) {
  await page
    .getByRole('radio', { name: t('kit:status.disabled'), exact: true })
    .last()
    .click();
  await page.getByRole('button', { name: t('kit:form.save') }).click();
}

const inUse = (page: Page, t: Say) => page.getByRole('dialog', { name: t('kit:in_use.title') });

test('a branch with open work is not disabled, and its dialog updates the numbers while orders arrive', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  trouble.allow(409);
  const branch = await newBranch(owner);
  const { item_id } = await stockedProduct(owner, branch.id, 20);
  const order = async () => {
    const cart = [{ item_id, quantity: 1 }];
    return (await owner.order.make({ branch_id: branch.id, type: 'take_away', cart })).results.id;
  };
  const made = [await order(), await order()];
  await owner.posSession.open({ device_id: branch.device_id, start_amount: 0 });

  await page.goto(`/settings/branch-config/${branch.id}`);
  await disable(page, t);
  const dialog = inUse(page, t);
  await expect(dialog.getByText(t('kit:in_use.orders', { amount: '2' }))).toBeVisible();
  await expect(dialog.getByText(t('kit:in_use.drawers', { amount: '1' }))).toBeVisible();
  // stock may stay in a disabled branch
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: t('kit:in_use.done') }).click();

  made.push(await order());
  await owner.posSession.close({ device_id: branch.device_id, end_session_amount: 0 });
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(dialog.getByText(t('kit:in_use.orders', { amount: '3' }))).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: t('kit:in_use.done') }).click();

  for (const id of made) await owner.order.save({ id, status_id: 11 });
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:saved', { name: isolated(branch.name) }))).toBeVisible();
  expect((await owner.branch.show({ id: branch.id })).results.status).toBe(0);
});

test('a till with an open drawer is not removed in the form, and the dialog names it', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  trouble.allow(409);
  const branch = await newBranch(owner);
  await owner.posSession.open({ device_id: branch.device_id, start_amount: 0 });
  await page.goto(`/settings/branch-config/${branch.id}?part=equipment`);
  await page.getByRole('button', { name: t('branch:device.remove', { number: 1 }) }).click();
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  const till = t('kit:in_use.till', { amount: isolated('Front') });
  await expect(inUse(page, t).getByText(till)).toBeVisible();
});

test('a product, a driver and the last status of a step are not disabled, each with its numbers and a link', async ({
  page,
  t,
  owner,
  hire,
  trouble,
}) => {
  trouble.allow(409);
  const branch = await newBranch(owner);
  const { item_id, title } = await stockedProduct(owner, branch.id, 8);
  const driver = await hire({ permissions: ['driver'], global: false, branch_id: branch.id });
  const cart = [{ item_id, quantity: 3 }];
  await owner.order.make({ branch_id: branch.id, type: 'take_away', cart, driver_id: driver.id });

  const [product] = (await owner.product.list({ keywords: title })).results;
  await page.goto(`/products/save/${product?.id}`);
  await page.getByRole('button', { name: t('kit:record.more') }).click();
  await page.getByRole('menuitem', { name: t('kit:action.delete'), exact: true }).click();
  const dialog = inUse(page, t);
  await expect(dialog.getByText(t('kit:in_use.units', { amount: '8' }))).toBeVisible();
  await expect(dialog.getByText(t('kit:in_use.reserved', { amount: '3' }))).toBeVisible();

  await page.goto(`/acounts/${driver.id}`);
  await disable(page, t);
  await expect(dialog.getByText(t('kit:in_use.orders', { amount: '1' }))).toBeVisible();
  await dialog.getByRole('link', { name: t('kit:in_use.orders_way') }).click();
  // the form still has the refused change
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('kit:leave.confirm') })
    .click();
  await expect(page).toHaveURL(new RegExp(`/orders\\?driver_id=${driver.id}&under_way=1`));
  await expect(page.getByRole('row')).toHaveCount(2);

  await page.goto('/order-status/12');
  await disable(page, t);
  await expect(dialog.getByText(t('kit:in_use.last_status'))).toBeVisible();
});
