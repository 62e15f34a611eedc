import { toInstant, toLocalTime } from '@dukkan/commerce';

/**
 * An instant as the browser's own field of day and time writes it, `YYYY-MM-DDTHH:MM`.
 * @param zone an IANA zone, the branch's
 * @returns an empty text where there is none
 */
export const formatLocalDateTime = (instant: string | null, zone: string): string =>
  instant === null ? '' : toLocalTime(new Date(instant), zone).toString().slice(0, 16);

/**
 * The instant that a field of day and time means in a zone, as ISO text in UTC.
 * @returns null for an empty or half-typed field
 */
export function parseLocalDateTime(text: string, zone: string): string | null {
  const [day = '', time = ''] = text.split('T');
  if (day === '' || time === '') return null;
  return toInstant(day, time, zone).toISOString();
}
