import { sql } from 'kysely';
import { fetchRow, fetchRows } from '../src/core/db/tables.ts';
import {
  FACT_MEASURES,
  NET_TOTAL,
  type OrderFactsQuery,
  orderFactsSql,
} from '../src/modules/ordering/index.ts';
import type { TestApp } from './app.ts';

type Sums = Readonly<Record<(typeof FACT_MEASURES)[number] | 'net' | 'profit', number>>;

const SUMS = sql.raw(
  [
    ...FACT_MEASURES.map((name) => `coalesce(sum(${name}), 0)::float8 AS ${name}`),
    `coalesce(sum(${NET_TOTAL}), 0)::float8 AS net`,
    'coalesce(sum(goods_ex_tax - cost), 0)::float8 AS profit',
  ].join(', '),
);

/** What the facts of an order sum up to. */
export const factsOf = (app: TestApp, order_id: number): Promise<Sums | undefined> =>
  fetchRow(app.ctx(), sql<Sums>`SELECT ${SUMS} FROM trade_fact WHERE order_id = ${order_id}`);

/** Sums of orders that are not canceled, one row for each value of `by` (SQL over the facts) and currency. */
export const sumFacts = (
  app: TestApp,
  question: OrderFactsQuery,
  by = 'NULL',
): Promise<(Sums & { readonly key: string | null; readonly currency: string })[]> =>
  fetchRows(
    app.ctx(),
    sql<Sums & { readonly key: string | null; readonly currency: string }>`
      SELECT (${sql.raw(by)})::text AS key, currency, ${SUMS} FROM (${orderFactsSql(question)}) x
       WHERE status_value <> -1 GROUP BY 1, 2 HAVING sum(orders) <> 0 OR sum(${sql.raw(NET_TOTAL)}) <> 0 ORDER BY 1, 2`,
  );
