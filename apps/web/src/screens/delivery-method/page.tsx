import { RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { DeliveryMethodForm } from './form.tsx';

export default function DeliveryMethodPage() {
  return (
    <RecordPage of={api.deliveryMethod.show} create={api.deliveryMethod.create}>
      {(record) => <DeliveryMethodForm record={record} />}
    </RecordPage>
  );
}
