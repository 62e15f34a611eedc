import {
  getFieldLabel,
  type ReportColumn,
  type ReportDefinition,
  type ReportMeta,
  reportText,
} from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import type { ReportQuery } from './question.ts';

export type ReportColumnWithKey = { readonly key: string } & ReportColumn;

/** Returns the columns that the caller may see for this group; costs only with the permission for costs. */
export const listVisibleColumns = ({
  report,
  group,
  seesCosts,
}: Pick<ReportQuery, 'report' | 'group' | 'seesCosts'>): ReportColumnWithKey[] =>
  Object.entries(report.columns)
    .filter(([, { needs, only }]) => (seesCosts || needs !== 'costs') && (!only || only.includes(group)))
    .map(([key, column]) => ({ key, ...column }));

/** Returns the label of a column, the report's own if it has one. */
export const getColumnLabel = (key: string, column: string, { locale }: Ctx): string =>
  getFieldLabel([key, column], locale);

/** Returns the explanation of a column: its formula in column labels, or its own sentence. */
export function getColumnHelp(ctx: Ctx, key: string, column: ReportColumnWithKey): string {
  const label = (name: string) => getColumnLabel(key, name, ctx);
  switch (column.kind) {
    case 'formula':
      return [column.plus.map(label).join(' + '), ...column.minus.map((name) => ` − ${label(name)}`)].join(
        '',
      );
    case 'ratio':
      return `${label(column.of[0])} ÷ ${label(column.of[1])}`;
    case 'share':
      return reportText('help.share', ctx.locale, { of: label(column.of) });
    default:
      return reportText(`help.${column.key}`, ctx.locale);
  }
}

/** True when a list may be sorted by this column: numbers, days, times, and the group itself. */
export const isSortable = (
  { kind, key }: ReportColumnWithKey,
  { sorts }: { sorts: ReadonlySet<string> },
): boolean => sorts.has(key) || ['sum', 'snapshot', 'formula', 'ratio', 'share'].includes(kind);

/** True when a column is shown on demand only; a part of a total is not, where a figure of the answer has it. */
const isHidden = (
  { key, hidden }: ReportColumnWithKey,
  figures: readonly Readonly<Record<string, unknown>>[],
): boolean =>
  hidden === true || (hidden === 'while_zero' && figures.every((row) => Number(row[key] ?? 0) === 0));

/** Describes the columns of an answer. @param figures its rows and totals */
export const buildColumnsMeta = (
  ctx: Ctx,
  key: string,
  report: ReportDefinition,
  columns: readonly ReportColumnWithKey[],
  { sorts, figures }: { sorts: ReadonlySet<string>; figures: readonly Readonly<Record<string, unknown>>[] },
): ReportMeta['columns'] =>
  columns.map((column) => ({
    key: column.key,
    label: getColumnLabel(key, column.key, ctx),
    kind: column.kind,
    unit: column.unit,
    help: getColumnHelp(ctx, key, column),
    hidden: isHidden(column, figures),
    sortable: isSortable(column, { sorts }),
    tie: (report.ties as Readonly<Record<string, string>>)[column.key] ?? null,
  }));
