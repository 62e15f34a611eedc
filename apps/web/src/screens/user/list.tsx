import { Plus, UserRound } from 'lucide-react';
import { useLocation } from 'react-router-dom';
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
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { Avatar, Button } from '../../ui/index.ts';
import { formFields, getUserKind, PERMS, statusField, type UserKind } from './fields.ts';

type Row = ListRowOf<typeof api.account.list>;

const columns: readonly ListColumn<Row>[] = [
  {
    of: formFields.name,
    cell: (row) => (
      <span className="flex items-center gap-2.5">
        <Avatar size="sm" name={row.name} src={row.avatar_url} />
        <bdi>{row.name}</bdi>
      </span>
    ),
  },
  formFields.phone,
  { of: formFields.email, at: 'extra' },
  formFields.role,
  formFields.branch,
  statusField,
  formFields.last_seen_at,
];
const filters = [formFields.branch, statusField];
const card = [formFields.phone.name, formFields.branch.name, statusField.name];

export const prefetch = prefetchList(api.account.list, (pathname) => ({
  perm: PERMS[getUserKind(pathname)],
}));

export default function UserScreen() {
  const kind = getUserKind(useLocation().pathname);
  // a new instance for each kind, because search and selection of one kind do not apply to another
  return <UserList key={kind} kind={kind} />;
}

const UserList = ({ kind }: { kind: UserKind }) => {
  const { can } = useSession();
  const { t } = useTranslation('user');
  const actions = Object.values(useRecordActions(api.account, (row: Row) => row.name));
  const list = useList(api.account.list, {
    noun: 'account',
    key: kind,
    fixed: { perm: PERMS[kind] },
    bulk: actions,
  });
  const visibleColumns = useColumnPreferences('user', columns);
  const add = (
    <Can use={api.account.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={withQuery(paths.accountNew, { kind })}>{t(`${kind}.add`)}</Link>
      </Button>
    </Can>
  );
  return (
    <ListPage
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      title={t(`${kind}.title`)}
      add={add}
      filters={filters}
      search={t('search')}
      open={(row) => (can(api.account.show) ? paths.account(row.id) : null)}
      card={card}
      nameOf={(row) => row.name}
      actions={actions}
      empty={{ icon: <UserRound />, title: t(`${kind}.empty`), text: t('empty_text') }}
    />
  );
};
