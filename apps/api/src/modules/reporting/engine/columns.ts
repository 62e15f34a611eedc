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

/** The columns that the caller gets: of their group, and costs only for who may see costs. */
export const listVisibleColumns = ({
  report,
  group,
  seesCosts,
}: Pick<ReportQuery, 'report' | 'group' | 'seesCosts'>): ReportColumnWithKey[] =>
  Object.entries(report.columns)
    .filter(([, { needs, only }]) => (seesCosts || needs !== 'costs') && (!only || only.includes(group)))
    .map(([key, column]) => ({ key, ...column }));

/** How a column is called, in the words of its report where it has its own. */
export const getColumnLabel = (key: string, column: string, { locale }: Ctx): string =>
  getFieldLabel([key, column], locale);

/** What a column means: its formula in the words of the columns that it is made of, or its own sentence. */
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

/** Only columns whose values are told in numbers, days or moments sort; and what a row is grouped by. */
export const isSortable = (
  { kind, key }: ReportColumnWithKey,
  { sorts }: { sorts: ReadonlySet<string> },
): boolean => sorts.has(key) || ['sum', 'snapshot', 'formula', 'ratio', 'share'].includes(kind);

export const buildColumnsMeta = (
  ctx: Ctx,
  key: string,
  report: ReportDefinition,
  columns: readonly ReportColumnWithKey[],
  sorts: ReadonlySet<string>,
): ReportMeta['columns'] =>
  columns.map((column) => ({
    key: column.key,
    label: getColumnLabel(key, column.key, ctx),
    kind: column.kind,
    unit: column.unit,
    help: getColumnHelp(ctx, key, column),
    hidden: column.hidden ?? false,
    sortable: isSortable(column, { sorts }),
    tie: (report.ties as Readonly<Record<string, string>>)[column.key] ?? null,
  }));
