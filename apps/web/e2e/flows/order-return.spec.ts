import type { Client } from '@dukkan/contract';
import type { Locator } from '@playwright/test';
import { expect, test, unique } from '../shop.ts';
import { type Stocked, stockedProduct } from '../stocked.ts';
import { isolated } from '../texts.ts';

/** The statuses with which every shop starts. */
const CONFIRMED = 2;
const DELIVERED = 6;

/** Places an order of three cheeses at 9.00 each. */
async function ordered(owner: Client, cheese: Stocked, name = unique('Layla ')) {
  const { results } = await owner.order.make({
    branch_id: cheese.branch_id,
    type: 'take_away',
    client: { name, phone: `+97466${String(Date.now()).slice(-6)}` },
    cart: [{ item_id: cheese.item_id, quantity: 3 }],
  });
  return results;
}

/** Returns the CSS rule with the printer's paper size. */
const ruleOf = (sheet: Locator) => sheet.locator('style').evaluate((rule) => rule.textContent);

test('the invoice of an order opens on each paper format', async ({ page, t, owner, shop }) => {
  const cheese = await stockedProduct(owner, shop.ids.branch, 5);
  const order = await ordered(owner, cheese);
  await page.goto(`/orders/order-invoice/${order.id}`);
  const sheet = page.getByRole('article');
  for (const [paper, millimetres] of [
    ['a4', 210],
    ['a5', 150],
    ['80', 80],
    ['58', 58],
  ] as const) {
    await page.getByRole('radio', { name: t(`paper:size.${paper}`), exact: true }).click();
    for (const text of [cheese.title, cheese.barcode, '27.00', `#${order.id}`])
      await expect(sheet).toContainText(text);
    await expect.poll(() => ruleOf(sheet)).toContain(`size: ${millimetres}mm`);
    // nothing extends beyond the paper
    expect(await sheet.evaluate((one) => one.scrollWidth <= one.clientWidth + 1)).toBe(true);
  }
  // the choice is stored on this device
  await page.reload();
  await expect.poll(() => ruleOf(sheet)).toContain('size: 58mm');
  // another language than the page's
  await page.getByRole('radio', { name: t('kit:localized.de'), exact: true }).click();
  await expect(sheet.getByRole('heading', { name: 'Rechnung' })).toBeVisible();
});

test('one unit is returned: previewed, saved, printed and undone', async ({ page, t, owner, shop }) => {
  const cheese = await stockedProduct(owner, shop.ids.branch, 5);
  const order = await ordered(owner, cheese);
  await owner.order.save({ id: order.id, status_id: DELIVERED, paid: 1 });

  await page.goto('/return-reciepts');
  await page
    .getByRole('link', { name: t('order-return:add') })
    .first()
    .click();
  await page.getByRole('combobox', { name: t('order-return:find') }).fill(String(order.id));
  await page.getByRole('option', { name: `#${order.id}` }).click();
  const quantity = page.getByRole('textbox', {
    name: t('order-return:quantity_of', { title: isolated(cheese.title) }),
  });
  await quantity.fill('4');
  await expect(page.getByText(t('order-return:wrong.over', { left: isolated('3') }))).toBeVisible();
  await quantity.fill('1');
  await expect(page.getByLabel(t('order-return:preview.title'))).toContainText('9.00');
  await page.getByRole('button', { name: t('order-return:do') }).click();

  await expect(page).toHaveURL(/\/return-reciepts\/\d+$/);
  const sheet = page.getByRole('article');
  await expect(sheet).toContainText(cheese.title);
  await expect(sheet).toContainText('9.00');
  const after = (await owner.order.show({ id: order.id })).results;
  expect(after).toMatchObject({ returned_value: 9, paid_amount: 18 });
  const [level] = (await owner.stock.list({ keywords: cheese.barcode })).results;
  expect(level?.on_hand).toBe(3);

  // the refund is not paid yet; it is confirmed on the page of the order's payments
  const number = isolated(`#${order.id}`);
  const made = /\d+$/.exec(page.url())?.[0];
  await page.getByRole('link', { name: t('order-return:to_payments', { number }) }).click();
  await expect(page.getByRole('row').filter({ hasText: `#${order.id}` })).toHaveCount(2);
  await page.goBack();
  await page.getByRole('link', { name: t('order-return:of_order', { number }), exact: true }).click();
  await expect(page).toHaveURL(/\/orders\/\d+$/);
  await expect(page.getByText(t('order:payments.back_pending'), { exact: true })).toBeVisible();
  await page
    .getByRole('link', { name: t('order:payments.return', { number: isolated(`#${made}`) }) })
    .click();
  await expect(sheet).toContainText(cheese.title);

  await page.getByRole('button', { name: t('order-return:undo.do') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('order-return:undo.do') })
    .click();
  await expect(page.getByText(t('order-return:undone'), { exact: true }).first()).toBeVisible();
  expect((await owner.order.show({ id: order.id })).results).toMatchObject({
    returned_value: 0,
    paid_amount: 27,
  });
});

