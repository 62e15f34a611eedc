import { defineFields, type FieldSpec, featuredFact, missingFact, statusFact } from '../../kit/index.ts';

/** The fields of a product in the form and the change history. */
export const formFields = defineFields({
  titles: { kind: 'localized' },
  descriptions: { kind: 'localized', rows: 4 },
  status: statusFact,
  featured: { kind: 'flag' },
  price: { kind: 'money', name: 'pricing.price' },
  compare_at: { kind: 'money', name: 'pricing.compare_at' },
  free: { kind: 'flag', name: 'pricing.free', label: 'fields:free' },
  categorys_id: { kind: 'ref', to: 'category' },
  brand_id: { kind: 'ref', to: 'brand' },
  tax_type_id: { kind: 'ref', to: 'tax-type' },
  stepper: { kind: 'quantity' },
  ord: { kind: 'integer' },
  items: { kind: 'text' },
  images: { kind: 'text' },
});

/** Returns the fields of an item at a path of the form. */
export const getItemFields = (path: string) =>
  ({
    barcode: { name: `${path}.barcode`, label: 'fields:barcode', kind: 'code' },
    option: { name: `${path}.option`, label: 'fields:option', kind: 'text' },
    price: { name: `${path}.price`, label: 'product:item.price', kind: 'money' },
    pack: { name: `${path}.pack_quantity`, label: 'fields:pack_quantity', kind: 'quantity' },
    minimum: { name: `${path}.minimum_quantity`, label: 'fields:minimum_quantity', kind: 'quantity' },
  }) satisfies Record<string, FieldSpec>;

/** The columns of the list that differ from the form's fields. */
export const rowFields = defineFields({
  title: { kind: 'text' },
  barcode: { kind: 'code' },
  category: { kind: 'text', name: 'category_title' },
  brand: { kind: 'text', name: 'brand_name' },
  price: { kind: 'money' },
  quantity: { kind: 'quantity', label: 'product:available' },
  status: statusFact,
  featured: featuredFact,
  missing: { kind: 'text' },
  tax: { kind: 'text', name: 'tax_name' },
  ord: { kind: 'integer' },
  created_at: { kind: 'instant' },
  updated_at: { kind: 'instant', label: 'product:updated_at' },
});

export const filters: readonly FieldSpec[] = [
  { ...formFields.categorys_id, label: 'fields:category_id' },
  formFields.brand_id,
  formFields.tax_type_id,
  statusFact,
  featuredFact,
  { name: 'in_stock', label: 'fields:in_stock', kind: 'flag' },
  { name: 'low', label: 'fields:low', kind: 'flag' },
  { name: 'unpriced', label: 'fields:unpriced', kind: 'flag' },
  missingFact,
  { name: 'price_from', label: 'fields:price_from', kind: 'money' },
  { name: 'price_to', label: 'fields:price_to', kind: 'money' },
];
