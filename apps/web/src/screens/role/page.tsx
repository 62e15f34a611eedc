import { RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { RoleForm } from './form.tsx';

export default function RolePage() {
  return (
    <RecordPage of={api.role.list} create={api.role.save}>
      {(record) => <RoleForm record={record} />}
    </RecordPage>
  );
}
