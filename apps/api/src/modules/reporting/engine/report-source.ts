import type { ReportDefinition } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { localizedText } from '../../../core/list/localized-columns.ts';
import type { EventSumsQuery } from '../../ordering/index.ts';
import type { ReportDateRange, ReportQuery } from './question.ts';

/** A part of an SQL statement. */
export type Sql = RawBuilder<unknown>;

type KeysOfKind<D extends ReportDefinition, Kind extends string> = {
  [K in keyof D['columns']]: D['columns'][K] extends { readonly kind: Kind } ? K : never;
}[keyof D['columns']];

type Groups<D extends ReportDefinition> = D['groups'][number];

export type ReportQueryCtx = { readonly ctx: Ctx; readonly question: ReportQuery };

/**
 * The SQL of a report. Every part is an expression over `x`, a row of `rows`; a summed column without its expression
 * does not compile.
 */
export type ReportSource<D extends ReportDefinition = ReportDefinition> = {
  readonly definition: D;
  /**
   * A complete SELECT of the rows of some days, always with `currency`. Range reports need `day` (and `at` for hours),
   * reports with single records an int `id`. `only`, an int[], restricts the rows to these ids of `recordIds`.
   */
  readonly rows: (asking: ReportQueryCtx, days: ReportDateRange, only?: Sql) => Sql;
  readonly groups: {
    readonly [G in Groups<D>]: {
      readonly key: Sql;
      /** What `key` is the text of, by which rows are grouped; numbers are grouped faster than their texts. */
      readonly by?: Sql;
      /** The title of a key, over `x.key`; by default the key itself. */
      readonly title?: (asking: ReportQueryCtx) => Sql;
      /** The sort value of `key`, over `x`; by default the key itself. */
      readonly order?: Sql;
    };
  };
  readonly values: { readonly [K in KeysOfKind<D, 'sum' | 'snapshot'>]: Sql };
  readonly details: {
    readonly [K in KeysOfKind<D, 'detail'>]: Partial<
      Record<Groups<D>, Sql | ((asking: ReportQueryCtx) => Sql)>
    >;
  };
  /** The running value after a row, over `x`, and at the end of the range. */
  readonly running: {
    readonly [K in KeysOfKind<D, 'running'>]: {
      readonly after: Sql;
      readonly end: (asking: ReportQueryCtx) => Sql;
    };
  };
  /**
   * For records that are sums of rows: SELECTs of their `id` and `at` in the range, without duplicates. The page is
   * chosen from these ids, so that the rows of other records are not read.
   */
  readonly recordIds?: (asking: ReportQueryCtx) => readonly Sql[];
  /**
   * For a column that the records themselves tell: a SELECT of `id` and `at`, the column's value, of the records whose
   * rows say the same, and a SELECT of the `id`s of all others. Null: the rows of all records are summed. A column that is
   * never null can be read in the order of an index.
   */
  readonly recordValues?: (
    asking: ReportQueryCtx,
    by: string,
  ) => { readonly told: Sql; readonly others: Sql; readonly isNeverNull: boolean } | null;
  /** The number of records, from `summed`, which has their totals; by default those of `recordIds` are counted. */
  readonly recordCount?: (asking: ReportQueryCtx) => Sql;
  /** Condition over the summed rows `x` for a group, where rows may take each other back. */
  readonly isGroup?: Sql;
  /** Condition over the summed rows `x` for a record of `recordIds`. */
  readonly isRecord?: Sql;
  /**
   * For single records of which there are many: how a page is found without reading the others. `totals` is a group
   * whose rows come from stored sums and have `records`, the number of single records that they stand for.
   */
  readonly listed?: {
    /** SELECTs of `id` and `at`, the sort value, never null; their records are different ones. Null: no such sort. */
    readonly ids: (asking: ReportQueryCtx, by: string) => readonly Sql[] | null;
    readonly totals: Groups<D>;
    readonly isSummed: (question: ReportQuery) => boolean;
  };
  /**
   * For a group of which there are very many: its pages are chosen before their rows are summed up, and `only` of `rows` are
   * its keys. `by` is what the group's key is the text of, by default the group's own. `totals` is a group whose rows come from stored sums; by default the rows of the group itself,
   * of one currency, are summed up.
   */
  readonly ranked?: {
    readonly group: Groups<D>;
    readonly by?: Sql;
    readonly totals?: Groups<D>;
    readonly isSummed: (question: ReportQuery) => boolean;
  };
  /** True when a question is answered by few stored sums, so that one plan serves any days and is made once. */
  readonly isPlannedOnce?: (question: ReportQuery) => boolean;
  /** A SELECT of the nearest `day` with data before or after an empty range. */
  readonly nearest?: (asking: ReportQueryCtx, way: 'before' | 'after') => Sql;
  /**
   * For reports from stored sums: a SELECT of the number of facts not in the sums yet, and a SELECT of each `day` that
   * changed after its end.
   */
  readonly facts?: {
    readonly waiting: (asking: ReportQueryCtx) => Sql;
    readonly restated: (asking: ReportQueryCtx) => Sql;
  };
};

