import { expect, test, unique } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';

test('the sales report is regrouped, links to its orders and is exported', async ({
  page,
  t,
  owner,
  shop,
}) => {
  const { item_id, branch_id } = await stockedProduct(owner, shop.ids.branch, 5);
  const [cod] = (await owner.paymentMethod.list({ keywords: 'cod' })).results;
  await owner.order.make({
    branch_id,
    type: 'take_away',
    client: { name: unique('Layla '), phone: `+9745${String(Math.random()).slice(2, 9)}` },
    cart: [{ item_id, quantity: 2 }],
    payment_id: cod?.id ?? 0,
  });

  await page.goto('/sales-report?range=this_week');
  const table = page.getByRole('table', { name: t('report:subject.sales') });
  const total = table
    .getByRole('row')
    .filter({ has: page.getByText(t('report:total'), { exact: true }) })
    .nth(1);
  await expect(total).toBeVisible();

  await page.keyboard.press('g');
  await page.getByRole('menuitemradio', { name: t('report:group.branch'), exact: true }).click();
  await expect(page).toHaveURL(/group=branch/);
  const { meta } = await owner.report.list({ type: 'sales', group: 'branch', range: 'this_week' });
  const orders = String(meta.totals.orders);
  await expect(total.getByRole('link', { name: orders, exact: true }).first()).toBeVisible();

  // an open menu would receive the key
  await expect(page.getByRole('menu')).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.keyboard.press('e');
  await page.getByRole('menuitem', { name: t('kit:export.csv') }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  await total.getByRole('link', { name: orders, exact: true }).first().click();
  await expect(page).toHaveURL(/\/orders\?.*from_date=/);
});

test('statistics and Home show report figures, and each opens its report', async ({ page, t }) => {
  await page.goto('/statistics?range=last_6_months');
  await page.getByRole('link', { name: t('report:tile.channels') }).click();
  await expect(page).toHaveURL(/\/sales-channels-report\?.*range=last_6_months/);

  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: t('report:tile.orders'), exact: true })
    .last()
    .click();
  await expect(page).toHaveURL(/\/sales-report\?.*compare=week/);
});

test.describe(() => {
  test.use({ as: 'driver' });
  test('Home shows a driver no figures of the shop', async ({ page, t }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: t('report:tile.net') })).toHaveCount(0);
  });
});
