// @vitest-environment node
import { expect, it } from 'vitest';
import { pickHomeDay } from './home-day.ts';

it.each([
  ['2026-11-27T21:30:00Z', 'Asia/Qatar', '00:00', 'yesterday', 'half an hour after midnight'],
  ['2026-11-27T21:30:00Z', 'Asia/Qatar', '02:00', 'today', 'the same moment where the day ends at 02:00'],
  ['2026-11-27T23:00:00Z', 'Asia/Qatar', '02:00', 'yesterday', 'when that day has ended'],
  ['2026-11-28T08:59:00Z', 'Asia/Qatar', '00:00', 'yesterday', 'a minute before noon'],
  ['2026-11-28T09:00:00Z', 'Asia/Qatar', '00:00', 'today', 'at noon'],
  ['2026-11-28T20:59:00Z', 'Asia/Qatar', '00:00', 'today', 'a minute before midnight'],
  ['2026-11-28T09:00:00Z', 'Europe/Berlin', '00:00', 'yesterday', "before noon of the shop's zone"],
] as const)('at %s in %s with the end of the day at %s Home shows %s: %s', (now, zone, end, day, _when) => {
  expect(pickHomeDay(new Date(now), zone, end)).toBe(day);
});
