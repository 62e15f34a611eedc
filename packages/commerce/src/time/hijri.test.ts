import { describe, expect, test } from 'vitest';
import { findGreeting } from './hijri.ts';

const QATAR = 'Asia/Qatar';
const season = (at: string, offset = 0) => findGreeting(new Date(at), QATAR, offset).season;
const hijri = (at: string, offset = 0) => findGreeting(new Date(at), QATAR, offset).hijri;

describe('Hijri days, measured in Asia/Qatar', () => {
  test.each([
    ['2026-02-17T20:59:59Z', null],
    ['2026-02-17T21:00:00Z', 'ramadan'],
    ['2026-03-19T12:00:00Z', 'ramadan'],
    ['2026-03-20T12:00:00Z', 'fitr'],
    ['2026-03-22T20:59:59Z', 'fitr'],
    ['2026-03-22T21:00:00Z', null],
    ['2026-05-26T12:00:00Z', null],
    ['2026-05-27T12:00:00Z', 'adha'],
    ['2026-05-29T20:59:00Z', 'adha'],
    ['2026-05-29T21:00:00Z', null],
    ['2025-03-30T12:00:00Z', 'fitr'],
    ['2025-06-06T12:00:00Z', 'adha'],
    ['2027-02-08T12:00:00Z', 'ramadan'],
    ['2027-03-09T12:00:00Z', 'fitr'],
  ])('the Hijri season at %s: %s', (at, expected) => {
    expect(season(at)).toBe(expected);
  });

  test('Hijri dates are converted correctly', () => {
    expect(hijri('2026-02-17T21:00:00Z')).toEqual({ day: 1, month: 9, year: 1447 });
    expect(hijri('2026-03-19T12:00:00Z')).toEqual({ day: 30, month: 9, year: 1447 });
    expect(hijri('2027-03-09T12:00:00Z')).toEqual({ day: 1, month: 10, year: 1448 });
  });
});

test.each([1447, 1448])('T4 Shawwal 1 to 4 and Dhu al-Hijja 9 to 13 of %d are the Eid days', (year) => {
  const seen = new Map<string, string | null>();
  for (let day = 0; day < 900; day += 1) {
    const now = new Date(Date.UTC(2025, 6, 1, 12) + day * 86_400_000);
    const { hijri: date, season: found } = findGreeting(now, QATAR);
    if (date?.year === year) seen.set(`${date.month}-${date.day}`, found);
  }
  expect(['10-1', '10-2', '10-3', '10-4'].map((day) => seen.get(day))).toEqual([
    'fitr',
    'fitr',
    'fitr',
    null,
  ]);
  expect(['12-9', '12-10', '12-11', '12-12', '12-13'].map((day) => seen.get(day))).toEqual([
    null,
    'adha',
    'adha',
    'adha',
    null,
  ]);
  expect([seen.get('9-1'), seen.get('8-29')]).toEqual(['ramadan', null]);
});

test('the Hijri offset moves the calendar by at most two days', () => {
  expect(season('2026-02-17T12:00:00Z', 1)).toBe('ramadan');
  expect(season('2026-02-18T12:00:00Z', -1)).toBeNull();
  expect(season('2026-02-16T12:00:00Z', 2)).toBe('ramadan');
  expect(season('2026-02-15T12:00:00Z', 9)).toBeNull();
});

test("the morning greeting is used from 0 to 11 o'clock in the zone", () => {
  const base = (at: string, zone = QATAR) => findGreeting(new Date(at), zone).base;
  expect(base('2026-01-01T21:00:00Z')).toBe('morning');
  expect(base('2026-01-01T08:59:59Z')).toBe('morning');
  expect(base('2026-01-01T09:00:00Z')).toBe('evening');
  expect(base('2026-01-01T20:59:59Z')).toBe('evening');
  expect(base('2026-01-01T10:59:59Z', 'Europe/Berlin')).toBe('morning');
});
