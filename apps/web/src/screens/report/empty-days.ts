import { addDays } from '@dukkan/commerce';
import type { ReportMeta, ReportRow } from '@dukkan/contract';

type Line = ReportRow & { readonly id: string };
type Sorted = { readonly sort_by: string; readonly sort_as: 'asc' | 'desc' };

const ADDED = ['sum', 'formula', 'snapshot'];

/** The most days that are filled up, because more empty days would hide the others. */
const MOST_DAYS = 93;

/**
 * Adds rows of zeros for days without data, so that gaps are visible. Only when the whole period is on one page, sorted
 * by day and in one currency; future days are not added.
 */
export function withEmptyDays(
  rows: readonly Line[],
  meta: ReportMeta | undefined,
  { sort_by, sort_as }: Sorted,
): readonly Line[] {
  if (meta?.group !== 'day' || sort_by !== 'key' || meta.last_page > 1) return rows;
  if (meta.from_date === null || meta.to_date === null || rows.length === 0) return rows;
  if (addDays(meta.from_date, MOST_DAYS) < meta.to_date) return rows;
  if (new Set(rows.map(({ currency }) => currency)).size > 1) return rows;
  const currency = rows[0]?.currency ?? '';
  const known = new Map(rows.map((row) => [row.key, row]));
  const nothing = Object.fromEntries(
    meta.columns.map(({ key, kind }) => [key, ADDED.includes(kind) ? 0 : null]),
  );
  const today = meta.as_of.slice(0, 10);
  // a shop ahead of UTC may already have rows of a later day
  const days = [[meta.to_date, today].toSorted()[0] ?? today, ...known.keys()].toSorted();
  const latest = days.at(-1) ?? today;
  const filled: Line[] = [];
  for (let day = meta.from_date; day <= latest; day = addDays(day, 1)) {
    filled.push(known.get(day) ?? { ...nothing, id: `${day} ${currency}`, key: day, title: day, currency });
  }
  return sort_as === 'asc' ? filled : filled.toReversed();
}
