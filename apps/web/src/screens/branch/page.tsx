import { useParams } from 'react-router-dom';
import { NotAllowed, RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { DeletedRecord } from '../../shared/deleted-stock.tsx';
import { useCanCreateBranch } from './endpoints.ts';
import { BranchForm } from './form.tsx';

export default function BranchPage() {
  const isNew = useParams().id === undefined;
  const mayCreate = useCanCreateBranch();
  if (isNew && !mayCreate) return <NotAllowed use={api.branch.create} />;
  return (
    <RecordPage
      of={api.branch.show}
      create={api.branch.create}
      missing={(id, otherwise) => <DeletedRecord noun="branch" id={id} otherwise={otherwise} />}
    >
      {(record) => <BranchForm record={record} />}
    </RecordPage>
  );
}
