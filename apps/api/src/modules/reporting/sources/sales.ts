import { channelsReport, salesReport } from '@dukkan/contract';
import { sql } from 'kysely';
import type { ReportDays } from '../engine/question.ts';
import {
  type Asking,
  dayOfInstant,
  defineSource,
  filterSql,
  inBranches,
  localizedText,
  type Sql,
  TIME_GROUP_KEYS,
  titleOfBranch,
} from '../engine/report-source.ts';

const AMOUNTS = sql`orders, gross, discount, delivery, tax_added, rounding, fee, returned, tax, goods_ex_tax, cost, uncosted`;

/** What the sums of days are told apart by; anything else is asked of the facts. */
const SUMMED_GROUPS: ReadonlySet<string> = new Set([
  'day',
  'month',
  '3 months',
  'branch',
  'source',
  'weekday',
]);
const SUMMED_FILTERS: ReadonlySet<string> = new Set(['branch_id', 'source', 'status_value', 'pos', 'paid']);

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Canceled orders are left out unless they are asked for. */
function meantSql({ question }: Asking): Sql {
  const { filters } = question;
  const own = filterSql(question, {
    source: sql`source`,
    status_value: sql`status_value`,
    pos: sql`pos`,
    paid: sql`paid`,
    client_id: sql`client_id`,
    seller_id: sql`seller_id`,
  });
  const byMethod =
    filters.payment_id === undefined
      ? sql`TRUE`
      : sql`order_id IN (SELECT o.id FROM "order" o WHERE o.payment_id = ${filters.payment_id}::int)`;
  const sold = filters.status_value === undefined ? sql`status_value <> -1` : sql`TRUE`;
  return sql`${sold} AND ${own} AND ${byMethod}`;
}

/** Facts themselves, by index. */
const factsSql = (asking: Asking, { start, end }: ReportDays): Sql => sql`
  SELECT ${dayOfInstant(sql`counted_at`, asking.question)} AS day, branch_id, order_id,
         extract(hour FROM counted_at AT TIME ZONE ${sql.lit(asking.question.zone)})::int AS hour, currency, source, ${AMOUNTS}
    FROM trade_fact WHERE counted_at >= ${start}::timestamptz AND counted_at < ${end}::timestamptz
     AND ${inBranches(sql`branch_id`, asking.question)} AND ${meantSql(asking)}`;

/** Sums of days, what is not added to them yet, and the facts of branches whose days are not kept: of one moment. */
function summedSql(asking: Asking, days: ReportDays): Sql {
  const { question } = asking;
  const { zone, day_end, branches, group } = question;
  const kept = sql`branch_id IN (SELECT k.branch_id FROM day_sum_zone k WHERE k.zone = ${zone}
    AND k.day_end = ${minutesOf(day_end)}::smallint)`;
  const within = sql`zone = ${zone} AND day BETWEEN ${days.from_date}::date AND ${days.to_date}::date`;
  const facts = (from: string, which: Sql): Sql => sql`
    SELECT ${dayOfInstant(sql`counted_at`, question)} AS day, branch_id, currency, source, ${AMOUNTS}
      FROM ${sql.table(from)} WHERE counted_at >= ${days.start}::timestamptz AND counted_at < ${days.end}::timestamptz
       AND ${inBranches(sql`branch_id`, question)} AND ${which} AND ${meantSql(asking)}`;
  const byBranch = sql`SELECT day, branch_id, currency, source, ${AMOUNTS} FROM day_sum
    WHERE ${kept} AND ${within} AND ${inBranches(sql`branch_id`, question)} AND ${meantSql(asking)}`;
  const isWhole = sql`EXISTS (SELECT 1 FROM day_sum_shop_zone w WHERE w.zone = ${zone}
    AND w.day_end = ${minutesOf(day_end)}::smallint)`;
  const sums =
    branches === null && group !== 'branch'
      ? sql`SELECT day, 0 AS branch_id, currency, source, ${AMOUNTS} FROM day_sum_shop
             WHERE ${within} AND ${isWhole} AND ${meantSql(asking)}
             UNION ALL ${byBranch} AND NOT ${isWhole}`
      : byBranch;
  // branches whose days are not kept are few: mostly there are none, and no fact is looked at
  const others = sql`branch_id = ANY(ARRAY(SELECT b.id FROM branch b WHERE NOT EXISTS (
    SELECT 1 FROM day_sum_zone k WHERE k.branch_id = b.id AND k.zone = ${zone}
       AND k.day_end = ${minutesOf(day_end)}::smallint)))`;
  return sql`${sums} UNION ALL ${facts('trade_fact_pending', kept)} UNION ALL ${facts('trade_fact', others)}`;
}

