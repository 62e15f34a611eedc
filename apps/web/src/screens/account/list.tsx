import { Plus, UsersRound } from 'lucide-react';
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
import { formFields, roleFilter, statusField } from './fields.ts';

type Row = ListRowOf<typeof api.account.list>;

const AccountName = ({ row }: { row: Row }) => (
  <span className="flex items-center gap-2.5">
    <Avatar size="sm" name={row.name} src={row.avatar_url} />
    <bdi>{row.name}</bdi>
  </span>
);

const columns: readonly ListColumn<Row>[] = [
  { of: formFields.name, cell: (row) => <AccountName row={row} /> },
  formFields.email,
  formFields.phone,
  formFields.role,
  formFields.branch,
  statusField,
  formFields.last_seen_at,
  { of: formFields.created_at, at: 'extra' },
];
const filters = [roleFilter, formFields.branch, statusField];
const card = [formFields.role.name, formFields.phone.name, statusField.name];

export const prefetch = prefetchList(api.account.list);

export default function AccountList() {
  const { t } = useTranslation('account');
  const actions = Object.values(useRecordActions(api.account, (row: Row) => row.name));
  const list = useList(api.account.list, { noun: 'account', bulk: actions });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const add = (
    <Can use={api.account.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.accountNew}>{t('add')}</Link>
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
      open={(row) => paths.account(row.id)}
      card={card}
      nameOf={(row) => row.name}
      actions={actions}
      empty={{ icon: <UsersRound />, title: t('empty'), text: t('empty_text') }}
    />
  );
}
