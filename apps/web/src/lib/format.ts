import { COUNTED_MAX } from 'virtual:facts';
import {
  type Digits,
  formatMarkedAmount,
  getCurrencySign,
  type Locale,
  toLocalDate,
  toLocalTime,
  writeMinusSign,
} from '@dukkan/commerce';
import { createElement } from 'react';
import { isolateBidi } from './bidi.ts';
import { useLocale } from './i18n.ts';
import { useSessionState } from './server/session.ts';

// The only file of the web app that uses Intl.

export { Bdi, isolateBidi, isolateToken } from './bidi.ts';

export type FormatChoice = {
  locale: Locale;
  /** Latin digits by default; Arabic-Indic digits are an option for Arabic. */
  digits?: Digits | undefined;
  /** An IANA time zone; the device's by default. */
  timeZone?: string | undefined;
};

const REGION: Record<Locale, string> = { ar: 'ar-QA', en: 'en-GB', de: 'de-DE' };
const getLocaleTag = ({ locale, digits }: FormatChoice): string =>
  `${REGION[locale]}-u-nu-${locale === 'ar' && digits === 'arab' ? 'arab' : 'latn'}`;

const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

// creating a formatter costs a hundred times a call, and a list has thousands of cells
function numberFormat(choice: FormatChoice, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = getLocaleTag(choice) + JSON.stringify(options);
  const formatter = numberFormats.get(key) ?? new Intl.NumberFormat(getLocaleTag(choice), options);
  numberFormats.set(key, formatter);
  return formatter;
}

function dateFormat(choice: FormatChoice, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const zoned = { timeZone: choice.timeZone, calendar: 'gregory', ...options };
  const key = getLocaleTag(choice) + JSON.stringify(zoned);
  const formatter = dateFormats.get(key) ?? new Intl.DateTimeFormat(getLocaleTag(choice), zoned);
  dateFormats.set(key, formatter);
  return formatter;
}

function relativeFormat(choice: FormatChoice, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  const key = getLocaleTag(choice) + numeric;
  const formatter =
    relativeFormats.get(key) ?? new Intl.RelativeTimeFormat(getLocaleTag(choice), { numeric });
  relativeFormats.set(key, formatter);
  return formatter;
}

/** Formats a count or quantity with grouping and at most three decimals. */
export const formatNumber = (
  value: number,
  choice: FormatChoice,
  options: Intl.NumberFormatOptions = {},
): string => isolateSigned(numberFormat(choice, { maximumFractionDigits: 3, ...options }).format(value));

/**
 * Formats an amount with its currency code, in Arabic with the Arabic sign of an Arab currency.
 * Rule: docs/rules/currencies.md#amounts-in-words
 * @param amount in major units of the currency
 */
export const formatMoney = (amount: number, currency: string, { locale, digits }: FormatChoice): string =>
  formatMarkedAmount(amount, currency, locale, digits);

/** Formats a percentage given as 0 to 100. */
export const formatPercent = (value: number, choice: FormatChoice): string =>
  isolateSigned(numberFormat(choice, { style: 'percent', maximumFractionDigits: 2 }).format(value / 100));

/** Formats a file size in a unit that keeps the number short. */
export function formatBytes(bytes: number, choice: FormatChoice): string {
  const [unit, size] =
    bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const);
  return numberFormat(choice, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / size);
}

const LOCAL_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The style of dates; Arabic names the month, because slashes between digits would reverse their order. */
const dayStyle = ({ locale }: FormatChoice): Intl.DateTimeFormatOptions =>
  locale === 'ar' ? { day: 'numeric', month: 'short', year: 'numeric' } : { dateStyle: 'medium' };

const timeStyle = ({ locale }: FormatChoice): Intl.DateTimeFormatOptions =>
  locale === 'ar' ? { hour: 'numeric', minute: '2-digit' } : { timeStyle: 'short' };

/** Formats a date: `YYYY-MM-DD` without conversion, a timestamp in the user's zone. '' for null. */
export function formatDate(value: string | Date | null, choice: FormatChoice): string {
  const day = typeof value === 'string' && LOCAL_DAY.test(value);
  const date = toDate(value);
  if (!date) return '';
  return dateFormat(day ? { ...choice, timeZone: 'UTC' } : choice, dayStyle(choice)).format(date);
}

/** Formats a date range as one text, such as `1–24 Nov 2026`. @param from `YYYY-MM-DD` */
export const formatDays = (from: string, to: string, choice: FormatChoice): string =>
  dateFormat({ ...choice, timeZone: 'UTC' }, dayStyle(choice)).formatRange(new Date(from), new Date(to));

/** Formats the requested parts of a date, such as its month and year. @param day `YYYY-MM-DD` */
export const formatDayParts = (
  day: string,
  choice: FormatChoice,
  parts: Intl.DateTimeFormatOptions,
): string => dateFormat({ ...choice, timeZone: 'UTC' }, parts).format(new Date(day));

