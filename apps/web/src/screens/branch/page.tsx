import { api } from '@dukkan/contract';
import { Navigate, useParams } from 'react-router-dom';
import { NotAllowed, RecordGate } from '../../kit/index.ts';
import { paths } from '../../lib/paths.ts';
import { useRead } from '../../lib/read.ts';
import { useMayCreate } from './endpoints.ts';
import { BranchForm } from './form.tsx';

export default function BranchPage() {
  const { id } = useParams();
  const mayCreate = useMayCreate();
  if (id !== undefined) {
    // an address that can name no branch
    if (!/^[1-9]\d{0,9}$/.test(id)) return <Navigate to={paths.notFound} replace />;
    return <Stored id={Number(id)} key={id} />;
  }
  return mayCreate ? <BranchForm record={null} /> : <NotAllowed use={api.branch.create} />;
}

const Stored = ({ id }: { id: number }) => (
  <RecordGate read={useRead(api.branch.show, { id })} use={api.branch.show}>
    {(record) => <BranchForm record={record} />}
  </RecordGate>
);
