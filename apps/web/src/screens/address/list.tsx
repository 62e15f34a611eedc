import { MapPinned, Plus } from 'lucide-react';
import {
  Can,
  Link,
  type ListColumn,
  ListPage,
  type ListRowOf,
  PhoneText,
  useColumnPreferences,
  useList,
  useRecordActions,
} from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { AddressPlate } from '../../shared/address-plate.tsx';
import { Badge, Button } from '../../ui/index.ts';
import { formFields, rowFields } from './fields.ts';
import { ZoneCell } from './zone.tsx';

type Row = ListRowOf<typeof api.address.list>;

const columns: readonly ListColumn<Row>[] = [
  { of: formFields.name, cell: (row) => <AddressName row={row} /> },
  formFields.user_id,
  { of: formFields.phone, cell: (row) => <PhoneText phone={row.phone} name={row.name} /> },
  { of: rowFields.plate, cell: (row) => <AddressPlate of={row.info} /> },
  rowFields.area,
  { of: rowFields.zone, cell: (row) => <ZoneCell zone={row.zone} /> },
  formFields.status,
];
const filters = [formFields.user_id, rowFields.area_filter, rowFields.is_default, formFields.status];
const card = [formFields.phone.name, rowFields.plate.name, rowFields.zone.name];

export const prefetch = prefetchList(api.address.list);

export default function AddressList() {
  const { t } = useTranslation('address');
  const actions = Object.values(useRecordActions(api.address, (row: Row) => row.name));
  const list = useList(api.address.list, { noun: 'address', bulk: actions });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const add = (
    <Can use={api.address.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.addressNew}>{t('add')}</Link>
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
      open={(row) => paths.address(row.id)}
      card={card}
      nameOf={(row) => row.name}
      actions={actions}
      empty={{ icon: <MapPinned />, title: t('empty'), text: t('empty_text') }}
    />
  );
}

const AddressName = ({ row }: { row: Row }) => {
  const { t } = useTranslation('address');
  return (
    <span className="flex min-w-0 items-center gap-2">
      <bdi className="min-w-0 truncate" title={row.name}>
        {row.name}
      </bdi>
      {row.default === 1 ? <Badge variant="info">{t('default')}</Badge> : null}
    </span>
  );
};
