import { Suspense, useEffect, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { getLocale, getTextDirection, useTranslation } from '../../lib/i18n.ts';
import { lazyChunkWithRetries } from '../../lib/server/lazy-chunk.ts';
import { useReportTitle } from '../../shared/report/report-titles.ts';
import { useReportText } from '../../shared/report/report-value.tsx';
import { getNumberOrNull } from './figures.tsx';
import { isChartedTimeGroup, useChartRows } from './use-chart-rows.ts';
import type { Report } from './use-report.ts';

const Chart = lazyChunkWithRetries(() => import('./chart.tsx'));

/** The most bars that can still be told apart. */
const BARS = 24;

/**
 * Draws the rows as a chart: all of a group of times, else those of the page. It comes after the table in the page, because the table has the same data as
 * numbers.
 */
export const ReportChart = ({ report }: { report: Report }) => {
  const { t } = useTranslation('report');
  const title = useReportTitle(report.group);
  const say = useReportText();
  const { number } = useFormat();
  const { definition, meta, group, compare, rows } = report;
  const chartRows = useChartRows(report);
  const isAfterTable = useIsAfterTable(rows.length > 0);
  if (!meta || rows.length < 2 || group === definition.single) return null;
  if (chartRows?.length === 0) return null;
  const find = (keys: readonly string[] = []) =>
    keys.flatMap((key) => meta.columns.find((column) => column.key === key) ?? []);
  const [bar] = find(definition.chart.y);
  const [line] = find(definition.chart.line);
  if (!bar) return null;
  // the chart has one scale, so it shows only rows in the currency of the totals
  const drawn = (chartRows ?? []).filter(({ currency }) => currency === meta.totals.currency);
  const isTime = isChartedTimeGroup(group);
  const ordered = isTime
    ? drawn.toSorted((a, b) => (a.key.padStart(2, '0') < b.key.padStart(2, '0') ? -1 : 1))
    : drawn.slice(0, BARS);
  const points = ordered.map((row) => ({
    name: title(row, 'short'),
    title: title(row),
    bar: getNumberOrNull(row, bar.key),
    line: line ? getNumberOrNull(row, line.key) : null,
    compared: row.compare ? getNumberOrNull(row.compare, bar.key) : compare && isTime ? 0 : null,
  }));
  const facts = { unit: bar.unit, currency: meta.totals.currency };
  return (
    <figure
      className="mb-gap h-64 min-w-0 rounded-lg border border-line bg-surface p-3 print:hidden"
      data-chart
    >
      <figcaption className="sr-only">
        {t('chart.caption', { column: bar.label, group: t(`group.${group}`) })}
      </figcaption>
      {isAfterTable && chartRows ? (
        <Suspense fallback={null}>
          <Chart
            points={points}
            names={{
              bar: bar.label,
              line: line?.label ?? null,
              compared: compare ? t(`compared.${compare}`) : null,
            }}
            isRtl={getTextDirection(getLocale()) === 'rtl'}
            say={(value) => say(value, facts)}
            sayShort={(value) => number(value, { notation: 'compact' })}
          />
        </Suspense>
      ) : null}
    </figure>
  );
};

/** Returns true once the browser has rendered the rows. */
function useIsAfterTable(hasRows: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!hasRows) return;
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => setDrawn(true)));
    return () => cancelAnimationFrame(frame);
  }, [hasRows]);
  return isDrawn;
}
