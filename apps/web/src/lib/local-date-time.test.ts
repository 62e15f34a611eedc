import { expect, it } from 'vitest';
import { formatLocalDateTime, parseLocalDateTime } from './local-date-time.ts';

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
