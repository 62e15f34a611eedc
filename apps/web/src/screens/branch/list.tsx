import { Plus, Store } from 'lucide-react';
import {
  Link,
  type ListColumn,
  ListPage,
  type ListRowOf,
  useColumnPreferences,
  useList,
  useRecordActions,
} from '../../kit/index.ts';
import { EmptyCell } from '../../kit/kinds/cell.tsx';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Avatar, Button } from '../../ui/index.ts';
import { branchEndpoints, useCanCreateBranch } from './endpoints.ts';
import { formFields, rowFields } from './fields.ts';

type Row = ListRowOf<typeof api.branch.list>;

const columns: readonly ListColumn<Row>[] = [
  {
    of: rowFields.name,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2">
        <Avatar size="sm" name={row.name} src={row.logo_url} />
        <bdi>{row.name}</bdi>
      </span>
    ),
  },
  formFields.no,
  rowFields.city,
  { of: formFields.phones, cell: (row) => <Phones phones={row.phones} /> },
  { of: rowFields.managers, cell: (row) => <Managers names={row.managers.map(({ name }) => name)} /> },
  rowFields.type,
  rowFields.staff,
  formFields.status,
  { of: rowFields.address, at: 'extra' },
  { of: rowFields.warehouse, at: 'extra' },
];
const filters = [formFields.status, rowFields.warehouse];
const card = [rowFields.city.name, formFields.phones.name, formFields.status.name];

export const prefetch = prefetchList(api.branch.list);

export default function BranchList() {
  const { t } = useTranslation('branch');
  const actions = Object.values(useRecordActions(branchEndpoints, (row: Row) => row.name));
  const list = useList(api.branch.list, { noun: 'branch', bulk: actions });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const add = useCanCreateBranch() ? (
    <Button asChild variant="primary" icon={<Plus />}>
      <Link to={paths.branchNew}>{t('add')}</Link>
    </Button>
  ) : null;
  return (
    <ListPage
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      title={t('title')}
      add={add}
      filters={filters}
      search={t('search')}
      open={(row) => paths.branch(row.id)}
      card={card}
      nameOf={(row) => row.name}
      actions={actions}
      empty={{ icon: <Store />, title: t('empty'), text: t('empty_text') }}
    />
  );
}

const Phones = ({ phones }: { phones: readonly string[] }) =>
  phones.length === 0 ? (
    <EmptyCell />
  ) : (
    <span className="flex flex-wrap gap-x-3">
      {phones.map((phone) => (
        <Bdi key={phone} dir="ltr" className="whitespace-nowrap">
          {phone}
        </Bdi>
      ))}
    </span>
  );

const Managers = ({ names }: { names: readonly string[] }) => {
  const { list } = useFormat();
  return names.length === 0 ? <EmptyCell /> : <bdi>{list(names)}</bdi>;
};
