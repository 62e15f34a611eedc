import type { Page } from '@playwright/test';

/** Types a barcode into the focused element like a scanner: faster than any person, with Enter at the end. */
export const scan = (page: Page, barcode: string): Promise<void> =>
  page.evaluate((code) => {
    const scanner = window as Window & { scannedTo?: number };
    // at least a second after the last scan, as a person needs to scan again
    const start = Math.max(performance.now(), scanner.scannedTo ?? 0) + 1_000;
    let pressed = 0;
    const press = (key: string, place: string) => {
      const event = new KeyboardEvent('keydown', { key, code: place, bubbles: true, cancelable: true });
      // fixed times, because delays on a busy machine would make the scanner look like a person
      pressed += 1;
      Object.defineProperty(event, 'timeStamp', { value: start + pressed * 5 });
      const box = document.activeElement ?? document.body;
      // a key that no handler prevents is typed into the box
      if (!box.dispatchEvent(event) || key === 'Enter' || !(box instanceof HTMLInputElement)) return;
      document.execCommand('insertText', false, key);
    };
    for (const digit of code) press(digit, `Digit${digit}`);
    press('Enter', 'Enter');
    scanner.scannedTo = start + pressed * 5;
  }, barcode);
