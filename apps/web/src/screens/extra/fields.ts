import { defineFields, type FieldSpec, statusFact } from '../../kit/index.ts';

/** The fields of an extra in the form and the change history. */
export const formFields = defineFields({
  titles: { kind: 'localized' },
  price: { kind: 'money' },
  status: statusFact,
  products_ids: { kind: 'ref', to: 'product' },
  branches_prices: { kind: 'text' },
});

/** The columns of the list that differ from the form's fields. */
export const rowFields = defineFields({
  title: { kind: 'text' },
  branch_prices: { kind: 'integer', name: 'branches_prices' },
  products: { kind: 'integer', name: 'products_count' },
});

/** The filter of the list. */
export const productField: FieldSpec = {
  name: 'product_id',
  label: 'fields:product_id',
  kind: 'ref',
  to: 'product',
};

/** The fields of one row of the branch prices. */
export const branchField: Omit<FieldSpec, 'name'> = { label: 'fields:branch_id', kind: 'ref', to: 'branch' };
export const branchPrice: Omit<FieldSpec, 'name'> = { label: 'fields:price', kind: 'money' };
