import { REPORT_FORMATS } from 'virtual:facts';
import { ChartColumn, Printer } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  ColumnsMenu,
  ExportButton,
  FilterBar,
  Pager,
  useColumnPreferences,
  ViewTabs,
} from '../../kit/index.ts';
import { Failed, NotAllowed } from '../../kit/record-states.tsx';
import { formatDateTime, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useIsPhoneWidth } from '../../lib/narrow.ts';
import {
  Banner,
  Button,
  EmptyState,
  IconButton,
  PageHeader,
  ProgressBar,
  SkeletonRows,
} from '../../ui/index.ts';
import { useChartVisibility } from './chart-visibility.ts';
import { listFilterFields } from './fields.ts';
import { getNumberOrNull, ReportFigures } from './figures.tsx';
import { prefetchReport } from './prefetch-report.ts';
import { QuestionSentence } from './question-sentence.tsx';
import { ReportCards, TotalCard } from './report-cards.tsx';
import { ReportChart } from './report-chart.tsx';
import { useReportKeys } from './report-keys.ts';
import { ReportTable, type ReportTableColumn } from './report-table.tsx';
import { type Report, useReport } from './use-report.ts';

export const prefetch = prefetchReport;

const NO_COLUMNS: readonly ReportTableColumn[] = [];

/** The page of every report: its question, key figures, chart and rows. */
export default function ReportPage() {
  const { t } = useTranslation(['report', 'kit']);
  const report = useReport();
  const [opened, setOpened] = useState<string | null>(null);
  const [isChartShown, showChart] = useChartVisibility();
  const { list, meta, definition } = report;
  const reportColumns = meta?.columns ?? NO_COLUMNS;
  const choices = useMemo(
    () =>
      reportColumns.map(({ key, label, hidden }) => ({
        // the server sends the label in the user's language
        of: { name: key, label, kind: 'text' as const },
        ...(hidden ? { at: 'extra' as const } : {}),
      })),
    [reportColumns],
  );
  const visibleColumns = useColumnPreferences(`report-${report.key}`, choices);
  const columns = visibleColumns.order
    .filter((name) => visibleColumns.visible[name])
    .flatMap((name) => reportColumns.find(({ key }) => key === name) ?? []);
  useReportKeys({ open: setOpened, toggleChart: () => showChart(!isChartShown) });
  const filters = listFilterFields(definition);
  const narrowed = {
    ...list,
    clear: () => list.set(Object.fromEntries(filters.map(({ name }) => [name, null]))),
  };
  return (
    <div className="report-page">
      <PageHeader
        title={t(`subject.${report.key}`)}
        actions={
          <>
            <IconButton
              variant="secondary"
              label={t('print')}
              icon={<Printer />}
              onClick={() => globalThis.print()}
            />
            <ExportButton
              list={list}
              formats={REPORT_FORMATS}
              open={opened === 'export'}
              onOpenChange={(open) => setOpened(open ? 'export' : null)}
            />
          </>
        }
      />
      <ViewTabs list={list}>
        <QuestionSentence report={report} opened={opened} onOpen={setOpened} />
        <ReportFigures report={report} />
        {isChartShown ? <ReportChart report={report} /> : null}
        <div className="mb-3 flex flex-wrap items-center gap-2 print:hidden">
          <FilterBar list={narrowed} filters={filters} />
          <span className="flex-1" />
          <IconButton
            variant="secondary"
            aria-pressed={isChartShown}
            label={t(isChartShown ? 'chart.hide' : 'chart.show')}
            icon={<ChartColumn />}
            onClick={() => showChart(!isChartShown)}
          />
          {reportColumns.length > 0 ? (
            <ColumnsMenu columns={choices} visibleColumns={visibleColumns} />
          ) : null}
        </div>
        <UncostedNotice report={report} />
        <ReportBody report={report} columns={columns} />
        <Pager list={list} />
        <ReportFootnote report={report} />
      </ViewTabs>
    </div>
  );
}

type BodyProps = { report: Report; columns: readonly ReportTableColumn[] };

/** The rows of the report, or the reason why there are none; old rows stay visible while new ones load. */
const ReportBody = ({ report, columns }: BodyProps) => {
  const { t } = useTranslation(['report', 'kit']);
  const isNarrow = useIsPhoneWidth();
  const { list, meta, rows } = report;
  // a single currency is named once below the table instead of in every cell
  const isBare = (meta?.totals_by_currency.length ?? 0) < 2;
  const parts = { report, columns, isBare };
  return (
    <div className="relative rounded-lg border border-line bg-surface print:border-0">
      <ProgressBar active={list.refetching} label={t('kit:list.refetching')} />
      {list.state === 'denied' ? (
        <NotAllowed use={list.endpoint} />
      ) : list.state === 'failed' ? (
        <Failed failure={list.failure} retry={list.retry} />
      ) : list.state === 'loading' ? (
        <SkeletonRows columns={isNarrow ? 2 : 6} label={t('kit:list.loading')} />
      ) : rows.length === 0 ? (
        <EmptyPeriod report={report} />
      ) : isNarrow ? (
        <>
          <TotalCard {...parts} />
          <ReportCards {...parts} />
        </>
      ) : (
        <ReportTable {...parts} />
      )}
    </div>
  );
};

/** Shown when the period has no data; links to the nearest period that has some. */
const EmptyPeriod = ({ report: { list, meta } }: { report: Report }) => {
  const { t } = useTranslation('report');
  const { days } = useFormat();
  const nearest = meta?.nearest;
  return (
    <EmptyState
      icon={<ChartColumn />}
      title={t('empty.title')}
      text={t(nearest ? 'empty.text' : 'empty.nowhere')}
      actions={
        nearest ? (
          <Button onClick={() => list.set({ range: null, ...nearest })}>
            {t('empty.show', { days: isolateBidi(days(nearest.from_date, nearest.to_date)) })}
          </Button>
        ) : undefined
      }
    />
  );
};

/** Warns how many orders have no cost yet, because the profit is overstated until they have one. */
const UncostedNotice = ({ report: { meta } }: { report: Report }) => {
  const { t } = useTranslation('report');
  const { number } = useFormat();
  const count = getNumberOrNull(meta?.totals, 'uncosted') ?? 0;
  if (count <= 0) return null;
  return (
    <Banner tone="warning" className="mb-3">
      {t('uncosted', { count, shown: number(count) })}
    </Banner>
  );
};

/** States the time, time zone and currency of the figures. */
const ReportFootnote = ({ report: { meta, list } }: { report: Report }) => {
  const { t } = useTranslation('report');
  const { choice, currencySign, number } = useFormat();
  if (!meta || list.state !== 'ready') return null;
  const at = formatDateTime(meta.as_of, { ...choice, timeZone: meta.zone });
  const parts = [
    meta.totals_by_currency.length === 1 && meta.totals.currency
      ? t('foot.currency', { currency: isolateBidi(currencySign(meta.totals.currency)) })
      : '',
    meta.waiting > 0 ? t('foot.waiting', { count: meta.waiting, shown: number(meta.waiting) }) : '',
    t('foot.as_of', { at: isolateBidi(at), zone: isolateBidi(meta.zone) }),
    meta.compare_until ? t('foot.same_time') : '',
    meta.day_end === '00:00' ? '' : t('foot.day_end', { time: isolateBidi(meta.day_end) }),
  ];
  return <p className="mt-3 text-sm text-subtle">{parts.filter(Boolean).join(' ')}</p>;
};
