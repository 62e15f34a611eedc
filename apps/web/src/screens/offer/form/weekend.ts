import { addDays, toDayOfWeek } from '@dukkan/commerce';

/** Friday and Saturday, where the browser does not know the weekend of a country. */
const GULF_WEEKEND = [5, 6];

type WeekInfo = { readonly weekend: readonly number[] };
type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

/**
 * Returns the weekdays of the weekend, 0 Saturday to 6 Friday, in the country that a currency code names: QAR is money of
 * Qatar. Where it names none, as EUR, the weekend is Saturday and Sunday.
 */
export function getWeekendDays(currency: string | undefined): number[] {
  const locale: LocaleWithWeek = new Intl.Locale('und', { region: currency?.slice(0, 2) ?? 'QA' });
  const { weekend } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { weekend: GULF_WEEKEND };
  // the browser numbers weekdays from Monday, which is 1
  return weekend.map((day) => (day + 1) % 7).sort((a, b) => a - b);
}

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
