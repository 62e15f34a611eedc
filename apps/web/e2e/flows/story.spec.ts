import { fileURLToPath } from 'node:url';
import { addDays, toLocalDate } from '@dukkan/commerce';
import type { Client } from '@dukkan/contract';
import type { Page } from '@playwright/test';
import { typeDay } from '../dates.ts';
import { anyToast, expect, test, toast, unique } from '../shop.ts';
import { isolated, type Lang, type Say } from '../texts.ts';

/** The supplier's catalogue in each language, made for this test with barcodes for a shop's own use. */
const TITLES = { en: 'Khudri dates 1 kg', ar: 'تمر خضري ١ كجم' };
const CATALOGUES = {
  en: { file: 'catalogue.en.xlsx', barcode: '2970100000003', title: TITLES.en },
  ar: { file: 'catalogue.ar.xlsx', barcode: '2970200000002', title: TITLES.ar },
};
const GOODS = 6;

const DAY_MS = 86_400_000;
const ZONE = 'Asia/Qatar';
/** The age of the purchase; long enough that a day more or less would show in the sales pace. */
const AGE_DAYS = 10;
const SOON = '2031-01-15';
const LATER = '2031-03-31';

const cents = (amount: number): number => Math.round(amount * 100) / 100;
const shown = (amount: number): string => amount.toFixed(2);

/** Imports a file with the wizard, after deleting the products of an earlier run. @returns the dates' product */
async function importCatalogue(page: Page, t: Say, owner: Client, lang: Lang) {
  const { file, barcode, title } = CATALOGUES[lang === 'ar' ? 'ar' : 'en'];
  for (let n = 0; n < GOODS; n += 1) {
    const known = await owner.product
      .list({ keywords: barcode.slice(0, -2) })
      .then(({ results }) => results[0]);
    if (known) await owner.product.remove({ id: known.id });
  }
  await page.goto('/products/import/new');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(fileURLToPath(new URL(`../fixtures/${file}`, import.meta.url)));
  await page.getByRole('button', { name: t('product-import:start.send') }).click();
  await page.getByRole('button', { name: t('product-import:columns.check') }).click();
  await page
    .getByRole('button', { name: t('product-import:check.run', { count: GOODS, shown: String(GOODS) }) })
    .click();
  await expect(page.getByText(t('product-import:end.done'))).toBeVisible();
  const { results } = await owner.product.barcode({ barcode });
  expect(results).toMatchObject({ titles: TITLES, pricing: { price: 12.5 } });
  return { id: results.id, item_id: results.items[0]?.item_id ?? 0, title, barcode };
}

/** Receives a purchase in two batches; the one that expires later is entered first. */
async function receive(
  page: Page,
  t: Say,
  owner: Client,
  { branch_id, barcode, on_date }: { branch_id: number; barcode: string; on_date: string },
) {
  const { results: supplier } = await owner.supplier.save({ name: unique('Nakheel ') });
  await page.goto(`/reciepts/purchase-invoice/edit/new?supplier_id=${supplier.id}&branch=${branch_id}`);
  await typeDay(page.getByLabel(t('receipt:received_on')), on_date);
  await page.getByRole('button', { name: t('receipt:paste.title') }).click();
  const rows = [
    ['Barcode', 'Qty', 'Cost', 'Expiry'],
    [barcode, '6', '7.25', LATER],
    [barcode, '4', '6.80', SOON],
  ];
  await page.getByLabel(t('receipt:paste.cells')).fill(rows.map((row) => row.join('\t')).join('\n'));
  await page.getByRole('button', { name: t('receipt:paste.add', { count: 2, shown: '2' }) }).click();
  await page.getByRole('button', { name: t('receipt:save_and_accept') }).click();
  await expect(anyToast(page, t, 'receipt:saved_accepted', 'name')).toBeVisible();
  // 6 at 7.25 and 4 at 6.80
  await expect(page.getByRole('region', { name: t('receipt:sums') })).toContainText('70.70');
}

/** Returns a position in one of the zones in Doha, with the branch that delivers there. */
async function placeInDoha(owner: Client, lang: Lang) {
  const { results } = await owner.address.list({ limit: 50 });
  // leaves out positions at sea, which belong to other tests
  for (const { lat, lng, zone } of results)
    if (lat !== null && lng !== null && lng < 51.7 && lat < 25.6 && zone?.zone_id && zone.branch_id)
      return { lat, lng, ...zone, branch_id: zone.branch_id, zone: zone.names[lang] };
  throw new Error('No address of the demo business stands in a zone.');
}

