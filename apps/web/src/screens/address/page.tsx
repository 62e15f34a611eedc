import { RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { AddressForm } from './form.tsx';

export default function AddressPage() {
  return (
    <RecordPage of={api.address.show} create={api.address.save}>
      {(record) => <AddressForm record={record} />}
    </RecordPage>
  );
}
