import { Wallet } from 'lucide-react';
import { useState } from 'react';
import {
  DataTable,
  ExportButton,
  Link,
  type ListColumn,
  ListTools,
  type ListView,
  Pager,
  RowMenu,
  useColumnPreferences,
  useList,
  ViewTabs,
} from '../../kit/index.ts';
import { Bdi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { EmptyState, MenuItem, PageHeader } from '../../ui/index.ts';
import { filters, rowFields } from './fields.ts';
import { type Payment, RefundDialog, SettleDialog } from './settle-dialog.tsx';

const columns: readonly ListColumn<Payment>[] = [
  rowFields.created_at,
  { of: rowFields.order, cell: (row) => <OrderLink row={row} /> },
  rowFields.client,
  rowFields.amount,
  rowFields.method,
  rowFields.status,
  rowFields.holder,
  { of: rowFields.branch, at: 'extra' },
  { of: rowFields.fee, at: 'extra' },
  { of: rowFields.net, at: 'extra' },
  { of: rowFields.ref_number, at: 'extra' },
  { of: rowFields.account, at: 'extra' },
  { of: rowFields.settled_at, at: 'extra' },
];
const card = [rowFields.order.name, rowFields.amount.name, rowFields.method.name, rowFields.status.name];

const views: readonly ListView[] = [
  { label: 'order-payment:view.open', query: { status: 'pending' } },
  { label: 'order-payment:view.drivers', query: { holder: 'driver', status: 'received' } },
];

export const prefetch = prefetchList(api.orderPayment.list);

/** The list of payments of orders: received, pending and refunded. */
export default function OrderPaymentList() {
  const { t } = useTranslation('order-payment');
  const { can } = useSession();
  const list = useList(api.orderPayment.list, { noun: 'order-payment', selectable: false });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const [action, setAction] = useState<{ row: Payment; way: 'settle' | 'retry' | 'fail' } | null>(null);
  const close = () => setAction(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('which')}
        actions={<ExportButton list={list} columns={columns} visibleColumns={visibleColumns} />}
      />
      <ViewTabs
        list={list}
        views={views}
        tools={
          <ListTools
            list={list}
            columns={columns}
            visibleColumns={visibleColumns}
            filters={filters}
            search={t('search')}
          />
        }
      >
        <DataTable
          list={list}
          columns={columns}
          visibleColumns={visibleColumns}
          open={(row) => (can(api.order.show) ? paths.order(row.order_id) : null)}
          card={card}
          actions={(row) =>
            row.actions.length > 0 ? (
              <RowMenu row={row} name={`#${row.order_id}`} actions={[]}>
                {row.actions.includes('settle') ? (
                  <MenuItem onSelect={() => setAction({ row, way: 'settle' })}>
                    {t(`settle.${row.amount < 0 ? 'refund' : 'payment'}`)}
                  </MenuItem>
                ) : null}
                {row.actions.includes('retry_refund') ? (
                  <MenuItem onSelect={() => setAction({ row, way: 'retry' })}>{t('gateway.retry')}</MenuItem>
                ) : null}
                {row.actions.includes('fail_refund') ? (
                  <MenuItem danger onSelect={() => setAction({ row, way: 'fail' })}>
                    {t('gateway.fail')}
                  </MenuItem>
                ) : null}
              </RowMenu>
            ) : null
          }
          empty={<EmptyState icon={<Wallet />} title={t('empty')} text={t('empty_text')} />}
        />
        <Pager list={list} />
      </ViewTabs>
      {action?.way === 'settle' ? <SettleDialog row={action.row} onClose={close} /> : null}
      {action && action.way !== 'settle' ? (
        <RefundDialog row={action.row} way={action.way} onClose={close} />
      ) : null}
    </>
  );
}

const OrderLink = ({ row }: { row: Payment }) => {
  const { can } = useSession();
  const number = <Bdi>{`#${row.order_id}`}</Bdi>;
  return can(api.order.show) ? (
    <Link to={paths.order(row.order_id)} className="font-medium">
      {number}
    </Link>
  ) : (
    number
  );
};
