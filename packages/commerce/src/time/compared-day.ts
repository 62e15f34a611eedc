import { addDays, type LocalDate } from './day.ts';
import { type HijriDate, toHijriDate } from './hijri.ts';
import { toCalendarDate } from './local-time.ts';

/** The period that a range of days is compared with. */
export type DayComparison = 'before' | 'week' | 'year' | 'hijri_year';

/** Possible numbers of days in a Hijri year, the most frequent first. */
const HIJRI_YEAR_DAYS = [354, 355, 353, 356];

const isYearLater = (day: HijriDate, before: HijriDate): boolean =>
  day.year === before.year + 1 && day.month === before.month && day.day === before.day;

function hijriYearBefore(day: LocalDate): LocalDate | null {
  const hijri = toHijriDate(day);
  if (!hijri) return null;
  const candidates = HIJRI_YEAR_DAYS.map((days) => addDays(day, -days));
  return (
    candidates.find((candidate) => {
      const before = toHijriDate(candidate);
      return before !== null && isYearLater(hijri, before);
    }) ?? null
  );
}

function yearBefore(day: LocalDate): LocalDate | null {
  const date = toCalendarDate(day);
  const before = date.subtract({ years: 1 });
  return before.day === date.day ? before.toString() : null;
}

/**
 * Returns the day that a day of a range is compared with: as many days earlier as the range is long, a week or a year
 * earlier, or the same Umm al-Qura day a year earlier. Null where there is none: 29 February, or the 30th of a month
 * that had 29 days.
 * @param length number of days in the range
 */
export function getComparedDay(day: LocalDate, how: DayComparison, length: number): LocalDate | null {
  if (how === 'before') return addDays(day, -length);
  if (how === 'week') return addDays(day, -7);
  return how === 'year' ? yearBefore(day) : hijriYearBefore(day);
}
