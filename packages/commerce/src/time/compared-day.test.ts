import { expect, test } from 'vitest';
import { getComparedDay } from './compared-day.ts';
import { addDays } from './day.ts';
import { toHijriDate } from './hijri.ts';

test('a day is compared with the same number of days before the range, or with the week before', () => {
  expect(getComparedDay('2026-11-24', 'before', 24)).toBe('2026-10-31');
  expect(getComparedDay('2026-11-24', 'week', 1)).toBe('2026-11-17');
});

test('29 February has no counterpart a year before', () => {
  expect(getComparedDay('2026-11-24', 'year', 1)).toBe('2025-11-24');
  expect(getComparedDay('2024-02-29', 'year', 1)).toBeNull();
});

test('the first of Ramadan is compared with the first of Ramadan', () => {
  expect(getComparedDay('2026-02-18', 'hijri_year', 1)).toBe('2025-03-01');
  expect(toHijriDate('2026-02-18')).toEqual({ day: 1, month: 9, year: 1447 });
  expect(toHijriDate('2025-03-01')).toEqual({ day: 1, month: 9, year: 1446 });
});

test('a 30th without a counterpart is compared with nothing, and no two days with the same one', () => {
  const pairs = Array.from({ length: 400 }, (_, at) => {
    const day = addDays('2025-06-01', at);
    return [day, getComparedDay(day, 'hijri_year', 1)] as const;
  });
  for (const [day, before] of pairs) if (before === null) expect(toHijriDate(day)?.day).toBe(30);
  const found = pairs.flatMap(([, before]) => before ?? []);
  expect(new Set(found).size).toBe(found.length);
  expect(found.length).toBeLessThan(pairs.length);
});
