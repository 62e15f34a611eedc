import { hasValidCheckDigit, isBarcode, isGtin } from '@dukkan/commerce';
import { useEffectEvent, useLayoutEffect } from 'react';
import {
  FAST_GAP_MS,
  isMarkedTyped,
  isScanEnd,
  isWholeBarcode,
  markTyped,
  recordKeyPress,
  SLOW_GAP_MS,
  toScannedCharacter,
} from './scan.ts';

/** The longest gap of a scanner is at most this many times its shortest; a person's gaps vary more. */
const PACE_RATIO = 1.4;
const LENGTH_MIN = 4;
/** In a text box, or at the speed of a slow scanner, a number shorter than this was probably typed by hand. */
const LENGTH_MIN_IN_BOX = 6;

/** Overlays that take all keys, so that a scan is ignored while they are open. */
const OVERLAYS = '[role=dialog]:not([data-hears-scans]), [role=alertdialog], [role=menu]';

/** A code that was typed into text boxes; it is already removed from them if it came too fast for a person. */
export type ScanInTextBox = {
  /** Removes the code from the boxes. */
  readonly takeOut: () => void;
  /** True when one of the boxes is a quantity, which no barcode may become. */
  readonly isQuantity: boolean;
  /** Keeps or restores the text in the boxes, and sends the Enter key that was suppressed. */
  readonly giveBack: () => void;
};

/** Boxes that put a scan into its place themselves: barcodes, and cells of a grid, where eight digits may be a day. */
const OWN_BOXES = '[data-hears-scan], [data-index]';

/** Choices without a text box: a letter selects an option that begins with it. */
const CHOICES = 'button[role=combobox], [role=listbox]';

type TextBox = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const toTextBox = (target: EventTarget | null): TextBox | null =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !target.matches('[type=checkbox], [type=radio], [type=button]'))
    ? target
    : null;

/** Sets a text box's value as if typed, so that React notices. */
function setText(box: TextBox, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, text);
  box.dispatchEvent(new Event('input', { bubbles: true }));
  if (box instanceof HTMLSelectElement) box.dispatchEvent(new Event('change', { bubbles: true }));
}

/** A box with its text before the scan; a picker's list was closed then, or open. */
type BoxBefore = { readonly text: string; readonly isClosedPicker: boolean };

const readBox = (box: TextBox): BoxBefore => ({
  text: box.value,
  isClosedPicker: box.matches('[role=combobox][aria-expanded=false]'),
});

/** Restores a box. A picker whose list the scan opened closes it, because the next Enter would pick from it. */
function restoreBox(box: TextBox, { text, isClosedPicker }: BoxBefore): void {
  const isPicker = box.matches('[role=combobox]');
  // a picker forgets what was typed when it loses the focus
  if (isPicker && box !== document.activeElement) return;
  if (isClosedPicker) {
    box.blur();
    box.focus();
  } else setText(box, text);
}

/** Reads recorded key presses as a code with its speed; null when a person may have typed them. */
export function parseKeyBurst(
  signs: string,
  gaps: readonly number[],
  isInBox: boolean,
): { readonly code: string; readonly pace: 'fast' | 'slow' } | null {
  const code = signs.trim();
  if (!isBarcode(code)) return null;
  const slowest = Math.max(...gaps);
  if (slowest <= FAST_GAP_MS)
    return code.length >= (isInBox ? LENGTH_MIN_IN_BOX : LENGTH_MIN) ? { code, pace: 'fast' } : null;
  const digits = code.replace(/\D/g, '').length;
  if (code.length < LENGTH_MIN_IN_BOX || digits * 2 < code.length || slowest > SLOW_GAP_MS) return null;
  const isSteady = slowest <= Math.min(...gaps) * PACE_RATIO;
  return isSteady || !isInBox || isWholeBarcode(code) ? { code, pace: 'slow' } : null;
}

/** Returns whether a code is a kind that is printed on goods and cannot be a phone number. */
export const isRetailBarcode = (code: string): boolean =>
  isGtin(code) && code.length >= 12 && hasValidCheckDigit(code);

/**
 * Ends a scan: takes the code out of the boxes that it was typed into. Digits that nothing carries and that a person may
 * have typed stay. @returns false when they stay, so that they are no scan
 */
export function settleScan(code: string, boxed: ScanInTextBox | null, isKnown: boolean): boolean {
  if (!boxed || isKnown || isRetailBarcode(code) || (boxed.isQuantity && isWholeBarcode(code))) {
    boxed?.takeOut();
    return true;
  }
  boxed.giveBack();
  return false;
}

