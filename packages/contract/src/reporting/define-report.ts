import type { Permission } from '../permissions.ts';

/** The unit of a column's values, which decides how they are formatted, added up and drawn. */
export const REPORT_UNITS = [
  'money',
  'integer',
  'quantity',
  'percent',
  'minutes',
  'days',
  'text',
  'code',
  'date',
  'instant',
] as const;
export type ReportUnit = (typeof REPORT_UNITS)[number];

/** How the total of a column is computed; `detail` describes a single row and has no total. */
export const COLUMN_KINDS = ['detail', 'sum', 'snapshot', 'running', 'formula', 'ratio', 'share'] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

type Common = {
  readonly unit: ReportUnit;
  /** Only for callers who may see costs; removed for others, also from exports and sort orders. */
  readonly needs?: 'costs';
  /**
   * Less important: shown on demand. `while_zero` is for the parts of a total, which are shown where they add to it.
   * Rule: docs/rules/reports.md#columns-that-are-shown
   */
  readonly hidden?: true | 'while_zero';
  /** The groups that have the column; by default all. */
  readonly only?: readonly string[];
};

/**
 * A column of a report. A column without a rule for its total does not compile.
 * - `detail`: describes one row; its total is empty.
 * - `sum`: the total is the sum over all filtered rows.
 * - `snapshot`: the current value, whatever the range; the total is the sum over all filtered rows.
 * - `running`: the value after the row; the total is the value at the end of the range.
 * - `formula`: other columns added and subtracted, in rows and totals.
 * - `ratio`: one column divided by another (percentages times 100), in rows and totals.
 * - `share`: percent of the total, so that the rows add up to 100.00; null when the total is not above 0.
 */
export type ReportColumn =
  | (Common & { readonly kind: 'detail' | 'sum' | 'snapshot' | 'running' })
  | (Common & {
      readonly kind: 'formula';
      readonly plus: readonly string[];
      readonly minus: readonly string[];
    })
  | (Common & { readonly kind: 'ratio'; readonly of: readonly [string, string] })
  | (Common & { readonly kind: 'share'; readonly of: string });

/** The screen that a value opens, with filters from the query and from the row. */
export type ReportDrill = {
  readonly to: `/${string}`;
  /** Filters of the query, or of the row's group, that the screen has under the same name. */
  readonly with: readonly string[];
  /** Fixed filters. */
  readonly and?: Readonly<Record<string, string | number>>;
  /** The filter that replaces the fixed ones when the query has it. */
  readonly unless?: string;
  /** False when the screen cannot show the records of the totals. */
  readonly total?: false;
  /** The groups whose rows open the screen; by default all. */
  readonly only?: readonly string[];
};

/** Groups that are periods, in chronological order; empty ones are rows of 0 (docs/rules/reports.md#empty-periods). */
export const TIME_GROUPS = ['day', 'month', '3 months', 'hour', 'weekday'] as const;

/** Groups whose keys are codes, which are translated. */
export const CODE_GROUPS: readonly string[] = ['source', 'type', 'holder', 'bucket', 'status'];

/** The definition of a report, shared by the screen and the server. */
export type ReportDefinition = {
  readonly key: string;
  /** The screen's path. */
  readonly path: `/${string}`;
  readonly permission: Permission;
  /** `range`: from one day to another; `until`: up to a day; `now`: the current state. */
  readonly time: 'range' | 'until' | 'now';
  /** The first one is the default. */
  readonly groups: readonly [string, ...string[]];
  /** The group whose rows are single records, with pages. */
  readonly single?: string;
  readonly filters: readonly string[];
  readonly columns: Readonly<Record<string, ReportColumn>>;
  /** Up to four columns shown in large type above the table. */
  readonly figures: readonly string[];
  readonly chart: {
    readonly kind: 'bars' | 'line';
    readonly y: readonly string[];
    readonly line?: readonly string[];
  };
  /** By column, or `row` for the whole row. */
  readonly opens: Readonly<Record<string, ReportDrill>>;
  /** Values that a column must equal: `report.column`, or a list of the shop. */
  readonly ties: Readonly<Record<string, string>>;
  readonly sort: { readonly by: string; readonly as: 'asc' | 'desc' };
};

type ColumnsThatMayBeNamed<D extends ReportDefinition> = {
  readonly columns: {
    readonly [K in keyof D['columns']]: D['columns'][K] extends { readonly kind: 'formula' }
      ? { readonly plus: readonly (keyof D['columns'])[]; readonly minus: readonly (keyof D['columns'])[] }
      : D['columns'][K] extends { readonly kind: 'ratio' }
        ? { readonly of: readonly [keyof D['columns'], keyof D['columns']] }
        : D['columns'][K] extends { readonly kind: 'share' }
          ? { readonly of: keyof D['columns'] }
          : object;
  };
  readonly figures: readonly (keyof D['columns'])[];
  readonly chart: {
    readonly y: readonly (keyof D['columns'])[];
    readonly line?: readonly (keyof D['columns'])[];
  };
  readonly ties: Readonly<Partial<Record<keyof D['columns'], string>>>;
};

/** Defines a report; a formula, figure, chart or tie with an unknown column does not compile. */
export const defineReport = <const D extends ReportDefinition>(definition: D & ColumnsThatMayBeNamed<D>): D =>
  definition;

type Extra = Omit<Common, 'unit'>;

/** Defines a column: `sum('money', { hidden: true })`. */
export const detail = <const U extends ReportUnit, const E extends Extra>(unit: U, extra?: E) =>
  ({ kind: 'detail', unit, ...(extra as E) }) as const;
export const sum = <const U extends ReportUnit, const E extends Extra>(unit: U, extra?: E) =>
  ({ kind: 'sum', unit, ...(extra as E) }) as const;
export const snapshot = <const U extends ReportUnit, const E extends Extra>(unit: U, extra?: E) =>
  ({ kind: 'snapshot', unit, ...(extra as E) }) as const;
export const running = <const U extends ReportUnit, const E extends Extra>(unit: U, extra?: E) =>
  ({ kind: 'running', unit, ...(extra as E) }) as const;
export const formula = <const P extends readonly string[], const M extends readonly string[]>(
  plus: P,
  minus: M,
  extra?: Extra,
) => ({ kind: 'formula', unit: 'money', plus, minus, ...extra }) as const;
export const ratio = <const O extends readonly [string, string]>(unit: ReportUnit, of: O, extra?: Extra) =>
  ({ kind: 'ratio', unit, of, ...extra }) as const;
export const share = <const O extends string>(of: O) => ({ kind: 'share', unit: 'percent', of }) as const;
