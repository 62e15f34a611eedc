import { Plus, ShieldCheck } from 'lucide-react';
import {
  BulkBar,
  Can,
  type Column,
  DataTable,
  ExportButton,
  Link,
  ListTools,
  Pager,
  RowMenu,
  type RowOf,
  useColumnPreferences,
  useList,
  useRecordActions,
  ViewTabs,
} from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Button, EmptyState, PageHeader } from '../../ui/index.ts';
import { formFields, status } from './fields.ts';
import { RoleIcon } from './icon.tsx';

type Row = RowOf<typeof api.role.list>;

const columns: readonly Column<Row>[] = [
  {
    of: formFields.title,
    cell: (row) => (
      <span className="flex items-center gap-2.5">
        <RoleIcon name={row.icon} />
        <bdi>{row.title}</bdi>
      </span>
    ),
  },
  formFields.accounts_count,
  formFields.global,
  status,
];
const filters = [status];
const card = [formFields.accounts_count.name, formFields.global.name, status.name];

export const prefetch = prefetchList(api.role.list);

export default function RoleList() {
  const { t } = useTranslation('role');
  const actions = Object.values(useRecordActions(api.role, (row: Row) => row.title));
  const list = useList(api.role.list, { noun: 'role', bulk: actions });
  const shown = useColumnPreferences(list.key, columns);
  const add = (
    <Can use={api.role.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.roleNew}>{t('add')}</Link>
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <ExportButton list={list} columns={columns} shown={shown} />
            {add}
          </>
        }
      />
      <ViewTabs
        list={list}
        tools={
          <ListTools list={list} columns={columns} shown={shown} filters={filters} search={t('search')} />
        }
      >
        <DataTable
          list={list}
          columns={columns}
          shown={shown}
          open={(row) => paths.role(row.id)}
          card={card}
          actions={(row) => <RowMenu row={row} name={row.title} actions={actions} />}
          empty={
            <EmptyState icon={<ShieldCheck />} title={t('empty')} text={t('empty_text')} actions={add} />
          }
        />
        <Pager list={list} />
      </ViewTabs>
      <BulkBar list={list} actions={actions} />
    </>
  );
}
