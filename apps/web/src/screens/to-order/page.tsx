import { ORDERED_LINES_MAX } from 'virtual:facts';
import { CircleCheck, PackageCheck } from 'lucide-react';
import { useState } from 'react';
import { Can, FilterBar, Link, Pager, SearchBox, useList } from '../../kit/index.ts';
import { ListStates } from '../../kit/record-states.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { useOnlyBranch } from '../../lib/only-branch.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import { useSession } from '../../lib/server/session.ts';
import { showCallFailure } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import {
  Button,
  Checkbox,
  EmptyState,
  PageHeader,
  ProgressBar,
  SkeletonRows,
  Toolbar,
} from '../../ui/index.ts';
import {
  groupLines,
  listOrderedLines,
  listSupplierIds,
  type Suggestion,
  type SuggestionChange,
  type SuggestionChanges,
  type SuggestionMeta,
  toItems,
} from './draft.ts';
import { filters } from './fields.ts';
import { SupplierGroup } from './group.tsx';
import { type MadeOrder, MadeOrders } from './made-orders.tsx';
import { OverdueOrders } from './overdue-orders.tsx';
import { readAllSuggestions } from './read-all-suggestions.ts';

const ROWS = { limit: 100 };

export const prefetch = prefetchList(api.receipt.toOrder, ROWS);

/** What must be ordered today, by supplier; one press makes an order for each. Rule: docs/rules/stock.md#to-order */
export default function ToOrderPage() {
  const { t } = useTranslation(['to-order', 'kit']);
  const { number } = useFormat();
  const { can } = useSession();
  const onlyBranch = useOnlyBranch();
  const list = useList(api.receipt.toOrder, {
    noun: 'receipt',
    key: 'to-order',
    selectable: false,
    fixed: ROWS,
  });
  const meta = list.meta as SuggestionMeta | undefined;
  const [changes, setChanges] = useState<SuggestionChanges>(new Map());
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [created, setCreated] = useState<readonly MadeOrder[]>([]);
  const make = useWrite(api.receipt.makeOrders, {
    onSuccess: ({ receipts }) => {
      setCreated(receipts);
      setChanges(new Map());
    },
    // somebody else ordered: the list shows what is on the way now
    onFailure: ({ status }) => {
      if (status === 409) list.retry();
    },
  });
  const branch = useBranch();
  const [isAll, setAll] = useState(false);
  const [isReading, setReading] = useState(false);
  const isPaged = (meta?.last_page ?? 1) > 1;
  const groups = meta ? groupLines(list.rows as readonly Suggestion[], meta, changes, chosenId) : [];
  const ordered = listOrderedLines(groups);
  // set when everything on all pages is ordered
  const whole = isAll && isPaged ? meta : undefined;
  const supplierIds = whole ? listSupplierIds(whole, chosenId) : null;
  const orders = supplierIds?.length ?? new Set(ordered.map(({ supplier_id }) => supplier_id)).size;
  const change = (id: string, one: SuggestionChange) =>
    setChanges((before) => new Map(before).set(id, { ...before.get(id), ...one }));
  const create = async () => {
    const lines = whole ? await readAllLines(whole) : ordered;
    if (lines) void make.submit({ items: toItems(lines) });
  };
  /** Reads the lines of all pages as they are ordered; null when they cannot be read. */
  const readAllLines = async (first: SuggestionMeta) => {
    setReading(true);
    try {
      const rows = await readAllSuggestions(list.input, branch);
      return listOrderedLines(groupLines(rows, first, changes, chosenId)).slice(0, ORDERED_LINES_MAX);
    } catch (error) {
      showCallFailure(error);
      return null;
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      <PageHeader
        title={t('to-order:title')}
        description={t('to-order:description')}
        actions={
          <Can use={api.receipt.makeOrders}>
            {ordered.length > 0 ? (
              <Button
                variant="primary"
                icon={<PackageCheck />}
                loading={make.busy || isReading}
                disabled={ordered.some(({ quantity }) => quantity === null)}
                onClick={() => void create()}
              >
                {t('to-order:create', { count: orders, shown: number(orders) })}
              </Button>
            ) : null}
          </Can>
        }
      />
      {created.length > 0 ? <MadeOrders of={created} onClose={() => setCreated([])} /> : null}
      {meta && meta.overdue_orders.length > 0 ? <OverdueOrders of={meta.overdue_orders} /> : null}
      <div className="mb-3">
        <Toolbar>
          <SearchBox list={list} label={t('to-order:search')} />
          <FilterBar
            list={list}
            filters={filters.filter(
              ({ name }) =>
                (name !== 'branch_id' || onlyBranch === null) &&
                (name !== 'supplier_id' || can(api.receipt.list)),
            )}
          />
        </Toolbar>
      </div>
      {isPaged && meta ? (
        <OrderAll total={meta.total} here={list.rows.length} isAll={isAll} onChange={setAll} />
      ) : null}
      <div className="relative">
        <ProgressBar active={list.refetching} label={t('kit:list.refetching')} />
        {list.state === 'loading' ? (
          <SkeletonRows columns={4} label={t('kit:list.loading')} />
        ) : groups.length > 0 ? (
          groups.map((group) => (
            <SupplierGroup
              key={group.total.supplier_id ?? 'none'}
              of={group}
              showsBranch={onlyBranch === null}
              onChange={change}
              onSupplier={setChosenId}
            />
          ))
        ) : (
          <div className="rounded-lg border border-line bg-surface">
            <ListStates list={list}>
              <NothingToOrder days={meta?.next_runs_out ?? null} />
            </ListStates>
          </div>
        )}
      </div>
      {isPaged ? <Pager list={list} /> : null}
    </>
  );
}

type OrderAllProps = {
  total: number;
  /** The lines of this page. */
  here: number;
  isAll: boolean;
  onChange: (isAll: boolean) => void;
};

/** Orders what is due on all pages, not only on this one. */
const OrderAll = ({ total, here, isAll, onChange }: OrderAllProps) => {
  const { t } = useTranslation('to-order');
  const { number } = useFormat();
  return (
    <Can use={api.receipt.makeOrders}>
      <Checkbox
        className="mb-3"
        checked={isAll}
        onChange={onChange}
        label={
          total > ORDERED_LINES_MAX
            ? t('all_first', { shown: number(total), most: number(ORDERED_LINES_MAX) })
            : t('all', { shown: number(total), here: number(here) })
        }
      />
    </Can>
  );
};

/** All is well: says when something runs out next, or what the page needs in a shop without sales. */
const NothingToOrder = ({ days }: { days: number | null }) => {
  const { t } = useTranslation('to-order');
  const { number } = useFormat();
  const whole = Math.floor(days ?? 0);
  return (
    <EmptyState
      icon={<CircleCheck />}
      title={t('empty')}
      text={days === null ? t('empty_text') : t('empty_next', { count: whole, days: number(whole) })}
      actions={
        <Can use={api.supplier.list}>
          <Button asChild>
            <Link to={paths.suppliers}>{t('suppliers')}</Link>
          </Button>
        </Can>
      }
    />
  );
};
