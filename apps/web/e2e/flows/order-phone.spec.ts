import type { Client } from '@dukkan/contract';
import type { Page } from '@playwright/test';
import { customerAt, freshPhone, LUSAIL, makingOn, spotOn, WEST_BAY } from '../callers.ts';
import { clientAt } from '../client.ts';
import { dateTimeBoxes } from '../dates.ts';
import { type Hands, handsOn, isFocused } from '../hands.ts';
import type { Shop } from '../opening.ts';
import { scan } from '../scan.ts';
import { expect, test, toast, unique } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';
import { isolated, type Lang, type Say } from '../texts.ts';

test.use({ as: 'cashier', viewport: { width: 1440, height: 900 } });

/** Returns the branch of the seeded cashier. */
async function branchOf(shop: Shop) {
  const cashier = clientAt(shop.url, shop.logins.cashier.token);
  const [branch] = (await cashier.auth.profile({})).results.branches;
  if (!branch) throw new Error('The seeded cashier works nowhere.');
  return { cashier, branch_id: branch.id };
}

/** Returns a payment method of this type with its name in the language. */
async function methodOf(owner: Client, type: 'cash' | 'card', locale: Lang) {
  const { results } = await owner.paymentMethod.list({ type, status: 1, limit: 1, locale });
  if (!results[0]) throw new Error(`Nobody can pay by ${type}.`);
  return results[0];
}

