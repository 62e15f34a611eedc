import { clientAt } from '../client.ts';
import { expect, test, toast } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';
import { isolated } from '../texts.ts';

const freshPhone = () => `55${String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')}`;

test('the seeded cashier changes the notes of a take-away order and hands it over with its payment', async ({
  t,
  owner,
  shop,
  enter,
}) => {
  const cashier = clientAt(shop.url, shop.logins.cashier.token);
  const branch_id = (await cashier.auth.profile({})).results.branches[0]?.id ?? 0;
  const bread = await stockedProduct(owner, branch_id, 5);
  const { results: made } = await cashier.order.make({
    branch_id,
    type: 'take_away',
    client: { name: 'Noor', phone: `+974${freshPhone()}` },
    cart: [{ item_id: bread.item_id, quantity: 1 }],
  });
  const number = isolated(`#${made.id}`);
  const page = await enter(shop.logins.cashier, `/orders/${made.id}`);
  await page.getByRole('button', { name: t('order:notes.edit'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: t('fields:notes') })
    .fill('No bag');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('kit:form.save') })
    .click();
  await expect(toast(page, t, t('order:done.saved', { number }))).toBeVisible();
  await page.getByRole('button', { name: t('order:hand_over.do') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('order:hand_over.do') }).click();
  await expect(toast(page, t, t('order:done.handed_over', { number }))).toBeVisible();
  const { results: now } = await owner.order.show({ id: made.id });
  expect(now).toMatchObject({ notes: 'No bag', status_value: 5, open_amount: 0 });
});
