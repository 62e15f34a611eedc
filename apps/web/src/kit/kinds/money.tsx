import { useCurrency } from '../../lib/currency.ts';
import { useFormat } from '../../lib/format.ts';

/**
 * An amount in the given currency, else that of the surrounding record, else the shop's; without a currency while it
 * loads.
 */
export const MoneyText = ({ amount, currency: named }: { amount: number; currency?: string }) => {
  const { money, number } = useFormat();
  const around = useCurrency();
  const currency = named ?? around;
  return <bdi className="whitespace-nowrap">{currency ? money(amount, currency) : number(amount)}</bdi>;
};

/**
 * Sums by currency, side by side, because amounts of two currencies cannot be added; no sums show 0 in the shop's
 * currency.
 */
export const MoneySums = ({
  of,
}: {
  of: readonly { readonly currency: string; readonly total: number }[];
}) =>
  of.length === 0 ? (
    <MoneyText amount={0} />
  ) : (
    <span className="inline-flex flex-wrap gap-x-3">
      {of.map(({ currency, total }) => (
        <MoneyText key={currency} amount={total} currency={currency} />
      ))}
    </span>
  );
