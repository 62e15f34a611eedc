import { defineFields, type FieldOption, type FieldSpec, periodFact } from '../../kit/index.ts';

const STATES: readonly FieldOption[] = [
  { value: 'open', label: 'pos-session:state.open', variant: 'success' },
  { value: 'closed', label: 'pos-session:state.closed', variant: 'secondary' },
];

/** The columns of the list of sessions. */
export const rowFields = defineFields({
  device: { kind: 'text', name: 'device_name', label: 'pos-session:till' },
  branch: { kind: 'text', name: 'branch_name' },
  status: { kind: 'choice', options: STATES },
  opened_by: { kind: 'text', name: 'opened_by_name', label: 'pos-session:cashier' },
  opened_at: { kind: 'instant', label: 'pos-session:opened_at' },
  orders_count: { kind: 'integer', label: 'pos-session:sales' },
  net_sales: { kind: 'money', label: 'pos-session:net_sales' },
  expected: { kind: 'money', name: 'expected_amount', label: 'pos-session:term.expected' },
  difference: { kind: 'money', label: 'pos-session:term.difference' },
  z_number: { kind: 'code', label: 'pos-session:z_number' },
  closed_at: { kind: 'instant', label: 'pos-session:closed_at' },
  closed_by: { kind: 'text', name: 'closed_by_name', label: 'pos-session:closed_by' },
  approver: { kind: 'text', name: 'approver_name', label: 'pos-session:approver' },
});

export const filters: readonly FieldSpec[] = [
  { name: 'status', label: 'fields:status', kind: 'choice', options: STATES },
  { name: 'differs', label: 'pos-session:differs', kind: 'flag' },
  { name: 'overdue', label: 'pos-session:overdue', kind: 'flag' },
  { name: 'branch_id', label: 'fields:branch_id', kind: 'ref', to: 'branch' },
  periodFact,
];
