import { useQueries } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useLocale } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { readOnce, useRead } from '../../lib/server/use-read-write.ts';
import type { BulkOrderEntry } from './order-line.tsx';
import type { BulkStatusRun } from './use-run.ts';
import { checkStatusChange, ORDERS_MAX, parseOrderIds, type TargetStatus } from './verdict.ts';

type SelectedOrdersOptions = {
  readonly driver: number | null;
  readonly force: boolean;
  readonly outcomes: BulkStatusRun['outcomes'];
  /** Called before the selection changes. */
  readonly onChange: () => void;
};

/** Reads the orders and the new status from the address, and previews the change of each order. */
export function useSelectedOrders({ driver, force, outcomes, onChange }: SelectedOrdersOptions) {
  const [address, setAddress] = useSearchParams();
  const locale = useLocale();
  const ids = parseOrderIds(address.get('ids') ?? '');
  const statuses: readonly TargetStatus[] =
    useRead(api.orderStatus.list, { status: 1, sort_by: 'ord', limit: 50 }).results ?? [];
  const status = statuses.find(({ id }) => String(id) === address.get('status')) ?? null;
  const put = (next: { ids?: readonly number[]; status?: string }) => {
    onChange();
    setAddress(
      (now) => {
        const params = new URLSearchParams(now);
        if (next.ids) params.set('ids', next.ids.join(','));
        if (next.status) params.set('status', next.status);
        if (params.get('ids') === '') params.delete('ids');
        return params;
      },
      { replace: true },
    );
  };

  const moving = status && { status, hasDriver: driver !== null, force };
  const reads = useQueries({
    queries: ids.map((id) => ({
      // the key starts with the noun, so that a changed order is read again
      queryKey: ['order', 'moves', id, locale],
      queryFn: () => readOnce(api.order.show, { id }, null),
      retry: false,
    })),
  });
  const entries = ids.map((id, at): BulkOrderEntry => {
    const read = reads[at];
    const order = read?.data?.results ?? (read?.isError ? null : undefined);
    return {
      id,
      order,
      verdict: order && moving ? checkStatusChange(order, moving) : null,
      outcome: outcomes.get(id),
    };
  });
  // only drivers of the orders' branch are offered; when the orders are from several branches, the server checks each
  const branches = new Set(entries.flatMap(({ order }) => order?.branch_id ?? []));
  const [branchId] = branches.size === 1 ? branches : [];
  return {
    statuses,
    status,
    moving,
    entries,
    /** The orders whose status can change. */
    ready: entries.flatMap(({ order, verdict }) => (order && verdict === 'moves' ? [order] : [])),
    /** The branch of all orders; undefined for several. */
    branchId,
    isFull: ids.length >= ORDERS_MAX,
    /** Returns whether the new status needs a driver, or has to be forced, for one of the orders. */
    needs: (what: 'driver' | 'force') =>
      status !== null &&
      entries.some(({ order }) =>
        order?.next.some(
          (next) => next.status_id === status.id && (what === 'force' ? next.force : next.needs),
        ),
      ),
    setStatus: (next: string) => put({ status: next }),
    add: (id: number) => {
      if (!ids.includes(id)) put({ ids: [id, ...ids].slice(0, ORDERS_MAX) });
    },
    remove: (id: number) => put({ ids: ids.filter((one) => one !== id) }),
    /** Removes the orders whose status was changed. */
    removeMoved: () => put({ ids: ids.filter((id) => outcomes.get(id) !== 'moved') }),
  };
}

export type SelectedOrders = ReturnType<typeof useSelectedOrders>;
