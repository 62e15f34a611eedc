import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, toDayOfWeek } from './day.ts';
import { getDayPresets } from './day-presets.ts';

const range = (from_date: string, to_date: string) => ({ from_date, to_date });

test('the presets of a day in November are up to and including that day', () => {
  expect(getDayPresets('2026-11-28', { weekStart: 1 })).toEqual({
    today: range('2026-11-28', '2026-11-28'),
    yesterday: range('2026-11-27', '2026-11-27'),
    this_week: range('2026-11-22', '2026-11-28'),
    last_7_days: range('2026-11-22', '2026-11-28'),
    last_30_days: range('2026-10-30', '2026-11-28'),
    this_month: range('2026-11-01', '2026-11-28'),
    last_month: range('2026-10-01', '2026-10-31'),
    this_quarter: range('2026-10-01', '2026-11-28'),
    last_6_months: range('2026-06-01', '2026-11-28'),
    this_year: range('2026-01-01', '2026-11-28'),
    last_ramadan: range('2026-02-18', '2026-03-19'),
  });
});

test('while Ramadan lasts it has a preset until today, and the one before is the last', () => {
  const during = getDayPresets('2026-03-01');
  expect(during.this_ramadan).toEqual(range('2026-02-18', '2026-03-01'));
  expect(during.last_ramadan).toEqual(range('2025-03-01', '2025-03-29'));
  expect(getDayPresets('2026-03-20').this_ramadan).toBeUndefined();
  expect(getDayPresets('2026-02-17').this_ramadan).toBeUndefined();
});

test("Ramadan follows the shop's correction of the Hijri calendar", () => {
  expect(getDayPresets('2026-11-28', { hijriOffset: -1 }).last_ramadan).toEqual(
    range('2026-02-19', '2026-03-20'),
  );
});

test('no preset ends after today, and a week starts on its weekday', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 6 }), (days, weekStart) => {
      const today = addDays('2000-01-01', days);
      const presets = getDayPresets(today, { weekStart });
      for (const { from_date, to_date } of Object.values(presets)) {
        expect(from_date <= to_date).toBe(true);
        expect(to_date <= today).toBe(true);
      }
      expect(toDayOfWeek(presets.this_week?.from_date ?? today)).toBe(weekStart);
    }),
    { numRuns: 60 },
  );
});