/** Formats a timestamp as date and time, in one form for every day, so that the rows of a list compare. '' for null. */
export function formatDateTime(value: string | Date | null, choice: FormatChoice): string {
  const date = toDate(value);
  return date ? dateFormat(choice, { ...dayStyle(choice), ...timeStyle(choice) }).format(date) : '';
}

/** Formats a timestamp as a person says it: the word for today or yesterday with the time, else date and time. '' for null. */
export function formatMoment(value: string | Date | null, choice: FormatChoice, now = new Date()): string {
  const date = toDate(value);
  if (!date) return '';
  const days = (Date.parse(toLocalDay(date, choice)) - Date.parse(toLocalDay(now, choice))) / (DAY * 1000);
  if (days !== 0 && days !== -1) return formatDateTime(value, choice);
  const time = dateFormat(choice, timeStyle(choice)).format(date);
  return `${relativeFormat(choice, 'auto').format(days, 'day')} ${isolateBidi(time)}`;
}

/**
 * Returns the name of a time zone at an instant, such as `GMT+3`, if its clocks differ from the device's; else ''.
 * Rule: docs/rules/wire.md#branch-times
 */
export function formatOtherZone(value: string | Date | null, choice: FormatChoice): string {
  const date = toDate(value);
  if (!date || !choice.timeZone) return '';
  const here = Math.round(
    (toLocalTime(date, getDeviceZone()).offset - toLocalTime(date, choice.timeZone).offset) / 1000,
  );
  if (here === 0) return '';
  const parts = dateFormat(choice, { timeZoneName: 'shortOffset' }).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Appends the time zone to a formatted time when it differs from the device's. */
const withZone = (text: string, value: string | Date | null, choice: FormatChoice): string => {
  const zone = formatOtherZone(value, choice);
  return zone ? `${text} ${isolateBidi(zone)}` : text;
};

/** Formats the full date with its weekday, for headings. */
export const formatLongDay = (value: Date, choice: FormatChoice): string =>
  dateFormat(choice, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(value);

// any Saturday, because weekdays are numbered from Saturday
const SATURDAY = Date.UTC(2026, 10, 21);

/** Returns the name of a weekday, 0 Saturday to 6 Friday. */
export const formatWeekday = (
  day: number,
  choice: FormatChoice,
  weekday: 'long' | 'short' = 'long',
): string =>
  dateFormat({ ...choice, timeZone: 'UTC' }, { weekday }).format(new Date(SATURDAY + day * DAY * 1000));

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

/** Formats the date in the Umm al-Qura calendar, for headings. */
export const formatHijriDay = (value: Date, choice: FormatChoice): string =>
  dateFormat(choice, { calendar: 'islamic-umalqura', day: 'numeric', month: 'long', year: 'numeric' }).format(
    value,
  );

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
/**
 * Up to this age, hours are counted even past midnight, so that 23:30 is 'an hour ago' at 00:30 and not 'yesterday'.
 */
const CLOCK_MAX = 6 * HOUR;

/**
 * Formats how long ago or ahead an instant is: in hours within a day, then in days, weeks, months and years of the
 * user's calendar, because 'yesterday' means the previous day and not 24 hours. '' for null.
 */
export function formatRelative(value: string | Date | null, choice: FormatChoice, now = new Date()): string {
  const date = toDate(value);
  if (!date) return '';
  const seconds = Math.trunc((date.getTime() - now.getTime()) / 1000);
  const [day, today] = [toLocalDay(date, choice), toLocalDay(now, choice)];
  // 'last week' and 'last month' mean calendar units, so they are not used
  const ago = (count: number, unit: Intl.RelativeTimeFormatUnit, numeric: 'auto' | 'always' = 'always') =>
    relativeFormat(choice, numeric).format(count, unit);
  // seconds are not counted, because the text would change every second
  if (Math.abs(seconds) < MINUTE) return ago(0, 'second', 'auto');
  if (Math.abs(seconds) < HOUR) return ago(Math.trunc(seconds / MINUTE), 'minute');
  if (day === today || Math.abs(seconds) < CLOCK_MAX) return ago(Math.trunc(seconds / HOUR), 'hour');
  const days = (Date.parse(day) - Date.parse(today)) / (DAY * 1000);
  const months = wholeMonths(today, day);
  if (Math.abs(days) < 7) return ago(days, 'day', 'auto');
  if (months === 0) return ago(Math.trunc(days / 7), 'week');
  return Math.abs(months) < 12 ? ago(months, 'month') : ago(Math.trunc(months / 12), 'year');
}

/** Returns the date in the user's zone, `YYYY-MM-DD`. */
const toLocalDay = (date: Date, { timeZone }: FormatChoice): string =>
  toLocalDate(date, timeZone ?? getDeviceZone());

/** Returns the whole calendar months between two dates; negative when `to` is earlier. */
function wholeMonths(from: string, to: string): number {
  if (to < from) return 0 - wholeMonths(to, from);
  const [[y1 = 0, m1 = 0, d1 = 0] = [], [y2 = 0, m2 = 0, d2 = 0] = []] = [from, to].map((day) =>
    day.split('-').map(Number),
  );
  return (y2 - y1) * 12 + m2 - m1 - (d2 < d1 ? 1 : 0);
}

/** Joins names as a list: 'a, b and c'. */
export const formatList = (parts: readonly string[], choice: FormatChoice): string =>
  new Intl.ListFormat(getLocaleTag(choice), { type: 'conjunction' }).format(parts);

/** Returns the name of a currency, country or language; its code when it has no name. */
export function formatCodeName(
  type: 'currency' | 'region' | 'language',
  code: string,
  choice: FormatChoice,
): string {
  try {
    return new Intl.DisplayNames(getLocaleTag(choice), { type, fallback: 'code' }).of(code) ?? code;
  } catch {
    // the text is not a code
    return code;
  }
}

/** Returns every IANA time zone that this browser knows. */
export const listTimeZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

/** Returns the current offset of a zone, such as `UTC+03:00`; '' for a zone that this browser does not know. */
export function formatZoneOffset(timeZone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en-u-nu-latn', {
      timeZone,
      timeZoneName: 'longOffset',
    }).formatToParts();
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return offset.replace('GMT', 'UTC');
  } catch {
    return '';
  }
}

