import { TIME_GROUPS } from '@dukkan/contract';
import { sql } from 'kysely';
import { OWN_PLAN } from '../../../core/db/tables.ts';
import { figureSql, partsOfColumn, reportColumnSql } from './column-sql.ts';
import { listVisibleColumns, type ReportColumnWithKey } from './columns.ts';
import { withEmptyPeriodsSql, zeroColumnsSql } from './empty-periods.ts';
import { type PageOf, recordOrder, recordPage } from './record-page.ts';
import type { ReportQueryCtx, ReportSource, Sql } from './report-source.ts';
import { summedKeys, sumOfRows, valueSql } from './sum-rows.ts';

// Report statements are built from the definition: column names come from a closed list, values are parameters, and no
// text of a request becomes SQL.

type Group = {
  readonly key: Sql;
  readonly by?: Sql;
  readonly title?: (asking: ReportQueryCtx) => Sql;
  readonly order?: Sql;
};

export const getReportGroupSql = ({ groups }: ReportSource, group: string): Group =>
  (groups as Readonly<Record<string, Group>>)[group] as Group;

const isSingle = ({ definition, recordIds }: ReportSource, group: string): boolean =>
  definition.single === group && !recordIds;

/** True when rows are records with an id, also those that are sums of rows. */
const isRecords = ({ definition }: ReportSource, group: string): boolean => definition.single === group;

/** Condition that drops rows whose signed values cancel each other out. */
const anyLeft = (source: ReportSource, keys: readonly string[]): Sql =>
  sql.join(
    keys.map((key) => sql`sum(${valueSql(source, key)}) <> 0`),
    sql` OR `,
  );

const isGroupSql = (source: ReportSource): Sql =>
  source.facts ? anyLeft(source, summedKeys(source)) : (source.isGroup ?? sql`TRUE`);

/** SQL for the rows of the query: single records, or sums by group and currency; values are in `v_…` columns. */
function groupedRows(source: ReportSource, group: string, rows: Sql): Sql {
  const { key, by, order } = getReportGroupSql(source, group);
  const keys = summedKeys(source);
  if (isSingle(source, group)) {
    const values = keys.map((name) => sql`(${valueSql(source, name)})::numeric AS ${sql.ref(`v_${name}`)}`);
    return sql`SELECT x.*, ${key} AS key, ${order ?? key} AS key_order, ${sql.join(values)} FROM (${rows}) x`;
  }
  return sumOfRows(
    source,
    rows,
    sql`${key} AS key, ${order ?? key} AS key_order, x.currency`,
    sql`GROUP BY ${by && !order ? by : sql`1, 2`}, x.currency HAVING ${isGroupSql(source)}`,
  );
}

/** Adds shares by the largest remainder method, so that they add up to 100.00; null when the total is not above 0. */
function withShares(source: ReportSource, rows: Sql): Sql {
  const { columns } = source.definition;
  const shared = Object.entries(columns).find(([, { kind }]) => kind === 'share');
  if (!shared) return rows;
  const [key, column] = shared;
  const part = reportColumnSql(columns, (column as { of: string }).of);
  return sql`SELECT x.*, CASE WHEN x.whole > 0 THEN (x.points + CASE WHEN x.place <= 10000 - sum(x.points) OVER w
                    THEN 1 ELSE 0 END) / 100.0 END AS ${sql.ref(`v_${key}`)}
      FROM (SELECT x.*, row_number() OVER (PARTITION BY x.currency ORDER BY x.exact - x.points DESC, x.key) AS place
              FROM (SELECT x.*, floor(x.exact) AS points
                      FROM (SELECT x.*, ${part} * 10000 / nullif(sum(${part}) OVER w, 0) AS exact,
                                   sum(${part}) OVER w AS whole
                              FROM (${rows}) x WINDOW w AS (PARTITION BY x.currency)) x) x) x
     WINDOW w AS (PARTITION BY x.currency)`;
}

const detailSql = (source: ReportSource, asking: ReportQueryCtx, key: string): Sql => {
  const details = source.details as Readonly<
    Record<string, Readonly<Record<string, Sql | ((asking: ReportQueryCtx) => Sql)>>>
  >;
  const detail = details[key]?.[asking.question.group];
  if (!detail) return sql`NULL`;
  return typeof detail === 'function' ? detail(asking) : detail;
};

const findRunningColumn = ({ running }: ReportSource, key: string) =>
  (running as Readonly<Record<string, { after: Sql; end: (asking: ReportQueryCtx) => Sql }>>)[key];

