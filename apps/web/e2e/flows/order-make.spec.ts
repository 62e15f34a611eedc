import type { Page } from '@playwright/test';
import { areaOf } from '../callers.ts';
import type { Shop } from '../opening.ts';
import { scan } from '../scan.ts';
import { expect, test, toast, unique } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';
import { isolated, type Say } from '../texts.ts';

const freshPhone = () => `55${String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')}`;

const open = (page: Page, shop: Shop) => page.goto(`/orders/new?branch=${shop.ids.branch}`);
const finder = (page: Page, t: Say) => page.getByRole('combobox', { name: t('order:make.find') });
const quantityOf = (page: Page, t: Say, title: string) =>
  page.getByRole('textbox', { name: t('order:make.quantity_of', { title: isolated(title) }) });

test('a new customer calls: not found, created in the order, delivered, and the price is explained', async ({
  page,
  t,
  owner,
  shop,
  trouble,
}) => {
  // with slow typing, digits of a name are looked up as a barcode, and the server answers 404
  trouble.allow(404);
  const bread = await stockedProduct(owner, shop.ids.branch, 50);
  const cheese = await stockedProduct(owner, shop.ids.branch, 50);
  await owner.discount.save({
    titles: { ar: 'خصم الأسبوع', en: 'Week', de: 'Woche' },
    type: 'percent',
    value: 10,
    status: 1,
    products: [{ id: (await owner.product.barcode({ barcode: bread.barcode })).results.id }],
  });
  const area = await areaOf(owner);
  const name = unique('Caller ');
  const phone = freshPhone();
  await open(page, shop);

  // customer: the number is unknown, so a new customer is created
  await page
    .getByRole('combobox', { name: t('order:make.client.find') })
    .pressSequentially(phone, { delay: 70 });
  await page.getByRole('option', { name: phone }).waitFor();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: t('fields:name') })).toBeFocused();
  await page.keyboard.type(name, { delay: 70 });
  await page.keyboard.press('Enter');

  // items: only with the keyboard
  await expect(finder(page, t)).toBeFocused();
  await page.keyboard.type(bread.title, { delay: 70 });
  // Enter before the results arrive selects the best result, not the option that was first until then
  await page.keyboard.press('Enter');
  await expect(quantityOf(page, t, bread.title)).toBeFocused();
  await page.keyboard.type('3', { delay: 80 });
  await page.keyboard.press('+');
  await expect(quantityOf(page, t, bread.title)).toHaveValue('4');
  await scan(page, cheese.barcode);
  await expect(quantityOf(page, t, cheese.title)).toBeFocused();
  await expect(quantityOf(page, t, bread.title)).toHaveValue('4');
  await page.keyboard.press('Delete');
  await expect(quantityOf(page, t, cheese.title)).toHaveCount(0);

  // address
  await page.getByRole('combobox', { name: t('fields:area_id') }).fill(area.name);
  await page.getByRole('option', { name: area.name }).click();
  await page.getByRole('textbox', { name: t('fields:street') }).fill('835');
  const zone = page.getByRole('region', { name: t('order:make.where.zone') });
  await expect(zone).toContainText(area.name);
  await expect(zone).toContainText('7.00');

  // 4 × 9.00 less 10 %, plus a delivery fee of 7.00
  const price = page.locator('dl').filter({ hasText: t('order:make.sum.due') });
  await expect(price).toContainText('39.40');
  await page.getByRole('button', { name: t('order:make.explain', { title: isolated(bread.title) }) }).click();
  const why = page.getByRole('dialog');
  await expect(why).toContainText(t('order:make.step.base'));
  await expect(why).toContainText(t('order:make.step.discount'));
  await expect(why).toContainText('32.40');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: t('order:make.place') }).click();
  await page.waitForURL(/\/orders\/\d+/);
  const id = Number(/\/orders\/(\d+)/.exec(page.url())?.[1]);
  await expect(toast(page, t, t('order:make.placed', { number: `#${id}` }))).toBeVisible();
  const { results: made } = await owner.order.show({ id });
  expect(made).toMatchObject({ client_name: name, due: 39.4, delivery_charge: 7, type: 'delivery' });
  expect(made.lines.map((line) => [line.item_id, line.quantity])).toEqual([[bread.item_id, 4]]);
  // the address is now one of the customer's
  await expect
    .poll(async () =>
      (await owner.address.list({ user_id: made.client_id ?? 0 })).results.map(({ info }) => info.street),
    )
    .toEqual(['835']);
});

test('a missing item shows other branches with stock, and an order draft survives a reload until it is discarded', async ({
  page,
  t,
  owner,
  shop,
}) => {
  const milk = await stockedProduct(owner, shop.ids.branch, 5);
  await open(page, shop);
  await page.getByText(t('order:make.type.take_away'), { exact: true }).click();
  await page.getByRole('heading', { level: 1 }).click();
  await scan(page, milk.barcode);
  await expect(quantityOf(page, t, milk.title)).toBeFocused();
  await page.keyboard.type('12', { delay: 80 });
  const line = page.getByRole('listitem').filter({ hasText: milk.title });
  await expect(line).toContainText('12');
  await expect(
    line.getByRole('button', { name: t('order:make.short.set', { shown: isolated('5') }) }),
  ).toBeVisible();

  // long enough for the draft to be stored
  await page.waitForTimeout(800);
  await page.reload();
  await expect(page.getByText(t('order:make.restored'))).toBeVisible();
  await expect(quantityOf(page, t, milk.title)).toHaveValue('12');
  await line.getByRole('button', { name: t('order:make.short.set', { shown: isolated('5') }) }).click();
  await expect(quantityOf(page, t, milk.title)).toHaveValue('5');
  await expect(page.locator('dl').filter({ hasText: t('order:make.sum.due') })).toContainText('45.00');

  await page
    .getByRole('link', { name: t('order:title') })
    .last()
    .click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(t('order:make.leave.title'));
  await question.getByRole('button', { name: t('order:make.leave.go') }).click();
  await expect(page).toHaveURL(/\/orders(\?|$)/);
  await open(page, shop);
  await expect(page.getByText(t('order:make.no_lines'), { exact: true })).toBeVisible();
});

