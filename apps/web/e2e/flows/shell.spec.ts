import { filterAllowedRoutes } from '../../src/app/app-routes.ts';
import { ROLES, type Role } from '../opening.ts';
import { isOpen } from '../screens.ts';
import { expect, test, unique } from '../shop.ts';
import { inArabicDigits } from '../texts.ts';

type MenuEntry = readonly [name: string, section: string, roles: 'all' | readonly Role[]];

/** The pages of the menu in order, by the names of their routes, with the roles that have each; `all`: every role. */
const MENU: readonly MenuEntry[] = [
  ['home', 'home', 'all'],
  ['orders', 'orders', ['admin', 'manager', 'cashier', 'driver']],
  ['return_receipts', 'orders', ['admin', 'manager', 'cashier', 'driver']],
  ['products', 'products', ['admin', 'manager', 'cashier', 'editor']],
  ['categories', 'products', ['admin', 'manager', 'editor']],
  ['brands', 'products', ['admin', 'editor']],
  ['extras', 'products', ['admin', 'editor']],
  ['price_lists', 'products', ['admin', 'manager']],
  ['product_import', 'products', ['admin', 'editor']],
  ['customers', 'customers', ['admin', 'manager']],
  ['addresses', 'customers', ['admin', 'manager']],
  ['messages', 'customers', ['admin', 'manager']],
  ['stock', 'inventory', ['admin', 'manager', 'accountant', 'editor']],
  ['batches', 'inventory', ['admin', 'manager', 'accountant', 'editor']],
  ['transfers', 'inventory', ['admin', 'manager']],
  ['stock_counts', 'inventory', ['admin', 'manager', 'accountant']],
  ['receipts', 'purchasing', ['admin', 'manager']],
  ['to_order', 'purchasing', ['admin', 'manager']],
  ['suppliers', 'purchasing', ['admin', 'manager']],
  ['transactions', 'purchasing', ['admin', 'accountant']],
  ['discounts', 'offers', ['admin', 'manager', 'editor']],
  ['multi_discounts', 'offers', ['admin', 'manager', 'editor']],
  ['wholesales', 'offers', ['admin', 'manager', 'editor']],
  ['bundles', 'offers', ['admin', 'manager', 'editor']],
  ['coupons', 'offers', ['admin', 'manager', 'editor']],
  ['payments', 'money', ['admin', 'manager', 'accountant']],
  ['pos_sessions', 'money', ['admin', 'manager', 'cashier']],
  ['driver_cash', 'money', ['admin', 'manager', 'accountant']],
  ['zones', 'delivery', ['admin', 'manager']],
  ['delivery_methods', 'delivery', ['admin', 'manager']],
  ['areas', 'delivery', ['admin', 'manager']],
  ['cities', 'delivery', ['admin', 'manager']],
  ['states', 'delivery', ['admin', 'manager']],
  ['countries', 'delivery', ['admin', 'manager']],
  ['statistics', 'reports', ['admin', 'manager', 'accountant']],
  ['sales_report', 'reports', ['admin', 'manager', 'accountant']],
  ['sales_channels_report', 'reports', ['admin', 'manager', 'accountant']],
  ['procurement_report', 'reports', ['admin', 'manager', 'accountant']],
  ['inventory_report', 'reports', ['admin', 'manager', 'accountant']],
  ['movement_report', 'reports', ['admin', 'manager', 'accountant']],
  ['expiry_report', 'reports', ['admin', 'manager', 'accountant']],
  ['stock_taking_report', 'reports', ['admin', 'manager', 'accountant']],
  ['payments_report', 'reports', ['admin', 'manager', 'accountant']],
  ['drivers_report', 'reports', ['admin', 'manager', 'accountant']],
  ['pos_cash_report', 'reports', ['admin', 'manager', 'accountant']],
  ['banners', 'content', ['admin', 'editor']],
  ['sliders', 'content', 'all'],
  ['accounts', 'people', ['admin', 'manager']],
  ['admins', 'people', ['admin']],
  ['drivers', 'people', ['admin']],
  ['sellers', 'people', ['admin']],
  ['roles', 'people', ['admin']],
  ['settings', 'settings', ['admin', 'manager', 'accountant']],
  ['general_settings', 'settings', ['admin']],
  ['branches', 'settings', ['admin', 'manager']],
  ['order_statuses', 'settings', ['admin']],
  ['payment_methods', 'settings', ['admin', 'manager', 'accountant']],
  ['online_payments', 'settings', ['admin']],
  ['taxes', 'settings', ['admin']],
  ['theme', 'settings', ['admin']],
  ['mail_templates', 'settings', ['admin']],
];