function rowColumn(source: ReportSource, asking: ReportQueryCtx, { key, kind }: ReportColumnWithKey): Sql {
  if (kind === 'detail') return detailSql(source, asking, key);
  if (kind === 'running') return findRunningColumn(source, key)?.after ?? sql`NULL`;
  return kind === 'share' ? figureSql(key) : reportColumnSql(source.definition.columns, key);
}

function totalColumn(source: ReportSource, asking: ReportQueryCtx, column: ReportColumnWithKey): Sql {
  const { key, kind } = column;
  if (kind === 'detail') return sql`NULL`;
  if (kind === 'running') return findRunningColumn(source, key)?.end(asking) ?? sql`NULL`;
  if (column.kind !== 'share') return reportColumnSql(source.definition.columns, key);
  const whole = reportColumnSql(source.definition.columns, column.of);
  return sql`CASE WHEN ${whole} > 0 THEN 100 END`;
}

const namedColumnsSql = (
  columns: readonly ReportColumnWithKey[],
  make: (column: ReportColumnWithKey) => Sql,
): Sql[] => columns.map((column) => sql`${make(column)} AS ${sql.ref(column.key)}`);

/** SQL for the rows of the query, each with the day it counts for. */
const askedRows = (source: ReportSource, asking: ReportQueryCtx, only?: Sql): Sql => {
  const rows = source.rows(asking, asking.question.days, only);
  return source.definition.time === 'range' ? sql`SELECT x.*, x.day AS counted_day FROM (${rows}) x` : rows;
};

/** SQL for the rows of the compared days, moved to the days they are compared with. */
function comparedRows(source: ReportSource, asking: ReportQueryCtx): Sql | null {
  const { compare } = asking.question;
  if (!compare) return null;
  return sql`SELECT x.*, m.now AS counted_day FROM (${source.rows(asking, compare)}) x
    JOIN unnest(${[...compare.earlier]}::date[], ${[...compare.now]}::date[]) AS m (day_then, now) ON m.day_then = x.day`;
}

/** SQL over `x` of the column by which rows are sorted. */
export const reportSortSql = (source: ReportSource, asking: ReportQueryCtx, by: string): Sql => {
  if (by === 'key') return sql`x.key_order`;
  const column = source.definition.columns[by];
  if (column?.kind === 'detail') return detailSql(source, asking, by);
  return column?.kind === 'share' ? figureSql(by) : reportColumnSql(source.definition.columns, by);
};

/** SQL for records that are sums of rows, with only the sort column as `at`; the other columns are not summed. */
function valuedRecords(source: ReportSource, asking: ReportQueryCtx, by: string, only?: Sql): Sql {
  const { columns } = source.definition;
  const { key, order } = getReportGroupSql(source, asking.question.group);
  const sums = [...partsOfColumn(columns, by)].map(
    (name) => sql`sum(${valueSql(source, name)})::numeric AS ${sql.ref(`v_${name}`)}`,
  );
  return sql`SELECT x.id, ${reportColumnSql(columns, by)} AS at
    FROM (SELECT ${order ?? key} AS id, x.currency, ${sql.join(sums)} FROM (${askedRows(source, asking, only)}) x
           GROUP BY 1, 2 HAVING ${source.isRecord ?? sql`TRUE`}) x`;
}

/** SELECTs of the candidates for a page, with the sort value as `at`. */
function recordsToSort(source: ReportSource, asking: ReportQueryCtx, by: string): readonly Sql[] {
  if (by === 'key') return source.recordIds?.(asking) ?? [];
  const values = source.recordValues?.(asking, by);
  if (!values) return [valuedRecords(source, asking, by)];
  const others = sql`(SELECT array_agg(o.id) FROM (${values.others}) o)::int[]`;
  return [values.told, valuedRecords(source, asking, by, others)];
}

const groupedRowsWithSharesSql = (source: ReportSource, asking: ReportQueryCtx, rows: Sql): Sql =>
  withShares(source, groupedRows(source, asking.question.group, rows));

const orderSql = (source: ReportSource, asking: ReportQueryCtx, { sort_by, sort_as }: PageOf): Sql => {
  const way = sql.raw(sort_as === 'desc' ? 'DESC NULLS LAST' : 'ASC NULLS LAST');
  const last = isSingle(source, asking.question.group) ? sql`x.id ${way}` : sql`x.key, x.currency`;
  return sql`${reportSortSql(source, asking, sort_by)} ${way}, ${last}`;
};

