import { RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { AccountForm } from './form.tsx';

export default function AccountPage() {
  return (
    <RecordPage of={api.account.show} create={api.account.save}>
      {(record) => <AccountForm record={record} />}
    </RecordPage>
  );
}
