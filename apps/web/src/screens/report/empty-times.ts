import { addDays, toLocalDate } from '@dukkan/commerce';
import type { ReportMeta, ReportRow } from '@dukkan/contract';
import { listHours } from '../../shared/report/hours.ts';

type Line = ReportRow & { readonly id: string };
type Sorted = { readonly sort_by: string; readonly sort_as: 'asc' | 'desc' };

const ADDED = ['sum', 'formula', 'snapshot'];

/** The most days that are filled up, because more empty days would hide the others. */
const MOST_DAYS = 93;

/** Returns the days of the period until today, or until the last row; null when there are too many to fill up. */
function listDays(
  { from_date, to_date, as_of, zone }: ReportMeta,
  known: readonly string[],
): readonly string[] | null {
  if (from_date === null || to_date === null || addDays(from_date, MOST_DAYS) < to_date) return null;
  const today = toLocalDate(new Date(as_of), zone);
  const latest = [[to_date, today].toSorted()[0] ?? today, ...known].toSorted().at(-1) ?? today;
  const days: string[] = [];
  for (let day = from_date; day <= latest; day = addDays(day, 1)) days.push(day);
  return days;
}

/**
 * Adds rows of zeros for days and hours without data, so that gaps are visible. Only when the whole period is on one
 * page, in order of time and in one currency; future days are not added.
 */
export function withEmptyTimes(
  rows: readonly Line[],
  meta: ReportMeta | undefined,
  { sort_by, sort_as }: Sorted,
): readonly Line[] {
  if (!meta || sort_by !== 'key' || meta.last_page > 1 || rows.length === 0) return rows;
  if (new Set(rows.map(({ currency }) => currency)).size > 1) return rows;
  const known = new Map(rows.map((row) => [row.key, row]));
  const names = [...known.keys()];
  const keys = meta.group === 'day' ? listDays(meta, names) : meta.group === 'hour' ? listHours(names) : null;
  if (!keys) return rows;
  const currency = rows[0]?.currency ?? '';
  const nothing = Object.fromEntries(
    meta.columns.map(({ key, kind }) => [key, ADDED.includes(kind) ? 0 : null]),
  );
  const filled = keys.map(
    (key): Line => known.get(key) ?? { ...nothing, id: `${key} ${currency}`, key, title: key, currency },
  );
  return sort_as === 'asc' ? filled : filled.toReversed();
}
