import { RecordPage } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { PaymentMethodForm } from './form.tsx';

export default function PaymentMethodPage() {
  return (
    <RecordPage of={api.paymentMethod.show} create={api.paymentMethod.create}>
      {(record) => <PaymentMethodForm record={record} />}
    </RecordPage>
  );
}
