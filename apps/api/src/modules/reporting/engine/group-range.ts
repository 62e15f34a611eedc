import { addDays, getMonthStart } from '@dukkan/commerce';

/** The last day of a group by time that starts on a day. */
export const getGroupLastDay = (first: string, group: string): string => {
  if (group === 'day') return first;
  return addDays(getMonthStart(first, group === 'month' ? 1 : 3), -1);
};
