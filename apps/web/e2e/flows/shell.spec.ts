import type { Role } from '../opening.ts';
import { expect, test, unique } from '../shop.ts';
import { inArabicDigits } from '../texts.ts';

/** The exact menu of each role, by the names of the routes. */
const MENUS: Readonly<Record<Role, readonly string[]>> = {
  admin: [
    'home',
    'statistics',
    'messages',
    'orders',
    'return_receipts',
    'customers',
    'addresses',
    'pos_sessions',
    'payments',
    'driver_cash',
    'products',
    'categories',
    'brands',
    'extras',
    'price_lists',
    'product_import',
    'wholesales',
    'bundles',
    'coupons',
    'discounts',
    'multi_discounts',
    'banners',
    'sliders',
    'suppliers',
    'receipts',
    'transactions',
    'stock',
    'batches',
    'transfers',
    'stock_counts',
    'sales_report',
    'sales_channels_report',
    'procurement_report',
    'inventory_report',
    'movement_report',
    'expiry_report',
    'stock_taking_report',
    'payments_report',
    'drivers_report',
    'pos_cash_report',
    'accounts',
    'admins',
    'drivers',
    'sellers',
    'roles',
    'general_settings',
    'branches',
    'order_statuses',
    'zones',
    'delivery_methods',
    'payment_methods',
    'online_payments',
    'taxes',
    'countries',
    'states',
    'cities',
    'areas',
    'theme',
    'mail_templates',
  ],
  manager: [
    'home',
    'statistics',
    'messages',
    'orders',
    'return_receipts',
    'customers',
    'addresses',
    'pos_sessions',
    'payments',
    'driver_cash',
    'products',
    'categories',
    'price_lists',
    'sliders',
    'suppliers',
    'receipts',
    'stock',
    'batches',
    'transfers',
    'stock_counts',
    'sales_report',
    'sales_channels_report',
    'procurement_report',
    'inventory_report',
    'movement_report',
    'expiry_report',
    'stock_taking_report',
    'payments_report',
    'drivers_report',
    'pos_cash_report',
    'accounts',
    'branches',
    'zones',
    'delivery_methods',
    'payment_methods',
    'countries',
    'states',
    'cities',
    'areas',
  ],
  cashier: ['home', 'orders', 'return_receipts', 'pos_sessions', 'products', 'sliders'],
  driver: ['home', 'orders', 'return_receipts', 'sliders'],
  accountant: [
    'home',
    'statistics',
    'payments',
    'driver_cash',
    'sliders',
    'transactions',
    'stock',
    'batches',
    'stock_counts',
    'sales_report',
    'sales_channels_report',
    'procurement_report',
    'inventory_report',
    'movement_report',
    'expiry_report',
    'stock_taking_report',
    'payments_report',
    'drivers_report',
    'pos_cash_report',
    'payment_methods',
  ],
  editor: [
    'home',
    'products',
    'categories',
    'brands',
    'extras',
    'product_import',
    'wholesales',
    'bundles',
    'coupons',
    'discounts',
    'multi_discounts',
    'banners',
    'sliders',
    'stock',
    'batches',
  ],
};

for (const [role, names] of Object.entries(MENUS) as [Role, readonly string[]][]) {
  test.describe(() => {
    test.use({ as: role });
    test(`the menu of the ${role}`, async ({ page, t }) => {
      await page.goto('/');
      const menu = page.getByRole('navigation', { name: t('shell:menu.label') });
      await expect(menu.getByRole('link')).toHaveText(names.map((name) => t(`shell:route.${name}`)));
    });
  });
}

test('the palette finds a person by a phone number in Arabic digits', async ({ page, t, owner }) => {
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

test('the tour runs once and does not come back', async ({ t, hire, enter }) => {
  const person = await hire({ permissions: ['settings'], tour: 0 });
  const page = await enter(person.login, '/');
  const stop = page.getByRole('dialog');
  await expect(stop).toContainText(t('tour:stop.menu.title'));
  const next = async (text: string) => {
    await stop.getByRole('button', { name: t('tour:next') }).click();
    await expect(stop).toContainText(text);
  };
  for (const name of ['skin', 'language', 'profile']) await next(t(`tour:stop.${name}.title`));
  // the items of this menu, in order
  for (const name of ['home', 'sliders', 'general_settings', 'online_payments', 'theme', 'mail_templates']) {
    await next(t(`tour:stop.route.${name}`));
    await expect(stop).toContainText(t(`shell:route.${name}`));
  }
  for (const name of ['app_name', 'logo']) await next(t(`tour:stop.setting.${name}.title`));
  await stop.getByRole('button', { name: t('tour:previous') }).click();
  await expect(stop).toContainText(t('tour:stop.setting.app_name.title'));
  for (const name of ['logo', 'favicon', 'email', 'phone']) await next(t(`tour:stop.setting.${name}.title`));
  await stop.getByRole('button', { name: t('tour:done') }).click();
  await expect(stop).toBeHidden();
  await expect.poll(async () => (await person.api.auth.profile()).results.tour_version).toBe(1);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(stop).toHaveCount(0);
});

test('an outage shows one banner and disappears by itself', async ({ page, t, context, trouble }) => {
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

test('two open pages of one shop stay in sync', async ({ page, context, t, owner }) => {
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

  test('on a phone the menu is a drawer and a row is a card', async ({ page, t }) => {
    await page.goto('/');
    await page.getByRole('button', { name: t('shell:menu.open') }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link', { name: t('shell:route.accounts') }).click();
    await expect(page).toHaveURL('/acounts');
    await expect(drawer).toBeHidden();
    const cards = page.getByRole('list', { name: t('kit:list.table') }).getByRole('listitem');
    await expect(cards).toHaveCount(20);
    await cards.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/acounts\/\d+/);
    await expect(page.getByRole('textbox', { name: t('fields:name'), exact: true })).toBeVisible();
  });
});
