/**
 * An instant as the browser's own field of day and time writes it, in the browser's time zone.
 * @returns an empty text where there is none
 */
export const formatLocalDateTime = (instant: string | null): string => {
  if (instant === null) return '';
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
