import { expect, test } from 'vitest';
import { getResendDelaySeconds, getSecondsToWait } from './resend-delay.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (...seconds: number[]) => seconds.map((age) => new Date(now.getTime() - age * 1000));
const quota = { perHour: 5, perDay: 10 };

test('the pause doubles with each code of the hour, up to four minutes', () => {
  expect([1, 2, 3, 4, 5].map(getResendDelaySeconds)).toEqual([60, 120, 240, 240, 240]);
});

test.each([
  ['the first code comes at once', [], 0],
  ['one second after a code there are 59 to wait', [1], 59],
  ['after a minute the second may come', [60], 0],
  ['after the second it is two minutes', [60, 130], 60],
  ['after the third it is four minutes', [100, 300, 500], 140],
  ['the sixth within an hour waits for the first to be an hour old', [300, 700, 1100, 1500, 3000], 600],
  ['codes of more than an hour ago make nobody wait', [4000, 5000, 6000], 0],
  [
    'the eleventh of a day waits for the first to be a day old',
    [7200, 7300, 7400, 7500, 7600, 15_000, 16_000, 17_000, 18_000, 86_000],
    400,
  ],
])('%s', (_, ages, seconds) => {
  expect(getSecondsToWait(ago(...ages), now, quota)).toBe(seconds);
});
