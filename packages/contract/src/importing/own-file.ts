import type { IMPORT_KINDS, ImportField } from './import-fields.ts';

type OwnColumns = Readonly<Record<string, ImportField | null>>;

/**
 * The columns of products as a file, in their order, each with the field that an import reads it as; null for those
 * that are for people. Rule: docs/rules/imports.md#our-own-export
 */
export const PRODUCT_FILE_COLUMNS = {
  id: 'id',
  'names.ar': 'names.ar',
  'names.en': 'names.en',
  'names.de': 'names.de',
  barcode: 'barcode',
  category: 'category',
  price: 'price',
  compare_at: 'compare_at',
  status: 'status',
  option: 'option',
  brand: 'brand',
  'category.ar': 'category.ar',
  'category.en': 'category.en',
  'category.de': 'category.de',
  quantity: 'quantity',
  cost: 'cost',
  featured: null,
  pack_quantity: null,
  tax_name: null,
  stepper: 'stepper',
  ord: null,
  created_at: null,
  updated_at: null,
} as const satisfies OwnColumns;

/** The columns of accounts as a file, the same way. */
export const ACCOUNT_FILE_COLUMNS = {
  id: null,
  name: 'name',
  email: 'email',
  phone: 'phone',
  role_id: null,
  role_title: null,
  branch_id: null,
  branch_name: null,
  status: null,
  last_seen_at: null,
  created_at: null,
  orders_count: null,
  spent: null,
  last_order_at: null,
  currency: null,
} as const satisfies OwnColumns;

/** Our own files that come back, by the kind of import that reads them: the noun of their labels and their columns. */
export const OWN_FILES: Readonly<
  Record<(typeof IMPORT_KINDS)[number], { readonly noun: string | null; readonly columns: OwnColumns }>
> = {
  product: { noun: null, columns: PRODUCT_FILE_COLUMNS },
  price: { noun: null, columns: PRODUCT_FILE_COLUMNS },
  customer: { noun: 'account', columns: ACCOUNT_FILE_COLUMNS },
};
