import type { ReportLink, ReportMeta } from '@dukkan/contract';
import type { ReactNode } from 'react';
import { useRouterClick } from '../../lib/follow.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useReportLinkPath } from '../../shared/report/report-link.ts';
import { useReportTitle } from '../../shared/report/report-titles.ts';
import { isFigureUnit, type ReportFigure, ReportValue } from '../../shared/report/report-value.tsx';
import { cx, getCellClass, Table, THead, Th, Tooltip, Tr, VisuallyHidden } from '../../ui/index.ts';
import { useCellShortcuts } from './cell-keys.ts';
import type { Report, ReportLine } from './use-report.ts';

export type ReportTableColumn = ReportMeta['columns'][number];

type Openings = Readonly<Record<string, ReportLink>> | undefined;

/** Returns what a figure opens: the rows it is computed from, else what its whole row opens. */
export const findFigureLink = (opens: Openings, key: string, named: readonly string[]): ReportLink | null => {
  const own = opens?.[key];
  if (own) return own;
  // a whole row may stand for one record, such as an order or a receipt
  const whole = opens?.row ?? Object.entries(opens ?? {}).find(([name]) => !named.includes(name))?.[1];
  return whole ?? null;
};

/** Keeps the first column visible while the others scroll under it. */
const pinnedStart = 'sticky start-0 z-[1] print:static';

type CellProps = {
  opening: ReportLink | null;
  isFirst?: boolean;
  className?: string;
  copied: ReportFigure;
  children: ReactNode;
};

/** A cell that the arrow keys can reach; Enter opens its details. Tab reaches only the first cell of a row. */
const GridCell = ({ opening, isFirst, className, copied, children }: CellProps) => {
  const follow = useRouterClick();
  const address = useReportLinkPath()(opening);
  const shared = { 'data-cell': copied ?? '', tabIndex: isFirst ? 0 : -1 };
  return address !== null ? (
    <a
      {...shared}
      {...(isFirst ? { 'data-open': '' } : {})}
      href={address}
      onClick={follow}
      className={cx('rounded-sm hover:text-primary-text hover:underline', className)}
    >
      {children}
    </a>
  ) : (
    <span {...shared} className={cx('rounded-sm', className)}>
      {children}
    </span>
  );
};

type TableProps = { report: Report; columns: readonly ReportTableColumn[]; isBare: boolean };

