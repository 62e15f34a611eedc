import type { Page } from '@playwright/test';

/** What a scanner types into whatever has the focus: faster than any person, with Enter at the end. */
export const scan = (page: Page, barcode: string): Promise<void> =>
  page.evaluate((code) => {
    const scanner = window as Window & { scannedTo?: number };
    // somebody takes the scanner up first, however soon the page was done with the code before
    const start = Math.max(performance.now(), scanner.scannedTo ?? 0) + 1_000;
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
    scanner.scannedTo = start + pressed * 5;
  }, barcode);
