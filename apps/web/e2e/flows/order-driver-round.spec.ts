import { customerAt, WEST_BAY } from '../callers.ts';
import { clientAt } from '../client.ts';
import { handsOn } from '../hands.ts';
import { expect, test, toast, unique } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';
import { isolated } from '../texts.ts';

test.use({ viewport: { width: 390, height: 844 }, as: 'manager' });

const ON_THE_WAY = 14;

test('a driver sees the carried orders on a phone, delivers two, and hands in the cash', async ({
  t,
  owner,
  hire,
  enter,
  shop,
}) => {
  const manager = clientAt(shop.url, shop.logins.manager.token);
  const branch_id = (await manager.auth.profile({})).results.branches[0]?.id ?? 0;
  const driver = await hire({ permissions: ['driver'], name: unique('Driver '), global: false, branch_id });
  const goods = await stockedProduct(owner, branch_id, 50);
  const ids: number[] = [];
  for (const quantity of [4, 5]) {
    const caller = await customerAt(owner, WEST_BAY);
    const { results: made } = await manager.order.make({
      branch_id,
      type: 'delivery',
      client_id: caller.id,
      address_id: caller.address_id,
      cart: [{ item_id: goods.item_id, quantity }],
      driver_id: driver.id,
    });
    await manager.order.save({ id: made.id, status_id: ON_THE_WAY });
    ids.push(made.id);
  }

  const phone = await enter(driver.login, '/orders');
  await phone.setViewportSize({ width: 390, height: 844 });
  const hands = handsOn(phone);
  const carried = phone.getByRole('region', { name: t('order:mine.carried.title') });
  await expect(carried).toContainText(t('order:mine.carried.none'));
  for (const [at, due] of [44, 53].entries()) {
    const card = phone.locator(`[data-order="${ids[at]}"]`);
    await expect(card).toContainText(due.toFixed(2));
    await hands.click(card.getByRole('button', { name: /\d/ }));
    const ask = phone.getByRole('alertdialog');
    await expect(ask).toContainText(due.toFixed(2));
    await hands.click(ask.getByRole('button', { name: /\d/ }));
    await expect(
      toast(phone, t, t('order:done.delivered', { number: isolated(`#${ids[at]}`) })),
    ).toBeVisible();
    await expect(card).toBeHidden();
  }
  await expect(carried).toContainText('97.00');
  await hands.click(carried.getByText(t('order:mine.carried.from', { count: 2, shown: '2' })));
  for (const id of ids) await expect(carried.getByRole('link', { name: `#${id}` })).toBeVisible();
  // a delivered order stays visible with its amount
  await hands.click(phone.getByText(t('order:mine.done'), { exact: true }));
  await expect(phone.locator(`[data-order="${ids[1]}"]`)).toContainText('53.00');
  // nothing extends beyond the phone's screen
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  hands.report("a driver's round, two orders");

  const desk = await enter(shop.logins.manager, '/payments/drivers');
  const counter = handsOn(desk);
  await desk.getByRole('searchbox', { name: t('driver-cash:search') }).fill(driver.name);
  const take = t('driver-cash:take');
  await counter.click(desk.getByRole('button', { name: take, exact: true }).first());
  const dialog = desk.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: t('fields:amount') })).toHaveValue('97.00');
  await counter.press('Enter');
  await expect(dialog).toBeHidden();
  counter.report("a driver's money taken in");
  expect((await owner.driverCash.list({ id: driver.id })).results[0]?.outstanding).toBe(0);
  // the driver's own phone shows it too
  await expect(carried).toContainText(t('order:mine.carried.none'));
});
