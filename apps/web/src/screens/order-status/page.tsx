import { RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { OrderStatusForm } from './form.tsx';

export default function OrderStatusPage() {
  return (
    <RecordPage of={api.orderStatus.list} create={api.orderStatus.save}>
      {(record) => <OrderStatusForm record={record} />}
    </RecordPage>
  );
}
