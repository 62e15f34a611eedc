import { addDays, parseTypedDay, parseTypedTime } from '@dukkan/commerce';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findMissingPart, formatLocalDateTime, parseLocalDateTime } from './local-date-time.ts';

it("a branch time is written and read in the branch's own zone", () => {
  const at = '2026-12-04T16:30:00.000Z';
  for (const [zone, text] of [
    ['Asia/Qatar', '2026-12-04T19:30'],
    ['Asia/Kolkata', '2026-12-04T22:00'],
    ['Pacific/Auckland', '2026-12-05T05:30'],
  ] as const) {
    expect(formatLocalDateTime(at, zone)).toBe(text);
    expect(parseLocalDateTime(text, zone)).toBe(at);
  }
  expect(formatLocalDateTime(null, 'Asia/Qatar')).toBe('');
  expect(parseLocalDateTime('', 'Asia/Qatar')).toBeNull();
});

it('a time that the clocks skip becomes the first moment after it', () => {
  expect(parseLocalDateTime('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
});

it.each([
  ['', null],
  ['2026-12-04T19:30', null],
  ['2026-12-04T', 'time'],
  ['2026-12-04T25:00', 'time'],
  ['T19:30', 'day'],
  ['tomorrowT19:30', 'day'],
  ['2026-02-30T19:30', 'day'],
] as const)('the date and time "%s" lacks %s and is no moment unless it is complete', (text, part) => {
  expect(findMissingPart(text)).toBe(part);
  expect(parseLocalDateTime(text, 'Asia/Qatar') === null).toBe(text === '' || part !== null);
});

const ZONES = [
  'Asia/Qatar',
  'Africa/Cairo',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Apia',
];
const two = (part: number) => String(part).padStart(2, '0');

it('a date and time that is typed comes back in its zone, unless the clocks skip it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: 3_650 }),
      fc.integer({ min: 0, max: 1_439 }),
      (zone, days, minute) => {
        const day = addDays('2024-01-01', days);
        const [hour, rest] = [two(Math.floor(minute / 60)), two(minute % 60)];
        const [year, month, date] = day.split('-');
        const typed = `${parseTypedDay(`${date}.${month}.${year}`, day)}T${parseTypedTime(`${hour}${rest}`)}`;
        expect(typed).toBe(`${day}T${hour}:${rest}`);
        const moment = parseLocalDateTime(typed, zone);
        const written = formatLocalDateTime(moment, zone);
        // the first moment after a gap of at most an hour
        if (written !== typed)
          expect(Date.parse(`${written}Z`) - Date.parse(`${typed}Z`)).toBeLessThanOrEqual(3_600_000);
        expect(written >= typed).toBe(true);
        expect(parseLocalDateTime(written, zone)).toBe(moment);
      },
    ),
    { numRuns: 300 },
  );
});
