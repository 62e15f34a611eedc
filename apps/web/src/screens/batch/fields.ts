import { defineFields, type FieldSpec } from '../../kit/index.ts';

/** The columns of the list of batches. */
export const rowFields = defineFields({
  title: { kind: 'text', label: 'stock:item' },
  branch: { kind: 'text', name: 'branch_name' },
  remaining: { kind: 'quantity', name: 'remaining_quantity', label: 'batch:left' },
  expire_date: { kind: 'day' },
  advice: { kind: 'text' },
  days_left: { kind: 'text' },
  rate: { kind: 'quantity' },
  unsold: { kind: 'quantity', label: 'batch:unsold' },
  cost: { kind: 'money', name: 'cost_value' },
  quantity: { kind: 'quantity', label: 'batch:received' },
  weight: { kind: 'quantity' },
  receipt: { kind: 'text', name: 'reciept_id' },
  created_at: { kind: 'instant' },
});

export const filters: readonly FieldSpec[] = [
  { name: 'remaining', label: 'fields:remaining', kind: 'flag' },
  { name: 'branch_id', label: 'fields:branch_id', kind: 'ref', to: 'branch' },
  { name: 'product_id', label: 'fields:product_id', kind: 'ref', to: 'product' },
  { name: 'supplier_id', label: 'fields:supplier_id', kind: 'ref', to: 'supplier' },
  { name: 'expire_from', until: 'expire_to', label: 'fields:expire_date', kind: 'day' },
];
