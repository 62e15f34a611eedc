import { sql } from 'kysely';
import type { ReportInput } from './question.ts';
import type { Sql } from './report-source.ts';

export type PageOf = Pick<ReportInput, 'page' | 'limit' | 'by_change'> & {
  readonly sort_by: string;
  readonly sort_as: 'asc' | 'desc';
  /** The record ids of an export page, in order. */
  readonly ids: readonly number[] | null;
};

/** Sorts missing values last; `at` is never null, and NULLS LAST would prevent the use of its index. */
export const recordOrder = ({ sort_by, sort_as }: Pick<PageOf, 'sort_by' | 'sort_as'>): Sql => {
  const way = sql.raw(sort_as === 'desc' ? 'DESC' : 'ASC');
  return sort_by === 'key'
    ? sql`ORDER BY at ${way}, id ${way}`
    : sql`ORDER BY at ${way} NULLS LAST, id ${way}`;
};

/** SQL for the record ids of a page; each SELECT is limited to the rows that the page can need. */
export function recordPage(selects: readonly Sql[], { ids, page, limit, ...sort }: PageOf): Sql {
  if (ids) return sql`SELECT u.id, u.place FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS u (id, place)`;
  const order = recordOrder(sort);
  const skip = (page - 1) * limit;
  const parts = selects.map((select) => sql`(${select} ${order} LIMIT ${skip + limit})`);
  return sql`SELECT x.id, row_number() OVER (${order}) AS place FROM (${sql.join(parts, sql` UNION ALL `)}) x
    ${order} LIMIT ${limit} OFFSET ${skip}`;
}
