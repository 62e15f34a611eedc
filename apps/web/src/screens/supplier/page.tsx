import { RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { SupplierForm } from './form.tsx';

export default function SupplierPage() {
  return (
    <RecordPage of={api.supplier.show} create={api.supplier.save}>
      {(record) => <SupplierForm record={record} />}
    </RecordPage>
  );
}
