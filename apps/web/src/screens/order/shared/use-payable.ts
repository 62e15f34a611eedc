import { api } from '../../../lib/server/api.ts';
import type { CallFailure } from '../../../lib/server/call.ts';
import type { RowOf } from '../../../lib/server/endpoint.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import type { Order } from './order-status.tsx';

export type AmountDue = RowOf<typeof api.order.payable>;

/** What is open of an order, and whether that is known by now. */
export type AmountDueState = {
  readonly methods: AmountDue['methods'] | undefined;
  /** What is taken in cash. */
  readonly rest: number;
  readonly isReading: boolean;
  readonly failure: CallFailure | null;
  readonly retry: () => void;
};

/**
 * What is open of an order by each way that it may be paid: one method's charge, the coin that cash is rounded to. As it was
 * priced, until that is read, or where it cannot be: what is said to be taken then is compared by the server.
 */
export function useAmountDue(of: Pick<Order, 'id' | 'open_amount'>, enabled = true): AmountDueState {
  const { results, isFetching, isPlaceholderData, failure, refetch } = useRead(
    api.order.payable,
    { id: of.id },
    { enabled },
  );
  // the answer for another order stands until this one is read
  const known = isPlaceholderData ? undefined : results;
  return {
    methods: known?.methods,
    rest: known?.rest ?? of.open_amount,
    isReading: enabled && isFetching,
    failure: known ? null : failure,
    retry: () => void refetch(),
  };
}
