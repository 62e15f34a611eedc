import { toInstant } from '@dukkan/commerce';
import { describe, expect, test } from 'vitest';
import { listPeriods } from './group-range.ts';

/** The periods of some days of a zone, asked for long afterwards or at a moment. */
const periods = (
  group: Parameters<typeof listPeriods>[0],
  [from_date, to_date]: readonly [string, string],
  { zone = 'Europe/Berlin', day_end = '00:00', today = '2030-01-01', now = '2030-01-01T00:00:00Z' } = {},
) => {
  const after = new Date(Date.parse(`${to_date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const start = toInstant(from_date, day_end, zone);
  const days = { from_date, to_date, start, end: toInstant(after, day_end, zone) };
  return listPeriods(group, { days, today, zone, now: new Date(now) });
};
const hours = (...left: number[]) =>
  Array.from({ length: 24 }, (_, hour) => hour)
    .filter((hour) => !left.includes(hour))
    .map((hour) => String(hour).padStart(2, '0'));

describe('days on which the clocks change', () => {
  test('a day of 23 hours leaves out the skipped hour, and a day of 25 hours has each hour once', () => {
    expect(periods('hour', ['2026-03-29', '2026-03-29'])).toEqual(hours(2));
    expect(periods('hour', ['2026-10-25', '2026-10-25'])).toEqual(hours());
    expect(periods('hour', ['2026-03-29', '2026-03-30'])).toEqual(hours());
  });

  test('a day without midnight has no hour 0', () => {
    expect(periods('hour', ['2026-04-24', '2026-04-24'], { zone: 'Africa/Cairo' })).toEqual(hours(0));
  });

  test('each day of a range is listed once when the clocks change', () => {
    expect(periods('day', ['2026-03-28', '2026-03-30'])).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
    expect(periods('day', ['2026-10-24', '2026-10-26'])).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
  });
});

test('a report period starts with its first day, also when that is before the range', () => {
  expect(periods('month', ['2025-12-31', '2026-02-01'])).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
  expect(periods('3 months', ['2025-12-31', '2026-04-01'])).toEqual([
    '2025-10-01',
    '2026-01-01',
    '2026-04-01',
  ]);
});

test('weekdays of a report are those of the range, starting with Saturday', () => {
  expect(periods('weekday', ['2026-11-21', '2026-11-22'])).toEqual(['0', '1']);
  expect(periods('weekday', ['2026-11-01', '2026-11-30'])).toEqual(['0', '1', '2', '3', '4', '5', '6']);
});

test('a report lists no period that has not begun', () => {
  const today = { zone: 'Asia/Qatar', today: '2026-11-25', now: '2026-11-25T09:30:00Z' };
  expect(periods('day', ['2026-11-24', '2026-11-30'], today)).toEqual(['2026-11-24', '2026-11-25']);
  expect(periods('hour', ['2026-11-25', '2026-11-25'], today)).toEqual(hours().slice(0, 13));
  for (const group of ['day', 'month', '3 months', 'hour', 'weekday'] as const)
    expect(periods(group, ['2026-11-26', '2026-11-30'], today)).toEqual([]);
});

test('the hours of a business day that ends at four run until four of the next day', () => {
  const query = { zone: 'Asia/Qatar', day_end: '04:00', today: '2026-11-24', now: '2026-11-24T22:30:00Z' };
  // half past one at night
  expect(periods('hour', ['2026-11-24', '2026-11-24'], query)).toEqual(hours(2, 3));
});
