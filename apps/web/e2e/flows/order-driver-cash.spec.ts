import type { Client } from '@dukkan/contract';
import { expect, test, unique } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';

const DELIVERED = 6;

/** Records a cash payment of 18 for a delivered order, which the driver holds. */
async function paidToDriver(owner: Client, branch_id: number, driver_id: number) {
  const { item_id } = await stockedProduct(owner, branch_id, 10);
  const [cod] = (await owner.paymentMethod.list({ keywords: 'cod' })).results;
  const { results: order } = await owner.order.make({
    branch_id,
    type: 'take_away',
    client: { name: unique('Layla '), phone: `+9745${String(Math.random()).slice(2, 9)}` },
    cart: [{ item_id, quantity: 2 }],
    payment_id: cod?.id ?? 0,
    driver_id,
  });
  await owner.order.save({ id: order.id, status_id: DELIVERED });
  return order.due;
}

test('cash from a driver is taken into the safe, never more than the driver holds, and stays listed', async ({
  page,
  t,
  owner,
  hire,
  shop,
  trouble,
}) => {
  // another user changes the record first, so the server refuses the save
  trouble.allow(422);
  const branch_id = shop.ids.branch;
  const driver = await hire({ permissions: ['driver'], name: unique('Driver '), global: false, branch_id });
  const due = await paidToDriver(owner, branch_id, driver.id);
  const held = async () => (await owner.driverCash.list({ id: driver.id })).results[0]?.outstanding;
  expect(await held()).toBe(due);

  await page.goto('/payments');
  await page.getByRole('link', { name: t('shell:route.driver_cash'), exact: true }).click();
  // selected by name, because the previous page also has a search box and is still closing
  await page.getByRole('searchbox', { name: t('driver-cash:search') }).fill(driver.name);
  await expect(page.getByRole('row')).toHaveCount(2);
  const row = page.getByRole('row').filter({ hasText: driver.name });
  await expect(row).toContainText(due.toFixed(2));

  const take = t('driver-cash:take');
  await row.getByRole('button', { name: take, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByRole('textbox', { name: t('fields:amount') });
  await expect(amount).toHaveValue(due.toFixed(2));
  await amount.fill('10');
  // with the keyboard, as staff do it all day
  await amount.press('Enter');
  const rest = due - 10;
  const said = page.getByRole('region', { name: t('common:toast.region') }).getByText(driver.name);
  await expect(said).toContainText('10.00');
  await expect(said).toContainText(rest.toFixed(2));
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(rest.toFixed(2));
  expect(await held()).toBe(rest);

  await row.getByRole('button', { name: take, exact: true }).click();
  await expect(amount).toHaveValue(rest.toFixed(2));
  await amount.fill(String(rest - 0.5));
  await owner.posSession.move({ kind: 'hand_in', driver_id: driver.id, branch_id, amount: 2 });
  await amount.press('Enter');
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog).toContainText((rest - 2).toFixed(2));
  await amount.fill(String(rest - 2));
  await amount.press('Enter');
  await expect(dialog).toBeHidden();
  expect(await held()).toBe(0);
  await expect(row).toBeHidden();

  await page.getByRole('radio', { name: t('driver-cash:who.all') }).click();
  await expect(row.getByRole('button', { name: take, exact: true })).toBeHidden();
  await row.getByRole('button', { name: t('kit:list.row_menu', { name: driver.name }) }).click();
  await page.getByRole('menuitem', { name: t('driver-cash:history.open') }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
});
