import { WAITING } from '@dukkan/commerce';
import type { ReactNode } from 'react';
import type { List } from '../../../kit/index.ts';
import { MoneySums } from '../../../kit/kinds/money.tsx';
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';

/**
 * Totals are loaded only with one of these filters, because totals of all orders would be computed again after every
 * event.
 */
const LIMITS = ['client_id', 'driver_id', 'from_date'];
const SUMMED = ['branch_id', 'client_id', 'driver_id', 'from_date', 'to_date'];

type Figure = { readonly key: string; readonly value: number; readonly set: Record<string, number> };

/** The number of new, late, unassigned and unpaid orders with the list's filters; each opens its orders. */
export const OrderTotals = ({ list }: { list: List }) => {
  const { t } = useTranslation('order');
  const { number } = useFormat();
  const { filters, keywords } = list.query;
  const filterNames = Object.keys(filters);
  const sums =
    keywords === '' &&
    filterNames.every((name) => SUMMED.includes(name)) &&
    filterNames.some((name) => LIMITS.includes(name));
  const read = useRead(api.order.statistics, filters, {
    enabled: sums && list.state !== 'denied',
    subject: [],
  });
  const all = read.results;
  if (!sums || !all) return null;
  const waiting = all.by_status.find(({ status_value }) => status_value === WAITING)?.count ?? 0;
  const figures: Figure[] = [
    { key: 'waiting', value: waiting, set: { status_value: 0 } },
    { key: 'late', value: all.late, set: { late: 1 } },
    { key: 'unassigned', value: all.unassigned, set: { unassigned: 1 } },
    { key: 'unpaid', value: all.unpaid, set: { paid: 0 } },
  ];
  return (
    <dl
      aria-label={t('sums.label')}
      className="mb-3 grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border border-line bg-surface px-4 py-3 sm:flex sm:flex-wrap sm:gap-x-10"
    >
      <SummaryFigure name={t('sums.count')}>
        <bdi>{number(all.count)}</bdi>
      </SummaryFigure>
      <SummaryFigure name={t('sums.total')}>
        <MoneySums of={all.totals} />
      </SummaryFigure>
      {figures.map(({ key, value, set }) => (
        <SummaryFigure key={key} name={t(`sums.${key}`)}>
          <button
            type="button"
            onClick={() => list.set(set)}
            className="hit rounded-sm text-primary-text hover:underline"
          >
            <bdi>{number(value)}</bdi>
          </button>
        </SummaryFigure>
      ))}
    </dl>
  );
};

const SummaryFigure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-subtle">{name}</dt>
    <dd className="text-lg font-semibold tabular">{children}</dd>
  </div>
);
