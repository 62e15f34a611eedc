import { Link } from 'react-router-dom';
import { ChangeText } from '../../shared/report/change-text.tsx';
import { buildOpeningPath } from '../../shared/report/report-opening.ts';
import { ReportValue } from '../../shared/report/report-value.tsx';
import type { Report } from './use-report.ts';

/** A column of a row or of totals, where it is a number. */
export const getNumberOrNull = (
  totals: Readonly<Record<string, unknown>> | null | undefined,
  key: string,
): number | null => {
  const value = totals?.[key];
  return typeof value === 'number' ? value : null;
};

/** Up to four columns in large with their change in words. Currencies stand below each other; none are added up. */
export const Figures = ({ report }: { report: Report }) => {
  const { definition, meta, compare } = report;
  if (!meta || meta.total === 0) return null;
  const columns = definition.figures.flatMap(
    (key) => meta.columns.find((column) => column.key === key) ?? [],
  );
  return (
    <dl className="mb-gap grid grid-cols-1 gap-2.5 min-[400px]:grid-cols-2 lg:grid-cols-4">
      {columns.map(({ key, label, unit, kind }) => {
        // what has no currency is the same in each
        const shown = unit === 'money' ? meta.totals_by_currency : meta.totals_by_currency.slice(0, 1);
        return (
          <div key={key} className="min-w-0 rounded-lg border border-line bg-surface p-3.5 print:p-2">
            <dt className="text-sm text-muted">{label}</dt>
            {shown.map((totals) => {
              const opening = totals.opens?.[key] ?? totals.opens?.row;
              const then = meta.compare_totals_by_currency.find(
                ({ currency }) => currency === totals.currency,
              );
              const value = (
                <ReportValue value={getNumberOrNull(totals, key)} unit={unit} currency={totals.currency} />
              );
              return (
                <dd key={totals.currency} className="min-w-0">
                  <span className="block text-xl font-semibold wrap-anywhere text-ink tabular sm:text-2xl">
                    {opening ? (
                      <Link
                        to={buildOpeningPath(opening)}
                        className="hover:text-primary-text hover:underline"
                      >
                        {value}
                      </Link>
                    ) : (
                      value
                    )}
                  </span>
                  {/* what is so now was not asked for other days */}
                  {compare && kind !== 'snapshot' ? (
                    <span className="block text-sm text-subtle">
                      <ChangeText
                        now={getNumberOrNull(totals, key)}
                        // no row of those days is nothing, not unknown
                        then={getNumberOrNull(then, key) ?? (unit === 'percent' ? null : 0)}
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
