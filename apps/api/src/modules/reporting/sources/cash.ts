import { CURRENCIES, getCurrencyScale } from '@dukkan/commerce';
import { getFieldLabel, posCashReport } from '@dukkan/contract';
import { sql } from 'kysely';
import { getActorId } from '../../../core/ctx.ts';
import { localizedText } from '../../../core/list/localized-columns.ts';
import { businessDateSql } from '../../ordering/index.ts';
import { MOVED, PAID, RETURNED, SOLD, TAXES } from '../../tills/index.ts';
import type { ReportDateRange } from '../engine/question.ts';
import {
  accountNameSql,
  branchGroupTitleSql,
  defineReportSource,
  inReportBranchesSql,
  nearestInstantSql,
  type ReportQueryCtx,
  reportFilterSql,
  rowBranchNameSql,
  type Sql,
  TIME_GROUP_KEYS,
  unionPartColumnsSql,
} from '../engine/report-source.ts';
import { paymentMethodTitleSql } from './money.ts';

/** Columns of a session `s` and its figures; rates and methods have their own columns. */
const DRAWER_COLUMNS: Readonly<Record<string, Sql>> = {
  sessions: sql`1`,
  orders: sql`sold.count`,
  returns: sql`returned.count`,
  total: sql`sold.total`,
  discount: sql`sold.discount`,
  delivery: sql`sold.delivery`,
  tax_added: sql`sold.tax_added`,
  rounding: sql`sold.rounding - returned.rounding`,
  fee: sql`sold.fee - returned.fee`,
  returned: sql`returned.value`,
  tax: sql`sold.tax - returned.tax`,
  start_amount: sql`s.start_amount`,
  cash_sales: sql`moved.cash_sales`,
  cash_refunds: sql`moved.cash_refunds`,
  cash_in: sql`moved.cash_in`,
  cash_out: sql`moved.cash_out`,
  counted: sql`s.end_session_amount`,
  difference: sql`s.difference`,
  left_in_drawer: sql`s.left_in_drawer`,
};
const RATE_COLUMNS = { tax: sql`rate.tax`, taxed: sql`rate.gross` };
const METHOD_COLUMNS = {
  payments: sql`method.count`,
  received: sql`method.received`,
  refunded: sql`method.refunded`,
  pending: sql`method.waiting`,
};
const COLUMNS = [...new Set([DRAWER_COLUMNS, RATE_COLUMNS, METHOD_COLUMNS].flatMap(Object.keys))];

/** Returns the rows of a group: whole drawers, or their parts by tax rate or payment method. */
function selectDrawerParts(group: string): { readonly from: Sql; readonly own: Sql; readonly columns: Sql } {
  if (group === 'rate')
    return {
      from: sql`JOIN ${TAXES} rate ON TRUE`,
      own: sql`rate.tax_bp`,
      columns: unionPartColumnsSql(COLUMNS, RATE_COLUMNS),
    };
  if (group === 'method')
    return {
      from: sql`JOIN ${PAID} method ON TRUE`,
      own: sql`method.payment_id`,
      columns: unionPartColumnsSql(COLUMNS, METHOD_COLUMNS),
    };
  return {
    from: sql`JOIN ${SOLD} sold ON TRUE JOIN ${RETURNED} returned ON TRUE JOIN ${MOVED} moved ON TRUE`,
    own: sql`sold.first_order, sold.last_order`,
    columns: unionPartColumnsSql(COLUMNS, DRAWER_COLUMNS),
  };
}

/**
 * Condition for the sessions of the query; sessions that the caller has yet to count are left out, because they would
 * reveal the expected cash.
 */
const reportedSessionsSql = ({
  ctx,
  question,
}: ReportQueryCtx): Sql => sql`${inReportBranchesSql(sql`s.branch_id`, question)}
  AND NOT (s.status = 'open' AND s.opened_by IS NOT DISTINCT FROM ${getActorId(ctx)}::int)
  AND ${reportFilterSql(question, { device_id: sql`s.device_id`, opened_by: sql`s.opened_by`, status: sql`s.status` })}`;

function drawerRows(asking: ReportQueryCtx, { start, end }: ReportDateRange): Sql {
  const { question } = asking;
  const { from, own, columns } = selectDrawerParts(question.group);
  return sql`SELECT s.id, s.branch_id, s.device_id, s.opened_by, s.closed_by, s.opened_at, s.closed_at, s.z_number, s.currency,
         coalesce(till.name, '#' || s.device_id) AS till_name, ${businessDateSql(sql`s.opened_at`, question)} AS day, ${own}, ${columns}
    FROM pos_session s LEFT JOIN pos_device till ON till.id = s.device_id ${from}
   WHERE s.opened_at >= ${start}::timestamptz AND s.opened_at < ${end}::timestamptz AND ${reportedSessionsSql(asking)}`;
}

/** SQL that joins the parts of a session to one text, such as `19 %: 100.00 + 19.00`. */
const joinPartsSql = (parts: Sql, text: Sql, order: Sql): Sql =>
  sql`(SELECT string_agg(${text}, ' · ' ORDER BY ${order}) FROM pos_session s JOIN ${parts} part ON TRUE WHERE s.id = x.id)`;

