import { useLayoutEffect } from 'react';
import { createScanDetector, isMarkedTyped } from './scan.ts';

/** In a box for text, a shorter burst may be a person's. */
const CODE_MIN = 6;

/** Boxes that do something of their own with a scan: searches, pickers, quantities, cells, barcodes, passwords. */
const OWN_BOXES =
  '[role=combobox], [type=search], [type=password], [data-search], [data-quantity], [data-index], [data-hears-scan], textarea';

/**
 * Keeps the Enter at the end of a scan from saving a form, confirming a dialog or pressing a button, wherever the focus
 * is and however slow the scanner. Pages that hear scans take them first.
 * Rule: docs/rules/phone-orders.md#scan
 */
export function useScanGuard(): void {
  useLayoutEffect(() => {
    const read = createScanDetector();
    /** True from the Enter of a scan until it is released: what it submits or clicks comes in between, however late. */
    let isScanEntering = false;
    const hear = (event: KeyboardEvent) => {
      isScanEntering = false;
      if (isMarkedTyped(event)) return;
      if (event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const { key, code, shiftKey, target, timeStamp } = event;
      const reading = read({ key, code, shiftKey, at: timeStamp });
      if (key !== 'Enter' || reading === null || typeof reading === 'string') return;
      if (!(target instanceof HTMLElement) || reading.code.length < CODE_MIN || !/\d/.test(reading.code))
        return;
      isScanEntering = true;
      if (target.matches(OWN_BOXES)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const refuse = (event: Event) => {
      if (!isScanEntering || !event.isTrusted) return;
      // a click with the pointer has a count
      if (event instanceof MouseEvent && event.detail > 0) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const end = () => {
      isScanEntering = false;
    };
    // after the window's listeners, which are those of the pages
    document.addEventListener('keydown', hear, { capture: true });
    document.addEventListener('keyup', end, { capture: true });
    document.addEventListener('pointerdown', end, { capture: true });
    document.addEventListener('submit', refuse, { capture: true });
    document.addEventListener('click', refuse, { capture: true });
    return () => {
      document.removeEventListener('keydown', hear, { capture: true });
      document.removeEventListener('keyup', end, { capture: true });
      document.removeEventListener('pointerdown', end, { capture: true });
      document.removeEventListener('submit', refuse, { capture: true });
      document.removeEventListener('click', refuse, { capture: true });
    };
  }, []);
}
