import { addDays, getMonthStart } from '@dukkan/commerce';

/** Returns the last day of a time group that starts on this day. */
export const getGroupLastDay = (first: string, group: string): string => {
  if (group === 'day') return first;
  return addDays(getMonthStart(first, group === 'month' ? 1 : 3), -1);
};
