import { defineFields, type FieldSpec, statusFact } from '../../kit/index.ts';

/** An extra's fields as the form writes them and the history tells them. */
export const formFields = defineFields({
  titles: { kind: 'localized' },
  price: { kind: 'money' },
  status: statusFact,
  products_ids: { kind: 'ref', to: 'product' },
  branches_prices: { kind: 'text' },
});

/** The same as a row of the list carries them, where that differs. */
export const rowFields = defineFields({
  title: { kind: 'text' },
  branch_prices: { kind: 'integer', name: 'branches_prices' },
  products: { kind: 'integer', name: 'products_count' },
});

/** The filter of the list. */
export const product: FieldSpec = {
  name: 'product_id',
  label: 'fields:product_id',
  kind: 'ref',
  to: 'product',
};

/** Of one line of the branch prices. */
export const branch: Omit<FieldSpec, 'name'> = { label: 'fields:branch_id', kind: 'ref', to: 'branch' };
export const branchPrice: Omit<FieldSpec, 'name'> = { label: 'fields:price', kind: 'money' };
