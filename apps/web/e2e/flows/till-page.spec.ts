import type { Client } from '@dukkan/contract';
import type { Page } from '@playwright/test';
import { scan } from '../scan.ts';
import { expect, test } from '../shop.ts';
import { isolated } from '../texts.ts';
import { branchWithTill, openPairedTill, papersOf } from '../till.ts';

/** Returns the orders of a till by their numbers on paper. */
async function ordersOf(owner: Client, branch_id: number) {
  const { results } = await owner.order.list({ branch_id, pos: 1, limit: 100 });
  return results.map(({ id, due }) => ({ id, due }));
}

/** Cuts the page from the server, or joins it again; pages and pictures are served all the same. */
const cutOff = (page: Page) => page.route('**/admin/**', (route) => route.abort('connectionrefused'));

test('a till is paired, sells in three presses, and the next scan begins the next sale', async ({
  t,
  lang,
  owner,
  shop,
  hire,
  enter,
}) => {
  const { branch_id, cheese, page, till } = await openPairedTill({ t, owner, shop, hire, enter }, 50);

  // scanned, then three presses: pay, a sum, Enter; the second Enter does nothing
  await scan(page, cheese.barcode);
  await expect(till.payButton).toContainText('9.00');
  await page.keyboard.press('F9');
  await expect(till.due).toContainText('9.00');
  await page.keyboard.press(lang === 'ar' ? 'ArrowLeft' : 'ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(till.change).toContainText('1.00');
  expect(await till.number()).toMatch(/^\d+-\d+A-000001$/);
  await expect.poll(() => papersOf(page)).toBe(1);

  // the next scan is the next sale
  await scan(page, cheese.barcode);
  await expect(till.done).toBeHidden();
  await expect(till.lines).toHaveCount(1);

  // a scan while paying adds to the sale
  await page.keyboard.press('F9');
  await scan(page, cheese.barcode);
  await expect(till.due).toContainText('18.00');
  await page.keyboard.press('Enter');
  await expect(till.done).toContainText('18.00');
  expect(await till.number()).toMatch(/-000002$/);
  await expect(till.lamp('in_step')).toBeVisible();
  await expect.poll(() => ordersOf(owner, branch_id)).toHaveLength(2);
  expect((await ordersOf(owner, branch_id)).map(({ due }) => due).toSorted((a, b) => a - b)).toEqual([9, 18]);
});

test('what the server refuses comes back as a cart with the reason, and its number stays used', async ({
  t,
  owner,
  shop,
  hire,
  enter,
}) => {
  const { branch_id, cheese, page, till } = await openPairedTill({ t, owner, shop, hire, enter }, 2);
  await scan(page, cheese.barcode);
  await page.keyboard.press('9');
  await page.keyboard.press('Enter');
  await expect(till.payButton).toContainText('81.00');
  await page.keyboard.press('F9');
  await page.keyboard.press('Enter');
  await expect(till.live).toHaveRole('alert');
  await expect(till.lines).toHaveCount(1);
  expect(await papersOf(page)).toBe(0);
  // with one that is there, the sale is the second number
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.keyboard.press('F9');
  await page.keyboard.press('Enter');
  await expect(till.done).toContainText('9.00');
  expect(await till.number()).toMatch(/-000002$/);
  await expect.poll(() => ordersOf(owner, branch_id)).toHaveLength(1);
});

test('without the server it goes on selling and starting, and delivers everything once', async ({
  t,
  owner,
  shop,
  hire,
  enter,
  trouble,
}) => {
  trouble.allow('outage');
  const { branch_id, cheese, page, till } = await openPairedTill({ t, owner, shop, hire, enter }, 50);
  const sell = async () => {
    await scan(page, cheese.barcode);
    await page.keyboard.press('F9');
    await page.keyboard.press('Enter');
    await expect(till.done).toContainText('9.00');
  };
  await sell();
  await cutOff(page);
  await sell();
  await sell();
  await expect(till.lamp('alone')).toBeVisible();
  expect(await till.number()).toMatch(/-000003$/);
  // the lamp opens what is kept
  await till.lamp('alone').click();
  await expect(page.getByRole('dialog').locator('[data-sale="sold"]')).toHaveCount(2);
  await page.keyboard.press('Escape');

  // the whole network is gone, and the page is loaded anew
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.locator('[data-till]')).toBeVisible();
  await sell();
  expect(await till.number()).toMatch(/-000004$/);

  await page.unroute('**/admin/**');
  await page.context().setOffline(false);
  await expect(till.lamp('in_step')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => ordersOf(owner, branch_id)).toHaveLength(4);
});

test('a till that went out while a sale was offered asks whether it was paid', async ({
  t,
  owner,
  shop,
  hire,
  enter,
  trouble,
}) => {
  trouble.allow('outage');
  const { branch_id, cheese, page, till } = await openPairedTill({ t, owner, shop, hire, enter }, 50);

  // the answer to the offer never comes, and the till goes out within the deadline
  let isOffered = () => {};
  const offered = new Promise<void>((resolve) => {
    isOffered = resolve;
  });
  await page.route('**/admin/pos/sync', (route) => {
    if (route.request().postData()?.includes('"kind":"offer"')) isOffered();
    else void route.continue();
  });
  // a sale is offered where the server answered within the last ten seconds; the scan asks it, where that is longer ago
  const answered = page.waitForResponse('**/admin/pos/sync', { timeout: 3_000 }).catch(() => null);
  await scan(page, cheese.barcode);
  await answered;
  await page.keyboard.press('F9');
  await page.keyboard.press('Enter');
  await offered;
  await page.reload();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('9.00');
  await page.unroute('**/admin/pos/sync');
  await question.getByRole('button', { name: t('till:asking.yes') }).click();
  await expect(question).toBeHidden();
  await expect.poll(() => papersOf(page)).toBe(1);
  await expect.poll(() => ordersOf(owner, branch_id)).toHaveLength(1);
  await expect(till.lamp('in_step')).toBeVisible();
});

test('one window sells; a manager pairs it with the code of the branch and sees it afterwards', async ({
  t,
  owner,
  shop,
  hire,
  enter,
}) => {
  const { permissions } = shop.logins.cashier;
  const { branch_id, seller } = await branchWithTill(owner, hire, permissions);
  const office = await enter(shop.logins.admin, `/settings/branch-config/${branch_id}?part=equipment`);
  await office
    .getByRole('button', { name: t('branch:pairing.code_named', { name: isolated('Front') }) })
    .click();
  const code = (await office.locator('[data-pairing-code]').textContent()) ?? '';
  expect(code.replace(' ', '')).toMatch(/^[A-Z]{8}$/);
  const page = await enter(seller.login, '/pos');
  await page.getByRole('textbox', { name: t('till:pair.code') }).fill(code);
  await page.getByRole('button', { name: t('till:pair.do') }).click();
  await expect(page.locator('[data-till]')).toBeVisible();
  const second = await page.context().newPage();
  await second.goto('/pos');
  await expect(second.getByRole('heading', { name: t('till:locked.title') })).toBeVisible();
  await office.reload();
  await expect(office.getByText(t('branch:pairing.paired', { letters: isolated('A') }))).toBeVisible();
});
