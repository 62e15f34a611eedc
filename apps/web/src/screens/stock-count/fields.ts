import { defineFields, type FieldOption, type FieldSpec, periodFact } from '../../kit/index.ts';

export const COUNT_STATUS_OPTIONS: readonly FieldOption[] = [
  { value: 0, label: 'stock-count:status.draft', variant: 'info' },
  { value: 1, label: 'stock-count:status.posted', variant: 'success' },
];

/** The columns of the list of stock-takings, and the fields of the change history. */
export const rowFields = defineFields({
  number: { kind: 'text', name: 'id', label: 'stock-count:number' },
  branch: { kind: 'text', name: 'branch_name' },
  status: { kind: 'choice', options: COUNT_STATUS_OPTIONS },
  lines: { kind: 'integer', name: 'lines_count' },
  difference: { kind: 'quantity' },
  value: { kind: 'money' },
  account: { kind: 'text', name: 'account_name' },
  created_at: { kind: 'instant' },
  posted_at: { kind: 'instant' },
  notes: { kind: 'longText' },
  counted: { kind: 'text' },
});

export const filters: readonly FieldSpec[] = [
  { name: 'status', label: 'fields:status', kind: 'choice', options: COUNT_STATUS_OPTIONS },
  { name: 'branch_id', label: 'fields:branch_id', kind: 'ref', to: 'branch' },
  periodFact,
];
