/**
 * Returns every hour from the first to the last of these, as 00 to 23, so that an axis of hours has no gaps.
 * @param keys hours as 00 to 23, in any order
 */
export function listHours(keys: readonly string[]): readonly string[] {
  const hours = keys.map(Number);
  const [first, last] = [Math.min(...hours), Math.max(...hours)];
  return Array.from({ length: keys.length === 0 ? 0 : last - first + 1 }, (_, at) =>
    String(first + at).padStart(2, '0'),
  );
}