type Burst = {
  signs: string;
  gaps: number[];
  lastAt: number;
  /** The boxes that the code was typed into, as they were before. */
  readonly boxes: Map<TextBox, BoxBefore>;
};

const newBurst = (): Burst => ({ signs: '', gaps: [], lastAt: Number.NEGATIVE_INFINITY, boxes: new Map() });

/**
 * Holds back the letters that are typed on a choice until no scan can follow; a person's then select an option.
 */
function createHeldKeys() {
  let held: { readonly key: string; readonly code: string; readonly target: EventTarget }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = () => {
    clearTimeout(timer);
    held = [];
  };
  const release = () => {
    const keys = held;
    forget();
    for (const { key, code, target } of keys)
      target.dispatchEvent(
        markTyped(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true })),
      );
  };
  const hold = ({ key, code, target }: KeyboardEvent) => {
    if (target) held.push({ key, code, target });
    clearTimeout(timer);
    timer = setTimeout(release, SLOW_GAP_MS);
  };
  return { hold, release, forget };
}

/**
 * Detects a barcode scanner, fast or slow, whatever has the focus and under any keyboard layout. A code typed into a
 * text box is passed to `onScan` with functions to remove or keep it, so that no typed text is lost. Does nothing
 * behind an open dialog, unless the dialog allows scans.
 */
export function useScanAnywhere(
  onScan: (barcode: string, boxed: ScanInTextBox | null) => void,
  enabled = true,
): void {
  const report = useEffectEvent(onScan);
  useLayoutEffect(() => {
    if (!enabled) return;
    const keys = createHeldKeys();
    let burst = newBurst();
    const finish = (event: KeyboardEvent, gap: number) => {
      const { signs, gaps, boxes } = burst;
      burst = newBurst();
      const reading = signs === '' ? null : parseKeyBurst(signs, [...gaps, gap], boxes.size > 0);
      if (!reading) return keys.release();
      keys.forget();
      event.stopImmediatePropagation();
      // after Tab the focus goes on, as it does when nothing is scanned
      if (event.key === 'Enter' || boxes.size === 0) event.preventDefault();
      if (boxes.size === 0) return report(reading.code, null);
      const typed = new Map([...boxes.keys()].map((box) => [box, box.value]));
      let isOut = false;
      const takeOut = () => {
        if (isOut) return;
        isOut = true;
        for (const [box, before] of boxes)
          if (box.isConnected && box.value === typed.get(box)) restoreBox(box, before);
      };
      const { target } = event;
      const giveBack = () => {
        if (isOut)
          for (const [box, text] of typed)
            if (box.isConnected && box.value === boxes.get(box)?.text) setText(box, text);
        if (event.key !== 'Enter') return;
        const enter = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
        target?.dispatchEvent(markTyped(new KeyboardEvent('keydown', enter)));
      };
      // the next scan must not contain this one's digits
      if (reading.pace === 'fast') takeOut();
      const isQuantity = [...boxes.keys()].some((box) => 'quantity' in box.dataset);
      report(reading.code, { takeOut, giveBack, isQuantity });
    };
    const hear = (event: KeyboardEvent) => {
      if (isMarkedTyped(event)) return;
      recordKeyPress(event);
      if (event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Shift') return;
      if (document.querySelector(OVERLAYS)) return;
      const gap = event.timeStamp - burst.lastAt;
      const isCaptured = burst.signs.length > 1 && burst.boxes.size === 0 && gap <= FAST_GAP_MS;
      const { target } = event;
      if (!isCaptured && target instanceof HTMLElement && target.matches(OWN_BOXES)) {
        burst = newBurst();
        return;
      }
      if (isScanEnd(event)) return finish(event, gap);
      const sign = toScannedCharacter(event);
      if (gap > SLOW_GAP_MS || sign === '') burst = newBurst();
      if (sign === '') return;
      if (burst.signs !== '') burst.gaps.push(gap);
      burst.signs += sign;
      burst.lastAt = event.timeStamp;
      const isFast = burst.gaps.length > 0 && burst.gaps.every((gap) => gap <= FAST_GAP_MS);
      const box = toTextBox(target);
      if (sign !== ' ' && burst.boxes.size === 0 && target instanceof Element && target.closest(CHOICES)) {
        event.preventDefault();
        event.stopPropagation();
        keys.hold(event);
        return;
      }
      // a scan that starts outside a text box is captured to its end, so that its keys are not typed anywhere
      if (isFast && burst.boxes.size === 0) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (box && !burst.boxes.has(box)) burst.boxes.set(box, readBox(box));
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => {
      keys.forget();
      window.removeEventListener('keydown', hear, { capture: true });
    };
  }, [enabled]);
}
