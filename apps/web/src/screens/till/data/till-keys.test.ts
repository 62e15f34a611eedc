import { describe, expect, it } from 'vitest';
import { addToEntry, isLetterKey, readEntry, readTillKey, type TillKey } from './till-keys.ts';

const press = (key: string, code: string, part: Partial<TillKey> = {}): TillKey => ({
  key,
  code,
  shiftKey: false,
  isModified: false,
  ...part,
});

describe('the table of keys', () => {
  it.each([
    ['F2', 'client'],
    ['F4', 'hold'],
    ['F8', 'return'],
    ['F9', 'pay'],
    ['End', 'pay'],
    ['F10', 'drawer'],
    ['Escape', 'back'],
    ['Delete', 'remove'],
    ['NumpadMultiply', 'apply'],
    ['NumpadAdd', 'more'],
    ['NumpadSubtract', 'less'],
  ])('%s is %s', (code, kind) => {
    expect(readTillKey(press('', code))).toEqual({ kind });
  });

  it.each(['F1', 'F3', 'F5', 'F6', 'F7', 'F11', 'F12'])('%s stays the browser’s', (code) => {
    expect(readTillKey(press(code, code))).toBeNull();
  });

  it('reads digits by their place, so that an Arabic layout types the same', () => {
    expect(readTillKey(press('٣', 'Digit3'))).toEqual({ kind: 'sign', sign: '3' });
    expect(readTillKey(press('7', 'Numpad7'))).toEqual({ kind: 'sign', sign: '7' });
  });

  it('reads what the layout writes before the place of the key', () => {
    // a German layout has the minus where an English one has the slash
    expect(readTillKey(press('-', 'Slash'))).toEqual({ kind: 'less' });
    expect(readTillKey(press('/', 'Digit7', { shiftKey: true }))).toEqual({ kind: 'search' });
    expect(readTillKey(press('؟', 'Slash', { shiftKey: true }))).toEqual({ kind: 'help' });
    expect(readTillKey(press('ظ', 'Slash'))).toEqual({ kind: 'search' });
  });

  it('the table leaves shortcuts of the browser alone', () => {
    expect(readTillKey(press('5', 'Digit5', { isModified: true }))).toBeNull();
  });

  it('knows the letters that start a search', () => {
    expect(isLetterKey(press('m', 'KeyM'))).toBe(true);
    expect(isLetterKey(press('ح', 'KeyP'))).toBe(true);
    expect(isLetterKey(press('Enter', 'Enter'))).toBe(false);
    expect(isLetterKey(press('3', 'Digit3'))).toBe(false);
  });
});

describe('a typed quantity', () => {
  const type = (text: string) => [...text].reduce(addToEntry, '');

  it.each([
    ['3', 3_000],
    ['12', 12_000],
    ['1.25', 1_250],
    ['.5', 500],
    ['0.005', 5],
  ])('%s', (text, quantity) => {
    expect(readEntry(type(text))).toBe(quantity);
  });

  it.each(['0', '0.0', '12345', '6281007'])('%s is none', (text) => {
    expect(readEntry(type(text))).toBeNull();
  });
});
