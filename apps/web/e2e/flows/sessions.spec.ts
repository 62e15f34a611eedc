import type { Locator, Page } from '@playwright/test';
import { scan } from '../scan.ts';
import { expect, test, toast, unique } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';
import { isolated, type Say } from '../texts.ts';

const PRICE = 9;
const PIN = '482915';

/** The first of the buttons: an empty list offers again what the page's head does. */
const press = (of: Page | Locator, name: string) =>
  of.getByRole('button', { name, exact: true }).first().click();

/** Counts an amount in one sum and goes on to the result. */
async function countSum(page: Page, t: Say, amount: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: t('cash-count:sum') }).click();
  await dialog.getByRole('textbox', { name: t('cash-count:amount') }).fill(amount);
  await press(dialog, t('pos-session:count.next'));
  await expect(dialog.getByText(t('pos-session:left_in_drawer'))).toBeVisible();
}

/** A manager says their PIN for what the one who is signed in may not do alone. */
async function approve(page: Page, t: Say, name: string) {
  const dialog = page.getByRole('dialog', { name: t('approval:title') });
  await dialog.getByRole('combobox', { name: t('approval:who') }).click();
  await page.getByRole('option', { name, exact: true }).click();
  await dialog.getByRole('textbox', { name: t('approval:pin') }).fill(PIN);
  await press(dialog, t('approval:do'));
  await expect(dialog).toBeHidden();
}

