import { expect, test } from 'vitest';
import { countUtf8Bytes, generatePassword, listUnmetPasswordRules } from './password.ts';

test.each([
  ['Dukkan!2026', []],
  ['Abcdef1!', []],
  ['Abcde1!', ['length']],
  ['abcdefg1!', ['upper']],
  ['ABCDEFG1!', ['lower']],
  ['Abcdefgh!', ['digit']],
  ['Abcdefg12', ['symbol']],
  ['Abcdefg1?', ['symbol']],
  ['', ['length', 'digit', 'lower', 'upper', 'symbol']],
])('the password %j lacks %j', (password, gaps) => {
  expect(listUnmetPasswordRules(password)).toEqual(gaps);
});

test('each allowed symbol satisfies the password rule', () => {
  for (const symbol of '!@#$%&*()') expect(listUnmetPasswordRules(`Abcdefg1${symbol}`)).toEqual([]);
});

test('password length is counted in UTF-8 bytes', () => {
  expect(['a', 'é', 'ع', '€', '😀'].map(countUtf8Bytes)).toEqual([1, 2, 2, 3, 4]);
});

/** mulberry32, so that a failure is the code's and not the dice's. */
function seeded(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * max);
  };
}

test('S15 10,000 generated passwords have every class, never repeat, and favour no character or position', () => {
  const randomInt = seeded(20261121);
  const samples = Array.from({ length: 10_000 }, () => generatePassword(randomInt));
  expect(new Set(samples).size).toBe(samples.length);
  const seen = new Map<string, number>();
  const symbolPlaces = Array.from({ length: 16 }, () => 0);
  for (const sample of samples) {
    expect(sample).toMatch(/^[A-Za-z0-9!@#$%&*()]{16}$/);
    expect(listUnmetPasswordRules(sample)).toEqual([]);
    [...sample].forEach((character, place) => {
      seen.set(character, (seen.get(character) ?? 0) + 1);
      if (/[^A-Za-z0-9]/.test(character)) symbolPlaces[place] = (symbolPlaces[place] ?? 0) + 1;
    });
  }
  const chiSquare = (counts: number[]): number => {
    const mean = counts.reduce((all, one) => all + one, 0) / counts.length;
    return counts.reduce((all, one) => all + (one - mean) ** 2 / mean, 0);
  };
  const countsOf = (alphabet: string) => [...alphabet].map((character) => seen.get(character) ?? 0);
  // limits at p = 1e-6 for 25, 25, 9, 8 and 15 degrees of freedom
  expect(chiSquare(countsOf('abcdefghijklmnopqrstuvwxyz'))).toBeLessThan(73);
  expect(chiSquare(countsOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ'))).toBeLessThan(73);
  expect(chiSquare(countsOf('0123456789'))).toBeLessThan(46);
  expect(chiSquare(countsOf('!@#$%&*()'))).toBeLessThan(43);
  expect(chiSquare(symbolPlaces)).toBeLessThan(56);
});
