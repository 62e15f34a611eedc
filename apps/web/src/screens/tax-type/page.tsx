import { RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { TaxTypeForm } from './form.tsx';

export default function TaxTypePage() {
  return (
    <RecordPage of={api.taxType.list} create={api.taxType.save}>
      {(record) => <TaxTypeForm record={record} />}
    </RecordPage>
  );
}
