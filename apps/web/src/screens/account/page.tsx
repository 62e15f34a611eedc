import { useSearchParams } from 'react-router-dom';
import { RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { AccountForm } from './form.tsx';
import { isNewAccountKind, type NewAccountKind, ROLE_OF } from './new-kind.ts';

export default function AccountPage() {
  const kind = useSearchParams()[0].get('kind');
  return (
    <RecordPage of={api.account.show} create={api.account.save}>
      {(record) =>
        record === null && isNewAccountKind(kind) ? (
          <NewAccount kind={kind} />
        ) : (
          <AccountForm record={record} />
        )
      }
    </RecordPage>
  );
}

/** A new account with the preselected role of its kind. */
const NewAccount = ({ kind }: { kind: NewAccountKind }) => {
  const { can } = useSession();
  const { results, failure } = useRead(
    api.role.list,
    { status: 1, limit: 100 },
    { enabled: can(api.role.list) },
  );
  if (can(api.role.list) && !results && !failure) return null;
  // prefers the role with the fewest permissions, which is made for this kind
  const [role] = (results ?? [])
    .filter(({ permissions }) => permissions.includes(ROLE_OF[kind]))
    .sort((a, b) => a.permissions.length - b.permissions.length || a.id - b.id);
  return <AccountForm record={null} kind={kind} role_id={role?.id ?? null} />;
};
