import type { Client } from '@dukkan/contract';
import type { Locator } from '@playwright/test';
import { clientAt } from '../client.ts';
import { typeDay } from '../dates.ts';
import { expect, test, toast, unique } from '../shop.ts';
import { stockedProduct } from '../stocked.ts';
import { isolated } from '../texts.ts';

const FRIDAY = { ar: 'الجمعة', en: 'Friday', de: 'Freitag' };
/** The most clicks and key presses that an experienced seller may need. */
const PRESSES_MAX = 90;

/** Creates a category with one product at 10.00. @returns the category, its name and that of the product */
async function createDairy(
  owner: Client,
): Promise<{ category: { id: number }; dairy: string; milk: string }> {
  const dairy = unique('Dairy ');
  const { results: category } = await owner.category.save({ titles: { ar: dairy, en: dairy, de: dairy } });
  const milk = unique('Milk ');
  await owner.product.save({
    titles: { ar: milk, en: milk, de: milk },
    pricing: { price: 10 },
    categorys_id: [category.id],
    items: [{}],
  });
  return { category, dairy, milk };
}

test('a discount of 20 % on a category on Friday evenings in December in two branches is created from an empty form', async ({
  page,
  t,
  owner,
  lang,
}) => {
  const { category, dairy, milk } = await createDairy(owner);
  let presses = 0;
  const press = async (action: Promise<unknown>, count = 1) => {
    await action;
    presses += count;
  };

  await page.goto('/multi-discounts/new');
  const title = unique('Family Friday ');
  const box = page.getByRole('textbox', { name: t('fields:titles') });
  await press(box.click());
  await press(page.keyboard.type(title), title.length);
  // without a value, the effect states what is missing
  const effect = page.getByRole('region', { name: t('offer:effect.title') });
  await expect(effect).toContainText(t('offer:effect.enter_discount'));
  await press(page.getByRole('textbox', { name: t('fields:discount'), exact: true }).fill('20'), 3);
  await press(page.getByRole('combobox', { name: t('fields:categorys_id') }).fill(dairy), dairy.length);
  await press(page.getByRole('option', { name: dairy }).click());
  const cell = t('offer:grid.cell', { day: FRIDAY[lang], time: t('offer:slot.evening') });
  await press(page.getByRole('button', { name: cell, exact: true }).click());
  await press(typeDay(page.getByLabel(t('fields:start_date')), '2026-12-01'), 10);
  await press(typeDay(page.getByLabel(t('fields:end_date')), '2026-12-31'), 10);
  for (const at of [0, 1]) {
    await press(page.getByRole('combobox', { name: t('fields:branches_ids') }).click());
    await press(page.getByRole('option').nth(at).click());
  }
  await page.keyboard.press('Escape');

  // the rule is shown as a sentence above the form
  const sentence = page.getByText(t('offer:sentence.label'));
  await expect(sentence.locator('..')).toContainText(FRIDAY[lang]);
  await expect(sentence.locator('..')).toContainText(dairy);

  // beside it, the effect on such an evening
  await typeDay(effect.getByLabel(t('fields:date')), '2026-12-04');
  await effect.getByLabel(t('fields:time')).fill('19:00');
  await expect(effect.getByRole('listitem').filter({ hasText: milk })).toContainText('8.00');
  await effect.getByLabel(t('fields:time')).fill('12:00');
  await expect(effect.getByRole('listitem').filter({ hasText: milk })).toContainText(
    t('offer:effect.reason.slot'),
  );

  await press(page.getByRole('button', { name: t('kit:form.save') }).click());
  await expect(toast(page, t, t('kit:created', { name: isolated(title) }))).toBeVisible();
  test.info().annotations.push({ type: 'presses', description: String(presses) });
  expect(presses).toBeLessThan(PRESSES_MAX);

  const [stored] = (await owner.discount.list({ keywords: title })).results;
  expect(stored).toMatchObject({
    type: 'percent',
    value: 20,
    multi: 1,
    categorys_id: [category.id],
    days: [6],
    slots: ['evening'],
    start_date: '2026-12-01',
    end_date: '2026-12-31',
  });
  expect(stored?.branches_ids).toHaveLength(2);
});

