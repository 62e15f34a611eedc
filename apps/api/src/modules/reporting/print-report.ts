import { toLocalDate } from '@dukkan/commerce';
import {
  PAPER_ROWS_MAX,
  REPORTS,
  type ReportMeta,
  type ReportRow,
  type ReportUnit,
  reportText,
} from '@dukkan/contract';
import type { Ctx } from '../../core/ctx.ts';
import { failField } from '../../core/fail-field.ts';
import type { Page } from '../../core/list/page.ts';
import type { PrintColumnRole, PrintDocument } from '../../core/print/print-document.ts';
import { createPrintFormatter, isolateBidi, type PrintFormatter } from '../../core/print/print-formatter.ts';
import { addLetterhead, readSettings } from '../setting/index.ts';

type Row = Readonly<Record<string, unknown>>;
type Column = ReportMeta['columns'][number];

const IS_TEXT: ReadonlySet<ReportUnit> = new Set(['text', 'code', 'date', 'instant']);

const getPrintColumnRole = ({ unit }: Column): PrintColumnRole => (IS_TEXT.has(unit) ? 'text' : 'sum');

/** Formats a value as on the screen; '' when there is none. */
function formatFigure(value: unknown, unit: ReportUnit, words: PrintFormatter): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value !== 'number')
    return unit === 'date'
      ? words.day(String(value))
      : unit === 'instant'
        ? words.instant(String(value))
        : String(value);
  if (unit === 'code') return String(value);
  if (unit === 'money') return words.amount(value);
  return unit === 'percent' ? words.percent(value * 100) : words.number(value);
}

/** Returns the printed title of a row. */
const formatRowTitle = ({ key, title }: ReportRow, group: string, words: PrintFormatter): string =>
  group === 'day' ? words.day(key) : title;

/**
 * Prints a report: filters, rows, totals, time zone and time.
 * @throws request.invalid when there are too many rows to print
 */
export async function printReport(
  ctx: Ctx,
  { rows, meta, file }: Page<ReportRow, ReportMeta>,
): Promise<PrintDocument> {
  if (meta.total > PAPER_ROWS_MAX)
    failField('format', 'paper_rows', { max: PAPER_ROWS_MAX, count: meta.total });
  const { settings } = await readSettings(ctx);
  const wordsOf = (currency: string) => createPrintFormatter(ctx.locale, currency, meta.zone);
  const words = wordsOf(settings.Currency);
  const columns = meta.columns.filter(({ hidden }) => !hidden);
  const severalCurrencies = meta.totals_by_currency.length > 1;
  const named = (row: Row, title: string) =>
    severalCurrencies ? `${title} ${isolateBidi(String(row.currency))}` : title;
  const cells = (row: Row, title: string) => [
    named(row, title),
    ...columns.map(({ key, unit }) => formatFigure(row[key], unit, wordsOf(String(row.currency)))),
  ];
  const total = words.text('total');
  const content = {
    title: reportText(`name.${meta.report}`, ctx.locale),
    fileParts: [file?.days ?? toLocalDate(ctx.now, meta.zone)],
    subject: '',
    isWide: true as const,
    facts: file?.facts ?? [],
    lines: {
      columns: [
        { role: 'title' as const, label: '' },
        ...columns.map((column) => ({ role: getPrintColumnRole(column), label: column.label })),
      ],
      rows: [
        ...(file?.totals ?? []).map((row) => ({ cells: cells(row, total), isStrong: true })),
        ...rows.map((row) => ({ cells: cells(row, formatRowTitle(row, meta.group, words)) })),
      ],
    },
    sums: [],
    notes: [],
    foot: [],
    pageText: words.text('page'),
  };
  return addLetterhead(ctx, { content, settings });
}

/** True when a response is a report; the list of payments is one when grouped. */
export const isReportPage = (answer: object): answer is Page<ReportRow, ReportMeta> =>
  'meta' in answer &&
  Object.hasOwn(answer.meta as object, 'report') &&
  Object.hasOwn(REPORTS, (answer.meta as ReportMeta).report);
