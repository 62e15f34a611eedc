import type { List } from '../../kit/index.ts';
import { MoneySums } from '../../kit/kinds/money.tsx';
import { listSumsByCurrency } from '../../lib/currency.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { cx } from '../../ui/index.ts';

const NOTHING = { count: 0, quantity: 0, totals: [] };
const AMOUNTS = ['total', 'discount', 'net', 'paid', 'balance'] as const;
const SUMMED = ['supplier_id', 'branch_id', 'from_date', 'to_date'];

/** The totals of the listed receipts by currency, with the list's filters. */
export const Totals = ({ list }: { list: List }) => {
  const { t } = useTranslation(['receipt', 'fields']);
  const { number } = useFormat();
  const { filters, keywords } = list.query;
  const { status, ...others } = filters;
  const sums = Object.keys(others).every((name) => SUMMED.includes(name)) && keywords === '';
  const read = useRead(api.receipt.statistics, others, {
    enabled: sums && list.state !== 'denied',
    subject: [],
  });
  const all = read.results;
  if (!sums || !all) return null;
  const one = all.by_status.find((row) => (row.status ?? 'none') === status);
  const waiting = all.by_status.find((row) => row.status === null);
  const of = status === undefined ? all : (one ?? NOTHING);
  const figure = (name: string, value: React.ReactNode, strong = false) => ({ name, value, strong });
  const figures = [
    figure(t('receipt:totals.count'), <bdi>{number(of.count)}</bdi>),
    figure(t('fields:quantity'), <bdi>{number(of.quantity)}</bdi>),
    ...AMOUNTS.map((name) =>
      figure(
        t(`fields:${name}`),
        <MoneySums of={listSumsByCurrency(of.totals, name)} />,
        name === 'balance' && of.totals.some(({ balance }) => balance > 0),
      ),
    ),
  ];
  return (
    <dl
      aria-label={t('receipt:totals.label')}
      className="mb-3 grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border border-line bg-surface px-4 py-3 sm:flex sm:flex-wrap sm:gap-x-10"
    >
      {figures.map(({ name, value, strong }) => (
        <div key={name}>
          <dt className="text-sm text-subtle">{name}</dt>
          <dd className={cx('text-lg font-semibold tabular', strong && 'text-warning-text')}>{value}</dd>
        </div>
      ))}
      {status === undefined && waiting ? (
        <div>
          <dt className="text-sm text-subtle">{t('receipt:status.none')}</dt>
          <dd>
            <button
              type="button"
              onClick={() => list.set({ status: 'none' })}
              className="hit rounded-sm text-lg font-semibold text-primary-text tabular hover:underline"
            >
              <bdi>{number(waiting.count)}</bdi>
            </button>
          </dd>
        </div>
      ) : null}
    </dl>
  );
};
