import { defineFields, type FieldSpec, periodFact } from '../../kit/index.ts';

/** The columns of the list of transfers, and the fields of the change history. */
export const rowFields = defineFields({
  number: { kind: 'text', name: 'id', label: 'transfer:number' },
  to: { kind: 'text', name: 'to_branch_name' },
  lines: { kind: 'integer', name: 'lines_count' },
  quantity: { kind: 'quantity' },
  value: { kind: 'money' },
  account: { kind: 'text', name: 'account_name' },
  created_at: { kind: 'instant' },
  notes: { kind: 'longText' },
  from_branch_id: { kind: 'ref', to: 'branch' },
  to_branch_id: { kind: 'ref', to: 'branch' },
});

export const filters: readonly FieldSpec[] = [
  { name: 'branch_id', label: 'fields:branch_id', kind: 'ref', to: 'branch' },
  periodFact,
];
