import { addDays, getHourIn, toLocalDate } from './day.ts';

export type HijriDate = { day: number; month: number; year: number };

export type IslamicSeason = 'ramadan' | 'fitr' | 'adha';

export type Greeting = { base: 'morning' | 'evening'; season: IslamicSeason | null; hijri: HijriDate | null };

const MORNING_ENDS = 12;
const calendar = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
});

/** The date of the Umm al-Qura calendar; null in an engine without it. */
export function toHijriDate(day: string): HijriDate | null {
  // an engine without this calendar uses another one, and no date is better than a wrong one
  if (calendar.resolvedOptions().calendar !== 'islamic-umalqura') return null;
  const hijri: HijriDate = { day: 0, month: 0, year: 0 };
  for (const { type, value } of calendar.formatToParts(new Date(`${day}T12:00:00Z`))) {
    if (type in hijri) hijri[type as keyof HijriDate] = Number(value);
  }
  return hijri;
}

function findSeason({ day, month }: HijriDate): IslamicSeason | null {
  if (month === 9) return 'ramadan';
  if (month === 10 && day <= 3) return 'fitr';
  return month === 12 && day >= 10 && day <= 12 ? 'adha' : null;
}

/**
 * The greeting at an instant in the user's zone: morning for hours 0 to 11, else evening; the season comes from the
 * Umm al-Qura calendar, whose day here starts at local midnight. `hijriOffset` moves the calendar by -2 to +2 days
 * for countries that follow moon sighting.
 */
export function findGreeting(now: Date, timeZone: string, hijriOffset = 0): Greeting {
  const hijri = toHijriDate(
    addDays(toLocalDate(now, timeZone), Math.max(-2, Math.min(2, Math.trunc(hijriOffset)))),
  );
  return {
    base: getHourIn(now, timeZone) < MORNING_ENDS ? 'morning' : 'evening',
    season: hijri && findSeason(hijri),
    hijri,
  };
}
