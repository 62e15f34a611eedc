import { defineFields, featuredFact, missingFact, statusFact } from '../../kit/index.ts';

/** A category's fields as the form writes them and the history tells them. */
export const formFields = defineFields({
  titles: { kind: 'localized' },
  descriptions: { kind: 'localized', rows: 3 },
  parent_id: { kind: 'ref', to: 'category', label: 'fields:parent' },
  status: statusFact,
  featured: { kind: 'flag' },
  ord: { kind: 'integer' },
  icon_base64: { kind: 'image' },
});

/** The same as a row of the list carries them, where that differs. */
export const rowFields = defineFields({
  title: { kind: 'text' },
  products: { kind: 'integer', name: 'products_count', label: 'category:products_own' },
  childs: { kind: 'integer', name: 'childs_count' },
  featured: featuredFact,
});

export const filters = [statusFact, featuredFact, missingFact];