/** With the keyboard only, splits the payment: an amount in cash, the rest by card. */
async function splitByKeys(page: Page, t: Say, hands: Hands, lang: Lang, cash: string, card: string) {
  const { press, tabTo, type } = hands;
  const when = page.getByRole('radiogroup', { name: t('order:make.pay.when') });
  await tabTo(when.getByRole('radio').first());
  await press(lang === 'ar' ? 'ArrowLeft' : 'ArrowRight');
  await tabTo(page.getByRole('button', { name: t('order:make.pay.split') }));
  await press('Enter');
  const parts = page.getByRole('list', { name: t('fields:payments') }).getByRole('listitem');
  await tabTo(parts.first().getByRole('textbox'), 'Shift+Tab');
  await type(cash);
  await tabTo(parts.nth(1).getByRole('combobox'));
  await press('Enter');
  const option = page.getByRole('option', { name: card, exact: true });
  await expect(page.getByRole('option').first()).toBeFocused();
  for (let tries = 0; tries < 10 && !(await isFocused(option)); tries += 1) await press('ArrowDown');
  await press('Enter');
  await expect(parts.nth(1).getByRole('textbox')).not.toHaveValue('');
  // an order cannot be placed before its price is shown
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

test('a known caller is found by phone number and orders the same again, paid in cash and by card, by keyboard only', async ({
  page,
  t,
  lang,
  owner,
  shop,
  trouble,
}) => {
  // with slow typing, an incomplete number is looked up, and the server answers 422
  trouble.allow(422);
  const { cashier, branch_id } = await branchOf(shop);
  const bread = await stockedProduct(owner, branch_id, 50);
  const milk = await stockedProduct(owner, branch_id, 50);
  const caller = await customerAt(owner, WEST_BAY);
  const [cash, card] = [await methodOf(owner, 'cash', lang), await methodOf(owner, 'card', lang)];
  await owner.order.make({
    branch_id,
    type: 'delivery',
    client_id: caller.id,
    address_id: caller.address_id,
    cart: [
      { item_id: bread.item_id, quantity: 3 },
      { item_id: milk.item_id, quantity: 2 },
    ],
  });

  await page.goto('/orders/new');
  const hands = handsOn(page);
  const { client, finder, quantityOf, price, placed } = makingOn(page, t);
  await expect(client).toBeFocused();
  await hands.type(caller.phone);
  await expect(finder).toBeFocused();
  await expect(page.getByText(caller.name).first()).toBeVisible();

  // the first option of the empty item search
  await hands.press('ArrowDown');
  await expect(page.getByRole('option', { name: t('order:make.client.again') })).toBeVisible();
  await hands.press('Enter');
  await expect(quantityOf(bread.title)).toHaveValue('3');
  await expect(quantityOf(milk.title)).toHaveValue('2');
  await expect(quantityOf(bread.title)).toBeFocused();
  // 5 × 9.00, plus a delivery fee of 8.00
  await expect(price).toContainText('53.00');
  await splitByKeys(page, t, hands, lang, '20', card.title);
  await hands.press('Control+Enter');
  const id = await placed();
  hands.report('a known caller, the same again');

  const { results: made } = await cashier.order.show({ id });
  expect(made).toMatchObject({ client_id: caller.id, address_id: caller.address_id, due: 53, paid: 1 });
  expect(made.payments.map(({ payment_id, amount }) => [payment_id, amount])).toEqual([
    [cash.id, 20],
    [card.id, 33],
  ]);
  // one key starts the next order
  await expect(page.getByRole('button', { name: t('order:make.next_call') })).toBeVisible();
  await page.keyboard.press('n');
  await expect(client).toBeFocused();
});

test("a caller with a pin in another branch's zone stays with the branch after a question and pays less with a coupon", async ({
  page,
  t,
  lang,
  owner,
  shop,
  trouble,
}) => {
  // with slow typing, an incomplete number is looked up, and the server answers 422
  trouble.allow(422);
  const { cashier, branch_id } = await branchOf(shop);
  const bread = await stockedProduct(owner, branch_id, 50);
  const [cash, card] = [await methodOf(owner, 'cash', lang), await methodOf(owner, 'card', lang)];
  const code = unique('ALO').toUpperCase();
  await owner.offer.save({
    titles: { ar: code, en: code, de: code },
    status: 1,
    info: { type: 'coupon', code, discount: 10, discount_type: 'percent' },
  });
  const { map: middle } = (await owner.setting.public({})).results;
  const phone = freshPhone();
  const name = unique('Caller ');

  await page.goto('/orders/new');
  const hands = handsOn(page);
  const { client, finder, quantityOf, price, placed } = makingOn(page, t);
  await expect(client).toBeFocused();
  await hands.type(phone);
  await page.getByRole('option', { name: phone }).waitFor();
  await hands.press('Enter');
  await expect(page.getByRole('textbox', { name: t('fields:name') })).toBeFocused();
  await hands.type(name);
  await hands.press('Enter');
  await expect(finder).toBeFocused();
  await hands.type(bread.title);
  await hands.press('Enter');
  await expect(quantityOf(bread.title)).toBeFocused();
  await hands.type('10');

  // address: the caller sends a position in the zone of another branch
  await hands.fill(page.getByRole('textbox', { name: t('fields:street') }), '902');
  await hands.click(page.getByRole('button', { name: t('order:make.where.pin') }));
  const map = page.getByRole('region', { name: t('order:make.where.map') });
  await expect(map).toBeVisible();
  for (let zoom = 11; zoom > 10; zoom -= 1) {
    const degrees = (await map.textContent()) ?? '';
    await hands.click(map.getByRole('button', { name: t('order:make.where.zoom_out') }));
    // the map has stopped moving when the labels of its lines have changed
    await expect(map).not.toHaveText(degrees);
    await expect(map.locator('.leaflet-zoom-anim')).toHaveCount(0);
  }
  await hands.click(map, await spotOn(map, middle, 10, LUSAIL));
  const question = page.locator('#order-elsewhere');
  const { results: quote } = await owner.location.quote({ point: LUSAIL });
  const { results: other } = await owner.branch.show({ id: quote.branch_id ?? 0, locale: lang });
  await expect(question).toContainText(other.name);
  await expect(question).not.toContainText('#');
  // the order is not placed before the question is answered
  await hands.press('Control+Enter');
  const keep = question.getByRole('button', { name: t('order:make.where.keep_branch') });
  await expect(keep).toBeFocused();
  await expect(question.getByRole('button', { name: t('order:make.where.pin_off') })).toBeVisible();
  await hands.press('Enter');
  await expect(question).toBeHidden();
  // 10 × 9.00, plus a delivery fee of 12.00
  await expect(price).toContainText('102.00');

  await hands.fill(page.getByRole('textbox', { name: t('fields:coupon') }), code);
  await hands.press('Enter');
  await expect(price).toContainText('93.00');
  await splitByKeys(page, t, hands, lang, '62.50', card.title);
  await hands.press('Control+Enter');
  const id = await placed();
  hands.report("an unknown caller, a pin in another branch's zone");

  const { results: made } = await cashier.order.show({ id });
  expect(made).toMatchObject({ branch_id, client_name: name, due: 93, coupon_discount: 9, paid: 1 });
  expect(made.place.lat).toBeCloseTo(LUSAIL.lat, 1);
  expect(made.payments.map(({ payment_id, amount }) => [payment_id, amount])).toEqual([
    [cash.id, 62.5],
    [card.id, 30.5],
  ]);
});

/** Places a delivery as the seeded cashier: a quantity of one item, with a delivery fee of 8.00. */
async function deliveryOf(owner: Client, shop: Shop, quantity: number, isPaid: boolean, lang: Lang) {
  const { cashier, branch_id } = await branchOf(shop);
  const goods = await stockedProduct(owner, branch_id, 50);
  const caller = await customerAt(owner, WEST_BAY);
  const card = await methodOf(owner, 'card', lang);
  const { results: made } = await cashier.order.make({
    branch_id,
    type: 'delivery',
    client_id: caller.id,
    // the cashier may find customers only by phone, so the phone is sent
    client: { phone: caller.phone },
    address_id: caller.address_id,
    cart: [{ item_id: goods.item_id, quantity }],
    ...(isPaid ? { payments: [{ payment_id: card.id, amount: quantity * 9 + 8 }] } : {}),
  });
  return { cashier, goods, id: made.id };
}

/** Opens the items of the order, enters another quantity, and waits for the new price. */
async function changeGoods(page: Page, t: Say, hands: Hands, title: string, quantity: string) {
  await hands.click(page.getByRole('button', { name: t('order:edit.open'), exact: true }));
  const dialog = page.getByRole('dialog');
  await hands.fill(
    dialog.getByRole('textbox', { name: t('order:make.quantity_of', { title: isolated(title) }) }),
    quantity,
  );
  return dialog;
}

test('an unpaid order is changed after the call, and the amount to collect is shown before saving', async ({
  page,
  t,
  lang,
  owner,
  shop,
}) => {
  const { cashier, goods, id } = await deliveryOf(owner, shop, 4, false, lang);
  const number = isolated(`#${id}`);
  await page.goto(`/orders/${id}`);
  const hands = handsOn(page);
  const dialog = await changeGoods(page, t, hands, goods.title, '6');
  await expect(dialog).toContainText('44.00');
  await expect(dialog).toContainText('62.00');
  await expect(dialog).toContainText(t('order:edit.collect'));
  await hands.click(dialog.getByRole('button', { name: t('order:edit.save') }));
  await expect(toast(page, t, t('order:done.edited', { number }))).toBeVisible();
  await expect(dialog).toBeHidden();
  expect((await cashier.order.show({ id })).results).toMatchObject({ due: 62, open_amount: 62, paid: 0 });

  // Doha is at UTC+3 all year
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await hands.click(page.getByRole('button', { name: t('order:edit.delivery'), exact: true }));
  const boxes = dateTimeBoxes(dialog, t, t('order:make.where.time.delivery'));
  await hands.fill(boxes.day, day);
  await hands.fill(boxes.time, '18:30');
  await hands.click(dialog.getByRole('button', { name: t('order:edit.delivery_save') }));
  await expect(dialog).toBeHidden();

  await hands.click(page.getByRole('button', { name: t('order:edit.details'), exact: true }));
  await hands.fill(dialog.getByRole('textbox', { name: t('fields:notes') }), 'Ring twice');
  await hands.click(dialog.getByRole('button', { name: t('kit:form.save') }));
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Ring twice')).toBeVisible();
  hands.report('an unpaid order changed after the call');
  const { results: now } = await cashier.order.show({ id });
  expect(now).toMatchObject({ notes: 'Ring twice', preferred_at: `${day}T15:30:00.000Z` });
});

test('a paid order is changed after the call, and the refund is shown before saving', async ({
  page,
  t,
  lang,
  owner,
  shop,
}) => {
  const { cashier, goods, id } = await deliveryOf(owner, shop, 6, true, lang);
  const number = isolated(`#${id}`);
  await page.goto(`/orders/${id}`);
  const hands = handsOn(page);
  const dialog = await changeGoods(page, t, hands, goods.title, '4');
  await expect(dialog).toContainText('62.00');
  await expect(dialog).toContainText('44.00');
  await expect(dialog).toContainText(t('order:edit.refund'));
  await expect(dialog).toContainText('18.00');
  await hands.click(dialog.getByRole('button', { name: t('order:edit.save') }));
  await expect(toast(page, t, t('order:done.edited', { number }))).toBeVisible();
  await expect(page.getByText(t('order:payments.back_pending'))).toBeVisible();
  hands.report('a paid order changed after the call');
  const { results: now } = await cashier.order.show({ id });
  expect(now).toMatchObject({ due: 44, open_amount: 0 });
  expect(now.payments.map(({ amount, status }) => [amount, status])).toEqual(
    expect.arrayContaining([
      [62, 'received'],
      [-18, 'pending'],
    ]),
  );

  // more than before: instead of a refund, there is an amount to collect
  await changeGoods(page, t, hands, goods.title, '7');
  await expect(dialog).toContainText('71.00');
  await expect(dialog).toContainText(t('order:edit.collect'));
  await hands.click(dialog.getByRole('button', { name: t('order:edit.save') }));
  await expect(dialog).toBeHidden();
  expect((await cashier.order.show({ id })).results).toMatchObject({ due: 71, open_amount: 9 });
});

test('a take-away order is scanned and handed over at the counter with its payment in one step', async ({
  page,
  t,
  owner,
  shop,
}) => {
  const { cashier, branch_id } = await branchOf(shop);
  const bread = await stockedProduct(owner, branch_id, 50);
  await page.goto('/orders/new');
  const hands = handsOn(page);
  const { client, quantityOf, price, placed } = makingOn(page, t);
  await expect(client).toBeFocused();
  await hands.click(page.getByText(t('order:make.type.take_away'), { exact: true }));
  await scan(page, bread.barcode);
  await expect(quantityOf(bread.title)).toBeFocused();
  await hands.type('2');
  await expect(price).toContainText('18.00');
  await hands.press('Control+Enter');
  const id = await placed();
  const number = isolated(`#${id}`);

  await hands.click(page.getByRole('button', { name: t('order:hand_over.do') }));
  const dialog = page.getByRole('dialog');
  await hands.fill(dialog.getByRole('textbox', { name: t('fields:tendered') }), '20');
  // the refund is paid at the counter
  await expect(dialog).toContainText('2.00');
  await hands.press('Enter');
  await expect(toast(page, t, t('order:done.handed_over', { number }))).toBeVisible();
  hands.report('take-away handed over');
  const { results: now } = await cashier.order.show({ id });
  expect(now).toMatchObject({ status_value: 5, paid: 1, open_amount: 0, seller_name: expect.any(String) });
  expect(now.payments.map(({ amount, change }) => [amount, change])).toEqual([[18, 2]]);
});

test("a till's browser takes a phone delivery that is no till sale and then sells at the till again", async ({
  page,
  t,
  owner,
  shop,
  trouble,
}) => {
  // with slow typing, an incomplete number is looked up, and the server answers 422
  trouble.allow(422);
  const { branch_id } = await branchOf(shop);
  const goods = await stockedProduct(owner, branch_id, 50);
  const caller = await customerAt(owner, WEST_BAY);
  const { results: till } = await owner.posDevice.save({ branch_id, name: unique('Till ') });
  const sessions = async () => (await owner.posSession.list({ device_id: till.id })).results;
  await page.addInitScript(
    (kept) => localStorage.setItem('dukkan.till', kept),
    `${till.id} ${branch_id} ${till.name}`,
  );
  await page.goto('/orders/new');
  const hands = handsOn(page);
  const { client, finder, price, placed } = makingOn(page, t);
  const sell = page.getByRole('button', { name: t('order:counter.sell') });
  await expect(page.getByText(t('order:counter.at'))).toBeVisible();
  await expect(sell.first()).toBeVisible();
  await hands.click(page.getByRole('button', { name: t('order:counter.phone') }));
  await expect(page.getByText(t('order:counter.by_phone'))).toBeVisible();
  await expect(client).toBeFocused();
  await hands.type(caller.phone);
  await expect(finder).toBeFocused();
  await expect(page.getByText(caller.name).first()).toBeVisible();
  await scan(page, goods.barcode);
  // 9.00 and the delivery of 8.00
  await expect(price).toContainText('17.00');
  await hands.press('Control+Enter');
  const id = await placed();
  expect((await owner.order.show({ id })).results).toMatchObject({
    type: 'delivery',
    pos: false,
    paid: 0,
    due: 17,
  });
  expect(await sessions()).toEqual([]);

  await page.goto('/orders/new');
  await expect(page.getByText(t('order:counter.at'))).toBeVisible();
  await hands.click(page.getByRole('button', { name: t('order:counter.phone') }));
  await hands.click(page.getByRole('button', { name: t('order:counter.back') }));
  await expect(sell.first()).toBeVisible();
  hands.report('a phone order at a till');
});
