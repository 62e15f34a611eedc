import { makingOn } from '../callers.ts';
import { expect, test, unique } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';

const PHONE_NUMBER = () => `5${String(Math.random()).slice(2, 9)}`;

const LTR_EMBEDDING = '\u202a';
const POP = '\u202c';
const NO_BREAK_SPACE = '\u00a0';
const VARIATION = '\ufe0f';

test('a pasted number with invisible marks finds its customer and is shown from left to right', async ({
  page,
  t,
  owner,
}) => {
  const name = unique('Mariam ');
  const digits = PHONE_NUMBER();
  await owner.account.save({ name, phone: `+974${digits}` });
  await page.goto('/orders/new');
  const { client } = makingOn(page, t);
  await client.fill(
    `tel:${LTR_EMBEDDING}+974${NO_BREAK_SPACE}${digits.slice(0, 4)}${NO_BREAK_SPACE}${digits.slice(4)}${VARIATION}${POP}`,
  );
  await expect(page.getByText(name).first()).toBeVisible();
  await page.goto('/customers');
  await page.getByRole('searchbox').fill(`${LTR_EMBEDDING}${digits}${POP}`);
  const row = page.getByRole('row', { name });
  await expect(row).toBeVisible();
  await expect(row.locator('bdi[dir="ltr"]').filter({ hasText: digits.slice(-4) })).toBeVisible();
});

test('a code is found in any letter case', async ({ page, t, owner, shop }) => {
  const code = `Ab-${Math.floor(Math.random() * 1e9)}x`;
  const title = unique('Tin ');
  await owner.product.save({ titles: { en: title }, pricing: { price: 9 }, items: [{ barcode: code }] });
  await page.goto(`/reciepts/purchase-invoice/edit/new?branch=${shop.ids.branch}`);
  const finder = page.getByRole('combobox', { name: t('receipt:find') });
  await finder.fill(code.toUpperCase());
  await expect(page.getByRole('option', { name: new RegExp(title) })).toBeVisible();
});

test.describe('at the width of a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('one long word never makes a page wider', async ({ page, owner, shop }) => {
    const word = unique('W'.repeat(80));
    const goods = await stockedProduct(owner, shop.ids.branch, 20);
    const { results } = await owner.order.make({
      branch_id: shop.ids.branch,
      client: { name: word, phone: `+974${PHONE_NUMBER()}` },
      type: 'take_away',
      notes: word,
      cart: [{ item_id: goods.item_id, quantity: 1 }],
    });
    for (const path of [
      '/orders',
      '/orders/board',
      `/orders/${results.id}`,
      `/orders/order-invoice/${results.id}`,
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    }
  });
});

test('a file dropped outside its drop area changes nothing', async ({ page, t }) => {
  await page.goto('/products/brands/new');
  const name = page.getByRole('textbox', { name: t('fields:names') });
  await name.fill('Half typed');
  const isStopped = await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'logo.png', { type: 'image/png' }));
    const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
    document.querySelector('h1')?.dispatchEvent(drop);
    return drop.defaultPrevented;
  });
  // otherwise the browser would open the file in place of the page
  expect(isStopped).toBe(true);
  await expect(name).toHaveValue('Half typed');
  await expect(page.locator('main img')).toHaveCount(0);
});

test.describe('in German', () => {
  test.use({ lang: 'de' });

  test('in German 1.250 is asked about and 18,50 is read', async ({ page, t, owner }) => {
    const title = unique('Honig ');
    const { results } = await owner.product.save({ titles: { de: title }, pricing: { price: 2 } });
    await page.goto(`/products/save/${results.id}?edit=1`);
    const price = page.getByRole('textbox', { name: new RegExp(`^${t('fields:price')}`) }).first();
    await price.fill('1.250');
    const question = page.getByRole('group', { name: t('kit:reading.ask') });
    await expect(question).toBeVisible();
    await question.getByRole('button').first().click();
    await expect(question).toHaveCount(0);
    await price.fill('18,50');
    await expect(question).toHaveCount(0);
    await page.keyboard.press('Control+s');
    await expect
      .poll(async () => (await owner.product.show({ id: results.id })).results.pricing.price)
      .toBe(18.5);
    // a successful save leads to the page to read
    await page.goto(`/products/save/${results.id}?edit=1`);
    await expect(price).toHaveValue(/^18,50?$/);
  });
});
