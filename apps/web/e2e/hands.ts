import { expect, type Locator, type Page, test } from '@playwright/test';

/** The seconds of each action of an experienced person (keystroke-level model of Card, Moran and Newell). */
const SECONDS = { key: 0.28, click: 1.5, thought: 1.35 } as const;
/** Slower than any scanner, so that typed text is not taken for a scan. */
const KEY_DELAY_MS = 170;
/** How long a finger holds a key down. */
const HELD_MS = 60;
/** More presses of Tab than any form has fields. */
const TABS_MAX = 60;

/** The cost of a task: clicks, key presses, and decisions between them. */
export type Tally = { clicks: number; keys: number; thoughts: number };

/** Returns the minutes that an experienced person needs, without talking on the phone. */
const minutesOf = ({ clicks, keys, thoughts }: Tally): number =>
  (clicks * SECONDS.click + keys * SECONDS.key + thoughts * SECONDS.thought) / 60;

/** Returns whether an element has the focus. */
export const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Returns actions on a page that count all clicks and key presses. */
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
    /** Clicks or taps an element. */
    async click(target: Locator, position?: { x: number; y: number }) {
      tally.thoughts += 1;
      tally.clicks += 1;
      await target.click(position ? { position } : {});
    },
    /** Presses a key or a combination such as `Control+Enter`. */
    async press(key: string) {
      tally.thoughts += 1;
      await press(key);
    },
    /** Types into the focused element. */
    type,
    /** Clicks into a box and replaces its text. */
    async fill(box: Locator, text: string) {
      tally.clicks += 1;
      tally.thoughts += 1;
      tally.keys += text.length;
      await box.fill(text);
    },
    /** Moves the focus to an element with Tab only; fails when Tab never reaches it. */
    async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
      await expect(target).toBeVisible();
      tally.thoughts += 1;
      for (let tries = 0; tries < TABS_MAX; tries += 1) {
        await press(key);
        if (await isFocused(target)) return;
      }
      throw new Error(`${String(target)} is not reached by ${key}.`);
    },
    /** Prints the cost of a task under a name, and adds it to the test's result. */
    report(name: string) {
      const minutes = minutesOf(tally).toFixed(1);
      const description = `${tally.clicks} clicks, ${tally.keys} keys, ${minutes} min`;
      test.info().annotations.push({ type: name, description });
      process.stdout.write(`${test.info().project.name} · ${name}: ${description}\n`);
    },
  };
}

export type Hands = ReturnType<typeof handsOn>;
