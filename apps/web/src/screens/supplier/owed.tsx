import { Money } from '../../kit/kinds/cell.tsx';
import { cx } from '../../ui/index.ts';

/** What is still owed; what is settled steps back. */
export const Owed = ({ amount }: { amount: number }) => (
  <span className={cx(amount > 0 ? 'font-medium text-warning-text' : 'text-subtle')}>
    <Money amount={amount} />
  </span>
);
