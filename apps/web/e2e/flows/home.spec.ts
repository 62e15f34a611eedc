import type { Locator, Page } from '@playwright/test';
import { areaOf } from '../callers.ts';
import { expectAccessible } from '../look.ts';
import { expect, type Person, test, unique } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';
import type { Say } from '../texts.ts';

type Owner = Person['api'];

/** The status rows that every shop starts with. */
const CANCELED = 11;
const ON_THE_WAY = 14;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const SOON_MS = 2_000;

const freshClient = () => ({ name: unique('Layla '), phone: `+9745${String(Math.random()).slice(2, 9)}` });
/** Returns a new customer in an area that is delivered to. */
const freshCaller = async (owner: Owner, street: string) => ({
  ...freshClient(),
  ...{ area_no: '63', street, home_no: '44' },
  area_id: (await areaOf(owner)).id,
});

/** Returns a tile of what needs attention, by its text. */
const tileOf = (page: Page, t: Say, name: string): Locator =>
  page
    .getByRole('region', { name: t('shell:needs.title') })
    .getByRole('link')
    .filter({ hasText: t(`shell:needs.${name}`, { count: 1 }) });

/** Expects an element within the first screen, without scrolling. */
async function expectInFirstScreen(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  const box = await element.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
}

/** Creates a branch with a till and a shelf. */
async function freshBranch(owner: Owner) {
  const names = { en: unique('Corner '), ar: unique('ركن '), de: unique('Ecke ') };
  const { results: branch } = await owner.branch.create({ names, pos: [{ name: 'Front' }] });
  const [till] = (await owner.posDevice.list({ branch_id: branch.id })).results;
  const shelf = await stockedProduct(owner, branch.id, 50);
  return { branch_id: branch.id, device_id: till?.id ?? 0, item_id: shelf.item_id };
}

test('Home names a drawer that differs, a late order without a driver and a refund that waits, on the first screen', async ({
  t,
  owner,
  hire,
  shop,
  enter,
}) => {
  test.slow();
  const { branch_id, device_id, item_id } = await freshBranch(owner);
  const { permissions } = shop.logins.manager;
  const manager = await hire({ permissions, global: false, branch_id, name: unique('Majid ') });

  // a drawer with half of its cash missing
  const { results: session } = await manager.api.posSession.open({ device_id, branch_id, start_amount: 100 });
  const counted = { device_id, branch_id, session_id: session.id, end_session_amount: 50 };
  await manager.api.posSession.close({ ...counted, note: 'Half of it is missing' });

  // a delivery that was promised for a moment that has passed
  const cart = [{ item_id, quantity: 2 }];
  const client = await freshCaller(owner, unique('Street '));
  const preferred_at = new Date(Date.now() + SOON_MS).toISOString();
  const { results: late } = await owner.order.make({
    branch_id,
    type: 'delivery',
    client,
    cart,
    preferred_at,
  });

  // money of a canceled order that nobody has given back
  const paid = { branch_id, type: 'take_away', client: freshClient(), cart, paid: 1 } as const;
  const { results: refunded } = await owner.order.make(paid);
  await owner.order.save({ id: refunded.id, status_id: CANCELED });
  await expect.poll(async () => (await owner.order.list({ branch_id, late: 1 })).results.length).toBe(1);

  const page = await enter(manager.login);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto('/');
    for (const name of ['late', 'tills_differ', 'unassigned', 'refunds']) {
      const tile = tileOf(page, t, name);
      await expectInFirstScreen(page, tile);
      await expect(tile).toContainText('1');
    }
    // what is 0 is no tile
    await expect(tileOf(page, t, 'refunds_failed')).toHaveCount(0);
    await expectAccessible(page);
  }

  // each opens the list that shows exactly these
  await tileOf(page, t, 'refunds').click();
  await expect(page).toHaveURL(/\/payments\?.*status=pending/);
  await expect(page.getByRole('main').getByText(`#${refunded.id}`)).toHaveCount(1);
  await page.goto('/');
  await tileOf(page, t, 'late').click();
  await expect(page).toHaveURL(/\/orders\?.*late=1/);
  await expect(page.getByRole('main').getByText(`#${late.id}`).first()).toBeVisible();
  await expect(page.getByText(`#${refunded.id}`)).toHaveCount(0);
});

test('a cashier sees "Open the till" first, and "Sell" once it is open', async ({
  t,
  owner,
  hire,
  shop,
  enter,
}) => {
  const { branch_id, device_id } = await freshBranch(owner);
  const { permissions } = shop.logins.cashier;
  const cashier = await hire({ permissions, global: false, branch_id, name: unique('Mona ') });
  const page = await enter(cashier.login);
  await page.getByRole('link', { name: t('shell:till.do_open') }).click();
  await expect(page.getByRole('dialog', { name: t('pos-session:open.title') })).toBeVisible();
  await cashier.api.posSession.open({ device_id, branch_id, start_amount: 20 });
  await page.goto('/');
  await expect(page.getByRole('main').getByText('Front', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: t('shell:till.sell') }).click();
  await expect(page).toHaveURL('/orders/new');
  await expect(page.getByText(t('order:counter.at'))).toBeVisible();
});

test('a driver sees the next order with its address and what to collect, and the cash', async ({
  t,
  owner,
  hire,
  enter,
}) => {
  const { branch_id, item_id } = await freshBranch(owner);
  const driver = await hire({ permissions: ['driver'], global: false, branch_id, name: unique('Sami ') });
  const street = unique('Street ');
  const client = await freshCaller(owner, street);
  const cart = [{ item_id, quantity: 2 }];
  const { results: made } = await owner.order.make({
    branch_id,
    type: 'delivery',
    client,
    cart,
    driver_id: driver.id,
  });
  await owner.order.save({ id: made.id, status_id: ON_THE_WAY });
  const page = await enter(driver.login);
  await page.setViewportSize({ width: 390, height: 844 });
  const way = page.getByRole('region', { name: t('shell:way.title') });
  const next = way.getByRole('link').filter({ hasText: `#${made.id}` });
  await expectInFirstScreen(page, next);
  await expect(next).toContainText(street);
  await expect(next).toContainText(made.due.toFixed(2));
  await expect(way).toContainText(t('shell:way.cash'));
  await expectAccessible(page);
});

test('an account whose work Home does not tell finds the pages of its role', async ({ t, hire, enter }) => {
  const clerk = await hire({ permissions: ['users'], name: unique('Huda ') });
  const page = await enter(clerk.login);
  const pages = page.getByRole('region', { name: t('shell:role_pages.title') });
  await pages.getByRole('link', { name: t('shell:route.customers'), exact: true }).click();
  await expect(page).toHaveURL('/customers');
});
