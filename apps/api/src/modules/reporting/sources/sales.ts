import { CANCELED } from '@dukkan/commerce';
import { channelsReport, salesReport } from '@dukkan/contract';
import { sql } from 'kysely';
import { localizedText } from '../../../core/list/localized-columns.ts';
import {
  countWaitingSql,
  factDay,
  restatedDaysSql,
  returnedOrdersSql,
  tradeFactsSql,
} from '../../ordering/index.ts';
import type { ReportDays } from '../engine/question.ts';
import {
  type Asking,
  defineSource,
  filterSql,
  inBranches,
  type Sql,
  TIME_GROUP_KEYS,
  titleOfBranch,
} from '../engine/report-source.ts';

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
  const sold = filters.status_value === undefined ? sql`status_value <> ${sql.lit(CANCELED)}` : sql`TRUE`;
  return sql`${sold} AND ${own} AND ${byMethod}`;
}

/** Sums of days where these are enough, else the facts themselves. */
function salesRows(asking: Asking, { from_date, to_date }: ReportDays, ids?: Sql): Sql {
  const { branches, zone, day_end, group, filters } = asking.question;
  const isSummed =
    SUMMED_GROUPS.has(group) &&
    Object.entries(filters).every(([name, value]) => value === undefined || SUMMED_FILTERS.has(name));
  const detail = !isSummed ? 'fact' : group === 'branch' ? 'branch' : 'day';
  const facts = tradeFactsSql({ branches, zone, day_end, from_date, to_date, detail, ids });
  const hour =
    group === 'hour'
      ? sql`, extract(hour FROM f.counted_at AT TIME ZONE ${sql.lit(zone)})::int AS hour`
      : sql``;
  return sql`SELECT f.*${hour} FROM (${facts}) f WHERE ${meantSql(asking)}`;
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
  return sql`SELECT ${factDay(sql`counted_at`, question)} AS day FROM trade_fact
    WHERE ${inBranches(sql`branch_id`, question)} AND ${side} LIMIT 1`;
};

/** Orders that were made in the days, and those of before that something came back of. */
function orderIds(asking: Asking): readonly Sql[] {
  const { question } = asking;
  const { filters, days } = question;
  const status = filters.status_value === undefined ? sql`o.status_value <> ${sql.lit(CANCELED)}` : sql`TRUE`;
  const asked = sql`${inBranches(sql`o.branch_id`, question)} AND ${status} AND ${filterSql(question, {
    source: sql`o.source`,
    status_value: sql`o.status_value`,
    pos: sql`o.pos::int`,
    paid: sql`o.paid`,
    client_id: sql`o.client_id`,
    seller_id: sql`o.seller_id`,
    payment_id: sql`o.payment_id`,
  })}`;
  const made = sql`o.created_at >= ${days.start}::timestamptz AND o.created_at < ${days.end}::timestamptz`;
  const { branches, zone, day_end, from_date, to_date } = { ...question, ...days };
  const returned = returnedOrdersSql({ branches, zone, day_end, from_date, to_date });
  return [
    sql`SELECT o.id, o.created_at AS at FROM "order" o WHERE ${made} AND ${asked}`,
    sql`SELECT o.id, o.created_at AS at FROM (${returned}) r JOIN "order" o ON o.id = r.order_id
         WHERE NOT (${made}) AND ${asked}`,
  ];
}

const askedDays = ({ question: { branches, zone, day_end, days } }: Asking) => ({
  branches,
  zone,
  day_end,
  from_date: days.from_date,
  to_date: days.to_date,
});

const facts = {
  waiting: (asking: Asking) => countWaitingSql(askedDays(asking)),
  restated: (asking: Asking) =>
    restatedDaysSql({ ...askedDays(asking), seesCosts: asking.question.seesCosts }),
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
  facts,
  recordIds: orderIds,
});

/** Rule: docs/rules/reports.md#sales */
export const channelsSource = defineSource(channelsReport, {
  rows: salesRows,
  groups: { source: { key: sql`x.source` } },
  values,
  details: {},
  running: {},
  nearest,
  facts,
});
