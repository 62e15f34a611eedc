import { defineFields, missingFact, statusFact } from '../../kit/index.ts';

/** A brand's fields as the form writes them and the history tells them. */
export const formFields = defineFields({
  names: { kind: 'localized' },
  descriptions: { kind: 'localized', rows: 3 },
  logo_base64: { kind: 'image' },
  cover_base64: { kind: 'image' },
  ord: { kind: 'integer' },
  status: statusFact,
});

/** The same as a row of the list carries them, where that differs. */
export const rowFields = defineFields({
  name: { kind: 'text' },
  products: { kind: 'integer', name: 'products_count' },
  description: { kind: 'longText' },
});

export const missing = missingFact;
