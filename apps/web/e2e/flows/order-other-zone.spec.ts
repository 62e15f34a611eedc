import type { Client } from '@dukkan/contract';
import { dateTimeBoxes, typedDay } from '../dates.ts';
import { anyToast, expect, test, unique } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';

/** Places an order for pickup at a branch. */
async function collected(owner: Client, branch_id: number, more: object = {}) {
  const goods = await stockedProduct(owner, branch_id, 20);
  const { results } = await owner.order.make({
    branch_id,
    client: { name: unique('Layla '), phone: `+9745${String(Math.random()).slice(2, 9)}` },
    type: 'take_away',
    cart: [{ item_id: goods.item_id, quantity: 2 }],
    ...more,
  });
  return results;
}

test.describe('on a device in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' });

  test("a preferred time is shown in the branch's zone with the zone's name", async ({
    page,
    t,
    lang,
    owner,
    shop,
  }) => {
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const { id } = await collected(owner, shop.ids.branch, { preferred_at: `${day}T16:30:00.000Z` });
    await page.goto(`/orders/${id}`);
    // half past seven in Qatar, whatever the device's time zone
    const wanted = page.getByText(/(19:30|7:30).*3/);
    await expect(wanted.first()).toBeVisible();
    await page.getByRole('button', { name: t('order:edit.details'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    const boxes = dateTimeBoxes(dialog, t, t('order:make.where.time.take_away'));
    await expect(boxes.day).toHaveValue(typedDay(day, lang));
    await expect(boxes.time).toHaveValue('19:30');
    await expect(dialog.getByText(t('kit:branch_time', { zone: '' }).slice(0, 12))).toBeVisible();
    await boxes.time.fill('20:15');
    await page.keyboard.press('Control+Enter');
    await dialog
      .getByRole('button', { name: t('kit:form.save') })
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    await expect
      .poll(async () => (await owner.order.show({ id })).results.preferred_at)
      .toBe(`${day}T17:15:00.000Z`);
  });
});

// at any moment, one of the two has another date than Qatar
for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Midway'])
  test.describe(`on a device in ${timezoneId}`, () => {
    test.use({ timezoneId });
    test("a new receipt has the shop's current day", async ({ page, t, lang, shop }) => {
      const inQatar = () =>
        new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Qatar' }).format(new Date()).slice(0, 10);
      const before = inQatar();
      await page.goto(`/reciepts/purchase-invoice/edit/new?branch=${shop.ids.branch}`);
      const date = await page.getByLabel(t('receipt:received_on')).inputValue();
      expect([before, inQatar()].map((day) => typedDay(day, lang))).toContain(date);
    });
  });

test('a status change on the board is undone from its message by its author', async ({
  t,
  owner,
  shop,
  hire,
  enter,
}) => {
  const seller = await hire({ permissions: ['orders'] });
  const { id } = await collected(owner, shop.ids.branch);
  const page = await enter(seller.login, '/orders/board');
  const card = (value: number) => page.locator(`[data-column="${value}"] [data-order="${id}"]`);
  const number = `#${id}`;
  await card(0)
    .getByRole('button', { name: t('order:board.move', { number }) })
    .click();
  await expect(card(1)).toBeVisible();
  await page.getByRole('button', { name: t('kit:undo.undo') }).click();
  await expect(anyToast(page, t, 'kit:undo.restored', 'what')).toBeVisible();
  await expect(card(0)).toBeVisible();
  expect((await owner.order.show({ id })).results.status_value).toBe(0);
});

test('rows of the list keep their place under the pointer and are reordered on request', async ({
  page,
  t,
  owner,
  shop,
}) => {
  const older = await collected(owner, shop.ids.branch);
  await page.goto('/orders');
  const row = (id: number) => page.getByRole('row').filter({ hasText: `#${id}` });
  await expect(row(older.id)).toBeVisible();
  await row(older.id).hover();
  // columns may become narrower for a new row's texts, which moves nothing
  const placeOf = async (id: number) => {
    const { x, y, height } = (await row(id).boundingBox()) ?? {};
    return { x, y, height };
  };
  const before = await placeOf(older.id);
  const newer = await collected(owner, shop.ids.branch);
  await expect(row(newer.id)).toBeAttached();
  expect(await placeOf(older.id)).toEqual(before);
  await page.getByRole('button', { name: t('kit:list.changed') }).click();
  const position = async (id: number) => Number(await row(id).getAttribute('aria-rowindex'));
  await expect.poll(async () => (await position(newer.id)) < (await position(older.id))).toBe(true);
});

test('half-typed forms in two tabs survive the end of the session', async ({
  t,
  owner,
  hire,
  enter,
  trouble,
}) => {
  trouble.allow(401);
  const person = await hire({ permissions: ['products', 'products.brands', 'products.extras'] });
  const first = await enter(person.login, '/products/brands/new');
  const second = await first.context().newPage();
  await second.goto('/products/extras/new');
  const name = unique('Half ');
  const nameOf = (page: typeof first) => page.getByRole('textbox', { name: t('fields:names') }).first();
  const titleOf = (page: typeof first) => page.getByRole('textbox', { name: t('fields:titles') }).first();
  await nameOf(first).fill(name);
  await titleOf(second).fill(`${name} extra`);
  // long enough for both drafts to be stored
  for (const draft of [`"${name}"`, `"${name} extra"`])
    await expect
      .poll(() =>
        first.evaluate(
          (text) =>
            Object.values({ ...localStorage })
              .join()
              .includes(text),
          draft,
        ),
      )
      .toBe(true);
  await owner.session.revoke({ account_id: person.id, others: true });
  await first.reload();
  await expect(first).toHaveURL(/\/(unauthorized|login)/);
  await second.reload();
  await expect(second).toHaveURL(/\/(unauthorized|login)/);
  await first.goto('/login');
  await first.getByRole('textbox', { name: t('auth:identity') }).fill(person.email);
  await first.getByRole('textbox', { name: t('auth:password') }).fill(person.password);
  await first.getByRole('button', { name: t('auth:submit') }).click();
  // the sign-in page has a heading too; the session exists once that page is left
  await expect(first).not.toHaveURL(/\/login/);
  await expect(first.getByRole('heading', { level: 1 })).toBeVisible();
  await first.goto('/products/brands/new');
  await first.getByRole('button', { name: t('kit:kept.restore') }).click();
  await expect(nameOf(first)).toHaveValue(name);
  await second.goto('/products/extras/new');
  await second.getByRole('button', { name: t('kit:kept.restore') }).click();
  await expect(titleOf(second)).toHaveValue(`${name} extra`);
});