for (const role of ROLES) {
  const entries = MENU.filter(([, , roles]) => roles === 'all' || roles.includes(role));
  const sections = [...new Set(entries.map(([, section]) => section))];
  test.describe(() => {
    test.use({ as: role });
    test(`the menu of the ${role} has the sections that open, and their pages as tabs`, async ({
      page,
      t,
      shop,
    }) => {
      const permissions = shop.logins[role].permissions;
      const open = filterAllowedRoutes((access) => isOpen(access, permissions)).map(({ entry }) => entry);
      expect(open.map(({ name, section }) => [name, section])).toEqual(
        entries.map(([name, section]) => [name, section]),
      );

      await page.goto('/');
      const menu = page.getByRole('navigation', { name: t('shell:menu.label') });
      await expect(menu.getByRole('link')).toHaveText(sections.map((name) => t(`shell:section.${name}`)));
      const orders = page.getByRole('navigation', {
        name: t('shell:tabs', { section: t('shell:section.orders') }),
      });
      await expect(orders).toHaveCount(0);
      if (!sections.includes('orders')) return;
      await menu.getByRole('link', { name: t('shell:section.orders') }).click();
      await expect(orders.getByRole('link')).toHaveText([
        t('shell:route.orders'),
        t('shell:route.return_receipts'),
      ]);
      await expect(orders.getByRole('link').first()).toHaveAttribute('aria-current', 'page');
    });
  });
}

test('pages without room among the tabs stand in a menu at their end', async ({ page, t }) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto('/statistics');
  await page.getByRole('button', { name: t('shell:tabs_more') }).click();
  await page.getByRole('menuitem', { name: t('shell:route.pos_cash_report') }).click();
  await expect(page).toHaveURL(/\/pos-cash-report/);
  // the open page is named even where its tab finds no room
  await expect(page.getByRole('button', { name: t('shell:route.pos_cash_report') })).toBeVisible();
});

test('a page is kept at the top of the menu, moved and let go', async ({ t, hire, enter }) => {
  const person = await hire({ permissions: ['users', 'roles'] });
  const page = await enter(person.login, '/roles');
  const favourites = page.getByRole('list', { name: t('page-tools:favourites.title') });
  const saved = page.waitForResponse((response) => response.url().endsWith('/user/profile/update'));
  await page.getByRole('button', { name: t('page-tools:favourites.add') }).click();
  await expect(favourites.getByRole('link')).toHaveText([t('shell:route.roles')]);
  // the page is loaded anew, so it would read the favourites before they are saved
  await saved;
  await page.goto('/customers');
  await page.getByRole('button', { name: t('page-tools:favourites.add') }).click();
  await expect(favourites.getByRole('link')).toHaveText([t('shell:route.roles'), t('shell:route.customers')]);
  await favourites
    .getByRole('button', { name: t('page-tools:favourites.change', { title: t('shell:route.customers') }) })
    .click();
  await page.getByRole('menuitem', { name: t('page-tools:favourites.earlier') }).click();
  const moved = [t('shell:route.customers'), t('shell:route.roles')];
  await expect(favourites.getByRole('link')).toHaveText(moved);
  // on another device too
  await expect
    .poll(async () => (await person.api.auth.profile()).results.preferences.favourites)
    .toEqual(['customers', 'roles']);
  const device = await enter(person.login, '/');
  const there = device.getByRole('list', { name: t('page-tools:favourites.title') });
  await expect(there.getByRole('link')).toHaveText(moved);
  await there.getByRole('link').first().click();
  await expect(device).toHaveURL('/customers');
  await device
    .getByRole('main')
    .getByRole('button', { name: t('page-tools:favourites.remove') })
    .click();
  await expect(there.getByRole('link')).toHaveText([t('shell:route.roles')]);
});

test('a page explains itself beside its title', async ({ page, t }) => {
  await page.goto('/products/batches');
  await page.getByRole('button', { name: t('page-tools:help.open') }).click();
  await expect(
    page.getByRole('dialog', { name: t('page-tools:help.of', { title: t('shell:route.batches') }) }),
  ).toContainText(t('help:page.batches'));
});

