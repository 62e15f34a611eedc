import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  createWallClock,
  getCountryWeekStart,
  getDatesRange,
  getDayRange,
  getGroupFirstDay,
  getHourIn,
  getMinuteOfDayIn,
  getMonthStart,
  getReportDatePresets,
  getWeekStart,
  isTimezone,
  isValidLocalDate,
  toDayOfWeek,
  toLocalDate,
} from './day.ts';

const HOUR = 3_600_000;
const spell = (day: string, zone: string) => {
  const { from, to } = getDayRange(day, zone);
  return [from.toISOString(), to.toISOString(), (to.getTime() - from.getTime()) / HOUR];
};

describe('business days', () => {
  test.each([
    ['2026-11-21', 'Asia/Qatar', '2026-11-20T21:00:00.000Z', '2026-11-21T21:00:00.000Z', 24],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z', 23],
    ['2026-10-29', 'Africa/Cairo', '2026-10-28T21:00:00.000Z', '2026-10-29T22:00:00.000Z', 25],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', 23],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', 25],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z', 0],
  ])('the business day %s in %s has the right start, end and length', (day, zone, from, to, hours) => {
    expect(spell(day, zone)).toEqual([from, to, hours]);
  });

  test.each([
    ['2026-11-20T20:59:59Z', 'Asia/Qatar', '2026-11-20'],
    ['2026-11-20T21:00:00Z', 'Asia/Qatar', '2026-11-21'],
    ['2026-04-23T21:59:59Z', 'Africa/Cairo', '2026-04-23'],
    ['2026-04-23T22:00:00Z', 'Africa/Cairo', '2026-04-24'],
    ['2026-10-29T20:59:59Z', 'Africa/Cairo', '2026-10-29'],
    ['2026-10-29T21:30:00Z', 'Africa/Cairo', '2026-10-29'],
    ['2026-10-29T22:00:00Z', 'Africa/Cairo', '2026-10-30'],
    ['2026-03-28T23:00:00Z', 'Europe/Berlin', '2026-03-29'],
    ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26'],
  ])('the instant %s in %s belongs to the day %s', (at, zone, day) => {
    expect(toLocalDate(new Date(at), zone)).toBe(day);
  });

  test('T1 I15 days follow each other without gap or overlap and contain exactly their instants', () => {
    const zones = ['Asia/Qatar', 'Africa/Cairo', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        (zone, at) => {
          const day = toLocalDate(at, zone);
          const { from, to } = getDayRange(day, zone);
          expect(from.getTime()).toBeLessThanOrEqual(at.getTime());
          expect(to.getTime()).toBeGreaterThan(at.getTime());
          expect(toLocalDate(new Date(from.getTime() - 1), zone)).toBe(addDays(day, -1));
          expect(getDayRange(addDays(day, 1), zone).from).toEqual(to);
        },
      ),
    );
  });

  test('a report range includes its first and last day', () => {
    const { from, to } = getDatesRange({ from_date: '2026-11-01', to_date: '2026-11-21' }, 'Asia/Qatar');
    expect([from.toISOString(), to.toISOString()]).toEqual([
      '2026-10-31T21:00:00.000Z',
      '2026-11-21T21:00:00.000Z',
    ]);
  });
});

test('T2 weeks run from Saturday to Friday', () => {
  expect(getWeekStart('2026-11-20')).toBe('2026-11-14');
  expect(getWeekStart('2026-11-21')).toBe('2026-11-21');
  expect([toDayOfWeek('2026-11-21'), toDayOfWeek('2026-11-20')]).toEqual([0, 6]);
  for (let day = '2025-12-20', index = 0; index < 371; index += 1, day = addDays(day, 1)) {
    const start = getWeekStart(day);
    expect(new Date(`${start}T00:00:00Z`).getUTCDay()).toBe(6);
    expect(addDays(start, toDayOfWeek(day))).toBe(day);
  }
});

test.each([
  ['QA', 0],
  ['SA', 1],
  ['US', 1],
  ['DE', 2],
  ['GB', 2],
])('a week in %s starts on weekday %s, counted from Saturday', (country, weekday) => {
  expect(getCountryWeekStart(country)).toBe(weekday);
});