/** The rows of a report, with the totals above them. */
export const ReportTable = ({ report, columns, isBare }: TableProps) => {
  const { t } = useTranslation('report');
  const { currencySign } = useFormat();
  const { list, meta, group, rows } = report;
  const title = useReportTitle(group);
  const table = useCellShortcuts();
  if (!meta) return null;
  const { query } = list;
  const sortBy = (by: string) => ({
    sort: query.sort_by === by ? query.sort_as : ('none' as const),
    onSort: () =>
      list.set({ sort_by: by, sort_as: query.sort_by === by && query.sort_as === 'desc' ? 'asc' : 'desc' }),
  });
  const names = meta.columns.map(({ key }) => key);
  return (
    <Table
      aria-label={t(`subject.${report.key}`)}
      aria-rowcount={meta.total + 1 + meta.totals_by_currency.length}
      ref={table}
      className="max-h-[max(24rem,calc(100dvh-12rem))] rounded-lg print:max-h-none"
    >
      <THead>
        <tr aria-rowindex={1}>
          <Th className="sticky start-0 z-[2] bg-sunken print:static" {...sortBy('key')}>
            <span className="inline-block first-letter:uppercase">{t(`group.${group}`)}</span>
          </Th>
          {columns.map((column) => (
            <Th
              key={column.key}
              align={isFigureUnit(column.unit) ? 'end' : 'start'}
              aria-description={column.help || undefined}
              {...(column.sortable ? sortBy(column.key) : {})}
            >
              <ColumnHeading column={column} />
            </Th>
          ))}
        </tr>
        {meta.totals_by_currency.map((totals, at) => (
          <tr key={totals.currency} aria-rowindex={at + 2} className="font-semibold text-ink">
            <th scope="row" className={getCellClass('start', cx(pinnedStart, 'bg-sunken whitespace-nowrap'))}>
              <GridCell opening={totals.opens?.row ?? null} isFirst copied={t('total')}>
                {isBare
                  ? t('total')
                  : t('total_in', { currency: isolateBidi(currencySign(totals.currency)) })}
              </GridCell>
            </th>
            {columns.map((column) => (
              <FigureCell
                key={column.key}
                column={column}
                row={totals as ReportLine}
                names={names}
                isBare={isBare}
                zone={meta.zone}
                isTotal
              />
            ))}
          </tr>
        ))}
      </THead>
      <tbody>
        {rows.map((row, at) => (
          <Tr key={row.id} data-line={row.id} aria-rowindex={at + 2 + meta.totals_by_currency.length}>
            <th
              scope="row"
              className={getCellClass(
                'start',
                cx(pinnedStart, 'bg-surface font-normal whitespace-nowrap group-hover/row:bg-sunken'),
              )}
            >
              <GridCell
                opening={findFigureLink(row.opens, 'row', names)}
                isFirst
                copied={row.title}
                className="font-medium text-ink"
              >
                <bdi>{title(row)}</bdi>
              </GridCell>
              {meta.restated_days.includes(row.key) ? <RestatedMark /> : null}
            </th>
            {columns.map((column) => (
              <FigureCell
                key={column.key}
                column={column}
                row={row}
                names={names}
                isBare={isBare}
                zone={meta.zone}
              />
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
};

type FigureCellProps = {
  column: ReportTableColumn;
  row: ReportLine;
  /** The names of the report's columns; a link under another name belongs to the whole row. */
  names: readonly string[];
  isBare: boolean;
  zone: string;
  isTotal?: boolean;
};

const FigureCell = ({ column: { key, unit }, row, names, isBare, zone, isTotal }: FigureCellProps) => {
  const value = row[key] as ReportFigure;
  const isFigure = isFigureUnit(unit);
  const isEmpty = value === null || value === undefined || value === '';
  return (
    <td className={getCellClass(isFigure ? 'end' : 'start', cx('whitespace-nowrap', isTotal && 'bg-sunken'))}>
      <GridCell opening={isFigure && !isEmpty ? findFigureLink(row.opens, key, names) : null} copied={value}>
        {isEmpty ? (
          isTotal ? null : (
            <span className="text-subtle">–</span>
          )
        ) : (
          <ReportValue value={value} unit={unit} currency={row.currency} isBare={isBare} zone={zone} />
        )}
      </GridCell>
    </td>
  );
};

/** A column heading with an explanation of how its figures are computed and with which other report they agree. */
const ColumnHeading = ({ column: { label, help, tie } }: { column: ReportTableColumn }) => {
  const { t } = useTranslation('report');
  const [tied, tiedColumn] = tie?.split('.') ?? [];
  const equals = tied && tiedColumn ? t(`tie.${tied}`, { defaultValue: '' }) : '';
  const text = [help, equals ? t('equals', { what: equals }) : ''].filter(Boolean).join('\n');
  if (!text) return <>{label}</>;
  return (
    <Tooltip text={<span className="whitespace-pre-line">{text}</span>}>
      <span className="underline decoration-line-strong decoration-dotted underline-offset-4">{label}</span>
    </Tooltip>
  );
};

/** Marks a day whose figures changed after the day had ended. */
const RestatedMark = () => {
  const { t } = useTranslation('report');
  return (
    <Tooltip text={t('restated')}>
      <span className="ms-1.5 inline-block size-2 rounded-full bg-warning-solid align-middle">
        <VisuallyHidden>{t('restated')}</VisuallyHidden>
      </span>
    </Tooltip>
  );
};
