import { createScanDetector, isScanEnd, isWholeBarcode, type KeyPress } from './scan.ts';

/** In a box for numbers, a short and quickly typed number is a number; a scanned code is longer. */
const CODE_MIN = 6;

/** A key press in a box: part of a fast burst, or a whole code with the text that the box had before it. */
export type BoxScanResult = { readonly code: string; readonly before: string } | 'burst' | null;

/**
 * Reads the key presses of a box for numbers. A code is a scan at any speed, or eight digits and more that Enter or Tab
 * follows, however slowly they came; the box then gets the text back that it had before.
 * Rule: docs/rules/phone-orders.md#scan
 */
export function createBoxScanReader(): (press: KeyPress, box: HTMLInputElement) => BoxScanResult {
  const read = createScanDetector();
  let before = '';
  let box: HTMLInputElement | null = null;
  let atFocus = '';
  return (press, input) => {
    if (box !== input) {
      box = input;
      atFocus = input.value;
      input.addEventListener('blur', () => (box = null), { once: true });
    }
    const reading = read(press);
    if (reading === null && press.key.length === 1) before = input.value;
    if (reading === 'burst') return 'burst';
    if (reading !== null && reading !== 'slow' && reading.code.length >= CODE_MIN)
      return { code: reading.code, before };
    if (!isScanEnd(press)) return null;
    const typed = input.value;
    const was = atFocus;
    atFocus = typed;
    return typed !== was && isWholeBarcode(typed) ? { code: typed, before: was } : null;
  };
}
