import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 AA (promise O10). */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** No frame of a foreign origin stands in any page, so the checks need no page of their own to end in. */
export const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

/** Colours that are on their way from one skin to the other are neither's. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  );

/** No serious violation, once colours have settled. */
export async function expectAccessible(page: Page, checks = axe(page).withTags(TAGS)): Promise<void> {
  await settled(page);
  const { violations } = await checks.analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [
      id,
      ...nodes.slice(0, 3).map(({ html, failureSummary }) => [html, failureSummary]),
    ]);
  expect(grave).toEqual([]);
}

/** The page is whole: a heading, nothing still loading. */
export async function expectDrawn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