test('a return is approved by a manager where the branch requires it: missing, wrong and correct password', async ({
  t,
  owner,
  shop,
  hire,
  enter,
  trouble,
}) => {
  // the server refuses it until a manager approves
  trouble.allow(403);
  trouble.allow(422);
  const cheese = await stockedProduct(owner, shop.ids.branch, 5);
  const order = await ordered(owner, cheese);
  await owner.order.save({ id: order.id, status_id: DELIVERED, paid: 1 });
  const { settings } = (await owner.branch.show({ id: shop.ids.branch })).results;
  await owner.branch.update({ id: shop.ids.branch, settings: { refund_force_auth: 1 } });
  try {
    const place = { global: false, branch_id: shop.ids.branch };
    const clerk = await hire({ permissions: ['orders'], ...place });
    const manager = await hire({ permissions: ['orders', 'branchs.save'], ...place });
    const page = await enter(clerk.login, `/return-reciepts/return-reciept?order=${order.id}`);
    const title = isolated(cheese.title);
    await page.getByRole('textbox', { name: t('order-return:quantity_of', { title }) }).fill('1');
    await page.getByRole('button', { name: t('order-return:do') }).click();

    const dialog = page.getByRole('dialog', { name: t('approval:title') });
    const who = dialog.getByRole('combobox', { name: t('approval:who') });
    const password = dialog.getByRole('textbox', { name: t('approval:password') });
    const approve = dialog.getByRole('button', { name: t('approval:do'), exact: true });
    // before the first attempt there is no error
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await approve.click();
    await expect(dialog.getByText(t('approval:needed'))).toHaveCount(2);
    await who.click();
    await page.getByRole('option', { name: manager.name }).click();
    await password.fill('not the password');
    await approve.click();
    await expect(dialog.getByText(t('failures:auth.failed'))).toBeVisible();
    expect((await owner.order.show({ id: order.id })).results.returned_value).toBe(0);
    // an account without the permission is refused, and the input stays
    await password.fill(manager.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/return-reciepts\/\d+$/);
    await expect(page.getByRole('article')).toContainText(cheese.title);
    const id = Number(/\d+$/.exec(page.url())?.[0]);
    const { results: made } = await owner.orderReturn.show({ id });
    expect(made).toMatchObject({ value: 9, approver_name: manager.name });
  } finally {
    const { refund_force_auth } = settings;
    await owner.branch.update({
      id: shop.ids.branch,
      settings: { refund_force_auth: refund_force_auth ? 1 : 0 },
    });
  }
});

test('several orders are moved to one status, and those that cannot be moved say why', async ({
  page,
  t,
  owner,
  shop,
  lang,
}) => {
  const cheese = await stockedProduct(owner, shop.ids.branch, 12);
  const orders = [await ordered(owner, cheese), await ordered(owner, cheese)];
  const sent = await ordered(owner, cheese);
  await owner.order.save({ id: sent.id, status_id: DELIVERED, paid: 1 });
  const { results: status } = await owner.orderStatus.show({ id: CONFIRMED, locale: lang });

  const ids = [...orders, sent].map(({ id }) => id);
  await page.goto(`/order-status/change-order-status?ids=${ids.slice(0, 2).join(',')}`);
  await page.getByRole('combobox', { name: t('order-status:change.find') }).fill(String(sent.id));
  await page.getByRole('option', { name: `#${sent.id}` }).click();
  await page.getByRole('combobox', { name: t('order-status:change.to') }).click();
  await page.getByRole('option', { name: status.title, exact: true }).click();
  const list = page.getByRole('list', { name: t('order-status:change.list') });
  const will = t('order-status:change.will_move', { status: isolated(status.title) });
  await expect(list.getByText(will)).toHaveCount(2);
  await page.getByRole('button', { name: t('order-status:change.do') }).click();
  await expect(list.getByText(t('order-status:change.moved'), { exact: true })).toHaveCount(2);
  for (const { id } of orders) expect((await owner.order.show({ id })).results.status_value).toBe(1);
  expect((await owner.order.show({ id: sent.id })).results.status_value).toBe(5);
});