/** Ties a source to its definition, so that a missing expression does not compile. */
export const defineReportSource = <D extends ReportDefinition>(
  definition: D,
  source: Omit<ReportSource<D>, 'definition'>,
) => ({ definition, ...source }) as unknown as ReportSource;

/** Condition for the branches of the query. */
export const inReportBranchesSql = (column: Sql, { branches }: Pick<ReportQuery, 'branches'>): Sql =>
  branches === null ? sql`TRUE` : sql`${column} = ANY(${[...branches]}::int[])`;

/** Joins the conditions of the given filters; `columns` maps each filter to its column. */
export function reportFilterSql(
  { filters }: Pick<ReportQuery, 'filters'>,
  columns: Readonly<Record<string, Sql>>,
): Sql {
  const conditions = Object.entries(columns)
    .filter(([name]) => filters[name] !== undefined)
    .map(([name, column]) => sql`${column} = ${filters[name]}`);
  return conditions.length === 0 ? sql`TRUE` : sql`(${sql.join(conditions, sql` AND `)})`;
}

/** True when the query filters by none but these. */
export const hasOnlyFilters = (
  { filters }: Pick<ReportQuery, 'filters'>,
  names: ReadonlySet<string>,
): boolean => Object.entries(filters).every(([name, value]) => value === undefined || names.has(name));

/** The days of a query as its sums by day are asked. */
export const toEventSumsQuery = (
  { branches, zone, day_end }: ReportQuery,
  { from_date, to_date, end, isPartial }: ReportDateRange,
): EventSumsQuery => ({ branches, zone, day_end, from_date, to_date, end: isPartial ? end : null });

/** Columns for one part of a UNION: its own expressions, 0 for the others. */
export const unionPartColumnsSql = (
  names: readonly string[],
  expressions: Readonly<Record<string, Sql>>,
): Sql => sql.join(names.map((name) => sql`(${expressions[name] ?? sql`0`})::numeric AS ${sql.ref(name)}`));

/** The time groups of all range reports; `x.counted_day` is the day that counts. */
export const TIME_GROUP_KEYS = {
  day: { key: sql`x.counted_day::text` },
  month: { key: sql`date_trunc('month', x.counted_day)::date::text` },
  '3 months': { key: sql`date_trunc('quarter', x.counted_day)::date::text` },
} as const;

/** True for groups by day, month or quarter. */
export const isTimeGroup = (group: string): boolean => Object.hasOwn(TIME_GROUP_KEYS, group);

/** SQL for the name of the branch, product or item with this id. */
export const branchNameSql = ({ ctx }: ReportQueryCtx, id: Sql): Sql =>
  sql`(SELECT ${localizedText(ctx, sql`b.names`)} FROM branch b WHERE b.id = ${id})`;
export const productTitleSql = ({ ctx }: ReportQueryCtx, id: Sql): Sql =>
  sql`(SELECT ${localizedText(ctx, sql`p.titles`)} FROM product p WHERE p.id = ${id})`;
export const itemBarcodeSql = (item_id: Sql): Sql =>
  sql`(SELECT i.barcode FROM product_item i WHERE i.id = ${item_id})`;

/** Titles of groups whose key is an id. */
export const branchGroupTitleSql = (asking: ReportQueryCtx): Sql => branchNameSql(asking, sql`x.key::int`);
export const productGroupTitleSql = (asking: ReportQueryCtx): Sql => productTitleSql(asking, sql`x.key::int`);
export const itemGroupTitleSql = ({ ctx }: ReportQueryCtx): Sql =>
  sql`(SELECT ${localizedText(ctx, sql`item_titles(p.titles, i.option)`)} FROM product_item i JOIN product p ON p.id = i.product_id
        WHERE i.id = x.key::int)`;

/** Titles and branches of single records. */
export const rowProductTitleSql = (asking: ReportQueryCtx): Sql => productTitleSql(asking, sql`x.product_id`);
export const rowBranchNameSql = (asking: ReportQueryCtx): Sql => branchNameSql(asking, sql`x.branch_id`);

/** SQL for the name of an account. */
export const accountNameSql = (id: Sql): Sql => sql`(SELECT a.name FROM account a WHERE a.id = ${id})`;

/** The end of a `nearest` statement: the row whose instant is closest to the range, on one side of it. */
export function nearestInstantSql(
  instant: Sql,
  { days: { start, end } }: Pick<ReportQuery, 'days'>,
  side: 'before' | 'after',
): Sql {
  return side === 'before'
    ? sql`${instant} < ${start}::timestamptz ORDER BY ${instant} DESC LIMIT 1`
    : sql`${instant} >= ${end}::timestamptz ORDER BY ${instant} LIMIT 1`;
}
