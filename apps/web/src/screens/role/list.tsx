import { Plus, ShieldCheck } from 'lucide-react';
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
import { Button } from '../../ui/index.ts';
import { formFields, statusField } from './fields.ts';
import { RoleIcon } from './icon.tsx';

type Row = ListRowOf<typeof api.role.list>;

const columns: readonly ListColumn<Row>[] = [
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
  statusField,
];
const filters = [statusField];
const card = [formFields.accounts_count.name, formFields.global.name, statusField.name];

export const prefetch = prefetchList(api.role.list);

export default function RoleList() {
  const { t } = useTranslation('role');
  const actions = Object.values(useRecordActions(api.role, (row: Row) => row.title));
  const list = useList(api.role.list, { noun: 'role', bulk: actions });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const add = (
    <Can use={api.role.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.roleNew}>{t('add')}</Link>
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
      open={(row) => paths.role(row.id)}
      card={card}
      nameOf={(row) => row.title}
      actions={actions}
      empty={{ icon: <ShieldCheck />, title: t('empty'), text: t('empty_text') }}
    />
  );
}