/** Returns the device's time zone. */
export const getDeviceZone = (): string => deviceFormat.resolvedOptions().timeZone;
const deviceFormat = new Intl.DateTimeFormat();

function toDate(value: string | Date | null): Date | null {
  if (value === null) return null;
  const date = typeof value === 'string' ? new Date(value) : value;
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Writes a minus as a sign and isolates the signed number, so that its sign stays in front where Arabic stands around it. */
const isolateSigned = (text: string): string =>
  writeMinusSign(text).replace(/[\u200e\u061c]([+\u2212]\S+)/u, '\u2066$1\u2069');

/** Formats a total; a plus sign marks a total that is a lower limit, because the server stops counting there. */
function formatCounted(value: number, choice: FormatChoice): string {
  if (value < COUNTED_MAX) return formatNumber(value, choice);
  const text = `${formatNumber(value, choice)}+`;
  return choice.locale === 'ar' ? `\u2066${text}\u2069` : text;
}

const makeFormat = (choice: FormatChoice) => ({
  choice,
  counted: (value: number) => formatCounted(value, choice),
  number: (value: number, options?: Intl.NumberFormatOptions) => formatNumber(value, choice, options),
  money: (amount: number, currency: string) => formatMoney(amount, currency, choice),
  currencySign: (currency: string) => getCurrencySign(currency, choice.locale),
  percent: (value: number) => formatPercent(value, choice),
  bytes: (value: number) => formatBytes(value, choice),
  date: (value: string | Date | null) => formatDate(value, choice),
  days: (from: string, to: string) => formatDays(from, to, choice),
  dayParts: (day: string, parts: Intl.DateTimeFormatOptions) => formatDayParts(day, choice, parts),
  weekday: (day: number, style?: 'long' | 'short') => formatWeekday(day, choice, style),
  dateTime: (value: string | Date | null) => withZone(formatDateTime(value, choice), value, choice),
  moment: (value: string | Date | null) => withZone(formatMoment(value, choice), value, choice),
  relative: (value: string | Date | null) => formatRelative(value, choice),
  list: (parts: readonly string[]) => formatList(parts, choice),
  currency: (code: string) => formatCodeName('currency', code, choice),
  region: (code: string) => formatCodeName('region', code, choice),
});

/** The formatters of each choice, created once, because hundreds of cells use them. */
const formats = new Map<string, ReturnType<typeof makeFormat>>();

/**
 * Returns the formatters for the user's language and digits.
 * @param timeZone the IANA zone of the formatted times, which is named when its clocks differ from the device's; the
 *   device's zone by default
 */
export function useFormat(timeZone?: string) {
  const choice = { locale: useLocale(), digits: useSessionState().user?.preferences.digits, timeZone };
  const key = `${getLocaleTag(choice)} ${timeZone ?? ''}`;
  const cached = formats.get(key) ?? makeFormat(choice);
  formats.set(key, cached);
  return cached;
}

/** The lines of an address in order. A line of digits has no direction of its own, so it uses the page's. */
export const AddressText = ({ text, className }: { text: string; className?: string }) =>
  createElement(/\p{L}/u.test(text) ? 'bdi' : 'span', { className, title: text }, text);
