import { isBarcode } from '@dukkan/commerce';

/** The longest gap between a fast scanner's keys in milliseconds; a fast typist needs twice as long. */
export const FAST_GAP_MS = 60;
/** A slow scanner sends a character every 120 ms; a busy browser adds delay. */
export const SLOW_GAP_MS = 150;
/** A shorter burst is two keys pressed at once, not a code. */
const LENGTH_MIN = 4;
/** At the speed of a person, only a code that no quantity is as long as. */
const SLOW_LENGTH_MIN = 8;

/** Returns whether a key ends a scan: scanners send Enter or Tab after the code. */
export const isScanEnd = ({ key, shiftKey }: { key: string; shiftKey: boolean }): boolean =>
  key === 'Enter' || (key === 'Tab' && !shiftKey);

const isMostlyDigits = (code: string): boolean => code.replace(/\D/g, '').length * 2 >= code.length;

/**
 * Returns whether the text of a quantity box is a whole barcode: eight digits and more, or letters and digits. A
 * shorter number is a quantity. Rule: docs/rules/phone-orders.md#scan
 */
export const isWholeBarcode = (text: string): boolean =>
  /^\d{8,}$/.test(text) ||
  (text.length >= LENGTH_MIN && /[A-Za-z]/.test(text) && /\d/.test(text) && isBarcode(text));

/** The data of a key press; `at` in milliseconds. */
export type KeyPress = {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly at: number;
};

const PLACES: Readonly<Record<string, string>> = {
  Minus: '-_',
  Equal: '=+',
  Period: '.>',
  Comma: ',<',
  Slash: '/?',
  Semicolon: ';:',
  Space: '  ',
};

/**
 * Returns the character that a scanner sent. Scanners send keys of an English keyboard, so with an Arabic layout the
 * key's position is used.
 */
export function toScannedCharacter({ key, code, shiftKey }: Omit<KeyPress, 'at'>): string {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined && !shiftKey) return digit;
  if (/^[\x20-\x7e]$/.test(key)) return key;
  if (digit !== undefined) return digit;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  return PLACES[code]?.[shiftKey ? 1 : 0] ?? '';
}

/**
 * The result of a key press: part of a fast burst, part of what a slow scanner or a person types, a complete code, or
 * null for other keys and for the first one.
 */
export type ScanKeyResult = { readonly code: string } | 'burst' | 'slow' | null;

/** Reads key presses one by one; a burst that ends with Enter or Tab is a code. */
export function createScanDetector(): (press: KeyPress) => ScanKeyResult {
  let signs = '';
  let isFast = true;
  let last = Number.NEGATIVE_INFINITY;
  return (press) => {
    const gap = press.at - last;
    last = press.at;
    if (isScanEnd(press)) {
      const code = gap <= SLOW_GAP_MS ? signs.trim() : '';
      signs = '';
      if (!isBarcode(code)) return null;
      if (isFast && gap <= FAST_GAP_MS) return code.length >= LENGTH_MIN ? { code } : null;
      return code.length >= SLOW_LENGTH_MIN && isMostlyDigits(code) ? { code } : null;
    }
    // a scanner holds Shift for capital letters
    if (press.key === 'Shift') return null;
    const sign = toScannedCharacter(press);
    const isNext = gap <= SLOW_GAP_MS && sign !== '' && signs !== '';
    isFast = isNext ? isFast && gap <= FAST_GAP_MS : true;
    signs = isNext ? signs + sign : sign;
    if (signs.length < 2) return null;
    return isFast ? 'burst' : 'slow';
  };
}

const typedKeys = new WeakSet<Event>();
/** Marks a key press that turned out to be a person's, after a code was expected. */
export function markTyped<E extends Event>(event: E): E {
  typedKeys.add(event);
  return event;
}
/** Returns whether a key press was marked as a person's. */
export const isMarkedTyped = (event: Event): boolean => typedKeys.has(event);

/** The event time of the last key that a scanner could have pressed. */
let pressedAt = Number.NEGATIVE_INFINITY;

/** Remembers the time of a key press, for `runAfterTyping`. */
export function recordKeyPress(event: KeyboardEvent): void {
  // never later than now, or a later focus change would be undone
  if (event.key.length === 1 || event.key === 'Enter')
    pressedAt = Math.min(event.timeStamp, performance.now());
}

/**
 * Runs `act` once no key follows as fast as a scanner types, because moving the focus would split a scan. @returns a
 * function that cancels it
 */
export function runAfterTyping(act: () => void): () => void {
  const rested = pressedAt + FAST_GAP_MS - performance.now();
  if (rested <= 0) {
    act();
    return () => undefined;
  }
  let callOff = () => {};
  const timer = setTimeout(() => {
    callOff = runAfterTyping(act);
  }, rested);
  return () => {
    clearTimeout(timer);
    callOff();
  };
}
