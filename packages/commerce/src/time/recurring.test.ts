import { describe, expect, test } from 'vitest';
import { toInstant } from './local-time.ts';
import { findNextOccurrence, getOccurrenceDate, type RecurrenceRule } from './recurring.ts';

const rule = (part: Partial<RecurrenceRule>): RecurrenceRule => ({
  every: 1,
  unit: 'day',
  until: null,
  anchor_date: '2026-10-20',
  local_time: '12:00',
  zone: 'Europe/Berlin',
  ...part,
});

/** The next dates of a series as a shop would make them, one after the other. */
function follow(series: RecurrenceRule, count: number): string[] {
  const instants: string[] = [];
  let last = series.anchor_date;
  let now = toInstant(last, series.local_time, series.zone);
  for (let index = 0; index < count; index += 1) {
    const next = findNextOccurrence(series, last, now);
    if (!next) break;
    instants.push(next.at.toISOString());
    last = next.date;
    now = next.at;
  }
  return instants;
}

describe('a series of orders keeps the wanted local time', () => {
  test('a daily order between 23:00 and 24:00 passes a day of 25 hours (Berlin, Cairo)', () => {
    expect(follow(rule({ anchor_date: '2026-10-23', local_time: '23:30' }), 3)).toEqual([
      '2026-10-24T21:30:00.000Z',
      '2026-10-25T22:30:00.000Z',
      '2026-10-26T22:30:00.000Z',
    ]);
    expect(follow(rule({ anchor_date: '2026-10-28', local_time: '23:30', zone: 'Africa/Cairo' }), 3)).toEqual(
      ['2026-10-29T20:30:00.000Z', '2026-10-30T21:30:00.000Z', '2026-10-31T21:30:00.000Z'],
    );
  });

  test('an order every seven days stays on its weekday across a clock change', () => {
    expect(follow(rule({ anchor_date: '2026-10-18', local_time: '23:15', every: 7 }), 2)).toEqual([
      '2026-10-25T22:15:00.000Z',
      '2026-11-01T22:15:00.000Z',
    ]);
  });

  test('a recurring time that a day lacks becomes the first moment after the gap, on that day only', () => {
    expect(follow(rule({ anchor_date: '2026-03-28', local_time: '02:30' }), 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    expect(follow(rule({ anchor_date: '2026-04-23', local_time: '00:15', zone: 'Africa/Cairo' }), 2)).toEqual(
      ['2026-04-23T22:00:00.000Z', '2026-04-24T21:15:00.000Z'],
    );
  });

  test('a recurring time that a day has twice is its first', () => {
    expect(follow(rule({ anchor_date: '2026-10-24', local_time: '02:30' }), 1)).toEqual([
      '2026-10-25T00:30:00.000Z',
    ]);
  });

  test('a series on the 31st uses the last day of a short month and the 31st again in the next', () => {
    const monthly = rule({ anchor_date: '2026-01-31', unit: 'month' });
    expect([1, 2, 3, 4, 25].map((n) => getOccurrenceDate(monthly, n))).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2028-02-29',
    ]);
  });

  test('a series ends with its last day and does not repeat missed dates', () => {
    const ending = rule({ until: '2026-10-22' });
    expect(follow(ending, 9)).toHaveLength(2);
    const missed = findNextOccurrence(rule({}), '2026-10-20', new Date('2027-01-01T00:00:00Z'));
    expect(missed).toEqual({ date: '2027-01-01', at: new Date('2027-01-01T11:00:00Z') });
  });
});