const CURRENCY_SCALES = JSON.stringify(
  Object.fromEntries(CURRENCIES.map((currency) => [currency, getCurrencyScale(currency)])),
);

/** SQL for a number within a text, with the decimal sign of the reader's language. */
const numberText = ({ ctx }: ReportQueryCtx, number: Sql): Sql =>
  ctx.locale === 'de'
    ? sql`replace(trim_scale(${number})::text, '.', ',')`
    : sql`trim_scale(${number})::text`;

/** SQL for an amount of the session `s` within a text, with the decimals of its currency. */
const amountText = ({ ctx }: ReportQueryCtx, amount: Sql): Sql => {
  const text = sql`round(${amount}, coalesce((${CURRENCY_SCALES}::jsonb->>s.currency)::int, 2))::text`;
  return ctx.locale === 'de' ? sql`replace(${text}, '.', ',')` : text;
};

const RATE_TITLE = (asking: ReportQueryCtx, tax_bp: Sql): Sql =>
  sql`${numberText(asking, sql`${tax_bp} / 100.0`)} || ' %'`;

/** Rule: docs/rules/reports.md#drawers-of-tills */
export const posCashSource = defineReportSource(posCashReport, {
  rows: drawerRows,
  groups: {
    ...TIME_GROUP_KEYS,
    session: {
      key: sql`x.id::text`,
      order: sql`x.opened_at`,
      title: () => sql`x.till_name || ' · ' || coalesce('Z ' || x.z_number, 'X')`,
    },
    branch: { key: sql`x.branch_id::text`, title: branchGroupTitleSql },
    till: {
      key: sql`x.device_id::text`,
      title: () => sql`coalesce((SELECT d.name FROM pos_device d WHERE d.id = x.key::int), '#' || x.key)`,
    },
    cashier: { key: sql`x.opened_by::text`, title: () => accountNameSql(sql`x.key::int`) },
    rate: {
      key: sql`x.tax_bp::text`,
      order: sql`x.tax_bp`,
      title: (asking) => RATE_TITLE(asking, sql`x.key::int`),
    },
    method: { key: sql`x.payment_id::text`, title: paymentMethodTitleSql(sql`x.key::int`) },
  },
  values: {
    sessions: sql`x.sessions`,
    orders_count: sql`x.orders`,
    returns_count: sql`x.returns`,
    gross_sales: sql`x.total`,
    discounts: sql`x.discount`,
    shipping: sql`x.delivery`,
    tax_added: sql`x.tax_added`,
    rounding: sql`x.rounding`,
    fee: sql`x.fee`,
    returns_value: sql`x.returned`,
    net: sql`x.taxed - x.tax`,
    tax: sql`x.tax`,
    gross: sql`x.taxed`,
    payments: sql`x.payments`,
    received: sql`x.received`,
    refunded: sql`x.refunded`,
    pending: sql`x.pending`,
    start_amount: sql`x.start_amount`,
    cash_sales: sql`x.cash_sales`,
    cash_refunds: sql`x.cash_refunds`,
    cash_in: sql`x.cash_in`,
    cash_out: sql`x.cash_out`,
    end_session_amount: sql`x.counted`,
    difference: sql`x.difference`,
    left_in_drawer: sql`x.left_in_drawer`,
  },
  details: {
    z_number: { session: sql`x.z_number` },
    branch_name: { session: rowBranchNameSql },
    opened_by_name: { session: accountNameSql(sql`x.opened_by`) },
    opened_at: { session: sql`x.opened_at` },
    closed_by_name: { session: accountNameSql(sql`x.closed_by`) },
    closed_at: { session: sql`x.closed_at` },
    tax_rates: {
      session: (asking) =>
        joinPartsSql(
          TAXES,
          sql`${RATE_TITLE(asking, sql`part.tax_bp`)} || ': ' || ${amountText(asking, sql`part.net`)} || ' + '
            || ${amountText(asking, sql`part.tax`)}`,
          sql`part.tax_bp`,
        ),
    },
    payment_methods: {
      session: (asking) => {
        const { ctx } = asking;
        const title = sql`(SELECT ${localizedText(ctx, sql`m.titles`)} FROM payment_method m WHERE m.id = part.payment_id)`;
        const amount = amountText(asking, sql`part.received - part.refunded`);
        const pending = sql`CASE WHEN part.waiting = 0 THEN ''
          ELSE ', ' || lower(${getFieldLabel(['pending'], ctx.locale)}::text) || ' ' || ${amountText(asking, sql`part.waiting`)} END`;
        return joinPartsSql(
          PAID,
          sql`${title} || ' (' || part.count || '): ' || ${amount} || ${pending}`,
          sql`part.payment_id`,
        );
      },
    },
    first_order: { session: sql`x.first_order` },
    last_order: { session: sql`x.last_order` },
  },
  running: {},
  nearest: (asking, way) => {
    return sql`SELECT ${businessDateSql(sql`s.opened_at`, asking.question)} AS day FROM pos_session s
      WHERE ${reportedSessionsSql(asking)} AND ${nearestInstantSql(sql`s.opened_at`, asking.question, way)}`;
  },
});
