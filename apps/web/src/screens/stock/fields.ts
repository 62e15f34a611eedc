import { defineFields, type FieldOption, type FieldSpec } from '../../kit/index.ts';

const STATES: readonly FieldOption[] = [
  { value: 'available', label: 'stock:state.available', variant: 'success' },
  { value: 'low', label: 'stock:state.low', variant: 'warning' },
  { value: 'out', label: 'stock:state.out', variant: 'danger' },
  { value: 'reserved', label: 'stock:state.reserved', variant: 'info' },
  { value: 'expired', label: 'stock:state.expired', variant: 'danger' },
  { value: 'deficit', label: 'stock:state.deficit', variant: 'danger' },
];

/** The columns of the stock list: the stock of an item in a branch. */
export const rowFields = defineFields({
  title: { kind: 'text', label: 'stock:item' },
  branch: { kind: 'text', name: 'branch_name' },
  on_hand: { kind: 'quantity' },
  reserved: { kind: 'quantity' },
  expired: { kind: 'quantity' },
  deficit: { kind: 'quantity' },
  available: { kind: 'quantity' },
  available_all: { kind: 'quantity', label: 'stock:all_branches' },
  days_left: { kind: 'text' },
  value: { kind: 'money' },
  pace: { kind: 'quantity' },
  barcode: { kind: 'code' },
});

export const filters: readonly FieldSpec[] = [
  { name: 'state', label: 'fields:state', kind: 'choice', options: STATES },
  { name: 'branch_id', label: 'fields:branch_id', kind: 'ref', to: 'branch' },
  { name: 'categorys_id', label: 'fields:category_id', kind: 'ref', to: 'category' },
  { name: 'supplier_id', label: 'fields:supplier_id', kind: 'ref', to: 'supplier' },
];
