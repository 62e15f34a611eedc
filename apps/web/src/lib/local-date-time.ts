import { isValidLocalDate, toInstant, toLocalTime } from '@dukkan/commerce';

/**
 * Formats an instant for a box of date and time, `YYYY-MM-DDTHH:MM`.
 * @param zone the branch's IANA zone
 * @returns an empty text for null
 */
export const formatLocalDateTime = (instant: string | null, zone: string): string =>
  instant === null ? '' : toLocalTime(new Date(instant), zone).toString().slice(0, 16);

const LOCAL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * Converts a date and time in a zone, `YYYY-MM-DDTHH:MM`, to an ISO timestamp in UTC.
 * @returns null for an empty, half-typed or unreadable text
 */
export function parseLocalDateTime(text: string, zone: string): string | null {
  const [day = '', time = ''] = text.split('T');
  if (!isValidLocalDate(day) || !LOCAL_TIME.test(time)) return null;
  return toInstant(day, time, zone).toISOString();
}

/** Returns what a date and time lacks, so that a half-typed one is not left out in silence; null when it is complete. */
export function findMissingPart(text: string): 'day' | 'time' | null {
  const [day = '', time = ''] = text.split('T');
  if (day === '' && time === '') return null;
  return isValidLocalDate(day) ? (LOCAL_TIME.test(time) ? null : 'time') : 'day';
}
