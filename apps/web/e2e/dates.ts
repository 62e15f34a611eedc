import { expect, type Locator } from '@playwright/test';
import type { Say } from './texts.ts';

/** Returns a date as a date box shows it with Latin digits. @param day `YYYY-MM-DD` */
export const typedDay = (day: string, lang: string): string =>
  day
    .split('-')
    .reverse()
    .join(lang === 'de' ? '.' : '/');

/** Returns the boxes of a date and time: the date by its label, and the time beside it. */
export const dateTimeBoxes = (within: Locator, t: Say, label: string) => ({
  day: within.getByLabel(label, { exact: true }),
  time: within.getByLabel(t('kit:date.time'), { exact: true }),
});

/** Types a date into its box and waits until the box shows it. @param day `YYYY-MM-DD` */
export async function typeDay(box: Locator, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-');
  await box.fill(`${date}.${month}.${year}`);
  await box.blur();
  await expect(box).toHaveValue(new RegExp(`${date}\\D${month}\\D${year}`));
}
