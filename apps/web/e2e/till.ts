import type { Client } from '@dukkan/contract';
import type { Page } from '@playwright/test';
import type { Login } from './client.ts';
import type { Shop } from './opening.ts';
import { expect, type Person, unique } from './shop.ts';
import { stockedProduct } from './stocked.ts';
import type { Say } from './texts.ts';

type Hire = (facts: {
  permissions: readonly string[];
  global: boolean;
  branch_id: number;
  name: string;
}) => Promise<Person>;

/** A branch of its own with one till, and somebody who sells there. */
export async function branchWithTill(owner: Client, hire: Hire, permissions: readonly string[]) {
  const names = { en: unique('Counter '), ar: unique('كاونتر '), de: unique('Theke ') };
  const { results: branch } = await owner.branch.create({ names, pos: [{ name: 'Front' }] });
  const { results: devices } = await owner.posDevice.list({ branch_id: branch.id });
  const seller = await hire({ permissions, global: false, branch_id: branch.id, name: unique('Mona ') });
  return { branch_id: branch.id, device_id: devices[0]?.id ?? 0, seller };
}

/** Counts the papers of a page instead of opening the printer's dialog, which no test can close. */
export async function countPapers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = window as Window & { papers?: number };
    counted.papers = 0;
    window.print = () => {
      counted.papers = (counted.papers ?? 0) + 1;
    };
  });
}

/** Returns how many papers a page has printed since it was loaded. */
export const papersOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as Window & { papers?: number }).papers ?? 0);

/** Pairs the browser of a page as a till with a fresh code. */
export async function pairAs(page: Page, t: Say, owner: Client, device_id: number): Promise<void> {
  const { results } = await owner.tillPairing.code({ device_id });
  await page.getByRole('textbox', { name: t('till:pair.code') }).fill(results.code);
  await page.getByRole('button', { name: t('till:pair.do') }).click();
  await expect(page.locator('[data-till]')).toBeVisible();
}

/** The parts of the till's page. */
export const tillOn = (page: Page, t: Say) => ({
  lines: page.locator('[data-line]'),
  lamp: (name: string) => page.locator(`[data-lamp="${name}"]`),
  payButton: page.locator('[data-pay]'),
  due: page.locator('[data-due]'),
  change: page.locator('[data-done] [data-change]'),
  done: page.locator('[data-done]'),
  live: page.locator('[data-live]'),
  search: page.getByRole('textbox', { name: t('till:find.box') }),
  /** The number of the sale that was paid last. */
  number: async () => (await page.locator('[data-done] bdi[dir=ltr]').textContent()) ?? '',
});

type Hands = {
  readonly t: Say;
  readonly owner: Client;
  readonly shop: Shop;
  readonly hire: Hire;
  readonly enter: (login: Login | null, path?: string) => Promise<Page>;
};

/** Opens a paired till of a branch of its own, with units of one product, as somebody who sells there. */
export async function openPairedTill({ t, owner, shop, hire, enter }: Hands, units: number) {
  const branch = await branchWithTill(owner, hire, shop.logins.cashier.permissions);
  const cheese = await stockedProduct(owner, branch.branch_id, units);
  const page = await enter(branch.seller.login, '/profile');
  await countPapers(page);
  await page.goto('/pos');
  await pairAs(page, t, owner, branch.device_id);
  const till = tillOn(page, t);
  await expect(till.lamp('in_step')).toBeVisible();
  return { ...branch, cheese, page, till };
}
