import type { ReportColumn } from '@dukkan/contract';
import { sql } from 'kysely';
import type { ReportSource, Sql } from './report-source.ts';

const isSummed = ({ kind }: ReportColumn): boolean => kind === 'sum' || kind === 'snapshot';

export const summedKeys = ({ definition }: ReportSource): string[] =>
  Object.entries(definition.columns)
    .filter(([, column]) => isSummed(column))
    .map(([key]) => key);

export const valueSql = ({ values }: ReportSource, key: string): Sql =>
  (values as unknown as Readonly<Record<string, Sql>>)[key] as Sql;

/** SQL for sums of rows, beside the given columns. */
export function sumOfRows(source: ReportSource, rows: Sql, columns: Sql, grouping: Sql): Sql {
  const sums = summedKeys(source).map(
    (key) => sql`sum(${valueSql(source, key)})::numeric AS ${sql.ref(`v_${key}`)}`,
  );
  return sql`SELECT ${columns}, ${sql.join(sums)} FROM (${rows}) x ${grouping}`;
}
