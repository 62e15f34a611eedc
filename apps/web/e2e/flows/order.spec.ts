import type { Client } from '@dukkan/contract';
import { expect, test, toast, unique } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';
import { isolated, literally } from '../texts.ts';

const CONFIRMED = 2;
const PACKING = 12;
const SHIPPED = 10;
const ON_THE_WAY = 14;

/** Places an order for pickup at a branch. */
async function collected(owner: Client, branch_id: number) {
  const goods = await stockedProduct(owner, branch_id, 20);
  const phone = `+9745${String(Math.random()).slice(2, 9)}`;
  const cart = [{ item_id: goods.item_id, quantity: 2 }];
  const client = { name: unique('Layla '), phone };
  const { results } = await owner.order.make({ branch_id, client, type: 'take_away', cart });
  return { ...results, goods };
}

/** Places an order for an address in a zone of the demo shop, which needs a driver. */
async function delivered(owner: Client) {
  for (const address of (await owner.address.list({ limit: 50 })).results) {
    const { lat, lng } = address;
    if (lat === null || lng === null) continue;
    const quoted = await owner.location.quote({ point: { lat, lng } }).catch(() => null);
    const branch_id = quoted && 'branch_id' in quoted.results ? quoted.results.branch_id : null;
    if (!branch_id) continue;
    const goods = await stockedProduct(owner, branch_id, 50);
    const { results } = await owner.order.make({
      branch_id,
      client_id: address.user_id,
      address_id: address.id,
      type: 'delivery',
      cart: [{ item_id: goods.item_id, quantity: 20 }],
    });
    return results;
  }
  throw new Error('No address of the demo shop lies in a zone.');
}

