import { isBarcode } from '@dukkan/commerce';
import { useEffectEvent, useLayoutEffect } from 'react';

/** A scanner types a sign every few milliseconds; a person in a hurry needs twice this. */
const GAP_MAX = 60;
/** Shorter bursts are two keys pressed at once, not a code. */
const LENGTH_MIN = 4;

/** What is read of a key press; `at` in milliseconds. */
export type Press = {
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
 * The sign that a scanner meant. It presses the keys of an English keyboard: under an Arabic layout the digits and
 * letters that arrive are Arabic, so the key's place says what was meant wherever the sign is not a code's own.
 */
export function signOf({ key, code, shiftKey }: Omit<Press, 'at'>): string {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined && !shiftKey) return digit;
  if (/^[\x20-\x7e]$/.test(key)) return key;
  if (digit !== undefined) return digit;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  return PLACES[code]?.[shiftKey ? 1 : 0] ?? '';
}

/** What a press is to the reader: the next sign of a burst, a whole code, or nothing of a scanner's. */
export type Reading = { readonly code: string } | 'burst' | null;

/** Reads key presses one by one: a fast burst of signs that Enter ends is a code. */
export function scanReader(): (press: Press) => Reading {
  let signs = '';
  let last = Number.NEGATIVE_INFINITY;
  return (press) => {
    const quick = press.at - last <= GAP_MAX;
    last = press.at;
    if (press.key === 'Enter') {
      const code = quick ? signs.trim() : '';
      signs = '';
      return code.length >= LENGTH_MIN && isBarcode(code) ? { code } : null;
    }
    // a scanner holds Shift around a capital letter
    if (press.key === 'Shift') return null;
    const sign = signOf(press);
    signs = quick && sign !== '' ? signs + sign : sign;
    return signs.length > 1 ? 'burst' : null;
  };
}

const typesInto = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea'));

/** When a key that a scanner presses was pressed last, in the time of its events. */
let pressedAt = Number.NEGATIVE_INFINITY;

/** Remembers when a key was pressed, for `onceHandsRest`. */
export function noteKeyPress(event: KeyboardEvent): void {
  // never later than now: what waits for it would take the focus from what was done since
  if (event.key.length === 1 || event.key === 'Enter')
    pressedAt = Math.min(event.timeStamp, performance.now());
}

/**
 * Does something once no key follows the last one as fast as a scanner types: what moves the focus must not cut a scan
 * in two. @returns what calls it off
 */
export function onceHandsRest(act: () => void): () => void {
  const rested = pressedAt + GAP_MAX - performance.now();
  if (rested <= 0) {
    act();
    return () => undefined;
  }
  let callOff = () => {};
  const timer = setTimeout(() => {
    callOff = onceHandsRest(act);
  }, rested);
  return () => {
    clearTimeout(timer);
    callOff();
  };
}

/**
 * Hears a barcode scanner that types like a keyboard, wherever the focus is: not while a text is being typed
 * (except in a list's search, which a scan replaces) and not behind an open dialog. What belongs to a scan
 * presses no button and is no shortcut, and what began outside of a field is heard to its end wherever the focus goes.
 */
export function useScanner(onScan: (barcode: string) => void, enabled = true): void {
  const scanned = useEffectEvent(onScan);
  useLayoutEffect(() => {
    if (!enabled) return;
    const read = scanReader();
    /** Until when a press belongs to what began outside of a field. */
    let heardUntil = Number.NEGATIVE_INFINITY;
    const hear = (event: KeyboardEvent) => {
      noteKeyPress(event);
      // a held key repeats as fast as a scanner types
      if (event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const { key, code, shiftKey, target, timeStamp } = event;
      const searching = target instanceof HTMLElement && target.matches('[data-search]');
      if (typesInto(target) && !searching && timeStamp > heardUntil) return;
      if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return;
      heardUntil = timeStamp + GAP_MAX;
      const reading = read({ key, code, shiftKey, at: timeStamp });
      if (reading === null || (reading === 'burst' && searching)) return;
      event.preventDefault();
      event.stopPropagation();
      if (reading !== 'burst') scanned(reading.code);
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, [enabled]);
}