/** Creates a customer, and an address with a pin on its screen. */
async function customerAt(page: Page, t: Say, owner: Client, { lat, lng }: { lat: number; lng: number }) {
  const name = unique('Maryam ');
  const phone = `+97455${String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')}`;
  const { results } = await owner.account.save({ name, phone });
  await page.goto(`/Addresses/new?user_id=${results.id}`);
  await page.getByLabel(t('fields:info.street')).fill('835');
  await page.getByLabel(t('fields:lat')).fill(String(lat));
  await page.getByLabel(t('fields:lng')).fill(String(lng));
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(name) }))).toBeVisible();
  return { id: results.id, name, phone };
}

/** Creates an account with the permission to drive. */
async function driver(owner: Client, branch_id: number): Promise<string> {
  const { results: roles } = await owner.role.list({ limit: 100 });
  const role = roles.find(({ permissions }) => permissions.includes('driver'));
  const name = unique('Driver ');
  await owner.account.save({
    name,
    email: `${unique('d')}@e2e.example`,
    password: 'Souq#4321',
    role_id: role?.id ?? null,
    info: { branch_id },
  });
  return name;
}

/** Moves an order from new to delivered, step by step; a driver is assigned before it is on the way. */
async function advance(page: Page, t: Say, owner: Client, id: number, lang: Lang, carrier: string) {
  const { results: statuses } = await owner.orderStatus.list({ locale: lang, limit: 50 });
  for (const value of [1, 2, 3, 4, 5]) {
    const { results: now } = await owner.order.show({ id, locale: lang });
    const ofStep = now.next.filter(({ status_value }) => status_value === value);
    const [next] = ofStep;
    const title = statuses.find(({ id }) => id === next?.status_id)?.title ?? '';
    // a step with several statuses has the name of the first beside its verb
    const verb = t(`order:advance.${value}`);
    const name =
      ofStep.length > 1 ? t('order:make.step.named', { kind: verb, title: isolated(title) }) : verb;
    await page.getByRole('button', { name, exact: true }).click();
    if (value === 4) {
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('combobox', { name: t('fields:driver_id') }).fill(carrier);
      await page.getByRole('option', { name: carrier }).click();
      await dialog.getByRole('button', { name: t('order:verb.driver') }).click();
    }
    if (value === 5) {
      // nothing is paid yet, so the driver holds the cash
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText(carrier);
      await expect(dialog).toContainText(shown(now.open_amount));
      await dialog.getByRole('button', { name: shown(now.open_amount) }).click();
    }
    await expect(
      toast(page, t, t('order:done.moved', { number: isolated(`#${id}`), status: isolated(title) })),
    ).toBeVisible();
  }
}

