import { expect, type Locator, type Page, test } from '@playwright/test';

/** Seconds that each act takes a practised person (Card, Moran and Newell's keystroke-level model). */
const SECONDS = { key: 0.28, click: 1.5, thought: 1.35 } as const;
/** Slower than any scanner types, so that nothing typed is taken for a scan. */
const KEY_DELAY_MS = 170;
/** As long as a finger stays on a key. */
const HELD_MS = 60;
/** More presses of Tab than any form of the shop has fields. */
const TABS_MAX = 60;

/** What a play took: presses of the pointer, presses of a key, and decisions between them. */
export type Tally = { clicks: number; keys: number; thoughts: number };

/** The minutes that a practised person needs for it, without what is said on the phone. */
const minutesOf = ({ clicks, keys, thoughts }: Tally): number =>
  (clicks * SECONDS.click + keys * SECONDS.key + thoughts * SECONDS.thought) / 60;

/** Two hands at one page: everything that they press is counted. */
export function handsOn(page: Page) {
  const tally: Tally = { clicks: 0, keys: 0, thoughts: 0 };
  const press = async (key: string) => {
    tally.keys += key.split('+').length;
    await page.keyboard.press(key, { delay: HELD_MS });
  };
  const type = async (text: string) => {
    tally.thoughts += 1;
    tally.keys += text.length;
    await page.keyboard.type(text, { delay: KEY_DELAY_MS });
  };
  return {
    tally,
    /** Clicks or taps on something. */
    async click(target: Locator, position?: { x: number; y: number }) {
      tally.thoughts += 1;
      tally.clicks += 1;
      await target.click(position ? { position } : {});
    },
    /** Presses one key, or several at once as in `Control+Enter`. */
    async press(key: string) {
      tally.thoughts += 1;
      await press(key);
    },
    /** Types into what has the focus. */
    type,
    /** Clicks into a box and types instead of what stands in it. */
    async fill(box: Locator, text: string) {
      tally.clicks += 1;
      tally.thoughts += 1;
      tally.keys += text.length;
      await box.fill(text);
    },
    /** Goes to something by Tab alone; fails where Tab never gets there. */
    async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
      await expect(target).toBeVisible();
      tally.thoughts += 1;
      for (let tries = 0; tries < TABS_MAX; tries += 1) {
        await press(key);
        if (await target.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error(`${String(target)} is not reached by ${key}.`);
    },
    /** Prints what it took under a name, and keeps it with the test's result. */
    report(name: string) {
      const minutes = minutesOf(tally).toFixed(1);
      const description = `${tally.clicks} clicks, ${tally.keys} keys, ${minutes} min`;
      test.info().annotations.push({ type: name, description });
      process.stdout.write(`${test.info().project.name} · ${name}: ${description}\n`);
    },
  };
}

export type Hands = ReturnType<typeof handsOn>;
