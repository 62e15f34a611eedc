import type { Permission } from '../permissions.ts';

/** What a column's values are: how they are written, added and drawn. */
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

/** How a column's total is made; `detail` says something of one row and has none. */
export const COLUMN_KINDS = ['detail', 'sum', 'snapshot', 'running', 'formula', 'ratio', 'share'] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

type Common = {
  readonly unit: ReportUnit;
  /** Only for who may see costs: absent for others, in files and sorts too. */
  readonly needs?: 'costs';
  /** Part of a formula, or of less interest: shown on demand. */
  readonly hidden?: true;
  /** The groups whose rows have it; every group without. */
  readonly only?: readonly string[];
};

/**
 * A column of a report. A column without a rule for its total does not compile.
 * - `detail`: says something of one row; its total is empty.
 * - `sum`: the total is the sum over all filtered rows.
 * - `snapshot`: as it is now, whatever the range is; the total is the sum over all filtered rows.
 * - `running`: the value after the row; the total is the value at the end of the range.
 * - `formula`: other columns added and taken away, in rows as in totals.
 * - `ratio`: one column by another (a percentage is times 100), in rows as in totals.
 * - `share`: percent of the total, so that the rows sum up to 100.00; null where the total is not above 0.
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

/** Where a figure leads: a screen, with the filters that it takes from the question and from the row. */
export type ReportDrill = {
  readonly to: `/${string}`;
  /** Filters of the question, or of the row's group, that the screen knows by the same name. */
  readonly with: readonly string[];
  /** Filters that always hold. */
  readonly and?: Readonly<Record<string, string | number>>;
  /** The groups whose rows lead there; every group without. */
  readonly only?: readonly string[];
};

/** Groups whose rows are one after the other in time, so that a day without any is shown as 0. */
export const TIME_GROUPS = ['day', 'month', '3 months', 'hour', 'weekday'] as const;

/** What a report is about, and everything about it that the screen and the server share. */
export type ReportDefinition = {
  readonly key: string;
  /** The screen's path. */
  readonly path: `/${string}`;
  readonly permission: Permission;
  /** `range`: days from and to; `until`: what is so until a day, without a day from; `now`: as of now. */
  readonly time: 'range' | 'until' | 'now';
  /** The first one is the default. */
  readonly groups: readonly [string, ...string[]];
  /** The group whose rows are single records, page by page. */
  readonly single?: string;
  readonly filters: readonly string[];
  readonly columns: Readonly<Record<string, ReportColumn>>;
  /** Up to four columns in large above the table. */
  readonly figures: readonly string[];
  readonly chart: {
    readonly kind: 'bars' | 'line';
    readonly y: readonly string[];
    readonly line?: readonly string[];
  };
  /** By column, or `row` for the row as a whole. */
  readonly opens: Readonly<Record<string, ReportDrill>>;
  /** What a column equals: `report.column`, or a list of the shop. */
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

/** Defines a report; a formula, figure, chart or tie that names a missing column does not compile. */
export const defineReport = <const D extends ReportDefinition>(definition: D & ColumnsThatMayBeNamed<D>): D =>
  definition;

type Extra = Omit<Common, 'unit'>;

/** Writes a column: `sum('money', { hidden: true })`. */
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
