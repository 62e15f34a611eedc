import { addDays, toDayOfWeek } from '@dukkan/commerce';

/** Returns the first and last day of the weekend that `today` is in, or of the next one. */
export function findNextWeekend(
  today: string,
  weekend: readonly number[],
): { start_date: string; end_date: string } {
  const isWeekend = (day: string) => weekend.includes(toDayOfWeek(day));
  let start_date = today;
  for (let days = 0; days < 7 && !isWeekend(start_date); days += 1) start_date = addDays(start_date, 1);
  let end_date = start_date;
  for (let days = 0; days < 6 && isWeekend(addDays(end_date, 1)); days += 1) end_date = addDays(end_date, 1);
  return { start_date, end_date };
}
