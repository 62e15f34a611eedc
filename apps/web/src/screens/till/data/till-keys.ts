/** A key press as the table of keys reads it. */
export type TillKey = {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly isModified: boolean;
};

/** What a key does outside of a text box. Rule: docs/rules/till-page.md#keys */
export type TillKeyAction =
  | { readonly kind: 'sign'; readonly sign: string }
  | {
      readonly kind:
        | 'apply'
        | 'enter'
        | 'more'
        | 'less'
        | 'remove'
        | 'erase'
        | 'discount'
        | 'search'
        | 'client'
        | 'hold'
        | 'return'
        | 'drawer'
        | 'pay'
        | 'back'
        | 'help'
        | 'up'
        | 'down';
    };

const BY_CODE: Readonly<Record<string, Exclude<TillKeyAction['kind'], 'sign'>>> = {
  NumpadMultiply: 'apply',
  NumpadAdd: 'more',
  NumpadSubtract: 'less',
  NumpadDivide: 'search',
  NumpadEnter: 'enter',
  Enter: 'enter',
  Delete: 'remove',
  Backspace: 'erase',
  F2: 'client',
  F4: 'hold',
  F8: 'return',
  F9: 'pay',
  End: 'pay',
  F10: 'drawer',
  Escape: 'back',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

const BY_SIGN: Readonly<Record<string, Exclude<TillKeyAction['kind'], 'sign'>>> = {
  '*': 'apply',
  '×': 'apply',
  '+': 'more',
  '-': 'less',
  '%': 'discount',
  '٪': 'discount',
  '/': 'search',
  '?': 'help',
  '؟': 'help',
};

/** The signs of a keyboard by the places of their keys, for layouts that write others there. */
const BY_PLACE: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Digit5: ['5', '%'],
  Digit8: ['8', '*'],
  Equal: ['+', '+'],
  Minus: ['-', '-'],
  Slash: ['/', '?'],
};

/** Returns the digit of a key, or the decimal point, whatever the layout writes there. */
export function readDigit({ key, code, shiftKey }: TillKey): string | null {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined && !shiftKey) return digit;
  if (/^\d$/.test(key)) return key;
  if (code === 'NumpadDecimal' || key === '.' || key === ',' || key === '٫') return '.';
  return null;
}

/**
 * Returns what a key does while no text box has the focus; null for keys of the browser and for letters, which go to
 * the search box. A sign that the layout writes is read first, then the place of the key.
 */
export function readTillKey(press: TillKey): TillKeyAction | null {
  if (press.isModified) return null;
  const { key, code, shiftKey } = press;
  const named = BY_CODE[code];
  if (named) return { kind: named };
  const written = BY_SIGN[key];
  if (written) return { kind: written };
  const sign = readDigit(press);
  if (sign !== null) return { kind: 'sign', sign };
  // a Latin sign that means nothing is a letter; another alphabet's is read by its place
  if (/^[\x21-\x7e]$/.test(key)) return null;
  const placed = BY_SIGN[BY_PLACE[code]?.[shiftKey ? 1 : 0] ?? ''];
  return placed ? { kind: placed } : null;
}

/** Returns whether a key writes a letter, so that typing anywhere searches. */
export const isLetterKey = ({ key, isModified }: TillKey): boolean =>
  !isModified && [...key].length === 1 && /\p{L}/u.test(key);

/** A number that is being typed with no box for it, until `*` or Enter makes it the quantity of a line. */
export const ENTRY_MAX = 8;

/** Returns the typed number with one more sign; digits that are too many for a quantity are kept out. */
export function addToEntry(entry: string, sign: string): string {
  if (sign === '.') return entry.includes('.') ? entry : `${entry === '' ? '0' : entry}.`;
  if (/\.\d{3}$/.test(entry) || entry.length >= ENTRY_MAX) return entry;
  return entry === '0' ? sign : entry + sign;
}

/** Reads a typed number as a quantity in thousandths; null for what no quantity is. */
export function readEntry(entry: string): number | null {
  if (!/^\d{1,4}(?:\.\d{0,3})?$/.test(entry)) return null;
  const quantity = Math.round(Number(entry) * 1_000);
  return quantity > 0 ? quantity : null;
}
