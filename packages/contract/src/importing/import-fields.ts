/** Products with their texts, prices of existing products, or customers. */
export const IMPORT_KINDS = ['product', 'price', 'customer'] as const;

/**
 * `reading`: the file is being read · `mapping`: waits for a column mapping · `checking`: dry run · `checked`: the
 * preview is ready · `waiting`, `running`: rows are written · `done` · `cancelled`: rows already written stay ·
 * `failed`: the file or the run failed · `undoing`, `undone`.
 */
export const IMPORT_STATES = [
  'reading',
  'mapping',
  'checking',
  'checked',
  'waiting',
  'running',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const;

/** The result of a row, or in a dry run the expected result. */
export const IMPORT_RESULTS = [
  'created',
  'updated',
  'unchanged',
  'refused',
  /** Another item of the product of an earlier row. */
  'item',
  /** A row that only adds a picture to the product of another row. */
  'picture',
  'undone',
  'kept',
] as const;

/** The fields a column can be mapped to. */
export const IMPORT_FIELDS = [
  'barcode',
  'barcode_2',
  'barcode_3',
  'id',
  'category',
  'category.ar',
  'category.en',
  'category.de',
  'brand',
  'names.ar',
  'names.en',
  'names.de',
  'descriptions.ar',
  'descriptions.en',
  'descriptions.de',
  'image_path',
  'price',
  'compare_at',
  'sale_price',
  'quantity',
  'cost',
  'stepper',
  'status',
  'group',
  'size',
  'option',
  'option_2',
  'option_3',
] as const;
export const PRICE_IMPORT_FIELDS = ['barcode', 'price', 'status'] as const;

/** A customer is found by phone number; if the first phone of a row is empty, the second one is used. */
export const CUSTOMER_IMPORT_FIELDS = [
  'phone',
  'phone_2',
  'name',
  'last_name',
  'email',
  'area_no',
  'street',
  'street_2',
  'home_no',
] as const;

export type ImportField =
  | (typeof IMPORT_FIELDS)[number]
  | (typeof PRICE_IMPORT_FIELDS)[number]
  | (typeof CUSTOMER_IMPORT_FIELDS)[number];

/** Maximum size of an import file in bytes. */
export const IMPORT_MAX_BYTES = 50 * 1024 * 1024;
