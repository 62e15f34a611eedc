import { toLocalTime } from '@dukkan/commerce';

export const HOME_DAYS = ['today', 'yesterday'] as const;
export type HomeDay = (typeof HOME_DAYS)[number];

const NOON = 12 * 60;

/**
 * Returns the day that Home shows: until noon the one that is complete, then today. Before the business day ends after
 * midnight, it is still the evening of today. Rule: docs/rules/screens.md#home
 * @param dayEnd when the business day ends, `HH:MM` after midnight
 */
export function pickHomeDay(now: Date, zone: string, dayEnd: string): HomeDay {
  const { hour, minute } = toLocalTime(now, zone);
  const passed = hour * 60 + minute;
  const end = Number(dayEnd.slice(0, 2)) * 60 + Number(dayEnd.slice(3));
  return passed >= end && passed < NOON ? 'yesterday' : 'today';
}
