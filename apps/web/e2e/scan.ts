import type { Page } from '@playwright/test';

/** What a scanner types into whatever has the focus: faster than any person, with Enter at the end. */
export const scan = (page: Page, barcode: string): Promise<void> =>
  page.evaluate((code) => {
    // somebody takes the scanner up first
    const start = performance.now() + 1_000;
    let pressed = 0;
    const press = (key: string, place: string) => {
      const event = new KeyboardEvent('keydown', { key, code: place, bubbles: true, cancelable: true });
      // a busy machine must not make the scanner a slow typist
      pressed += 1;
      Object.defineProperty(event, 'timeStamp', { value: start + pressed * 5 });
      const box = document.activeElement ?? document.body;
      // what nobody keeps from being typed stands in the box
      if (!box.dispatchEvent(event) || key === 'Enter' || !(box instanceof HTMLInputElement)) return;
      document.execCommand('insertText', false, key);
    };
    for (const digit of code) press(digit, `Digit${digit}`);
    press('Enter', 'Enter');
  }, barcode);
