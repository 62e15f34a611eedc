import { IMPORT_KINDS, IMPORT_RESULTS, IMPORT_STATES } from 'virtual:facts';
import { defineFields, type FieldOption } from '../../kit/index.ts';

type Variant = NonNullable<FieldOption['variant']>;

const stateLook: Record<(typeof IMPORT_STATES)[number], Variant> = {
  reading: 'info',
  mapping: 'warning',
  checking: 'info',
  checked: 'warning',
  waiting: 'info',
  running: 'info',
  done: 'success',
  cancelled: 'secondary',
  failed: 'danger',
  undoing: 'info',
  undone: 'dark',
};

export const resultLook: Record<(typeof IMPORT_RESULTS)[number], Variant> = {
  created: 'success',
  updated: 'info',
  unchanged: 'secondary',
  refused: 'danger',
  item: 'success',
  picture: 'secondary',
  undone: 'dark',
  kept: 'warning',
};

/** The columns of the list of imports. */
export const formFields = defineFields({
  file_name: { kind: 'text' },
  kind: {
    kind: 'choice',
    options: IMPORT_KINDS.map((value) => ({ value, label: `product-import:kind.${value}` })),
  },
  state: {
    kind: 'choice',
    options: IMPORT_STATES.map((value) => ({
      value,
      label: `product-import:state.${value}`,
      variant: stateLook[value],
    })),
  },
  total_rows: { kind: 'integer' },
  created: { kind: 'integer' },
  updated: { kind: 'integer' },
  unchanged: { kind: 'integer' },
  refused: { kind: 'integer' },
  account_name: { kind: 'text' },
  created_at: { kind: 'instant' },
});

/** The columns of the rows of an import's file. */
export const r = defineFields({
  title: { kind: 'text', label: 'product-import:rows.product' },
  customer: { kind: 'text', label: 'product-import:rows.customer' },
  row: { kind: 'integer', label: 'product-import:rows.row' },
  result: {
    kind: 'choice',
    options: IMPORT_RESULTS.map((value) => ({
      value,
      label: `product-import:result.${value}`,
      variant: resultLook[value],
    })),
  },
  changes: { kind: 'longText', label: 'product-import:rows.changes' },
});
