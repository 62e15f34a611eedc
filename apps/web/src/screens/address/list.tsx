import { MapPinned, Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import {
  BulkBar,
  Can,
  type Column,
  DataTable,
  ExportButton,
  ListTools,
  Pager,
  Phone,
  RowMenu,
  type RowOf,
  useColumns,
  useList,
  useRecordActions,
  ViewTabs,
} from '../../kit/index.ts';
import { None } from '../../kit/kinds/cell.tsx';
import { api } from '../../lib/api.ts';
import { isolate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { listAhead } from '../../lib/list-ahead.ts';
import { paths } from '../../lib/paths.ts';
import { Badge, Button, EmptyState, PageHeader } from '../../ui/index.ts';
import { c, f } from './fields.ts';
import { ZoneCell } from './zone.tsx';

type Row = RowOf<typeof api.address.list>;

const columns: readonly Column<Row>[] = [
  { of: f.name, cell: (row) => <Name row={row} /> },
  f.user_id,
  { of: f.phone, cell: (row) => <Phone phone={row.phone} name={row.name} /> },
  { of: c.plate, cell: (row) => <Where row={row} /> },
  c.area,
  { of: c.zone, cell: (row) => <ZoneCell zone={row.zone} /> },
  f.status,
];
const filters = [f.user_id, c.area_filter, c.is_default, f.status];
const card = [f.phone.name, c.plate.name, c.zone.name];

export const ahead = listAhead(api.address.list);

export default function AddressList() {
  const { t } = useTranslation('address');
  const actions = Object.values(useRecordActions(api.address, (row: Row) => row.name));
  const list = useList(api.address.list, { noun: 'address', bulk: actions });
  const shown = useColumns(list.key, columns);
  const add = (
    <Can use={api.address.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.addressNew}>{t('add')}</Link>
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <ExportButton list={list} />
            {add}
          </>
        }
      />
      <ViewTabs list={list}>
        <ListTools list={list} columns={columns} shown={shown} filters={filters} search={t('search')} />
        <DataTable
          list={list}
          columns={columns}
          shown={shown}
          open={(row) => paths.address(row.id)}
          card={card}
          actions={(row) => <RowMenu row={row} name={row.name} actions={actions} />}
          empty={<EmptyState icon={<MapPinned />} title={t('empty')} text={t('empty_text')} actions={add} />}
        />
        <Pager list={list} />
      </ViewTabs>
      <BulkBar list={list} actions={actions} />
    </>
  );
}

const Name = ({ row }: { row: Row }) => {
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

/** The blue plate: zone, street, building; a street that has a name is called by it. */
const Where = ({ row }: { row: Row }) => {
  const { t } = useTranslation('address');
  const parts = (['area_no', 'street', 'home_no'] as const).flatMap((part) => {
    const no = row.info[part];
    if (!no) return [];
    return /^\d/.test(no) ? t(`plate.${part}`, { no: isolate(no) }) : isolate(no);
  });
  return parts.length === 0 ? (
    <None />
  ) : (
    <span className="whitespace-nowrap max-md:whitespace-normal">{parts.join(t('plate.join'))}</span>
  );
};
