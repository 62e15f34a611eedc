import { expect, test } from 'vitest';
import { getResendDelaySeconds, getSecondsToWait } from './resend-delay.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (...seconds: number[]) => seconds.map((age) => new Date(now.getTime() - age * 1000));
const quota = { perHour: 5, perDay: 10 };

test('the wait between codes doubles with each code of the hour, up to four minutes', () => {
  expect([1, 2, 3, 4, 5].map(getResendDelaySeconds)).toEqual([60, 120, 240, 240, 240]);
});

test.each([
  ['the first code is sent at once', [], 0],
  ['one second after the first code the wait is 59 seconds', [1], 59],
  ['a second code may be sent after a minute', [60], 0],
  ['after the second code the wait is two minutes', [60, 130], 60],
  ['after the third code the wait is four minutes', [100, 300, 500], 140],
  ['the sixth code within an hour waits until the first is an hour old', [300, 700, 1100, 1500, 3000], 600],
  ['codes older than an hour cause no wait', [4000, 5000, 6000], 0],
  [
    'the eleventh code of a day waits until the first is a day old',
    [7200, 7300, 7400, 7500, 7600, 15_000, 16_000, 17_000, 18_000, 86_000],
    400,
  ],
])('the wait before another code: %s', (_, ages, seconds) => {
  expect(getSecondsToWait(ago(...ages), now, quota)).toBe(seconds);
});