test('a week starts on the weekday that is asked for and contains its day', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map((weekday) => getWeekStart('2026-11-26', weekday))).toEqual([
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-20',
  ]);
  const now = new Date('2026-11-24T12:00:00Z');
  expect(getReportDatePresets(now, 'Asia/Qatar', 2).this_week).toEqual({
    from_date: '2026-11-23',
    to_date: '2026-11-24',
  });
});

test('T2 report presets have the right days', () => {
  const at = getReportDatePresets(new Date('2026-11-20T21:00:00Z'), 'Asia/Qatar');
  expect(at).toEqual({
    this_week: { from_date: '2026-11-21', to_date: '2026-11-21' },
    this_month: { from_date: '2026-11-01', to_date: '2026-11-21' },
    last_6_months: { from_date: '2026-06-01', to_date: '2026-11-21' },
  });
  expect(getReportDatePresets(new Date('2026-11-20T12:00:00Z'), 'Asia/Qatar').this_week.from_date).toBe(
    '2026-11-14',
  );
  expect(getReportDatePresets(new Date('2026-03-31T12:00:00Z'), 'Asia/Qatar').last_6_months.from_date).toBe(
    '2025-10-01',
  );
});

test('report groups have the right keys', () => {
  expect(getGroupFirstDay('2026-11-21', 'day')).toBe('2026-11-21');
  expect(getGroupFirstDay('2026-11-21', 'month')).toBe('2026-11-01');
  expect(getGroupFirstDay('2026-11-21', '3 months')).toBe('2026-10-01');
  expect(getGroupFirstDay('2026-03-31', '3 months')).toBe('2026-01-01');
  expect(getMonthStart('2026-12-31', 1)).toBe('2027-01-01');
});

test('I15 only existing days are valid dates', () => {
  for (const day of ['2026-02-28', '2028-02-29', '1900-01-01', '9999-12-31'])
    expect(isValidLocalDate(day)).toBe(true);
  for (const day of [
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '0001-01-01',
    '10000-01-01',
  ]) {
    expect(isValidLocalDate(day)).toBe(false);
  }
  for (const text of ['', 'today', '2026-11-21T00:00', ' 2026-11-21', '٢٠٢٦-١١-٢١', '2026-11-21\n']) {
    expect(isValidLocalDate(text)).toBe(false);
  }
});

test('the hour of an instant is that of the zone', () => {
  expect(getHourIn(new Date('2026-11-20T21:00:00Z'), 'Asia/Qatar')).toBe(0);
  expect(getHourIn(new Date('2026-04-23T22:00:00Z'), 'Africa/Cairo')).toBe(1);
  expect(getMinuteOfDayIn(new Date('2026-11-20T21:34:59Z'), 'Asia/Qatar')).toBe(34);
  expect(getMinuteOfDayIn(new Date('2026-11-20T20:59:00Z'), 'Asia/Qatar')).toBe(1_439);
  expect(() => getHourIn(new Date(), 'Mars/Olympus')).toThrow(RangeError);
  expect(() => addDays('soon', 1)).toThrow(RangeError);
});

test('a valid time zone is named by a place', () => {
  for (const zone of ['Asia/Qatar', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'UTC'])
    expect(isTimezone(zone)).toBe(true);
  for (const zone of ['Asia/Dukkan', 'EST', '+03:00', '', 'Asia/Qatar; DROP', 'asia'])
    expect(isTimezone(zone)).toBe(false);
});

test('a wall clock is the local time written in UTC, before and after the clocks change', () => {
  const face = createWallClock('Europe/Berlin');
  const at = (text: string) => face(new Date(text)).toISOString();
  expect(at('2026-01-15T23:30:15.250Z')).toBe('2026-01-16T00:30:15.250Z');
  expect(at('2026-03-29T00:59:59.000Z')).toBe('2026-03-29T01:59:59.000Z');
  expect(at('2026-03-29T01:00:00.000Z')).toBe('2026-03-29T03:00:00.000Z');
  expect(createWallClock('Asia/Kathmandu')(new Date('2026-07-01T18:20:00.000Z')).toISOString()).toBe(
    '2026-07-02T00:05:00.000Z',
  );
});
