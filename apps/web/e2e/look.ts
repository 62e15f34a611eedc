import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    /** There once its script was sent. */
    readonly axe: typeof axe;
  }
}

type Rules = NonNullable<RunOptions['runOnly']>;

/** WCAG 2.2 AA (promise O10). */
const WCAG: Rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The one rule that another skin can break. */
export const CONTRAST: Rules = { type: 'rule', values: ['color-contrast'] };

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

/** What axe has against the page; only what fails is described, and half a megabyte of script is sent once a page. */
async function findViolations(page: Page, runOnly: Rules) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // the one frame that a page has runs no scripts, so that axe cannot be asked in it
  const options: RunOptions = { runOnly, resultTypes: ['violations'], iframes: false };
  return page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, options);
    return violations;
  }, options);
}

/** No serious violation, once colours have settled. */
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

/** The page is whole: a heading, nothing still loading. */
export async function expectDrawn(page: Page): Promise<void> {
  // what is expected is looked for less often the longer it takes: a second is lost where this is there at once
  await page.waitForFunction(
    () => document.querySelector('h1') && !document.querySelector('[aria-busy="true"]'),
    null,
    { polling: 30 },
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