test('a coupon gets a generated code, and the order form names a coupon that ends while it is in the cart', async ({
  page,
  t,
  owner,
  shop,
  trouble,
}) => {
  // the server refuses the order with the ended coupon
  trouble.allow(422);
  await page.goto('/offers/coupons/new');
  const title = unique('Welcome ');
  await page.getByRole('textbox', { name: t('fields:titles') }).fill(title);
  await page.getByRole('button', { name: t('offer:coupon.generate') }).click();
  const code = await page.getByRole('textbox', { name: t('fields:code') }).inputValue();
  expect(code).toMatch(/^[A-Z2-9]{8}$/);
  await page.getByRole('textbox', { name: t('fields:discount'), exact: true }).fill('10');
  await page.getByRole('button', { name: t('kit:form.save') }).click();
  await expect(toast(page, t, t('kit:created', { name: isolated(title) }))).toBeVisible();
  const [coupon] = (await owner.offer.list({ type: 'coupon', keywords: title })).results;
  if (!coupon) throw new Error('the coupon is not there');

  const milk = await stockedProduct(owner, shop.ids.branch, 5);
  await page.goto(`/orders/new?branch=${shop.ids.branch}`);
  await page.getByText(t('order:make.type.take_away'), { exact: true }).click();
  await page.getByRole('combobox', { name: t('order:make.find') }).fill(milk.title);
  await page.getByRole('option', { name: milk.title }).click();
  await expect(
    page.getByRole('textbox', { name: t('order:make.quantity_of', { title: isolated(milk.title) }) }),
  ).toBeFocused();
  await page.getByRole('textbox', { name: t('fields:coupon') }).fill(code);
  await page.keyboard.press('Enter');
  const price = page.locator('dl').filter({ hasText: t('order:make.sum.due') });
  await expect(price).toContainText('8.10');
  await owner.offer.save({ id: coupon.id, status: 0 });
  await page.getByRole('button', { name: t('order:make.place') }).click();
  await expect(page.getByText(t('failures:coupon.inactive')).first()).toBeVisible();
  expect((await owner.offer.show({ id: coupon.id })).results.uses).toBe(0);
});

test.describe('a branch manager', () => {
  test.use({ as: 'manager' });

  /** The most clicks and keys for a discount of 20 % on a category this weekend. */
  const CLICKS_MAX = 8;
  const KEYS_MAX = 25;

  test('a branch manager makes a weekend discount for their branches in few clicks and keys', async ({
    page,
    t,
    owner,
    shop,
  }) => {
    const { category, dairy, milk } = await createDairy(owner);
    let clicks = 0;
    let keys = 0;
    const click = async (button: Locator) => {
      await button.click();
      clicks += 1;
    };
    const type = async (text: string, rest = '') => {
      await page.keyboard.insertText(text + rest);
      keys += text.length;
    };
    // the name is made unique for the test by signs that nobody would type
    const mark = unique();

    await page.goto('/');
    await click(page.getByRole('navigation').getByRole('link', { name: t('shell:section.offers') }));
    await click(
      page
        .getByRole('main')
        .getByRole('link', { name: t('offer:discount.add') })
        .first(),
    );
    await click(page.getByRole('textbox', { name: t('fields:titles') }));
    await type('Weekend', ` ${mark}`);
    await click(page.getByRole('textbox', { name: t('fields:discount'), exact: true }));
    await type('20');
    await click(page.getByRole('combobox', { name: t('fields:categorys_id') }));
    await type(dairy.slice(0, 4), dairy.slice(4));
    await click(page.getByRole('option', { name: dairy }));
    await click(page.getByRole('button', { name: t('offer:preset.this_weekend') }));
    const effect = page.getByRole('region', { name: t('offer:effect.title') });
    await expect(effect.getByRole('listitem').filter({ hasText: milk })).toBeVisible();
    await click(page.getByRole('button', { name: t('kit:form.save') }));
    const name = isolated(`Weekend ${mark}`);
    await expect(toast(page, t, t('kit:created', { name }))).toBeVisible();
    test.info().annotations.push({ type: 'presses', description: `${clicks} clicks, ${keys} keys` });
    expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
    expect(keys).toBeLessThanOrEqual(KEYS_MAX);

    const [stored] = (await owner.discount.list({ keywords: mark })).results;
    expect(stored).toMatchObject({ type: 'percent', value: 20, categorys_id: [category.id] });
    expect(stored?.start_date).not.toBeNull();
    const me = await clientAt(shop.url, shop.logins.manager.token).auth.profile({});
    expect(stored?.branches_ids).toEqual(me.results.branches.map(({ id }) => id).sort((a, b) => a - b));
  });

  test('a discount of every branch opens for a branch manager to read, with its effect and the reason', async ({
    page,
    t,
    owner,
  }) => {
    const title = unique('Everywhere ');
    const { results: category } = await owner.category.save({
      titles: { ar: title, en: title, de: title },
    });
    const { results } = await owner.discount.save({
      titles: { ar: title, en: title, de: title },
      type: 'percent',
      value: 5,
      categorys_id: [category.id],
    });
    await page.goto(`/multi-discounts/${results.id}`);
    await expect(page.getByText(t('offer:locked_by.everywhere'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('kit:form.save') })).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: t('fields:titles') })).toHaveCount(0);
    await expect(page.getByRole('region', { name: t('offer:effect.title') })).toBeVisible();
  });
});
