import { ChevronRight } from 'lucide-react';
import { Link } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useReportLinkPath } from '../../shared/report/report-link.ts';
import { useReportTitle } from '../../shared/report/report-titles.ts';
import { type ReportFigure, ReportValue } from '../../shared/report/report-value.tsx';
import { findFigureLink, type ReportTableColumn } from './report-table.tsx';
import type { Report, ReportLine } from './use-report.ts';

const FIGURES = 3;

type CardsProps = { report: Report; columns: readonly ReportTableColumn[]; isBare: boolean };

/** Shows each row as a card with three figures, for phones. */
export const ReportCards = ({ report, columns, isBare }: CardsProps) => {
  const { definition, group, meta, list } = report;
  const title = useReportTitle(group);
  const getPath = useReportLinkPath();
  const names = (meta?.columns ?? []).map(({ key }) => key);
  const figureColumns = definition.figures.flatMap(
    (key) => columns.find((column) => column.key === key) ?? [],
  );
  const figures = (figureColumns.length > 0 ? figureColumns : columns).slice(0, FIGURES);
  return (
    <ul className="divide-y divide-line">
      {/* leaves out days without data, which would make the list too long on a phone */}
      {list.rows.map((row) => {
        const address = getPath(findFigureLink(row.opens, 'row', names));
        const card = <CardFigures row={row} title={title(row)} figures={figures} isBare={isBare} />;
        return (
          <li key={`${row.key} ${row.currency}`}>
            {address !== null ? (
              <Link to={address} className="flex items-center gap-2 px-3.5 py-3 hover:bg-hover">
                {card}
                <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-subtle rtl:-scale-x-100" />
              </Link>
            ) : (
              <div className="px-3.5 py-3">{card}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
};

type CardProps = { row: ReportLine; title: string; figures: readonly ReportTableColumn[]; isBare: boolean };

const CardFigures = ({ row, title, figures, isBare }: CardProps) => (
  <div className="min-w-0 flex-1">
    <p className="font-medium text-ink">
      <bdi>{title}</bdi>
    </p>
    <dl className="mt-1 grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-x-3 gap-y-1">
      {figures.map(({ key, label, unit }) => (
        <div key={key} className="min-w-0">
          <dt className="text-xs text-subtle">{label}</dt>
          <dd className="text-sm text-ink tabular">
            <ReportValue
              value={row[key] as ReportFigure}
              unit={unit}
              currency={row.currency}
              isBare={isBare}
            />
          </dd>
        </div>
      ))}
    </dl>
  </div>
);

/** The totals on a phone, where there is no table. */
export const TotalCard = ({ report, columns, isBare }: CardsProps) => {
  const { t } = useTranslation('report');
  const { currencySign } = useFormat();
  const figures = columns.filter(({ kind }) => kind !== 'detail').slice(0, FIGURES * 2);
  return (
    <div className="border-b border-line bg-sunken px-3.5 py-3">
      {report.meta?.totals_by_currency.map((totals) => (
        <CardFigures
          key={totals.currency}
          row={totals as ReportLine}
          title={
            isBare ? t('total') : t('total_in', { currency: isolateBidi(currencySign(totals.currency)) })
          }
          figures={figures}
          isBare={isBare}
        />
      ))}
    </div>
  );
};
