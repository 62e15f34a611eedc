import type { Page } from '@playwright/test';
import { expectDrawn } from './look.ts';
import { expect, test } from './shop.ts';

/** Forms of every kind: with a draft on the device, with lines, with tabs, and documents. */
const FORMS = [
  '/products/save',
  '/products/categories/new',
  '/products/brands/new',
  '/customers/new',
  '/supplires/new',
  '/offers/coupons/new',
  '/multi-discounts/new',
  '/pricelists/edit',
  '/cities/new',
  '/settings/branch-config/new',
  '/settings/payments-methods/new',
  '/products/transfers/new',
  '/reciepts/purchase-invoice/edit/new',
  '/orders/new',
];

/** The first box of a page for a person's text. */
const firstBox = (page: Page) =>
  page
    .locator(
      'main :is(textarea, input:not([role=combobox], [type]), input[type=text]:not([role=combobox], [data-date])):visible',
    )
    .first();

/** Picks in a menu of the top bar what is not picked yet. */
async function switchIn(page: Page, menu: 'branch' | 'language' | 'skin'): Promise<void> {
  await page.locator(`header [data-tour=${menu}]`).click();
  await page.locator('[role=menuitemradio][aria-checked=false]').first().click();
  await page.keyboard.press('Escape');
  await expect(page.locator('[role=menu]')).toHaveCount(0);
}

test('a form keeps typed values when the branch, language or theme changes', async ({ hire, enter }) => {
  test.slow();
  const person = await hire({ permissions: ['admin'] });
  const page = await enter(person.login);
  const lost: string[] = [];
  for (const [at, path] of FORMS.entries()) {
    await page.goto(path);
    await expectDrawn(page);
    const box = firstBox(page);
    await box.fill('Typed before');
    for (const menu of ['branch', at % 3 === 0 ? 'skin' : 'language'] as const) {
      await switchIn(page, menu);
      await expectDrawn(page);
      if ((await box.inputValue()) !== 'Typed before') lost.push(`${path}: ${menu}`);
    }
  }
  expect(lost).toEqual([]);
});
