import { addDays, type Locale } from '@dukkan/commerce';
import { CODE_GROUPS, type ReportRow, reportCodeText, reportText } from '@dukkan/contract';
import { sql } from 'kysely';
import { fetchRow } from '../../../core/db/tables.ts';
import { localizedText } from '../../../core/list/localized-columns.ts';
import { formatDayParts } from '../../../core/print/print-formatter.ts';
import type { ReportColumnWithKey } from './columns.ts';
import { accountNameSql, productTitleSql, type ReportQueryCtx, type Sql } from './report-source.ts';

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

const ACCOUNT = (_: ReportQueryCtx, id: Sql): Sql => accountNameSql(id);

/** The name of the record that a filter names by its id. */
const NAME_OF: Readonly<Record<string, (asking: ReportQueryCtx, id: Sql) => Sql>> = {
  client_id: ACCOUNT,
  seller_id: ACCOUNT,
  driver_id: ACCOUNT,
  product_id: productTitleSql,
  supplier_id: (_, id) => sql`(SELECT s.name FROM supplier s WHERE s.id = ${id})`,
  payment_id: ({ ctx }, id) =>
    sql`(SELECT ${localizedText(ctx, sql`m.titles`)} FROM payment_method m WHERE m.id = ${id})`,
  categorys_id: ({ ctx }, id) =>
    sql`(SELECT ${localizedText(ctx, sql`c.titles`)} FROM category c WHERE c.id = ${id})`,
};

/** Returns the value of a filter in words: the name of its record or code. */
export async function nameFilterValue(asking: ReportQueryCtx, name: string, value: unknown): Promise<string> {
  if (name === 'paid') return reportCodeText(value === 1 ? 'paid' : 'not_paid', asking.ctx.locale);
  const nameOf = NAME_OF[name];
  const found = nameOf
    ? await fetchRow<{ name: string | null }>(
        asking.ctx,
        sql<{ name: string | null }>`SELECT ${nameOf(asking, sql`${value}::int`)} AS name`,
      )
    : undefined;
  return (
    found?.name ??
    [value]
      .flat()
      .map((one) => reportCodeText(String(one), asking.ctx.locale))
      .join(', ')
  );
}
