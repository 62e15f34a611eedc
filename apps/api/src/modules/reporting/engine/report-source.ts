import type { ReportDefinition } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { localizedText } from '../../../core/list/localized-columns.ts';
import type { ReportDateRange, ReportQuery } from './question.ts';

/** A part of a statement. */
export type Sql = RawBuilder<unknown>;

type KeysOfKind<D extends ReportDefinition, Kind extends string> = {
  [K in keyof D['columns']]: D['columns'][K] extends { readonly kind: Kind } ? K : never;
}[keyof D['columns']];

type Groups<D extends ReportDefinition> = D['groups'][number];

export type ReportQueryCtx = { readonly ctx: Ctx; readonly question: ReportQuery };

/**
 * The half of a report that only the database knows. Every part is an expression over `x`, a row that `rows` found; a
 * summed column without its expression does not compile.
 */
export type ReportSource<D extends ReportDefinition = ReportDefinition> = {
  readonly definition: D;
  /**
   * The rows of some days: a whole SELECT. Where the report is about a range, with `day` (and `at` for hours); always with
   * `currency`; with `id`, an int, where the report has single records. `only`, an int[], leaves records of `recordIds`.
   */
  readonly rows: (asking: ReportQueryCtx, days: ReportDateRange, only?: Sql) => Sql;
  readonly groups: {
    readonly [G in Groups<D>]: {
      readonly key: Sql;
      /** How a key is called, over `x.key`; the key itself without. */
      readonly title?: (asking: ReportQueryCtx) => Sql;
      /** What `key` sorts by, over `x`; the key itself without. */
      readonly order?: Sql;
    };
  };
  readonly values: { readonly [K in KeysOfKind<D, 'sum' | 'snapshot'>]: Sql };
  readonly details: {
    readonly [K in KeysOfKind<D, 'detail'>]: Partial<
      Record<Groups<D>, Sql | ((asking: ReportQueryCtx) => Sql)>
    >;
  };
  /** The value after a row, over `x`, and at the end of the days. */
  readonly running: {
    readonly [K in KeysOfKind<D, 'running'>]: {
      readonly after: Sql;
      readonly end: (asking: ReportQueryCtx) => Sql;
    };
  };
  /**
   * Where single records are sums of rows: their `id` and `at` in the days asked, in SELECTs of which no two have the same
   * record. A page is found among them, so that the rows of the others are not read.
   */
  readonly recordIds?: (asking: ReportQueryCtx) => readonly Sql[];
  /** Whether the rows of one of them, summed up over `x`, make a record of `recordIds`. */
  readonly isRecord?: Sql;
  /** The nearest day with something on either side, for a range without anything: a SELECT of one `day`. */
  readonly nearest?: (asking: ReportQueryCtx, way: 'before' | 'after') => Sql;
  /**
   * Of figures that are kept as sums: how many facts are read beside them, a SELECT of one number, and the days that changed
   * after their end, a SELECT of one `day`.
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

/** Whether something of the question's branches is meant. */
export const inReportBranchesSql = (column: Sql, { branches }: Pick<ReportQuery, 'branches'>): Sql =>
  branches === null ? sql`TRUE` : sql`${column} = ANY(${[...branches]}::int[])`;

/** Conditions for the filters that are given, joined; `columns` says what each compares with. */
export function reportFilterSql(
  { filters }: Pick<ReportQuery, 'filters'>,
  columns: Readonly<Record<string, Sql>>,
): Sql {
  const conditions = Object.entries(columns)
    .filter(([name]) => filters[name] !== undefined)
    .map(([name, column]) => sql`${column} = ${filters[name]}`);
  return conditions.length === 0 ? sql`TRUE` : sql`(${sql.join(conditions, sql` AND `)})`;
}

/** Columns of a part of rows that are made of several parts: those that it knows, 0 for the others. */
export const partColumns = (names: readonly string[], known: Readonly<Record<string, Sql>>): Sql =>
  sql.join(names.map((name) => sql`(${known[name] ?? sql`0`})::numeric AS ${sql.ref(name)}`));

/** The groups by time that every report about a range may have; `x.counted_day` is the day that is meant. */
export const TIME_GROUP_KEYS = {
  day: { key: sql`x.counted_day::text` },
  month: { key: sql`date_trunc('month', x.counted_day)::date::text` },
  '3 months': { key: sql`date_trunc('quarter', x.counted_day)::date::text` },
} as const;

/** Whether a group is of days, months or quarters. */
export const isTimeGroup = (group: string): boolean => Object.hasOwn(TIME_GROUP_KEYS, group);

/** How the branch, product or item with this id is called. */
export const branchNameSql = ({ ctx }: ReportQueryCtx, id: Sql): Sql =>
  sql`(SELECT ${localizedText(ctx, sql`b.names`)} FROM branch b WHERE b.id = ${id})`;
export const productTitleSql = ({ ctx }: ReportQueryCtx, id: Sql): Sql =>
  sql`(SELECT ${localizedText(ctx, sql`p.titles`)} FROM product p WHERE p.id = ${id})`;
export const itemBarcodeSql = (item_id: Sql): Sql =>
  sql`(SELECT i.barcode FROM product_item i WHERE i.id = ${item_id})`;

/** Titles of groups whose key is the id. */
export const branchGroupTitleSql = (asking: ReportQueryCtx): Sql => branchNameSql(asking, sql`x.key::int`);
export const productGroupTitleSql = (asking: ReportQueryCtx): Sql => productTitleSql(asking, sql`x.key::int`);
export const itemGroupTitleSql = ({ ctx }: ReportQueryCtx): Sql =>
  sql`(SELECT ${localizedText(ctx, sql`item_titles(p.titles, i.option)`)} FROM product_item i JOIN product p ON p.id = i.product_id
        WHERE i.id = x.key::int)`;

/** Titles and branches of single records. */
export const rowProductTitleSql = (asking: ReportQueryCtx): Sql => productTitleSql(asking, sql`x.product_id`);
export const rowBranchNameSql = (asking: ReportQueryCtx): Sql => branchNameSql(asking, sql`x.branch_id`);

/** How an account is called. */
export const accountNameSql = (id: Sql): Sql => sql`(SELECT a.name FROM account a WHERE a.id = ${id})`;

/** The end of a `nearest` statement: the one row whose instant is next to the days asked, on one side of them. */
export function nearestInstantSql(
  at: Sql,
  { days: { start, end } }: Pick<ReportQuery, 'days'>,
  way: 'before' | 'after',
): Sql {
  return way === 'before'
    ? sql`${at} < ${start}::timestamptz ORDER BY ${at} DESC LIMIT 1`
    : sql`${at} >= ${end}::timestamptz ORDER BY ${at} LIMIT 1`;
}
