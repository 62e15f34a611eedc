import { api } from '@dukkan/contract';
import { useParams } from 'react-router-dom';
import { NotAllowed, RecordGate } from '../../kit/index.ts';
import { useRead } from '../../lib/read.ts';
import { useSession } from '../../lib/session.ts';
import { AccountForm } from './form.tsx';

export default function AccountPage() {
  const { id } = useParams();
  const { can } = useSession();
  if (id !== undefined) return <Stored id={Number(id)} key={id} />;
  return can(api.account.save) ? <AccountForm record={null} /> : <NotAllowed use={api.account.save} />;
}

const Stored = ({ id }: { id: number }) => {
  const read = useRead(api.account.show, { id });
  return (
    <RecordGate read={read} use={api.account.show}>
      {(record) => <AccountForm record={record} />}
    </RecordGate>
  );
};
