import { defineFields, type FieldSpec, periodFact } from '../../kit/index.ts';
import { paymentFacts } from '../../shared/pay-dialog.tsx';

/** The columns of the list of payments to suppliers. */
export const rowFields = defineFields({
  on_date: { kind: 'day' },
  supplier: { kind: 'text', name: 'supplier_name' },
  receipt: { kind: 'text', name: 'receipt_id' },
  value: { kind: 'money' },
  method: { kind: 'text', name: 'payment_title' },
  ref_number: { kind: 'code' },
  account: { kind: 'text', name: 'account_name' },
  created_at: { kind: 'instant' },
});

export const filters: readonly FieldSpec[] = [
  { name: 'supplier_id', label: 'fields:supplier_id', kind: 'ref', to: 'supplier' },
  paymentFacts.receipt_id,
  { name: 'payment_method', label: 'fields:payment_method', kind: 'ref', to: 'payment-method' },
  periodFact,
];
