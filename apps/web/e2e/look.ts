import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    /** Exists after the script was sent to the page. */
    readonly axe: typeof axe;
  }
}

type Rules = NonNullable<RunOptions['runOnly']>;

/** WCAG 2.2 AA. */
const WCAG: Rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The only rule that dark mode can break. */
export const CONTRAST: Rules = { type: 'rule', values: ['color-contrast'] };

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

/** Runs axe on the page; sends its script of half a megabyte once, and describes only failures. */
async function findViolations(page: Page, runOnly: Rules) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // the only frame of a page runs no scripts, so axe cannot run in it
  const options: RunOptions = { runOnly, resultTypes: ['violations'], iframes: false };
  return page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, options);
    return violations;
  }, options);
}

/** Expects no serious violation, after colour transitions have ended. */
export async function expectAccessible(page: Page, rules = WCAG): Promise<void> {
  await settled(page);
  const grave = (await findViolations(page, rules))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [
      id,
      ...nodes.slice(0, 3).map(({ html, failureSummary }) => [html, failureSummary]),
    ]);
  expect(grave).toEqual([]);
}

/** Expects a complete page: a heading, and nothing loading. */
export async function expectDrawn(page: Page): Promise<void> {
  // `expect` polls less and less often, which would lose up to a second here
  await page.waitForFunction(
    () => document.querySelector('h1') && !document.querySelector('[aria-busy="true"]'),
    null,
    { polling: 30 },
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
