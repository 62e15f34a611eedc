import { createWallClock } from '@dukkan/commerce';
import {
  getFieldLabel,
  type ReportKey,
  type ReportLink,
  type ReportMeta,
  type ReportRow,
  reportText,
} from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { localizedText } from '../../../core/list/localized-columns.ts';
import {
  type Column,
  type ExportFileFacts,
  loadExportPage,
  type PackedIds,
  type Page,
  toPage,
} from '../../../core/list/page.ts';
import { buildColumnsMeta, isSortable, listVisibleColumns, type ReportColumnWithKey } from './columns.ts';
import { isEmptyPeriod } from './empty-periods.ts';
import { nameFilterValue, nameRowOfFile } from './file-names.ts';
import { buildReportLinks } from './openings.ts';
import { type ReportInput, type ReportQuery, resolveReportQuery } from './question.ts';
import { isTimeGroup, type ReportQueryCtx, type ReportSource } from './report-source.ts';
import { buildReportIdsSql, buildReportSql } from './report-statement.ts';

type Figures = Record<string, number | string | null>;
type Total = Figures & { currency: string; row_count: number };
type ReportResultRow = {
  readonly rows: readonly (ReportRow & Figures)[] | null;
  readonly totals: readonly Total[] | null;
  readonly compare_totals: readonly Total[] | null;
  /** The count over all rows; null when it is counted by currency. */
  readonly count: number | null;
  readonly waiting: number;
  readonly restated_days: readonly string[];
};

export type ReportPage = Page<ReportRow, ReportMeta>;

/** Detail columns that can be sorted, because they are columns of the records. */
const SORTED_DETAILS: ReadonlySet<string> = new Set([
  'invoice_id',
  'invoice_no',
  'date',
  'reference_number',
  'at',
  'expire_date',
  'days_left',
  'batch_id',
  'document',
  'counted_at',
  'order_no',
  'paid_at',
  'opened_at',
  'closed_at',
  'z_number',
]);

/** Returns the sort column and direction; unknown columns are refused. @throws request.invalid */
function readSort(
  { report, group }: ReportQuery,
  columns: readonly ReportColumnWithKey[],
  input: ReportInput,
) {
  const sorts = [
    'key',
    ...columns.filter((column) => isSortable(column, { sorts: SORTED_DETAILS })).map(({ key }) => key),
  ];
  if (input.sort_by !== undefined && !sorts.includes(input.sort_by))
    failField('sort_by', 'one_of', { values: sorts });
  const own =
    sorts.includes(report.sort.by) &&
    (report.sort.by !== 'key' || group === report.groups[0] || group === report.single || isTimeGroup(group));
  const sort_by = input.sort_by ?? (own ? report.sort.by : 'key');
  return { sort_by, sort_as: input.sort_as ?? (input.sort_by === undefined && own ? report.sort.as : 'asc') };
}

/** Converts timestamps to their wire format. */
function withInstants<R extends Figures>(row: R, columns: readonly ReportColumnWithKey[]): R {
  const moments = columns.filter(({ unit }) => unit === 'instant').map(({ key }) => key);
  if (moments.length === 0) return row;
  const times = moments.map((key) => [key, row[key] ? new Date(String(row[key])).toISOString() : null]);
  return { ...row, ...Object.fromEntries(times) };
}

async function findNearest(source: ReportSource, asking: ReportQueryCtx): Promise<ReportMeta['nearest']> {
  if (!source.nearest || asking.question.days.from_date === null) return null;
  const nearestDay = await fetchRow<{ day: string | null }>(
    asking.ctx,
    sql<{ day: string | null }>`SELECT coalesce((${source.nearest(asking, 'before')}),
      (${source.nearest(asking, 'after')}))::text AS day`,
  );
  return nearestDay?.day ? { from_date: nearestDay.day, to_date: nearestDay.day } : null;
}

/** Returns the ids of one export page of single records; null for groups, which are few. */
async function idsOfFile(
  source: ReportSource,
  asking: ReportQueryCtx,
  input: ReportInput,
  sort: ReturnType<typeof readSort>,
) {
  if (!input.export || source.definition.single !== asking.question.group) return null;
  const find = async (): Promise<PackedIds> => {
    const row = await fetchRow<{ whole: PackedIds }>(
      asking.ctx,
      buildReportIdsSql(source, asking, { ...input, ...sort }) as never,
    );
    return row?.whole ?? null;
  };
  return loadExportPage(asking.ctx, input, find);
}

const toTotalView = ({ row_count: _, ...total }: Total, opens?: Record<string, ReportLink>) => ({
  ...total,
  ...(opens ? { opens } : {}),
});

/** Columns of an export: group, currency, and the columns of the query. */
const fileColumns = ({ locale }: Ctx, meta: ReportMeta): Column[] => [
  { name: 'title', label: getFieldLabel(['group'], locale) },
  { name: 'currency', label: getFieldLabel(['currency'], locale) },
  ...meta.columns.map(({ key, label, unit }) => ({
    name: key,
    label,
    ...(unit === 'instant' ? { time: unit } : {}),
    ...(unit === 'date' ? { time: 'day' as const } : {}),
    ...(unit === 'money' ? { isMoney: true } : {}),
  })),
];

/** Returns the names of a report's branches: of the one that was asked for as any filter, else of all the caller's. */
async function nameBranches(ctx: Ctx, ids: readonly number[], isFilter: boolean): Promise<string> {
  if (isFilter) return nameFilterValue(ctx, 'branch_id', ids[0]);
  const rows = await fetchRows<{ name: string }>(
    ctx,
    sql<{ name: string }>`SELECT ${localizedText(ctx, sql`b.names`)} AS name FROM branch b
      WHERE b.id = ANY(${[...ids]}::int[]) ORDER BY b.id`,
  );
  return rows.map(({ name }) => name).join(', ');
}

