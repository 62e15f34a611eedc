import { Link } from '../../kit/index.ts';
import { ChangeText } from '../../shared/report/change-text.tsx';
import { useReportLinkPath } from '../../shared/report/report-link.ts';
import { ReportValue } from '../../shared/report/report-value.tsx';
import type { Report } from './use-report.ts';

/** Returns a column of a row or of the totals if it is a number; else null. */
export const getNumberOrNull = (
  totals: Readonly<Record<string, unknown>> | null | undefined,
  key: string,
): number | null => {
  const value = totals?.[key];
  return typeof value === 'number' ? value : null;
};

/**
 * Up to four totals in large digits, with their change in words. Currencies are listed one below the other, because
 * they cannot be added.
 */
export const ReportFigures = ({ report }: { report: Report }) => {
  const { definition, meta, compare } = report;
  const getPath = useReportLinkPath();
  if (!meta || meta.total === 0) return null;
  const columns = definition.figures.flatMap(
    (key) => meta.columns.find((column) => column.key === key) ?? [],
  );
  return (
    <dl className="mb-gap grid grid-cols-1 gap-2.5 min-[360px]:grid-cols-2 lg:grid-cols-4">
      {columns.map(({ key, label, unit, kind }) => {
        // a figure without a currency is the same for all currencies, so it is shown once
        const visibleTotals =
          unit === 'money' ? meta.totals_by_currency : meta.totals_by_currency.slice(0, 1);
        return (
          <div
            key={key}
            className="@container min-w-0 rounded-lg border border-line bg-surface p-3 print:p-2 sm:p-3.5"
          >
            <dt className="text-sm text-muted">{label}</dt>
            {visibleTotals.map((totals) => {
              const address = getPath(totals.opens?.[key] ?? totals.opens?.row);
              const then = meta.compare_totals_by_currency.find(
                ({ currency }) => currency === totals.currency,
              );
              const value = (
                <ReportValue value={getNumberOrNull(totals, key)} unit={unit} currency={totals.currency} />
              );
              return (
                <dd key={totals.currency} className="min-w-0">
                  <span className="block text-base font-semibold wrap-anywhere text-ink tabular @min-[12rem]:text-2xl">
                    {address !== null ? (
                      <Link to={address} className="hover:text-primary-text hover:underline">
                        {value}
                      </Link>
                    ) : (
                      value
                    )}
                  </span>
                  {/* a current value, such as stock, has no comparison with another period */}
                  {compare && kind !== 'snapshot' ? (
                    <span className="block text-sm text-subtle">
                      <ChangeText
                        column={key}
                        currency={totals.currency}
                        now={getNumberOrNull(totals, key)}
                        // a compared period without rows counts as 0; a percentage of it is unknown
                        earlier={getNumberOrNull(then, key) ?? (unit === 'percent' ? null : 0)}
                        unit={unit}
                        compare={compare}
                      />
                    </span>
                  ) : null}
                </dd>
              );
            })}
          </div>
        );
      })}
    </dl>
  );
};
