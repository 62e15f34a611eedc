import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 AA (promise O10). */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Creates an axe builder in legacy mode, because no page has frames of another origin, and it needs no extra page. */
export const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

/** Waits for colour transitions between light and dark, because colours in between belong to neither. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  );

/** Expects no serious violation, after colour transitions have ended. */
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

/** Expects a complete page: a heading, and nothing loading. */
export async function expectDrawn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
