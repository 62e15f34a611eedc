import { defineFields, missingFact, statusFact } from '../../kit/index.ts';

/** The fields of a brand in the form and the change history. */
export const formFields = defineFields({
  names: { kind: 'localized' },
  descriptions: { kind: 'localized', rows: 3 },
  logo_base64: { kind: 'image' },
  cover_base64: { kind: 'image' },
  ord: { kind: 'integer' },
  status: statusFact,
});

/** The columns of the list that differ from the form's fields. */
export const rowFields = defineFields({
  name: { kind: 'text' },
  products: { kind: 'integer', name: 'products_count' },
  description: { kind: 'longText' },
});

export const missing = missingFact;
