import type { ReportColumn } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Sql } from './report-source.ts';

/** Decimals of ratios; a price keeps four. */
const RATIO_DECIMALS = { percent: 2, minutes: 1, days: 1, money: 4 } as const;

export const figureSql = (key: string): Sql => sql`x.${sql.ref(`v_${key}`)}`;

/** SQL of a column over a row or total `x` of summed columns. */
export function reportColumnSql(columns: Readonly<Record<string, ReportColumn>>, key: string): Sql {
  const column = columns[key] as ReportColumn;
  const of = (name: string): Sql => reportColumnSql(columns, name);
  if (column.kind === 'formula') {
    const plus = sql.join(column.plus.map(of), sql` + `);
    const minus = column.minus.map((name) => sql` - ${of(name)}`);
    return sql`(${plus}${sql.join(minus, sql``)})`;
  }
  if (column.kind === 'ratio') {
    const [part, whole] = column.of;
    const times = column.unit === 'percent' ? sql`100 * ` : sql``;
    const decimals = RATIO_DECIMALS[column.unit as keyof typeof RATIO_DECIMALS];
    return sql`round((${times}${of(part)}) / nullif(${of(whole)}, 0), ${sql.lit(decimals)})`;
  }
  return figureSql(key);
}

/** Returns the summed columns that a column depends on, each once. */
export function partsOfColumn(columns: Readonly<Record<string, ReportColumn>>, key: string): Set<string> {
  const column = columns[key] as ReportColumn;
  if (column.kind === 'formula')
    return new Set([...column.plus, ...column.minus].flatMap((name) => [...partsOfColumn(columns, name)]));
  if (column.kind === 'ratio') return new Set(column.of.flatMap((name) => [...partsOfColumn(columns, name)]));
  return new Set([key]);
}
