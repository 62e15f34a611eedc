import type { Client } from '@dukkan/contract';
import { scan } from '../scan.ts';
import { expect, freshEan, test, toast, unique } from '../shop.ts';
import { isolated } from '../texts.ts';

/** Creates products at 10.00, each with its own barcode. */
async function goods(owner: Client, count: number) {
  const make = async (at: number) => {
    const title = unique(`Soap ${at} `);
    const barcode = freshEan();
    const { results } = await owner.product.save({
      titles: { ar: title, en: title, de: title },
      pricing: { price: 10 },
      items: [{ barcode }],
    });
    return { title, barcode, item_id: results.items[0]?.item_id ?? 0 };
  };
  const made: Awaited<ReturnType<typeof make>>[] = [];
  for (let at = 0; at < count; at += 25)
    made.push(
      ...(await Promise.all(Array.from({ length: Math.min(25, count - at) }, (_, n) => make(at + n)))),
    );
  return made;
}

test('a price list is created with 500 pasted prices, and an order of its branch gets its price', async ({
  page,
  t,
  owner,
  shop,
}) => {
  test.slow();
  const name = unique('Summer ');
  const all = await goods(owner, 500);
  const [first, second] = all;
  if (!first || !second) throw new Error('no goods were made');
  await page.goto('/pricelists/edit');
  await page.getByRole('textbox', { name: t('fields:titles') }).fill(name);
  await page.getByRole('button', { name: t('price-list:paste.title') }).click();
  const table = all.map(({ barcode }, at) => `${barcode}\t${(5 + (at % 100) / 100).toFixed(2)}`).join('\n');
  const dialog = page.getByRole('dialog', { name: t('price-list:paste.title') });
  await dialog.getByRole('textbox').fill(`Code\tPrice\n${table}`);
  await dialog.getByRole('button', { name: t('price-list:paste.add', { count: 500, shown: '500' }) }).click();
  const price = (title: string) =>
    page.getByRole('textbox', { name: t('price-list:sheet.price_of', { title: isolated(title) }) });
  await expect(price(first.title)).toHaveValue('5.00');
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(name) }))).toBeVisible();

  // a list without branches applies nowhere
  const { results: found } = await owner.priceList.list({ keywords: name });
  expect(found).toMatchObject([{ items_count: 500, holds: 'off' }]);
  await page.getByRole('button', { name: t('price-list:branches.all') }).click();
  // the prices that start are asked about before they do
  await page.getByRole('button', { name: t('price-list:effect.save_branches'), exact: true }).click();
  await expect(page.getByText(t('price-list:nowhere'))).toHaveCount(0);

  // the list opens on its sheet, and its settings beside it
  await page.goto(new URL(page.url()).pathname);
  await page.getByRole('button', { name: t('price-list:settings.open') }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: t('fields:titles') })).toHaveValue(name);
  await page.getByRole('button', { name: t('price-list:settings.done') }).click();
  // a scan goes to the item's row on any page
  await page.getByRole('heading', { level: 1 }).click();
  await scan(page, second.barcode);
  await expect(price(second.title)).toBeFocused();
  await expect(price(second.title)).toHaveValue('5.01');
  await page.keyboard.type('6', { delay: 80 });
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('price-list:saved', { title: isolated(name) }))).toBeVisible();

  const quote = await owner.order.price({
    branch_id: shop.ids.branch,
    type: 'take_away',
    cart: [
      { item_id: first.item_id, quantity: 2 },
      { item_id: second.item_id, quantity: 1 },
    ],
  });
  expect(quote.results.lines.map(({ gross }) => gross)).toEqual([10, 6]);
});

test('two people who save one price list are asked price by price, and neither loses changes', async ({
  page,
  t,
  owner,
  trouble,
}) => {
  trouble.allow(409);
  const name = unique('Shared ');
  const [tea, rice] = await goods(owner, 2);
  if (!tea || !rice) throw new Error('no goods were made');
  const products = await Promise.all(
    [tea, rice].map(async ({ barcode, item_id }) => ({
      item_id,
      product_id: (await owner.product.barcode({ barcode })).results.id,
    })),
  );
  const { results: list } = await owner.priceList.save({
    titles: { ar: name, en: name, de: name },
    items: products.map((one) => ({ ...one, price: 8 })),
  });
  await page.goto(`/pricelists/edit/${list.id}`);
  const price = (title: string) =>
    page.getByRole('textbox', { name: t('price-list:sheet.price_of', { title: isolated(title) }) });
  await price(tea.title).fill('7');
  await price(rice.title).fill('6');
  const [first] = products;
  if (!first) throw new Error('no product was found');
  await owner.priceList.save({ id: list.id, items: [{ ...first, price: 5 }] });
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  const dialog = page.getByRole('dialog', { name: t('kit:stale.title') });
  // only the price that both users changed is in conflict
  await expect(dialog.getByRole('radiogroup')).toHaveCount(1);
  await dialog.getByRole('radio', { name: t('kit:stale.theirs') }).click();
  await dialog.getByRole('button', { name: t('kit:stale.save') }).click();
  await expect(toast(page, t, t('price-list:saved', { title: isolated(name) }))).toBeVisible();
  const { results: after } = await owner.priceList.show({ id: list.id });
  const priceOf = (item_id: number) => after.items.find((one) => one.item_id === item_id)?.price;
  expect([priceOf(tea.item_id), priceOf(rice.item_id)]).toEqual([5, 6]);
});
