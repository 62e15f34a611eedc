import { RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { BrandForm } from './form.tsx';

export default function BrandPage() {
  return (
    <RecordPage of={api.brand.show} create={api.brand.save}>
      {(record) => <BrandForm record={record} />}
    </RecordPage>
  );
}
