import { createEvent, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isRetailBarcode, parseKeyBurst, type ScanInTextBox, useScanAnywhere } from './scan-anywhere.ts';

const CODE = '6291041500213';
const ARABIC = '٠١٢٣٤٥٦٧٨٩';
const heard: { code: string; boxed: ScanInTextBox | null }[] = [];
let now = 0;

/** Types characters and Enter into an element as a browser does, with `gap` milliseconds between them. */
function type(code: string, gap: number | readonly number[], on: Element, layout: 'en' | 'ar' = 'en') {
  for (const [index, sign] of [...code, 'Enter'].entries()) {
    const key = layout === 'ar' && sign !== 'Enter' ? (ARABIC[Number(sign)] ?? '') : sign;
    const event = createEvent.keyDown(on, { key, code: sign === 'Enter' ? 'Enter' : `Digit${sign}` });
    now += index === 0 ? 1_000 : typeof gap === 'number' ? gap : (gap[index - 1] ?? 0);
    Object.defineProperty(event, 'timeStamp', { value: now });
    const isTyped = fireEvent(on, event);
    if (isTyped && sign !== 'Enter' && on instanceof HTMLInputElement)
      fireEvent.input(on, { target: { value: on.value + key } });
  }
}

const box = (): HTMLInputElement => {
  document.body.innerHTML = '<input value="12">';
  return document.body.firstElementChild as HTMLInputElement;
};

beforeEach(() => {
  renderHook(() => useScanAnywhere((code, boxed) => heard.push({ code, boxed })));
});
afterEach(() => {
  heard.length = 0;
  document.body.replaceChildren();
});

it.each(['en', 'ar'] as const)(
  'a scan into a text box is detected and leaves the text unchanged (%s layout)',
  (layout) => {
    const field = box();
    type(CODE, 5, field, layout);
    expect(heard.map(({ code }) => code)).toEqual([CODE]);
    expect(field.value).toBe('12');
  },
);

it('a slow scanner of 120 ms is detected in a text box, and its code is removed once it is recognised', () => {
  const field = box();
  type(CODE, 120, field);
  expect(heard.map(({ code }) => code)).toEqual([CODE]);
  expect(field.value).toBe(`12${CODE}`);
  heard[0]?.boxed?.takeOut();
  expect(field.value).toBe('12');
});

it('a slow scanner of 120 ms is detected without focus', () => {
  type(CODE, 120, document.body);
  expect(heard).toEqual([{ code: CODE, boxed: null }]);
});

it('a scan behind a dialog is ignored unless the dialog listens for scans', () => {
  document.body.innerHTML = '<div role="dialog"></div>';
  type(CODE, 5, document.body);
  expect(heard).toEqual([]);
  document.body.innerHTML = '<div role="dialog" data-hears-scans></div>';
  type(CODE, 5, document.body);
  expect(heard.map(({ code }) => code)).toEqual([CODE]);
});

it('digits that were no code are put back with their Enter', () => {
  const field = box();
  const entered = vi.fn();
  field.addEventListener('keydown', (event) => event.key === 'Enter' && entered());
  type('55123456', 5, field);
  expect(entered).not.toHaveBeenCalled();
  heard[0]?.boxed?.giveBack();
  expect(field.value).toBe('1255123456');
  expect(entered).toHaveBeenCalledOnce();
});

it('two scans in a row leave no digits in the box', () => {
  const field = box();
  type(CODE, 5, field);
  type('5449000000996', 5, field);
  expect(heard.map(({ code }) => code)).toEqual([CODE, '5449000000996']);
  expect(field.value).toBe('12');
});

it('text typed by a person into a text box is never taken as a scan', () => {
  // gaps like those of a person: sometimes long, and never all equal
  let seed = Date.now() % 2_147_483_647;
  const first = seed;
  const gapOf = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return 70 + (seed % 330);
  };
  for (let run = 0; run < 200; run += 1) {
    const gaps = Array.from({ length: 13 }, gapOf);
    const longest = Math.max(...gaps);
    if (longest <= 150 && longest <= Math.min(...gaps) * 1.4) continue;
    const field = box();
    type(CODE, gaps, field);
    expect([heard.length, field.value], `seed ${first}, run ${run}: ${gaps}`).toEqual([0, `12${CODE}`]);
  }
});

it('a word typed fast is not a code of a slow scanner', () => {
  expect(parseKeyBurst('bread', [100, 100, 100, 100, 100], true)).toBeNull();
  expect(parseKeyBurst('breadbread', Array<number>(10).fill(100), true)).toBeNull();
  expect(parseKeyBurst('1234', [100, 100, 100, 100], true)).toBeNull();
});

it('a number of eight digits may be a phone number, and a GTIN of thirteen is a barcode', () => {
  expect([isRetailBarcode('55123456'), isRetailBarcode(CODE), isRetailBarcode('6291041500214')]).toEqual([
    false,
    true,
    false,
  ]);
});