function salesRows(asking: Asking, days: ReportDays): Sql {
  const { group, filters } = asking.question;
  const isSummed =
    SUMMED_GROUPS.has(group) &&
    Object.entries(filters).every(([name, value]) => value === undefined || SUMMED_FILTERS.has(name));
  return isSummed ? summedSql(asking, days) : factsSql(asking, days);
}

const values = {
  orders: sql`x.orders`,
  total: sql`x.gross`,
  discount: sql`x.discount`,
  shipping: sql`x.delivery`,
  tax_added: sql`x.tax_added`,
  rounding: sql`x.rounding`,
  fee: sql`x.fee`,
  returns: sql`x.returned`,
  tax: sql`x.tax`,
  goods_ex_tax: sql`x.goods_ex_tax`,
  cost: sql`x.cost`,
  uncosted: sql`x.uncosted`,
};

const nearest = ({ question }: Asking, way: 'before' | 'after'): Sql => {
  const { start, end } = question.days;
  const side =
    way === 'before'
      ? sql`counted_at < ${start}::timestamptz ORDER BY counted_at DESC`
      : sql`counted_at >= ${end}::timestamptz ORDER BY counted_at`;
  return sql`SELECT ${dayOfInstant(sql`counted_at`, question)} AS day FROM trade_fact
    WHERE ${inBranches(sql`branch_id`, question)} AND ${side} LIMIT 1`;
};

/** A fact of the row's order. */
const ofOrder = (column: Sql): Sql => sql`(SELECT ${column} FROM "order" o WHERE o.id = x.key::int)`;

/** Rule: docs/rules/reports.md#sales */
export const salesSource = defineSource(salesReport, {
  rows: salesRows,
  groups: {
    ...TIME_GROUP_KEYS,
    branch: { key: sql`x.branch_id::text`, title: titleOfBranch },
    source: { key: sql`x.source` },
    hour: { key: sql`lpad(x.hour::text, 2, '0')` },
    weekday: { key: sql`((extract(dow FROM x.counted_day)::int + 1) % 7)::text` },
    order: { key: sql`x.order_id::text`, order: sql`x.order_id`, title: () => sql`'#' || x.key` },
  },
  values,
  details: {
    invoice_no: { order: sql`x.key::int` },
    client: { order: ofOrder(sql`coalesce(o.client_name, o.client_phone)`) },
    delivery_status: {
      order: ({ ctx }) => sql`(SELECT ${localizedText(ctx, sql`s.titles`)} FROM "order" o
        JOIN order_status s ON s.id = o.status_id WHERE o.id = x.key::int)`,
    },
    payment_status: { order: ofOrder(sql`CASE o.paid WHEN 1 THEN 'paid' ELSE 'not_paid' END`) },
    source: { order: ofOrder(sql`CASE WHEN o.pos THEN 'pos' ELSE o.source END`) },
  },
  running: {},
  nearest,
});

/** Rule: docs/rules/reports.md#sales */
export const channelsSource = defineSource(channelsReport, {
  rows: salesRows,
  groups: { source: { key: sql`x.source` } },
  values,
  details: {},
  running: {},
  nearest,
});
