import { createEvent, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createScanDetector,
  type KeyPress,
  runAfterTyping,
  type ScanKeyResult,
  toScannedCharacter,
} from './scan.ts';
import { useScanAnywhere } from './scan-anywhere.ts';

const ARABIC = '٠١٢٣٤٥٦٧٨٩';

/** Returns the key press of a digit or letter with either keyboard layout. */
const keyOf = (sign: string, layout: 'en' | 'ar' = 'en') => {
  const digit = /\d/.test(sign);
  const capital = /[A-Z]/.test(sign);
  return {
    key: layout === 'ar' ? (digit ? (ARABIC[Number(sign)] ?? '') : 'ش') : sign,
    code: digit ? `Digit${sign}` : `Key${sign.toUpperCase()}`,
    shiftKey: capital,
  };
};
const enter = { key: 'Enter', code: 'Enter', shiftKey: false };

function typed(
  code: string,
  gap: number,
  layout: 'en' | 'ar' = 'en',
  end: 'Enter' | 'Tab' = 'Enter',
): ScanKeyResult {
  const read = createScanDetector();
  const presses: KeyPress[] = [
    ...[...code].map((sign) => keyOf(sign, layout)),
    { ...enter, key: end, code: end },
  ].map((press, index) => ({
    ...press,
    at: 1000 + index * gap,
  }));
  return presses.map(read).at(-1) ?? null;
}

describe('detecting scanner input', () => {
  it('fast characters ended by Enter are a code', () => {
    expect(typed('6291041500213', 5)).toEqual({ code: '6291041500213' });
    expect(typed('85123A', 12)).toEqual({ code: '85123A' });
  });

  it.each([5, 30, 60, 120])(
    'eight and more digits at %d ms a character are a code, ended by Enter or Tab',
    (gap) => {
      expect(typed('40170725', gap)).toEqual({ code: '40170725' });
      expect(typed('6291041500213', gap, 'ar', 'Tab')).toEqual({ code: '6291041500213' });
    },
  );

  it('a code under an Arabic layout is the same code, digits and letters', () => {
    expect(typed('6291041500213', 5, 'ar')).toEqual({ code: '6291041500213' });
    expect(typed('85123A', 5, 'ar')).toEqual({ code: '85123A' });
  });

  it('slow or short input is not a code', () => {
    expect(typed('6291041500213', 170)).toBeNull();
    expect(typed('1234567', 120)).toBeNull();
    expect(typed('123', 5)).toBeNull();
  });

  it('a pause starts a new code', () => {
    const read = createScanDetector();
    read({ ...keyOf('9'), at: 0 });
    for (const [index, sign] of [...'40170725'].entries()) read({ ...keyOf(sign), at: 500 + index * 5 });
    expect(read({ ...enter, at: 545 })).toEqual({ code: '40170725' });
  });

  it('an Enter that comes late does not complete a code', () => {
    const read = createScanDetector();
    for (const [index, sign] of [...'40170725'].entries()) read({ ...keyOf(sign), at: index * 5 });
    expect(read({ ...enter, at: 445 })).toBeNull();
  });

  it('a French scanner that holds Shift for digits is read by its digits', () => {
    expect(toScannedCharacter({ key: '4', code: 'Digit4', shiftKey: true })).toBe('4');
    expect(toScannedCharacter({ key: "'", code: 'Digit4', shiftKey: false })).toBe('4');
    expect(toScannedCharacter({ key: 'و', code: 'Comma', shiftKey: false })).toBe(',');
  });
});

describe('pages that listen for scans', () => {
  const scans: string[] = [];
  let now = 0;
  const scan = (code: string, on: Element = document.body) => {
    const told = [...[...code].map((sign) => keyOf(sign)), enter].map((key, at) => {
      const event = createEvent.keyDown(on, key);
      // fixed times, because delays on a busy machine would make the scanner look like a person
      now += at === 0 ? 1_000 : 5;
      Object.defineProperty(event, 'timeStamp', { value: now });
      return fireEvent(on, event);
    });
    return told.at(-1);
  };
  afterEach(() => {
    scans.length = 0;
    document.body.replaceChildren();
  });

  it('a listening page receives the code, and its Enter presses nothing', () => {
    renderHook(() => useScanAnywhere((code) => scans.push(code)));
    const press = vi.fn();
    document.addEventListener('keydown', press);
    expect(scan('6291041500213')).toBe(false);
    expect(scans).toEqual(['6291041500213']);
    // only the first character could not be recognized as a scanner's
    expect(press).toHaveBeenCalledTimes(1);
    document.removeEventListener('keydown', press);
  });

  it('a scan that starts outside a field is read to its end, wherever the focus moves', () => {
    renderHook(() => useScanAnywhere((code) => scans.push(code)));
    document.body.innerHTML = '<input id="quantity">';
    const [quantity] = document.querySelectorAll('input');
    const code = '6291041500213';
    const told = [...[...code].map((sign) => keyOf(sign)), enter].map((key, at) => {
      const on = at < 3 ? document.body : (quantity as HTMLInputElement);
      const event = createEvent.keyDown(on, key);
      now += at === 0 ? 1_000 : 5;
      Object.defineProperty(event, 'timeStamp', { value: now });
      return fireEvent(on, event);
    });
    expect(scans).toEqual([code]);
    // none of it reached the field
    expect(told.slice(3)).toEqual(told.slice(3).map(() => false));
  });

  it('code that moves the focus waits until the scan is over', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    renderHook(() => useScanAnywhere((code) => scans.push(code)));
    const press = (key: string) => {
      const event = createEvent.keyDown(document.body, keyOf(key));
      Object.defineProperty(event, 'timeStamp', { value: performance.now() });
      fireEvent(document.body, event);
    };
    vi.advanceTimersByTime(1_000_000);
    const moved = vi.fn();
    runAfterTyping(moved);
    expect(moved).toHaveBeenCalledTimes(1);
    for (const sign of '62910') {
      press(sign);
      if (sign === '6') runAfterTyping(moved);
      vi.advanceTimersByTime(20);
    }
    expect(moved).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60);
    expect(moved).toHaveBeenCalledTimes(2);
    press('7');
    const callOff = runAfterTyping(moved);
    vi.advanceTimersByTime(30);
    press('8');
    vi.advanceTimersByTime(40);
    callOff();
    vi.advanceTimersByTime(1_000);
    expect(moved).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  it('a page does not listen for scans behind a dialog or when disabled', () => {
    const { rerender } = renderHook(({ on }) => useScanAnywhere((code) => scans.push(code), on), {
      initialProps: { on: true },
    });
    document.body.innerHTML = '<div role="dialog"></div>';
    scan('6291041500213');
    document.body.replaceChildren();
    rerender({ on: false });
    scan('6291041500213');
    expect(scans).toEqual([]);
  });

  it('a held key is not taken as a scanner', () => {
    renderHook(() => useScanAnywhere((code) => scans.push(code)));
    for (let times = 0; times < 9; times += 1)
      fireEvent.keyDown(document.body, { ...keyOf('7'), repeat: true });
    fireEvent.keyDown(document.body, enter);
    expect(scans).toEqual([]);
  });
});