/** Columns of the totals over grouped rows. */
function totalsSql(
  source: ReportSource,
  asking: ReportQueryCtx,
  columns: readonly ReportColumnWithKey[],
  name: string,
): Sql {
  const sums = sql.join(
    summedKeys(source).map((key) => sql`sum(${figureSql(key)}) AS ${sql.ref(`v_${key}`)}`),
  );
  return sql`
    SELECT json_agg(x) FROM (
      SELECT x.currency, x.row_count, ${sql.join(namedColumnsSql(columns, (column) => totalColumn(source, asking, column)))}
        FROM (SELECT x.currency, count(*)::int AS row_count, ${sums} FROM ${sql.ref(name)} x GROUP BY x.currency) x
       ORDER BY x.currency <> ${asking.question.currency}, x.currency) x`;
}

/** True when the page's record ids are found before their rows are summed. */
const findsPageFirst = (
  source: ReportSource,
  { question }: ReportQueryCtx,
  { sort_by, ids }: PageOf,
): boolean =>
  isRecords(source, question.group) &&
  source.recordIds !== undefined &&
  (sort_by === 'key' || ids !== null || source.definition.columns[sort_by]?.kind !== 'detail');

/** Returns the query with the report's first group, which has the same totals and can use stored sums. */
const byFirstGroup = ({ ctx, question }: ReportQueryCtx): ReportQueryCtx => ({
  ctx,
  question: { ...question, group: question.report.groups[0] },
});

/** Groups of which also those are rows that have nothing but compared rows; of others there may be too many. */
const FULLY_COMPARED: ReadonlySet<string> = new Set([...TIME_GROUPS, 'branch', 'source']);

/** SQL for the groups of `grouped`, and groups of `compared` that are not among them, as zeros. */
function withComparedGroups(source: ReportSource, isChange: boolean): Sql {
  const keys = summedKeys(source);
  const group = sql`x.key, x.key_order, x.currency`;
  // an empty period stays empty, so that its nearest days are named instead
  const isShown = isChange ? sql`TRUE` : sql`EXISTS (SELECT 1 FROM grouped)`;
  return sql`SELECT ${group}, ${sql.join(keys.map(figureSql))} FROM grouped x
     UNION ALL
    SELECT ${group}, ${zeroColumnsSql(keys)} FROM compared x
     WHERE ${isShown} AND NOT EXISTS (SELECT 1 FROM grouped g WHERE g.key = x.key AND g.currency = x.currency)`;
}

/** The CTEs of groups and, if requested, of the same groups in the compared days. */
function groupParts(source: ReportSource, asking: ReportQueryCtx, { by_change }: PageOf): readonly Sql[] {
  const { group } = asking.question;
  const then = comparedRows(source, asking);
  const rows = groupedRows(source, group, askedRows(source, asking));
  const materialized = sql.raw(isSingle(source, group) ? 'NOT MATERIALIZED' : 'MATERIALIZED');
  const compared = then
    ? [sql`compared AS ${materialized} (${groupedRowsWithSharesSql(source, asking, then)})`]
    : [];
  const filled = withEmptyPeriodsSql(asking, summedKeys(source));
  const isFullyCompared = then !== null && (by_change || FULLY_COMPARED.has(group));
  if (isSingle(source, group) || (!isFullyCompared && !filled))
    return [sql`base AS ${materialized} (${withShares(source, rows)})`, ...compared];
  const known = isFullyCompared
    ? withComparedGroups(source, by_change ?? false)
    : sql`SELECT x.* FROM grouped x`;
  return [
    sql`grouped AS MATERIALIZED (${rows})`,
    ...compared,
    ...(filled ? [sql`known AS MATERIALIZED (${known})`] : []),
    sql`base AS MATERIALIZED (${withShares(source, filled ?? known)})`,
  ];
}

/** SQL for groups sorted by a column's change from the compared days. */
function changedRows(
  source: ReportSource,
  asking: ReportQueryCtx,
  { sort_by, sort_as, page, limit }: PageOf,
): Sql {
  const value = reportSortSql(source, asking, sort_by);
  return sql`SELECT x.* FROM base x
      LEFT JOIN (SELECT x.key, x.currency, ${value} AS was FROM compared x) c ON c.key = x.key AND c.currency = x.currency
     ORDER BY coalesce(${value}, 0) - coalesce(c.was, 0) ${sql.raw(sort_as === 'desc' ? 'DESC' : 'ASC')}, x.key
     LIMIT ${limit} OFFSET ${(page - 1) * limit}`;
}

