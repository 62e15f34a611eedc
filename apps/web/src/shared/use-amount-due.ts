import { api } from '../lib/server/api.ts';
import type { CallFailure } from '../lib/server/call.ts';
import type { RowOf } from '../lib/server/endpoint.ts';
import { useRead } from '../lib/server/use-read-write.ts';

export type AmountDue = RowOf<typeof api.order.payable>;

/** The amount due of an order by payment method, and whether it is loaded. */
export type AmountDueState = {
  readonly methods: AmountDue['methods'] | undefined;
  /** The amount due in cash. */
  readonly rest: number;
  readonly isReading: boolean;
  readonly failure: CallFailure | null;
  readonly retry: () => void;
};

/**
 * Loads the amount due of an order for each possible payment method, because methods have fees and cash is rounded.
 * Until it is loaded, or when that fails, it is the stored amount; the server checks the confirmed amount.
 */
export function useAmountDue(
  order: Pick<RowOf<typeof api.order.show>, 'id' | 'open_amount'>,
  enabled = true,
): AmountDueState {
  const { results, isFetching, isFetchedAfterMount, isPlaceholderData, failure, refetch } = useRead(
    api.order.payable,
    { id: order.id },
    { enabled },
  );
  // the previous answer belongs to another order
  const currentResults = isPlaceholderData ? undefined : results;
  return {
    methods: currentResults?.methods,
    rest: currentResults?.rest ?? order.open_amount,
    // once read, the amount is only refreshed, and a press on Enter must not be lost meanwhile
    isReading: enabled && isFetching && !isFetchedAfterMount,
    failure: currentResults ? null : failure,
    retry: () => void refetch(),
  };
}
