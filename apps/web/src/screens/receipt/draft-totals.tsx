import { getCurrencyScale } from '@dukkan/commerce';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { useCurrency } from '../../lib/currency.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useStore } from '../../lib/store.ts';
import { sumLines, toDisplayAmount, toQuantityNumber } from './amounts.ts';
import type { LinesStore } from './lines.ts';

/** Returns the number of decimals of the shop's currency. */
export const useCurrencyScale = (): number => getCurrencyScale(useCurrency() ?? '');

/** The totals of the lines while they are edited; only the displayed amounts are rounded. */
export const Sums = ({ lines }: { lines: LinesStore }) => {
  const { t } = useTranslation(['receipt', 'fields']);
  const { number } = useFormat();
  const scale = useCurrencyScale();
  const all = useStore(lines.all);
  const { quantity, total, net } = sumLines(all);
  const figures = [
    { name: t('fields:lines_count'), value: <bdi>{number(all.length)}</bdi> },
    { name: t('receipt:units'), value: <bdi>{number(toQuantityNumber(quantity))}</bdi> },
    { name: t('fields:total'), value: <MoneyText amount={toDisplayAmount(total, scale)} /> },
    { name: t('fields:discount'), value: <MoneyText amount={toDisplayAmount(total - net, scale)} /> },
    { name: t('fields:net'), value: <MoneyText amount={toDisplayAmount(net, scale)} /> },
  ];
  return (
    <dl
      aria-label={t('receipt:totals.label')}
      className="flex flex-wrap justify-end gap-x-8 gap-y-2 px-4 py-3 tabular max-sm:grid max-sm:grid-cols-2"
    >
      {figures.map(({ name, value }) => (
        <div key={name} className="sm:text-end">
          <dt className="text-sm text-subtle">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
};

/** The net total, always visible while the user scrolls through many lines. */
export const NetSoFar = ({ lines }: { lines: LinesStore }) => {
  const { t } = useTranslation('fields');
  const scale = useCurrencyScale();
  const { net } = sumLines(useStore(lines.all));
  return (
    <span className="me-2 whitespace-nowrap max-sm:hidden">
      <span className="text-subtle">{t('net')} </span>
      <strong className="font-semibold tabular">
        <MoneyText amount={toDisplayAmount(net, scale)} />
      </strong>
    </span>
  );
};
