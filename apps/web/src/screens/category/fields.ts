import { defineFields, featuredFact, missingFact, statusFact } from '../../kit/index.ts';

/** The fields of a category in the form and the change history. */
export const formFields = defineFields({
  titles: { kind: 'localized' },
  descriptions: { kind: 'localized', rows: 3 },
  parent_id: { kind: 'ref', to: 'category', label: 'fields:parent' },
  status: statusFact,
  featured: { kind: 'flag' },
  ord: { kind: 'integer' },
  icon_base64: { kind: 'image' },
});

/** The columns of the list that differ from the form's fields. */
export const rowFields = defineFields({
  title: { kind: 'text' },
  products: { kind: 'integer', name: 'products_count', label: 'category:products_own' },
  childs: { kind: 'integer', name: 'childs_count' },
  featured: featuredFact,
});

export const filters = [statusFact, featuredFact, missingFact];