/**
 * Returns the header of an export: days, branches, filters, time zone and time, and the totals, one row per currency.
 */
async function readFileFacts(asking: ReportQueryCtx, totals: readonly Total[]): Promise<ExportFileFacts> {
  const { ctx, question } = asking;
  const { locale } = ctx;
  const { days, branches, zone, day_end, report, filters, group } = question;
  const label = (name: string): string => getFieldLabel([name], locale);
  const usedFilters = Object.entries(filters).filter(
    ([name, value]) => value !== undefined && value !== null && name !== 'branch_id',
  );
  const filtersInWords: ExportFileFacts['facts'][number][] = [];
  for (const [name, value] of usedFilters)
    filtersInWords.push({ label: label(name), value: await nameFilterValue(ctx, name, value) });
  const range = [days.from_date, report.time === 'now' ? null : days.to_date].filter((day) => day !== null);
  const asOf = `${createWallClock(zone)(ctx.now).toISOString().slice(0, 19).replace('T', ' ')} ${zone}`;
  return {
    facts: [
      { label: label('report'), value: reportText(`name.${question.key}`, locale) },
      ...(range.length > 0 ? [{ label: reportText('file.days', locale), value: range.join(' – ') }] : []),
      {
        label: reportText('file.branches', locale),
        value:
          branches === null
            ? reportText('file.branches.all', locale)
            : await nameBranches(ctx, branches, filters.branch_id !== undefined),
      },
      { label: label('group'), value: reportText(`group.${group}`, locale) },
      ...filtersInWords,
      { label: label('day_end'), value: day_end },
      { label: reportText('file.as_of', locale), value: asOf },
    ],
    totals: totals.map(({ row_count: _, ...total }) => total),
  };
}

/**
 * Runs a report: a page of rows, totals over all matching rows in each currency, and explanations of columns. All
 * values are of the same moment. Rule: docs/rules/reports.md
 * @throws request.invalid, reference.missing
 */
export async function runReport(
  ctx: Ctx,
  source: ReportSource,
  key: ReportKey,
  input: ReportInput,
): Promise<ReportPage> {
  const question = await resolveReportQuery(ctx, key, input);
  const asking = { ctx, question };
  const columns = listVisibleColumns(question);
  const sort = readSort(question, columns, input);
  const file = await idsOfFile(source, asking, input, sort);
  const resultRow = (await fetchRow<ReportResultRow>(
    ctx,
    buildReportSql(source, asking, { ...input, ...sort, ids: file?.ids ?? null }) as never,
  )) as ReportResultRow;
  const totals = resultRow.totals ?? [];
  const rows = (resultRow.rows ?? []).map((row) => ({
    ...withInstants(row, columns),
    opens: isEmptyPeriod(row, columns, question.group) ? {} : buildReportLinks(question, row),
  })) as ReportRow[];
  const count = resultRow.count ?? totals.reduce((sum, { row_count }) => sum + row_count, 0);
  const page = toPage(rows, file?.total ?? count, input);
  const none = { currency: question.currency };
  const opens = buildReportLinks(question, null);
  const meta: ReportMeta = {
    ...page.meta,
    report: key,
    totals: totals[0] ? toTotalView(totals[0], opens) : { ...none, ...zeroTotals(columns) },
    compare_totals: question.compare
      ? resultRow.compare_totals?.[0]
        ? toTotalView(resultRow.compare_totals[0])
        : { ...none, ...zeroTotals(columns) }
      : null,
    totals_by_currency: totals.map((total) => toTotalView(total, opens)),
    compare_totals_by_currency: (resultRow.compare_totals ?? []).map((total) => toTotalView(total)),
    group: question.group,
    groups: [...question.report.groups],
    from_date: question.days.from_date,
    to_date: question.report.time === 'now' ? null : question.days.to_date,
    compare_from_date: question.compare?.from_date ?? null,
    compare_to_date: question.compare?.to_date ?? null,
    compare_until: question.compare?.isPartial ? question.compare.end.toISOString() : null,
    zone: question.zone,
    day_end: question.day_end,
    as_of: ctx.now.toISOString(),
    waiting: resultRow.waiting,
    restated_days: [...resultRow.restated_days],
    nearest: count === 0 ? await findNearest(source, asking) : null,
    columns: buildColumnsMeta(ctx, key, question.report, columns, {
      sorts: SORTED_DETAILS,
      figures: [...rows, ...totals],
    }),
  };
  if (!input.export) return { ...page, meta };
  const group = { group: question.group, locale: ctx.locale };
  return {
    ...page,
    rows: rows.map((row) => nameRowOfFile(row, columns, group)),
    meta,
    columns: fileColumns(ctx, meta),
    file: {
      ...(await readFileFacts(asking, totals)),
      title: reportText(`name.${meta.report}`, ctx.locale),
      zone: meta.zone,
      ...(meta.from_date === null || meta.to_date === null
        ? {}
        : { days: `${meta.from_date}-${meta.to_date}` }),
    },
  };
}

const zeroTotals = (columns: readonly ReportColumnWithKey[]): Figures =>
  Object.fromEntries(
    columns.map(({ key, kind }) => [
      key,
      kind === 'sum' || kind === 'snapshot' || kind === 'formula' ? 0 : null,
    ]),
  );
