import { toInstant, toLocalTime } from '@dukkan/commerce';

/**
 * Formats an instant for a `datetime-local` input, `YYYY-MM-DDTHH:MM`.
 * @param zone the branch's IANA zone
 * @returns an empty text for null
 */
export const formatLocalDateTime = (instant: string | null, zone: string): string =>
  instant === null ? '' : toLocalTime(new Date(instant), zone).toString().slice(0, 16);

/**
 * Converts the value of a `datetime-local` input in a zone to an ISO timestamp in UTC.
 * @returns null for an empty or half-typed field
 */
export function parseLocalDateTime(text: string, zone: string): string | null {
  const [day = '', time = ''] = text.split('T');
  if (day === '' || time === '') return null;
  return toInstant(day, time, zone).toISOString();
}