test('all settings stand on a page with a search', async ({ page, t }) => {
  await page.goto('/settings');
  const cards = page.getByRole('list', { name: t('shell:section.settings') });
  await expect(cards.getByRole('link')).toHaveCount(8);
  await page.getByRole('searchbox').fill(t('shell:route.taxes'));
  await expect(cards.getByRole('link', { name: t('shell:route.taxes'), exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('qqqq');
  await expect(page.getByText(t('help:settings.none'), { exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await cards.getByRole('link', { name: t('shell:route.branches') }).click();
  await expect(page).toHaveURL('/settings/branch-config');
  // the way back to all settings
  await page
    .getByRole('navigation', { name: t('shell:breadcrumbs') })
    .getByRole('link', { name: t('shell:section.settings'), exact: true })
    .click();
  await expect(page).toHaveURL('/settings');
});

test('the palette finds a person by a phone in Arabic digits', async ({ page, t, owner }) => {
  const name = unique('Jaber ');
  const phone = `66${Math.floor(100_000 + Math.random() * 899_999)}`;
  await owner.account.save({ name, phone, email: `${unique('jaber-')}@e2e.example` });
  await page.goto('/');
  await page.getByRole('button', { name: t('shell:search') }).click();
  const palette = page.getByRole('dialog', { name: t('shell:palette.label') });
  await palette.getByRole('combobox').fill(inArabicDigits(phone));
  const found = palette.getByRole('option', { name });
  await expect(found).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('the tour leads through once and does not come back', async ({ t, hire, enter }) => {
  const person = await hire({ permissions: ['settings', 'taxs'], tour: 0 });
  const page = await enter(person.login, '/');
  const stop = page.getByRole('dialog');
  await expect(stop).toContainText(t('tour:stop.menu.title'));
  const next = async (text: string) => {
    await stop.getByRole('button', { name: t('tour:next') }).click();
    await expect(stop).toContainText(text);
  };
  for (const name of ['skin', 'language', 'profile']) await next(t(`tour:stop.${name}.title`));
  // sessions and payments do not open for this person
  await next(t('tour:stop.taxes.text'));
  await stop.getByRole('button', { name: t('tour:previous') }).click();
  await expect(stop).toContainText(t('tour:stop.profile.title'));
  await next(t('tour:stop.taxes.text'));
  await next(t('tour:stop.settings.title'));
  await stop.getByRole('button', { name: t('tour:done') }).click();
  await expect(stop).toBeHidden();
  await expect.poll(async () => (await person.api.auth.profile()).results.tour_version).toBe(1);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(stop).toHaveCount(0);
});

test('the tour is skipped with a word, and stays away', async ({ t, hire, enter }) => {
  const person = await hire({ permissions: ['users'], tour: 0 });
  const page = await enter(person.login, '/');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('tour:skip') })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => (await person.api.auth.profile()).results.tour_version).toBe(1);
});

test('an outage is one banner, and it heals by itself', async ({ page, t, context, trouble }) => {
  trouble.allow('outage');
  await page.goto('/acounts');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('searchbox').fill('cashier@demo.test');
  const banner = page.getByRole('status').filter({ hasText: t('shell:network.banner') });
  await expect(banner).toHaveCount(1);
  // loaded data stays visible
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('row', { name: 'cashier@demo.test' })).toBeVisible();
});

test('two pages of one shop follow each other', async ({ page, context, t, owner }) => {
  const name = unique('Live ');
  const { results } = await owner.account.save({ name, email: `${unique('live-')}@e2e.example` });
  await page.goto(`/acounts?keywords=${encodeURIComponent(name)}`);
  await expect(page.getByRole('row', { name })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`/acounts/${results.id}`);
  await other.getByRole('textbox', { name: t('fields:name'), exact: true }).fill(`${name} moved`);
  await other.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(page.getByRole('link', { name: `${name} moved` })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 720 }, hasTouch: true });

  test('the menu is a drawer and a row is a card', async ({ page, t }) => {
    await page.goto('/');
    await page.getByRole('button', { name: t('shell:menu.open') }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link', { name: t('shell:section.people') }).click();
    await expect(page).toHaveURL('/acounts');
    await expect(drawer).toBeHidden();
    const cards = page.getByRole('list', { name: t('kit:list.table') }).getByRole('listitem');
    await expect(cards).toHaveCount(20);
    await cards.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/acounts\/\d+/);
    await expect(page.getByRole('textbox', { name: t('fields:name'), exact: true })).toBeVisible();
  });
});