test('a new order appears on the open board by itself, is moved, and its open menu stays open', async ({
  page,
  t,
  owner,
  shop,
}) => {
  await page.goto('/orders/board');
  await expect(page.locator('[data-column="0"]')).toBeVisible();
  const { id } = await collected(owner, shop.ids.branch);
  const number = `#${id}`;
  const card = (value: number) => page.locator(`[data-column="${value}"] [data-order="${id}"]`);
  await expect(card(0)).toBeVisible();
  await expect(card(0)).toContainText(t('order:board.new'));

  await card(0)
    .getByRole('button', { name: t('order:board.menu', { number }) })
    .click();
  // opening a card removes its new mark
  await expect(card(0)).not.toContainText(t('order:board.new'));
  await expect(page.getByRole('menu')).toContainText(t('order:move_to'));
  const { results: now } = await owner.order.show({ id });
  await owner.order.save({ id, version: now.version, status_id: CONFIRMED });
  await expect(card(1)).toBeVisible();
  await expect(page.getByRole('menu')).toContainText(t('order:move_to'));
  await page.keyboard.press('Escape');

  await card(1)
    .getByRole('button', { name: t('order:board.move', { number }) })
    .click();
  await expect(card(2)).toBeVisible();
  // the focus follows the moved card
  await expect(card(2).getByRole('link', { name: number })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
});

test('on a full board the column heads stay visible, a new order is announced there, and each press hits its card', async ({
  page,
  t,
  owner,
  shop,
}) => {
  const { goods } = await collected(owner, shop.ids.branch);
  const cart = [{ item_id: goods.item_id, quantity: 1 }];
  const order = (more: object = {}) =>
    owner.order.make({ branch_id: shop.ids.branch, type: 'take_away', cart, ...more });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  // wanted later, so that a take-away that comes now stands above them
  for (let count = 0; count < 12; count += 1) await order({ preferred_at: tomorrow });
  await page.goto('/orders/board');
  const head = page.locator('[data-head="0"]');
  const cards = page.locator('[data-column="0"] [data-order]');
  await expect(cards.nth(11)).toBeVisible();
  await cards.last().scrollIntoViewIfNeeded();
  await expect(head).toBeInViewport({ ratio: 1 });
  const bar = await page.locator('header').first().boundingBox();
  expect((await head.boundingBox())?.y).toBeGreaterThanOrEqual((bar?.height ?? 0) - 1);

  const { results: made } = await order();
  const mark = head.getByRole('button');
  await expect(mark).toHaveText(t('order:board.hidden', { count: 1, shown: '1' }));
  const card = page.locator(`[data-column="0"] [data-order="${made.id}"]`);
  await expect(card).not.toBeInViewport();
  await mark.click();
  await expect(card).toBeInViewport({ ratio: 1 });
  await expect(card.getByRole('link').first()).toBeFocused();
  // looked at is seen
  await expect(mark).toHaveCount(0);
  await expect(card).not.toContainText(t('order:board.new'));
  await card.getByRole('button', { name: t('order:board.move', { number: `#${made.id}` }) }).click();
  await expect(page.locator(`[data-column="1"] [data-order="${made.id}"]`)).toBeVisible();
});

test('an unpaid order is delivered on the board after confirming that the cash was taken', async ({
  page,
  t,
  owner,
  shop,
}) => {
  const { id, due } = await collected(owner, shop.ids.branch);
  await owner.order.save({ id, status_id: ON_THE_WAY });
  await page.goto('/orders/board');
  const card = (value: number) => page.locator(`[data-column="${value}"] [data-order="${id}"]`);
  const next = card(4).getByRole('button', { name: t('order:board.move', { number: `#${id}` }) });
  await next.click();
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText(due.toFixed(2));
  await ask.getByRole('button', { name: t('kit:cancel') }).click();
  expect((await owner.order.show({ id })).results.status_value).toBe(4);
  await next.click();
  await ask.getByRole('button', { name: due.toFixed(2) }).click();
  await expect(card(5)).toBeVisible();
  const { results: after } = await owner.order.show({ id });
  expect(after).toMatchObject({ status_value: 5, paid: 1 });
  expect(after.payments[0]).toMatchObject({ holder: 'branch', amount: due });
});

test('a live event moves the card of an open board without reloading it', async ({ page, owner, shop }) => {
  const { id } = await collected(owner, shop.ids.branch);
  await page.goto('/orders/board');
  await expect(page.locator(`[data-column="0"] [data-order="${id}"]`)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  for (const [at, status_id] of [CONFIRMED, PACKING, SHIPPED].entries()) {
    const { results } = await owner.order.show({ id });
    await owner.order.save({ id, version: results.version, status_id });
    await expect(page.locator(`[data-column="${at + 1}"] [data-order="${id}"]`)).toBeVisible();
  }
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('a driver is assigned on the board, delivers the order and takes the cash', async ({
  page,
  t,
  owner,
  hire,
  enter,
}) => {
  const driver = await hire({ permissions: ['driver'], name: unique('Driver ') });
  const { id, due } = await delivered(owner);
  const number = `#${id}`;
  await page.goto('/orders/board');
  const card = page.locator(`[data-order="${id}"]`);
  await card.getByRole('button', { name: t('order:driver.assign', { number }) }).click();
  await page
    .getByRole('combobox', { name: t('fields:driver_id') })
    .last()
    .fill(driver.name);
  await page.getByRole('option', { name: new RegExp(literally(driver.name)) }).click();
  await expect(toast(page, t, t('order:done.assigned', { number: isolated(number) }))).toBeVisible();
  await expect(card).toContainText(driver.name);

  const { results: now } = await owner.order.show({ id });
  expect(now.driver_id).toBe(driver.id);
  // before the driver opens the page, because a driver whose order changed in between would have to press again
  await owner.order.save({ id, version: now.version, status_id: ON_THE_WAY });
  const phone = await enter(driver.login, '/orders');
  await phone.setViewportSize({ width: 360, height: 740 });
  const mine = phone.locator(`[data-order="${id}"]`);
  await expect(mine).toContainText(due.toFixed(2));
  await mine.getByRole('button', { name: /\d/ }).click();
  const ask = phone.getByRole('alertdialog');
  await expect(ask).toContainText(due.toFixed(2));
  await ask.getByRole('button', { name: /\d/ }).click();
  await expect(ask).toBeHidden();
  await expect(mine).toBeHidden();
  const { results: after } = await owner.order.show({ id });
  expect(after).toMatchObject({ status_value: 5, paid: 1, open_amount: 0 });
  expect(after.payments[0]).toMatchObject({ holder: 'driver', amount: due });
});

test('an order is found by number, filtered by status, paid and canceled with a reason', async ({
  page,
  t,
  owner,
  shop,
}) => {
  const { id, due } = await collected(owner, shop.ids.branch);
  const number = `#${id}`;
  await page.goto('/orders?status_value=5');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('searchbox', { name: t('order:search') }).fill(String(id));
  await expect(page.getByText(t('kit:gap.no_match'))).toBeVisible();
  await page
    .getByRole('button', { name: t('kit:filter.remove', { name: t('fields:status_value') }) })
    .click();
  await page
    .getByRole('row', { name: new RegExp(number) })
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);

  await page.getByRole('button', { name: t('order:payments.rest') }).click();
  const ask = page.getByRole('alertdialog');
  await ask.getByRole('button').last().click();
  await expect(toast(page, t, t('order:done.paid', { number: isolated(number) }))).toBeVisible();
  await expect(page.getByText(t('order:paid.yes')).first()).toBeVisible();

  await page.getByRole('button', { name: t('order:more') }).click();
  await page.getByRole('menuitem').last().click();
  await ask.getByRole('button').last().click();
  await expect(ask).toContainText(t('order:reason_needed'));
  await ask.getByRole('textbox').fill('changed their mind');
  await ask.getByRole('button').last().click();
  await expect(ask).toBeHidden();
  await expect(page.getByText('changed their mind')).toBeVisible();
  const { results: after } = await owner.order.show({ id });
  expect(after).toMatchObject({ status_value: -1, due });
});

test('staff with orders but without order statuses move orders on the board and in bulk', async ({
  t,
  owner,
  shop,
  hire,
  enter,
  lang,
}) => {
  const { id } = await collected(owner, shop.ids.branch);
  const clerk = await hire({ permissions: ['orders'], global: false, branch_id: shop.ids.branch });
  const page = await enter(clerk.login, '/orders/board');
  const card = (value: number) => page.locator(`[data-column="${value}"] [data-order="${id}"]`);
  await card(0)
    .getByRole('button', { name: t('order:board.move', { number: `#${id}` }) })
    .click();
  await expect(card(1)).toBeVisible();

  const { results: status } = await owner.orderStatus.show({ id: PACKING, locale: lang });
  await page.goto(`/order-status/change-order-status?ids=${id}&status=${PACKING}`);
  const list = page.getByRole('list', { name: t('order-status:change.list') });
  const will = t('order-status:change.will_move', { status: isolated(status.title) });
  await expect(list.getByText(will)).toBeVisible();
  await page.getByRole('button', { name: t('order-status:change.do') }).click();
  await expect(list.getByText(t('order-status:change.moved'), { exact: true })).toBeVisible();
  expect((await owner.order.show({ id })).results.status_id).toBe(PACKING);
});
