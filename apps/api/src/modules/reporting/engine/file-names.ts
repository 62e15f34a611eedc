import { addDays, type Locale } from '@dukkan/commerce';
import { CODE_GROUPS, type ReportRow, reportCodeText, reportText } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { formatDayParts } from '../../../core/print/print-formatter.ts';
import type { ReportColumnWithKey } from './columns.ts';
import { findPickName } from './pick-names.ts';

/** A Saturday; weekday groups are numbered from it. */
const FIRST_WEEKDAY = '2026-11-21';

/** Returns the title of a row in a file, as the screen names it; days stay as `YYYY-MM-DD`, so that they can be sorted. */
function nameOfRow({ key, title }: ReportRow, group: string, locale: Locale): string {
  if (CODE_GROUPS.includes(group)) return reportCodeText(key, locale);
  if (group === 'hour') return `${key}:00`;
  if (group === 'weekday')
    return formatDayParts(addDays(FIRST_WEEKDAY, Number(key)), locale, { weekday: 'long' });
  if (group === 'month') return formatDayParts(key, locale, { month: 'long', year: 'numeric' });
  if (group === '3 months')
    return reportText('quarter', locale, {
      quarter: Math.floor((Number(key.slice(5, 7)) - 1) / 3) + 1,
      year: key.slice(0, 4),
    });
  return title;
}

/** Returns a row of a file with names in place of codes. */
export function nameRowOfFile(
  row: ReportRow,
  columns: readonly ReportColumnWithKey[],
  { group, locale }: { readonly group: string; readonly locale: Locale },
): ReportRow {
  const codes = columns.filter(({ key, unit }) => unit === 'code' && typeof row[key] === 'string');
  const named = codes.map(({ key }) => [key, reportCodeText(String(row[key]), locale)]);
  return { ...row, ...Object.fromEntries(named), title: nameOfRow(row, group, locale) };
}

/** Returns the value of a filter in words: the name of its code, or of the record that the caller could pick. */
export async function nameFilterValue(ctx: Ctx, name: string, value: unknown): Promise<string> {
  if (name === 'paid') return reportCodeText(value === 1 ? 'paid' : 'not_paid', ctx.locale);
  const codes = () => [value].flat().map((one) => reportCodeText(String(one), ctx.locale));
  return (await findPickName(ctx, name, value)) ?? codes().join(', ');
}
