import { api } from '../../lib/api.ts';
import type { RowOf } from '../../lib/endpoint.ts';
import { useRead } from '../../lib/read.ts';
import type { Order } from './status.tsx';

export type Payable = RowOf<typeof api.order.payable>;

/**
 * What is open of an order by each way that it may be paid: one method's charge, the coin that cash is rounded to. As it was
 * priced, until that is read, or where it cannot be.
 */
export function usePayable(
  of: Pick<Order, 'id' | 'open_amount'>,
  enabled = true,
): { readonly methods: Payable['methods'] | undefined; readonly rest: number; readonly isReading: boolean } {
  const { results, isPending } = useRead(api.order.payable, { id: of.id }, { enabled });
  // the answer for another order stands until this one is read
  const known = results?.id === of.id ? results : undefined;
  return {
    methods: known?.methods,
    rest: known?.rest ?? of.open_amount,
    isReading: enabled && (isPending || (results !== undefined && known === undefined)),
  };
}
