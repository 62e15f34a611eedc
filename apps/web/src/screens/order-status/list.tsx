import { ClipboardList, Plus } from 'lucide-react';
import {
  Can,
  CountLink,
  Link,
  type ListColumn,
  ListPage,
  type ListRowOf,
  useColumnPreferences,
  useList,
  useRecordActions,
} from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Badge, Button } from '../../ui/index.ts';
import { formFields, rowFields } from './fields.ts';

type Row = ListRowOf<typeof api.orderStatus.list>;

const columns: readonly ListColumn<Row>[] = [
  {
    of: rowFields.title,
    cell: (row) => (
      <Badge variant={row.variant}>
        <bdi>{row.title}</bdi>
      </Badge>
    ),
  },
  formFields.status_value,
  { of: rowFields.orders, cell: (row) => <OrderCountLink row={row} /> },
  { of: formFields.default_start, cell: (row) => <DefaultBadge row={row} /> },
  formFields.status,
  { of: formFields.ord, at: 'extra' },
];
const filters = [formFields.status_value, formFields.status];
const card = [formFields.status_value.name, rowFields.orders.name, formFields.status.name];

export const prefetch = prefetchList(api.orderStatus.list);

export default function OrderStatusList() {
  const { t } = useTranslation('order-status');
  const actions = Object.values(useRecordActions(api.orderStatus, (row: Row) => row.title));
  const list = useList(api.orderStatus.list, { noun: 'order-status', bulk: actions });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const add = (
    <Can use={api.orderStatus.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.orderStatusNew}>{t('add')}</Link>
      </Button>
    </Can>
  );
  return (
    <ListPage
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      title={t('title')}
      description={t('which')}
      add={add}
      filters={filters}
      search={t('search')}
      open={(row) => paths.orderStatus(row.id)}
      card={card}
      nameOf={(row) => row.title}
      actions={actions}
      empty={{ icon: <ClipboardList />, title: t('empty'), text: t('empty_text') }}
    />
  );
}

const OrderCountLink = ({ row }: { row: Row }) => {
  const { t } = useTranslation('order-status');
  return (
    <CountLink
      count={row.orders_count}
      to={withQuery(paths.orders, { status_id: row.id })}
      label={t('orders_of', { name: row.title })}
    />
  );
};

const DefaultBadge = ({ row }: { row: Row }) => {
  const { t } = useTranslation('order-status');
  return row.default_start === 1 ? <Badge variant="info">{t('starts')}</Badge> : null;
};