test('a seller finds a customer by the whole number at once, and two scans leave no digits behind', async ({
  t,
  owner,
  shop,
  hire,
  enter,
  trouble,
}) => {
  // with slow typing, an incomplete number is looked up, and the server answers 422
  trouble.allow(422);
  const bread = await stockedProduct(owner, shop.ids.branch, 50);
  const cheese = await stockedProduct(owner, shop.ids.branch, 50);
  const phone = freshPhone();
  const name = unique('Regular ');
  await owner.account.save({ name, phone: `+974${phone}` });
  const seller = await hire({ permissions: ['seller'], global: false, branch_id: shop.ids.branch });
  const page = await enter(seller.login, '/orders/new');
  const client = page.getByRole('combobox', { name: t('order:make.client.find') });
  await expect(client).toBeFocused();
  await client.pressSequentially(phone, { delay: 170 });
  await page.keyboard.press('Enter');
  await expect(page.getByText(name)).toBeVisible();
  await expect(finder(page, t)).toBeFocused();

  await page.getByText(t('order:make.type.take_away'), { exact: true }).click();
  await finder(page, t).focus();
  await scan(page, bread.barcode);
  await expect(quantityOf(page, t, bread.title)).toBeFocused();
  await scan(page, cheese.barcode);
  await expect(quantityOf(page, t, cheese.title)).toBeFocused();
  await expect(quantityOf(page, t, bread.title)).toHaveValue('1');
  await expect(page.locator('dl').filter({ hasText: t('order:make.sum.due') })).toContainText('18.00');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/orders\/\d+/);
  const id = Number(/\/orders\/(\d+)/.exec(page.url())?.[1]);
  const { results: made } = await owner.order.show({ id });
  expect(made).toMatchObject({ client_name: name, seller_name: seller.name, due: 18 });
});

test('a wrong coupon is reported once and stops the order, but not the price', async ({
  page,
  t,
  owner,
  shop,
  trouble,
}) => {
  // the server refuses the price request
  trouble.allow(422);
  const milk = await stockedProduct(owner, shop.ids.branch, 5);
  await open(page, shop);
  await page.getByText(t('order:make.type.take_away'), { exact: true }).click();
  await page.getByRole('heading', { level: 1 }).click();
  await scan(page, milk.barcode);
  const price = page.locator('dl').filter({ hasText: t('order:make.sum.due') });
  await expect(price).toContainText('9.00');
  await page.getByRole('textbox', { name: t('fields:coupon') }).fill('NO-SUCH-CODE');
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('failures:coupon.unknown'))).toBeVisible();
  // a refused code is not sent again, because the server counts each attempt
  const again: string[] = [];
  page.on('request', (asked) => asked.postData()?.includes('NO-SUCH-CODE') && again.push(asked.url()));
  await quantityOf(page, t, milk.title).focus();
  await page.keyboard.press('+');
  await expect(price).toContainText('18.00');
  expect(again).toEqual([]);

  // the order is not placed without the code
  const place = page.getByRole('button', { name: t('order:make.place') });
  const coupon = page.getByRole('textbox', { name: t('fields:coupon') });
  await place.click();
  await expect(coupon).toBeFocused();
  await page.getByRole('button', { name: t('order:make.drop_coupon'), exact: true }).click();
  await expect(coupon).toHaveValue('');
  // the order is not placed without the discount either
  const discount = page.getByRole('textbox', { name: t('order:make.discount') });
  await discount.fill('1,000');
  await expect(page.getByText(t('common:typed.sign'))).toBeVisible();
  await place.click();
  await expect(discount).toBeFocused();
  expect(again).toEqual([]);

  await page.getByRole('button', { name: t('order:make.clear') }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(t('order:make.afresh.title'));
  await question.getByRole('button', { name: t('order:make.afresh.go') }).click();
  await expect(page.getByText(t('order:make.no_lines'), { exact: true })).toBeVisible();
});

test('a scan as the first input on the order page adds a line although the customer field has the focus', async ({
  page,
  t,
  owner,
  shop,
}) => {
  const bread = await stockedProduct(owner, shop.ids.branch, 50);
  await open(page, shop);
  const client = page.getByRole('combobox', { name: t('order:make.client.find') });
  await expect(client).toBeFocused();
  await scan(page, bread.barcode);
  await expect(quantityOf(page, t, bread.title)).toBeFocused();
  await expect(client).toHaveValue('');
  await expect(page.getByRole('textbox', { name: t('fields:name') })).toHaveCount(0);
});
