import { defineFields, type FieldSpec } from '../../kit/index.ts';

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
  { name: 'from_date', label: 'fields:from_date', kind: 'day' },
  { name: 'to_date', label: 'fields:to_date', kind: 'day' },
  { name: 'session_id', label: 'fields:session_id', kind: 'integer' },
  { name: 'removed', label: 'order-return:with_undone', kind: 'flag' },
];
