import { procurementReport } from '@dukkan/contract';
import { sql } from 'kysely';
import type { ReportDateRange } from '../engine/question.ts';
import {
  defineReportSource,
  type ReportQueryCtx,
  reportFilterSql,
  type Sql,
  TIME_GROUP_KEYS,
} from '../engine/report-source.ts';

const DAY = sql`coalesce(r.invoice_date, r.on_date)`;

const COUNTED = sql`r.deleted_at IS NULL AND r.status IN (1, 2)`;

const FACTS = sql`r.id, ${DAY} AS day, r.supplier_id, r.invoice_number, r.currency`;

/** SQL for receipts with their lines for the selected branches; payments are split by the value of the lines. */
function receiptRows({ question }: ReportQueryCtx, { from_date, to_date }: ReportDateRange): Sql {
  const { branches } = question;
  const receiptsSql = sql`${COUNTED} AND ${DAY} BETWEEN ${from_date}::date AND ${to_date}::date
    AND ${reportFilterSql(question, { supplier_id: sql`r.supplier_id` })}`;
  if (branches === null)
    return sql`SELECT ${FACTS}, r.quantity, r.total, r.net, r.paid FROM receipt r WHERE ${receiptsSql}`;
  return sql`SELECT ${FACTS}, n.quantity, n.total, n.net,
           CASE WHEN r.net = 0 THEN 0 ELSE r.paid * n.net / r.net END AS paid
      FROM receipt r CROSS JOIN LATERAL (
        SELECT sum(l.quantity) AS quantity, sum(l.quantity * l.cost_value_before_discount) AS total,
               sum(l.quantity * l.cost_value) AS net
          FROM receipt_line l WHERE l.receipt_id = r.id AND l.branch_id = ANY(${[...branches]}::int[])) n
     WHERE ${receiptsSql} AND r.branch_ids && ${[...branches]}::int[] AND n.quantity IS NOT NULL`;
}

const supplierSql = (column: Sql, id: Sql): Sql => sql`(SELECT ${column} FROM supplier s WHERE s.id = ${id})`;

/** SQL for the id of a receipt that the caller may open: one whose branches are all theirs. */
const visibleIdSql = ({ ctx: { scope } }: ReportQueryCtx): Sql =>
  scope === 'all'
    ? sql`x.id`
    : sql`(SELECT r.id FROM receipt r WHERE r.id = x.id AND r.branch_ids <@ ${[...scope]}::int[])`;

/** Rule: docs/rules/reports.md#procurement */
export const procurementSource = defineReportSource(procurementReport, {
  rows: receiptRows,
  groups: {
    receipt: { key: sql`x.id::text`, order: sql`x.day`, title: () => sql`coalesce(x.invoice_number, x.key)` },
    supplier: { key: sql`x.supplier_id::text`, title: () => supplierSql(sql`s.name`, sql`x.key::int`) },
    ...TIME_GROUP_KEYS,
  },
  values: {
    quantity: sql`x.quantity`,
    receipts: sql`1`,
    total: sql`x.total`,
    net: sql`x.net`,
    paid: sql`x.paid`,
  },
  details: {
    invoice_id: { receipt: visibleIdSql },
    date: { receipt: sql`x.day` },
    supplier_id: { receipt: sql`x.supplier_id`, supplier: sql`x.key::int` },
    supplier_name: { receipt: supplierSql(sql`s.name`, sql`x.supplier_id`) },
    supplier_phone: {
      receipt: supplierSql(sql`s.phone`, sql`x.supplier_id`),
      supplier: supplierSql(sql`s.phone`, sql`x.key::int`),
    },
    reference_number: { receipt: sql`x.invoice_number` },
  },
  running: {},
  nearest: ({ question }, way) => {
    const { from_date, to_date } = question.days;
    const side =
      way === 'before'
        ? sql`${DAY} < ${from_date}::date ORDER BY 1 DESC`
        : sql`${DAY} > ${to_date}::date ORDER BY 1`;
    const own =
      question.branches === null ? sql`TRUE` : sql`r.branch_ids && ${[...question.branches]}::int[]`;
    return sql`SELECT ${DAY} AS day FROM receipt r WHERE ${COUNTED} AND ${own} AND ${side} LIMIT 1`;
  },
});
