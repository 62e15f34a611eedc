import { type ReactNode, Suspense } from 'react';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useIsPhoneWidth } from '../../lib/narrow.ts';
import { lazyChunk } from '../../lib/server/lazy-chunk.ts';
import { BarList } from '../../shared/report/bar-list.tsx';
import type { ChartPoint } from '../../shared/report/line-chart.tsx';
import { useReportTitle } from '../../shared/report/report-titles.ts';
import { ReportValue } from '../../shared/report/report-value.tsx';
import { DashedName } from '../../shared/report/tile-card.tsx';
import { cx } from '../../ui/index.ts';
import { getNumberOrNull } from './figures.tsx';
import type { ReportTableColumn } from './report-table.tsx';
import { isChartedTimeGroup, useChartRows } from './use-chart-rows.ts';
import type { Report, ReportLine } from './use-report.ts';

const TimeChart = lazyChunk(() => import('./time-chart.tsx'));

/** The most bars before the table is out of sight. */
const BARS = 10;
/** The most labels below the axis, and on a phone. */
const LABELS = 10;
const LABELS_NARROW = 4;

/**
 * Draws the rows as a line over time, of all pages, or as bars of the page for what has no order. The table below has
 * the same data as numbers.
 */
export const ReportChart = ({ report }: { report: Report }) => {
  const { t } = useTranslation('report');
  const { definition, meta, group, rows } = report;
  const chartRows = useChartRows(report);
  if (!meta || rows.length < 2 || group === definition.single) return null;
  if (chartRows?.length === 0) return null;
  const find = (keys: readonly string[] = []) =>
    keys.flatMap((key) => meta.columns.find((column) => column.key === key) ?? [])[0];
  const column = find(definition.chart.y);
  if (!column) return null;
  // the chart has one scale, so it shows only rows in the currency of the totals
  const drawn = (chartRows ?? []).filter(({ currency }) => currency === meta.totals.currency);
  const isTime = isChartedTimeGroup(group);
  return (
    <figure
      className={cx(
        'mb-gap min-w-0 rounded-lg border border-line bg-surface p-3 print:hidden sm:p-3.5',
        isTime && 'h-72',
      )}
      data-chart
    >
      <figcaption className="sr-only">
        {t('chart.caption', { column: column.label, group: t(`group.${group}`) })}
      </figcaption>
      {chartRows && isTime ? (
        <RowsOverTime report={report} rows={drawn} column={column} second={find(definition.chart.line)} />
      ) : chartRows ? (
        <RowBars report={report} rows={drawn} column={column} />
      ) : null}
    </figure>
  );
};

type ChartProps = { report: Report; rows: readonly ReportLine[]; column: ReportTableColumn };

const RowsOverTime = ({
  report,
  rows,
  column,
  second,
}: ChartProps & { second: ReportTableColumn | undefined }) => {
  const { t } = useTranslation('report');
  const title = useReportTitle(report.group);
  const { number } = useFormat();
  const isNarrow = useIsPhoneWidth();
  const { compare, meta, group } = report;
  const inOrder = rows.toSorted((a, b) => (a.key.padStart(2, '0') < b.key.padStart(2, '0') ? -1 : 1));
  const points = inOrder.map((row): ChartPoint => {
    const earlier = row.compare ? getNumberOrNull(row.compare, column.key) : 0;
    return {
      key: row.key,
      title: title(row),
      label: title(row, 'short'),
      value: getNumberOrNull(row, column.key),
      earlier: compare ? earlier : null,
      second: second ? getNumberOrNull(row, second.key) : null,
    };
  });
  const compared = compare ? t(`compared.${compare}`) : '';
  const currency = meta?.totals.currency ?? '';
  const partsOf = (point: ChartPoint) => [
    { name: column.label, Name: ValueName, value: point.value, unit: column.unit },
    ...(second ? [{ name: second.label, Name: SecondName, value: point.second, unit: second.unit }] : []),
    ...(compare ? [{ name: compared, Name: DashedName, value: point.earlier, unit: column.unit }] : []),
  ];
  const names = points[0] ? partsOf(points[0]) : [];
  return (
    <div className="flex h-full flex-col gap-3">
      <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        {names.map(({ name, Name }) => (
          <li key={name} className="min-w-0">
            <Name name={name} />
          </li>
        ))}
      </ul>
      <div className="min-h-0 flex-1">
        <Suspense fallback={null}>
          <TimeChart
            points={points}
            label={t('chart.point_of', { title: column.label, group: t(`group.${group}`) })}
            hasWholeTicks={column.unit === 'integer'}
            sayTick={(value) => number(value, { notation: 'compact' })}
            labels={isNarrow ? LABELS_NARROW : LABELS}
            tooltip={(point) => (
              <>
                <p className="mb-1 font-medium text-ink">
                  <bdi>{point.title}</bdi>
                </p>
                {partsOf(point).map(({ name, Name, value, unit }) => (
                  <p key={name} className="flex items-baseline justify-between gap-4 text-muted">
                    <Name name={name} />
                    <span className="text-ink tabular">
                      <ReportValue value={value} unit={unit} currency={currency} />
                    </span>
                  </p>
                ))}
              </>
            )}
          />
        </Suspense>
      </div>
    </div>
  );
};

/** The name of a line after a piece of it. */
const LineName = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className="inline-flex min-w-0 items-center gap-1.5">
    <span aria-hidden="true" className="relative inline-flex w-5 shrink-0 items-center justify-center">
      {children}
    </span>
    <span className="truncate">{name}</span>
  </span>
);

const ValueName = ({ name }: { name: string }) => (
  <LineName name={name}>
    <span className="w-full border-t-2 border-primary-text" />
  </LineName>
);

const SecondName = ({ name }: { name: string }) => (
  <LineName name={name}>
    <span className="w-full border-t-2 border-warning-text" />
    <span className="absolute size-1.5 bg-warning-text" />
  </LineName>
);

const RowBars = ({ report, rows, column }: ChartProps) => {
  const { t } = useTranslation('report');
  const title = useReportTitle(report.group);
  const { number } = useFormat();
  const first = rows.slice(0, BARS);
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        <span className="font-medium">{column.label}</span>
        {rows.length > BARS ? (
          <span className="text-subtle">{t('chart.rows', { shown: isolateBidi(number(BARS)) })}</span>
        ) : null}
        {report.compare && first.some((row) => row.compare) ? (
          <DashedName name={t(`compared.${report.compare}`)} />
        ) : null}
      </div>
      <BarList
        className="grid gap-x-8 gap-y-2 lg:grid-cols-2"
        rows={first.map((row) => {
          const value = getNumberOrNull(row, column.key);
          return {
            key: row.id,
            name: title(row),
            size: value ?? 0,
            earlier: row.compare ? getNumberOrNull(row.compare, column.key) : null,
            text: <ReportValue value={value} unit={column.unit} currency={row.currency} />,
          };
        })}
      />
    </>
  );
};
