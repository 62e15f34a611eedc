import { PAYMENT_HOLDERS, PAYMENT_STATES } from 'virtual:facts';
import { defineFields, type FieldOption, type FieldSpec, periodFact } from '../../kit/index.ts';

const VARIANTS = { pending: 'warning', received: 'success', refunded: 'info', voided: 'secondary' } as const;

const STATES: readonly FieldOption[] = PAYMENT_STATES.map((value) => ({
  value,
  label: `order-payment:state.${value}`,
  variant: VARIANTS[value],
}));
const HOLDERS: readonly FieldOption[] = PAYMENT_HOLDERS.map((value) => ({
  value,
  label: `order-payment:holder_of.${value}`,
}));

/** The columns of the list of payments and refunds of orders. */
export const rowFields = defineFields({
  created_at: { kind: 'instant' },
  order: { kind: 'text', name: 'order_id', label: 'order-payment:order' },
  client: { kind: 'text', name: 'client_name', label: 'order-payment:client' },
  amount: { kind: 'money' },
  method: { kind: 'text', name: 'payment_title' },
  status: { kind: 'choice', options: STATES },
  holder: { kind: 'choice', options: HOLDERS, label: 'order-payment:holder' },
  fee: { kind: 'money', label: 'order-payment:fee' },
  net: { kind: 'money', label: 'order-payment:net' },
  ref_number: { kind: 'code' },
  branch: { kind: 'text', name: 'branch_name' },
  account: { kind: 'text', name: 'account_name' },
  settled_at: { kind: 'instant', label: 'order-payment:settled_at' },
});

export const filters: readonly FieldSpec[] = [
  { name: 'status', label: 'fields:status', kind: 'choice', options: STATES },
  { name: 'holder', label: 'order-payment:holder', kind: 'choice', options: HOLDERS },
  { name: 'refund', label: 'order-payment:refunds_only', kind: 'flag' },
  { name: 'failed', label: 'order-payment:refund_failed', kind: 'flag' },
  { name: 'payment_id', label: 'fields:payment_method', kind: 'ref', to: 'payment-method' },
  { name: 'driver_id', label: 'fields:driver_id', kind: 'ref', to: 'driver' },
  { name: 'branch_id', label: 'fields:branch_id', kind: 'ref', to: 'branch' },
  periodFact,
];
