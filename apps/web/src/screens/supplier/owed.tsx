import { MoneySums } from '../../kit/kinds/money.tsx';
import { listSumsByCurrency } from '../../lib/currency.ts';
import type { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { cx } from '../../ui/index.ts';

type Amounts = RowOf<typeof api.supplier.list>['amounts'];

/** The balance in each currency; a settled balance is muted. */
export const Owed = ({ amounts }: { amounts: Amounts }) => (
  <span
    className={cx(
      amounts.some(({ balance }) => balance > 0) ? 'font-medium text-warning-text' : 'text-subtle',
    )}
  >
    <MoneySums of={listSumsByCurrency(amounts, 'balance')} />
  </span>
);
