import { api } from '@dukkan/contract';
import { useParams } from 'react-router-dom';
import { NotAllowed, RecordGate } from '../../kit/index.ts';
import { useRead } from '../../lib/read.ts';
import { useSession } from '../../lib/session.ts';
import { BranchForm } from './form.tsx';

export default function BranchPage() {
  const { id } = useParams();
  const { can } = useSession();
  if (id !== undefined) return <Stored id={Number(id)} key={id} />;
  return can(api.branch.create) ? <BranchForm record={null} /> : <NotAllowed use={api.branch.create} />;
}

const Stored = ({ id }: { id: number }) => (
  <RecordGate read={useRead(api.branch.show, { id })} use={api.branch.show}>
    {(record) => <BranchForm record={record} />}
  </RecordGate>
);