/** Returns the SQL of a page of single records whose totals come from stored sums, or null where these do not suffice. */
function listedParts({ listed, ...source }: ReportSource, asking: ReportQueryCtx, page: PageOf) {
  const { question } = asking;
  if (!listed || !isSingle(source, question.group) || page.by_change) return null;
  const ids = listed.ids(asking, page.sort_by);
  if (!ids) return null;
  const summed = { ctx: asking.ctx, question: { ...question, group: listed.totals } };
  if (!listed.isSummed(summed.question)) return null;
  const only = sql`(SELECT array_agg(id) FROM page)::int[]`;
  const currency = sql`x.currency, sum(x.records) AS records`;
  const total = (rows: Sql): Sql =>
    sumOfRows(source, rows, currency, sql`GROUP BY 1 HAVING sum(x.records) > 0`);
  const then = comparedRows(source, summed);
  return {
    parts: [
      sql`page AS MATERIALIZED (${recordPage(ids, { ...page, sort_by: 'key' })})`,
      sql`base AS MATERIALIZED (${groupedRows(source, question.group, askedRows(source, asking, only))})`,
      sql`summed AS MATERIALIZED (${total(askedRows(source, summed))})`,
      ...(then ? [sql`compared AS MATERIALIZED (${total(then)})`] : []),
    ],
    found: sql`SELECT x.* FROM base x JOIN page u ON u.id = x.id ORDER BY u.place`,
    summed: 'summed',
    count: page.ids ? sql`NULL::int` : sql`(SELECT coalesce(sum(records), 0)::int FROM summed)`,
  };
}

/**
 * Returns the SQL of a page of one of very many groups, or null. All are ranked by nothing but the column that they are sorted
 * by, only those of the page are summed up, and the totals are those of a group with stored sums.
 */
function rankedParts(source: ReportSource, asking: ReportQueryCtx, page: PageOf) {
  const { question } = asking;
  const { ranked, definition } = source;
  const by = ranked?.by ?? getReportGroupSql(source, question.group).by;
  const { sort_by, sort_as, limit } = page;
  const isRanked = ranked && by && ranked.group === question.group && ranked.isSummed(question);
  if (!isRanked || question.compare || page.ids || definition.columns[sort_by]?.kind === 'detail')
    return null;
  const parts = sort_by === 'key' ? [] : [...partsOfColumn(definition.columns, sort_by)];
  const sums = parts.map((name) => sql`, sum(${valueSql(source, name)})::numeric AS ${sql.ref(`v_${name}`)}`);
  const value = sort_by === 'key' ? sql`x.id::text` : reportColumnSql(definition.columns, sort_by);
  const order = sql`ORDER BY x.at ${sql.raw(sort_as === 'desc' ? 'DESC' : 'ASC')} NULLS LAST, x.id::text`;
  const only = sql`(SELECT array_agg(id) FROM page)::int[]`;
  const { totals } = ranked;
  const summed = totals
    ? groupedRows(source, totals, askedRows(source, { ...asking, question: { ...question, group: totals } }))
    : sumOfRows(
        source,
        askedRows(source, asking),
        sql`min(x.currency) AS currency`,
        sql`HAVING count(*) > 0`,
      );
  return {
    parts: [
      sql`ranked AS MATERIALIZED (SELECT x.id, ${value} AS at FROM (
        SELECT ${by} AS id ${sql.join(sums, sql``)} FROM (${askedRows(source, asking)}) x GROUP BY 1 HAVING ${isGroupSql(source)}) x)`,
      sql`page AS MATERIALIZED (SELECT x.id, row_number() OVER (${order}) AS place FROM ranked x ${order}
        LIMIT ${limit} OFFSET ${(page.page - 1) * limit})`,
      sql`base AS MATERIALIZED (${groupedRows(source, question.group, askedRows(source, asking, only))})`,
      sql`summed AS MATERIALIZED (${summed})`,
    ],
    found: sql`SELECT x.* FROM base x JOIN page u ON u.id::text = x.key ORDER BY u.place`,
    summed: 'summed',
    count: sql`(SELECT count(*)::int FROM ranked)`,
  };
}

