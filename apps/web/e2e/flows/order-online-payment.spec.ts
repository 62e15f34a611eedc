import { expect, test, toast, unique } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';
import { isolated } from '../texts.ts';

const TEST_CARD = '3782 822463 10005';

test('a gateway is set up, staff send a payment link, and the customer pays without signing in', async ({
  page,
  t,
  owner,
  shop,
  enter,
}) => {
  const title = unique('Card ');
  const branch_id = shop.ids.branch;
  const { results: method } = await owner.paymentMethod.create({
    code: unique('on').toLowerCase(),
    titles: { ar: title, en: title, de: title },
    type: 'online',
    inhouse_holder: 0,
  });
  await page.goto('/settings/online-payments');
  await page.getByRole('button', { name: t('gateway:add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: t('fields:payment_id') }).fill(title);
  await page.getByRole('option', { name: title }).click();
  await dialog.getByLabel(t('fields:secret'), { exact: true }).fill('sk_test_4f2a9c1d');
  await dialog.getByLabel(t('fields:webhook_secret'), { exact: true }).fill('whsec_5b7e2c9d41f0');
  await dialog.getByRole('button', { name: t('gateway:save') }).click();
  await expect(toast(page, t, t('gateway:created', { title: isolated(title) }))).toBeVisible();
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: title });
  await expect(card).toContainText('9c1d');
  await expect(page.locator('body')).not.toContainText('sk_test_4f2a');

  const goods = await stockedProduct(owner, branch_id, 20);
  const cart = [{ item_id: goods.item_id, quantity: 2 }];
  const client = { name: unique('Layla '), phone: `+9745${String(Math.random()).slice(2, 9)}` };
  const { results: order } = await owner.order.make({ branch_id, client, type: 'take_away', cart });
  await page.goto(`/orders/${order.id}`);
  await page.getByRole('button', { name: t('order:online.link', { method: isolated(title) }) }).click();
  const link = page.getByRole('link', { name: /\/pay\/[\w-]{22}$/ });
  const address = await link.getAttribute('href');

  const phone = await enter(null, address ?? '');
  await expect(phone.getByRole('heading', { level: 1 })).toContainText(`#${order.id}`);
  const number = phone.getByRole('textbox', { name: t('pay:number') });
  const pay = phone.locator('button[type="submit"]');
  await number.fill('4111 1111 1111 1111');
  await pay.click();
  await expect(number).toHaveAttribute('aria-invalid', 'true');
  const sent: string[] = [];
  phone.on('request', (request) => sent.push(request.postData() ?? ''));
  await number.fill(TEST_CARD);
  await pay.click();
  await expect(phone.getByText(t('pay:outcome.paid'))).toBeVisible();
  expect(sent.join('\n')).not.toMatch(/3782|10005/);

  await expect(page.getByText(t('order:online.state.paid'), { exact: true }).first()).toBeVisible();
  const { results: paid } = await owner.order.show({ id: order.id });
  expect(paid).toMatchObject({ paid: 1, status_value: 0 });
  expect(paid.payments).toMatchObject([{ payment_id: method.id, amount: 18, status: 'received' }]);
});
