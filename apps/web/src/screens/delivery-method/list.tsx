import { Plus, Truck } from 'lucide-react';
import {
  Can,
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
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Avatar, Button } from '../../ui/index.ts';
import { deliveryMethodEndpoints } from './endpoints.ts';
import { branchField, formFields, rowFields } from './fields.ts';

type Row = ListRowOf<typeof api.deliveryMethod.list>;

const columns: readonly ListColumn<Row>[] = [
  {
    of: rowFields.title,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar size="sm" name={row.title} src={row.image_url} />
        <bdi className="min-w-0 truncate">{row.title}</bdi>
      </span>
    ),
  },
  rowFields.inhouse,
  rowFields.asap,
  formFields.delivery_cost,
  formFields.delivery_minutes,
  formFields.status,
  rowFields.branches,
  { of: formFields.code, at: 'extra' },
  { of: formFields.ord, at: 'extra' },
  { of: formFields.desc, at: 'extra' },
];
const filters = [formFields.status, rowFields.inhouse, branchField];
const card = [formFields.delivery_cost.name, rowFields.branches.name, formFields.status.name];

export const prefetch = prefetchList(api.deliveryMethod.list);

export default function DeliveryMethodList() {
  const { t } = useTranslation('delivery-method');
  const actions = Object.values(useRecordActions(deliveryMethodEndpoints, (row: Row) => row.title));
  const list = useList(api.deliveryMethod.list, { noun: 'delivery-method', bulk: actions });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const add = (
    <Can use={api.deliveryMethod.create}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.deliveryMethodNew}>{t('add')}</Link>
      </Button>
    </Can>
  );
  return (
    <ListPage
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      title={t('title')}
      add={add}
      filters={filters}
      search={t('search')}
      open={(row) => paths.deliveryMethod(row.id)}
      card={card}
      nameOf={(row) => row.title}
      actions={actions}
      empty={{ icon: <Truck />, title: t('empty'), text: t('empty_text') }}
    />
  );
}
