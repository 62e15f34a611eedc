import { api } from '@dukkan/contract';
import { RecordPage } from '../../kit/index.ts';
import { PaymentMethodForm } from './form.tsx';

export default function PaymentMethodPage() {
  return (
    <RecordPage of={api.paymentMethod.show} create={api.paymentMethod.create}>
      {(record) => <PaymentMethodForm record={record} />}
    </RecordPage>
  );
}