test('a day at a till: five sales, a refund, a drop, a hand-over, a close 5.00 short, the bank, and each coin is found', async ({
  t,
  owner,
  hire,
  shop,
  enter,
  trouble,
}) => {
  test.slow();
  // what a cashier may not do alone is refused until a manager says so
  trouble.allow(403);
  const started = Date.now();
  const till = unique('Till ');
  const { results: branch } = await owner.branch.create({
    names: { en: unique('Shop ') },
    pos: [{ name: till }],
  });
  const branch_id = branch.id;
  const cheese = await stockedProduct(owner, branch_id, 20);
  const staff = (role: 'cashier' | 'manager') =>
    hire({ permissions: shop.logins[role].permissions, global: false, branch_id, name: unique(`${role} `) });
  const [first, second, manager] = [await staff('cashier'), await staff('cashier'), await staff('manager')];
  await manager.api.auth.updateProfile({ current_password: manager.password, pin: PIN });

  // the browser is set to the till, and its drawer is opened with 100
  const desk = await enter(first.login, '/sessions');
  await press(desk, t('pos-session:this_till.set'));
  await press(desk.getByRole('dialog'), t('pos-session:this_till.do'));
  await press(desk, t('pos-session:open.do'));
  await desk
    .getByRole('dialog')
    .getByRole('textbox', { name: t('pos-session:term.start') })
    .fill('100');
  await press(desk.getByRole('dialog'), t('pos-session:open.do'));
  await expect(desk).toHaveURL(/\/sessions\/\d+$/);
  const session = desk.url();

  // five sales: scanned, ten given, one back
  await desk.goto('/orders/new');
  const numbers: number[] = [];
  for (let sale = 0; sale < 5; sale += 1) {
    await expect(desk.getByRole('combobox', { name: t('order:make.find') })).toBeVisible();
    await scan(desk, cheese.barcode);
    await expect(
      desk.getByRole('textbox', { name: t('order:make.quantity_of', { title: isolated(cheese.title) }) }),
    ).toBeFocused();
    await desk.getByRole('textbox', { name: t('order:counter.tendered') }).fill('10');
    await desk
      .getByRole('button', { name: t('order:counter.sell') })
      .first()
      .click();
    const sold = desk.getByRole('dialog');
    await expect(sold).toContainText('1.00');
    numbers.push(Number(/#(\d+)/.exec((await sold.textContent()) ?? '')?.[1]));
    await press(sold, t('order:counter.next'));
    await expect(sold).toBeHidden();
  }

  // one comes back, with the manager's PIN
  await desk.goto('/return-reciepts/return-reciept');
  await desk.getByRole('combobox', { name: t('order-return:find') }).fill(String(numbers[0]));
  await desk.getByRole('option', { name: `#${numbers[0]}` }).click();
  await desk
    .getByRole('textbox', { name: t('order-return:quantity_of', { title: isolated(cheese.title) }) })
    .fill('1');
  await press(desk, t('order-return:do'));
  await approve(desk, t, manager.name);
  await expect(desk).toHaveURL(/\/return-reciepts\/\d+$/);

  // twenty go into the safe
  await desk.goto(session);
  await press(desk, t('pos-session:move.drop'));
  await desk
    .getByRole('dialog')
    .getByRole('textbox', { name: t('fields:amount') })
    .fill('20');
  await press(desk.getByRole('dialog'), t('pos-session:move.drop'));
  await approve(desk, t, manager.name);
  await expect(toast(desk, t, t('pos-session:move.done.drop'))).toBeVisible();

  // the second cashier takes the drawer over with one count: 100 + 45 - 9 - 20
  const next = await enter(second.login, new URL(session).pathname);
  await press(next, t('pos-session:more'));
  await next.getByRole('menuitem', { name: t('pos-session:hand_over.do') }).click();
  await countSum(next, t, '116');
  await press(next.getByRole('dialog'), t('pos-session:hand_over.do'));
  await approve(next, t, manager.name);
  await expect(next).not.toHaveURL(session);
  await expect(next).toHaveURL(/\/sessions\/\d+$/);

  // and closes it 5.00 short: counted twice, with a note, and 50 stay in it
  await press(next, t('pos-session:close.do'));
  await countSum(next, t, '111');
  await press(next, t('pos-session:count.again'));
  await countSum(next, t, '111');
  const closing = next.getByRole('dialog');
  await closing.getByRole('textbox', { name: t('pos-session:left_in_drawer') }).fill('50');
  await closing.getByRole('textbox', { name: t('pos-session:note') }).fill('A note of five is missing');
  await press(closing, t('pos-session:close.do'));
  await expect(closing).toBeHidden();
  await expect(next.getByText(t('pos-session:state.closed'), { exact: true })).toBeVisible();

  // the manager sees both drawers, and what they come to
  const office = await enter(manager.login, '/sessions');
  const rows = office.getByRole('row').filter({ hasText: till });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: '5.00' })).toHaveCount(1);
  await office.goto('/pos-cash-report');
  await expect(office.getByRole('row').filter({ hasText: `${till} · Z 2` })).toContainText('111.00');
  await expect(office.getByRole('row').filter({ hasText: t('report:total') })).toContainText('36.00');

  // counts the safe, 20 + 61, and takes 60 of it to the bank
  await office.goto('/payments/safe');
  const place = (holder: string) =>
    office.getByRole('listitem').filter({
      has: office.getByRole('heading', { name: t(`safe:holder.${holder}`), exact: true }),
    });
  await press(office, t('safe:count.first'));
  const dialog = office.getByRole('dialog');
  for (const [value, count] of [
    [50, '1'],
    [10, '3'],
    [1, '1'],
  ] as const)
    await dialog
      .getByRole('textbox', { name: t('cash-count:how_many', { value: String(value) }), exact: true })
      .fill(count);
  await press(dialog, t('safe:count.action'));
  await expect(toast(office, t, t('safe:count.done'))).toBeVisible();
  await press(office, t('safe:move.bank.open'));
  await dialog.getByRole('textbox', { name: t('fields:amount') }).fill('60');
  await press(dialog, t('safe:move.bank.action'));
  await expect(dialog).toBeHidden();

  // where is every coin? 100 + 5 × 9 - 9 - 5 = 50 + 21 + 60
  await expect(place('drawer')).toContainText('50.00');
  await expect(place('safe')).toContainText('21.00');
  await expect(place('bank')).toContainText('60.00');
  const { held } = (await owner.safe.where({ branch_id })).results;
  const sum = held.reduce((all, { amount }) => all + (amount ?? 0), 0);
  expect(sum).toBe(100 + 5 * PRICE - PRICE - 5);
  test.info().annotations.push({ type: 'seconds', description: String((Date.now() - started) / 1_000) });
});
