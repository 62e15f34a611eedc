import { defineFields, type FieldSpec, periodFact } from '../../kit/index.ts';

/** The columns of the list of returns, and the fields of the change history. */
export const rowFields = defineFields({
  number: { kind: 'text', name: 'id', label: 'order-return:number' },
  order: { kind: 'text', name: 'order_id' },
  client: { kind: 'text', name: 'client_name' },
  branch: { kind: 'text', name: 'branch_name' },
  on_date: { kind: 'day', label: 'order-return:on_date' },
  quantity: { kind: 'quantity' },
  value: { kind: 'money' },
  delivery: { kind: 'money', label: 'order-return:delivery' },
  tax: { kind: 'money' },
  refund: { kind: 'money', label: 'order-return:refund' },
  account: { kind: 'text', name: 'account_name', label: 'order-return:made_by' },
  approver: { kind: 'text', name: 'approver_name', label: 'order-return:approved_by' },
  created_at: { kind: 'instant' },
});

export const filters: readonly FieldSpec[] = [
  { name: 'branch_id', label: 'fields:branch_id', kind: 'ref', to: 'branch' },
  periodFact,
  { name: 'session_id', label: 'fields:session_id', kind: 'integer' },
  { name: 'removed', label: 'order-return:with_undone', kind: 'flag' },
];