test("a shop's whole story works: products imported, received in two batches, ordered to a zone of Doha, delivered, invoiced, partly returned", async ({
  page,
  t,
  owner,
  lang,
}) => {
  test.setTimeout(240_000);
  const place = await placeInDoha(owner, lang);
  const { branch_id } = place;

  const dates = await importCatalogue(page, t, owner, lang);
  const today = toLocalDate(new Date(), ZONE);
  await receive(page, t, owner, { branch_id, barcode: dates.barcode, on_date: addDays(today, -AGE_DAYS) });
  await owner.discount.save({
    titles: { ar: 'خصم التمور', en: 'Dates week', de: 'Dattelwoche' },
    type: 'percent',
    value: 10,
    status: 1,
    products: [{ id: dates.id }],
  });
  const customer = await customerAt(page, t, owner, place);
  const carrier = await driver(owner, branch_id);

  // a customer calls
  await page.goto(`/orders/new?branch=${branch_id}`);
  await page
    .getByRole('combobox', { name: t('order:make.client.find') })
    .pressSequentially(customer.phone.slice(4), { delay: 70 });
  const zone = page.getByRole('region', { name: t('order:make.where.zone') });
  await expect(zone).toContainText(place.zone);
  await page
    .getByRole('combobox', { name: t('order:make.find') })
    .pressSequentially(dates.barcode, { delay: 30 });
  await page.getByRole('option', { name: dates.barcode }).click();
  const title = isolated(dates.title);
  const quantity = page.getByRole('textbox', { name: t('order:make.quantity_of', { title }) });
  await quantity.fill('5');

  // 5 at 12.50, less 10 %, plus the delivery fee
  const goods = 56.25;
  const isFree = place.free_after_amount > 0 && goods >= place.free_after_amount;
  const way = isFree ? 0 : place.delivery_charge;
  const due = cents(goods + way);
  const price = page.locator('dl').filter({ hasText: t('order:make.sum.due') });
  await expect(price).toContainText(shown(due));
  await page.getByRole('button', { name: t('order:make.explain', { title }) }).click();
  const why = page.getByRole('dialog');
  await expect(why).toContainText(t('order:make.step.base'));
  await expect(why).toContainText('62.50');
  await expect(why).toContainText('56.25');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('order:make.place') }).click();
  await page.waitForURL(/\/orders\/\d+/);
  const id = Number(/\/orders\/(\d+)/.exec(page.url())?.[1]);

  await advance(page, t, owner, id, lang, carrier);
  const { results: delivered } = await owner.order.show({ id });
  // the batch that expires first is used first: 4 at 6.80, then 1 at 7.25
  expect(delivered).toMatchObject({
    status_value: 5,
    due,
    paid: 1,
    paid_amount: due,
    cost: 34.45,
    profit: 21.8,
  });
  expect(delivered.delivery_charge).toBe(way);

  await page.getByRole('link', { name: t('order:invoice') }).click();
  const sheet = page.getByRole('region', { name: t('paper:sheet') }).getByRole('article');
  await expect(sheet).toContainText(customer.name);
  await expect(sheet).toContainText(shown(due));
  const printed = page.waitForEvent('download');
  await page.getByRole('button', { name: t('paper:pdf') }).click();
  expect((await printed).suggestedFilename()).toMatch(/\.pdf$/);

  await page.goto(`/orders/${id}`);
  await page.getByRole('link', { name: t('order:take_back') }).click();
  await page.getByRole('textbox', { name: t('order-return:quantity_of', { title }) }).fill('1');
  const preview = page.locator('dl').filter({ hasText: t('order-return:preview.goods') });
  await expect(preview).toContainText('11.25');
  await page.getByRole('button', { name: t('order-return:do') }).click();
  await expect(toast(page, t, t('order-return:created'))).toBeVisible();

  // all cash is with the driver, and the price of one unit is to be refunded
  const { results: after } = await owner.order.show({ id });
  expect(after).toMatchObject({
    returned_value: 11.25,
    paid: 1,
    paid_amount: cents(due - 11.25),
    open_amount: 0,
  });
  // the unit sold last is returned first
  expect(after).toMatchObject({ cost: 27.2, profit: 17.8 });
  const { results: money } = await owner.orderPayment.list({ order_id: id, sort_by: 'id', sort_as: 'asc' });
  expect(
    money.map(({ amount, status, holder, driver_name }) => ({ amount, status, holder, driver_name })),
  ).toEqual([
    { amount: due, status: 'received', holder: 'driver', driver_name: carrier },
    { amount: -11.25, status: 'pending', holder: 'driver', driver_name: carrier },
  ]);
  await page.goto(`/orders/${id}`);
  await expect(
    page
      .locator('dl')
      .filter({ hasText: t('order:cost.profit') })
      .last(),
  ).toContainText('17.80');

  // stock: 10 received, 5 sold, 1 returned
  const { results: levels } = await owner.stock.list({ item_id: dates.item_id });
  expect(levels).toHaveLength(1);
  expect(levels[0]).toMatchObject({
    branch_id,
    on_hand: 6,
    available: 6,
    reserved: 0,
    deficit: 0,
    value: 43.5,
  });

  // batches: the sold-out one has the exact time that its units were in stock
  const { results: batches } = await owner.batch.list({ item_id: dates.item_id, movements: 1 });
  const [soon, later] = [SOON, LATER].map((day) => batches.find(({ expire_date }) => expire_date === day));
  expect(soon).toMatchObject({ quantity: 4, remaining_quantity: 0, cost_value: 6.8 });
  expect(later).toMatchObject({ quantity: 6, remaining_quantity: 6, cost_value: 7.25 });
  const [sold] = soon?.movements ?? [];
  expect(sold).toMatchObject({ target: 1, quantity: 4, ref_type: 'order', ref_id: id });
  const came = Date.parse(`${addDays(today, -AGE_DAYS)}T00:00:00+03:00`);
  const days = (Date.parse(sold?.created_at ?? '') - came) / DAY_MS;
  expect(soon?.weight).toBe(Math.round(days * 1e6) / 1e6);
  const rate = Math.round((4 / days) * 100) / 100;
  expect(soon?.rate).toBe(rate);
  // the screens show the same
  await page.goto(`/products/stock?keywords=${dates.barcode}`);
  await expect(page.getByRole('row').filter({ hasText: dates.title })).toContainText('43.50');
  await page.goto(`/products/batches?keywords=${dates.barcode}`);
  const row = page.getByRole('row').filter({ hasText: dates.title }).filter({ hasText: '6.80' });
  await expect(row).toContainText(String(rate));
});
