import type { FieldSpec } from '../../kit/index.ts';

export const filters: readonly FieldSpec[] = [
  { name: 'branch_id', label: 'fields:branch_id', kind: 'ref', to: 'branch' },
  { name: 'categorys_id', label: 'fields:category_id', kind: 'ref', to: 'category' },
  { name: 'supplier_id', label: 'fields:supplier_id', kind: 'ref', to: 'supplier' },
];