/** Returns the SQL from which rows, totals and the row count are read. */
function buildStatementParts(source: ReportSource, asking: ReportQueryCtx, page: PageOf) {
  const own = listedParts(source, asking, page) ?? rankedParts(source, asking, page);
  if (own) return own;
  if (!findsPageFirst(source, asking, page)) {
    const parts = groupParts(source, asking, page);
    const found = page.ids
      ? sql`SELECT x.* FROM base x JOIN unnest(${[...page.ids]}::int[]) WITH ORDINALITY AS u (id, place) ON u.id = x.id ORDER BY u.place`
      : page.by_change && asking.question.compare
        ? changedRows(source, asking, page)
        : sql`SELECT x.* FROM base x ORDER BY ${orderSql(source, asking, page)}
           LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`;
    return { parts, found, summed: 'base', count: sql`NULL::int` };
  }
  const selects = source.recordIds?.(asking) ?? [];
  const first = byFirstGroup(asking);
  const thenByFirst = comparedRows(source, first);
  const only = sql`(SELECT array_agg(id) FROM page)::int[]`;
  const neverNull = source.recordValues?.(asking, page.sort_by)?.isNeverNull ? { sort_by: 'key' } : {};
  const count =
    source.recordCount?.(asking) ??
    sql.join(
      selects.map((select) => sql`(SELECT count(*) FROM (${select}) n)`),
      sql` + `,
    );
  const parts = [
    sql`page AS MATERIALIZED (${recordPage(recordsToSort(source, asking, page.sort_by), { ...page, ...neverNull })})`,
    sql`base AS MATERIALIZED (${groupedRowsWithSharesSql(source, asking, askedRows(source, asking, only))})`,
    sql`summed AS MATERIALIZED (${groupedRowsWithSharesSql(source, first, askedRows(source, first))})`,
    ...(thenByFirst
      ? [sql`compared AS MATERIALIZED (${groupedRowsWithSharesSql(source, first, thenByFirst)})`]
      : []),
  ];
  return {
    parts,
    found: sql`SELECT x.* FROM base x JOIN page u ON u.id = x.key::int ORDER BY u.place`,
    summed: 'summed',
    count: page.ids ? sql`NULL::int` : sql`(${count})::int`,
  };
}

/**
 * Builds one statement for the rows of a page, the totals, and the totals of the compared days, so that all are of the
 * same moment.
 */
export function buildReportSql(source: ReportSource, asking: ReportQueryCtx, page: PageOf): Sql {
  const { question } = asking;
  const columns = listVisibleColumns(question);
  const { parts, found, summed, count } = buildStatementParts(source, asking, page);
  const isCompared = question.compare !== null;
  const title = getReportGroupSql(source, question.group).title?.(asking) ?? sql`x.key`;
  const additive = columns.filter(({ kind }) => kind !== 'detail' && kind !== 'running');
  const compared =
    isCompared && !isRecords(source, question.group)
      ? sql`(SELECT to_json(c) FROM (
          SELECT ${sql.join(namedColumnsSql(additive, (column) => rowColumn(source, asking, column)))}
            FROM compared x WHERE x.key = r.key AND x.currency = r.currency) c)`
      : sql`NULL::json`;
  // an export includes the totals only with its first page
  const hasTotals = page.ids === null || page.page === 1;
  const totals = (name: string): Sql => sql`(${totalsSql(source, asking, columns, name)})`;
  const { facts } = source;
  return sql`${source.isPlannedOnce?.(question) ? sql`` : OWN_PLAN} WITH ${sql.join(parts)}
    SELECT (SELECT json_agg(r) FROM (
              SELECT r.*, ${compared} AS compare FROM (
                SELECT x.key, ${title} AS title, x.currency,
                       ${sql.join(namedColumnsSql(columns, (column) => rowColumn(source, asking, column)))}
                  FROM (${found}) x) r) r) AS rows,
           ${hasTotals ? totals(summed) : sql`NULL::json`} AS totals,
           ${hasTotals && isCompared ? totals('compared') : sql`NULL::json`} AS compare_totals,
           ${count} AS count,
           ${facts && hasTotals ? sql`(${facts.waiting(asking)})` : sql`0`} AS waiting,
           ${facts && hasTotals ? sql`ARRAY(SELECT r.day::text FROM (${facts.restated(asking)}) r)` : sql`'{}'::text[]`} AS restated_days`;
}

/** SQL for the ids of all records of an export, in order, packed into four bytes each. */
export const buildReportIdsSql = (
  source: ReportSource,
  asking: ReportQueryCtx,
  page: Omit<PageOf, 'ids'>,
): Sql => {
  const whole = { ...page, ids: null };
  if (findsPageFirst(source, asking, whole)) {
    return sql`${OWN_PLAN} SELECT string_agg(int4send(x.id), ''::bytea ${recordOrder(page)}) AS whole
      FROM (${sql.join(recordsToSort(source, asking, page.sort_by), sql` UNION ALL `)}) x`;
  }
  const id = source.recordIds ? sql`x.key::int` : sql`x.id`;
  return sql`${OWN_PLAN} SELECT string_agg(int4send(${id}), ''::bytea ORDER BY ${orderSql(source, asking, whole)}) AS whole
    FROM (${groupedRowsWithSharesSql(source, asking, askedRows(source, asking))}) x`;
};
