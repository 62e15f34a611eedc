import { RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { PriceListForm } from './form.tsx';

export default function PriceListPage() {
  return (
    <RecordPage of={api.priceList.show} create={api.priceList.save} isForAllBranches>
      {(record) => <PriceListForm record={record} />}
    </RecordPage>
  );
}
