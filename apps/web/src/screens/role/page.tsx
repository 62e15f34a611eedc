import { api } from '@dukkan/contract';
import { useParams } from 'react-router-dom';
import { NotAllowed, RecordGate } from '../../kit/index.ts';
import { useRead } from '../../lib/read.ts';
import { useSession } from '../../lib/session.ts';
import { RoleForm } from './form.tsx';

export default function RolePage() {
  const { id } = useParams();
  const { can } = useSession();
  if (id !== undefined) return <Stored id={Number(id)} key={id} />;
  return can(api.role.save) ? <RoleForm record={null} /> : <NotAllowed use={api.role.save} />;
}

/** Roles have no show endpoint: the list answers the one row with all its languages. */
const Stored = ({ id }: { id: number }) => {
  const { results, failure, refetch } = useRead(api.role.list, { id, all_locale: true, limit: 1 });
  const row = results && (results.find((one) => one.id === id) ?? null);
  return (
    <RecordGate read={{ results: row, failure, refetch }} use={api.role.list}>
      {(record) => <RoleForm record={record} />}
    </RecordGate>
  );
};
