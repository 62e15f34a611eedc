import type { Noun, PictureMinimum } from '@dukkan/contract';

/** The kinds of fields; each has one cell and one input. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'code'
  | 'localized'
  | 'integer'
  | 'quantity'
  | 'money'
  | 'percent'
  | 'flag'
  | 'choice'
  | 'ref'
  | 'day'
  | 'instant'
  | 'image';

export type FieldOption = {
  readonly value: string | number;
  /** A locale key with its namespace, such as `kit:status.active`. */
  readonly label: string;
  /** The name of a colour in the design system. */
  readonly variant?: 'primary' | 'secondary' | 'info' | 'success' | 'warning' | 'danger' | 'dark';
};

/** The nouns that have a picker, and accounts by kind. */
export type RefNoun =
  | 'customer'
  | 'driver'
  | 'seller'
  | 'coupon'
  | Extract<
      Noun,
      | 'account'
      | 'role'
      | 'branch'
      | 'location'
      | 'category'
      | 'brand'
      | 'offer'
      | 'tax-type'
      | 'extra'
      | 'product'
      | 'supplier'
      | 'price-list'
      | 'receipt'
      | 'payment-method'
      | 'delivery-method'
      | 'order-status'
    >;

/** Describes a field for lists, filters, forms and details: data only, no functions and no layout. */
export type FieldSpec = {
  /** The field's name in the API; a nested field is written with a dot: `info.branch_id`. */
  readonly name: string;
  /** A locale key with its namespace. */
  readonly label: string;
  readonly kind: FieldKind;
  /** The options of a field of kind `choice`. */
  readonly options?: readonly FieldOption[];
  /** For a `ref`: the noun it refers to. */
  readonly to?: RefNoun;
  /** The row's field with the text to display: the title of a ref, the URL of an image. */
  readonly shown?: string;
  /** For an `image`: the smallest size in pixels, which the server checks too. */
  readonly minimum?: PictureMinimum;
  /** For a `code`: which keyboard a phone opens. */
  readonly mode?: 'email' | 'tel' | 'url';
  /** For a filter of days: the name of the filter with the last day, so that both are one range. */
  readonly until?: string;
  /** The number of text lines in the input. */
  readonly rows?: number;
};

type FieldDefinition = Omit<FieldSpec, 'name' | 'label'> & {
  readonly name?: string;
  readonly label?: string;
};

/**
 * Defines the fields of a noun. Each name is its key, and each label is the contract's own, so that messages of the
 * server and the form use the same word; both can be overridden.
 */
export const defineFields = <const T extends Record<string, FieldDefinition>>(definitions: T) =>
  Object.fromEntries(
    Object.entries(definitions).map(([key, fact]) => {
      const name = fact.name ?? key;
      const label = `fields:${name.replace(/_base64$/, '')}`;
      return [key, { label, ...fact, name } satisfies FieldSpec];
    }),
  ) as unknown as { readonly [K in keyof T]: FieldSpec };

/** Reads a field of a row by its name; dots reach into nested fields. */
export const getFieldValue = (row: object | null | undefined, name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>(
      (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
      row,
    );

/** Active or disabled, for every noun with a status. */
export const statusFact: FieldSpec = {
  name: 'status',
  label: 'fields:status',
  kind: 'choice',
  options: [
    { value: 1, label: 'kit:status.active', variant: 'success' },
    { value: 0, label: 'kit:status.disabled', variant: 'secondary' },
  ],
};

/** Featured records are shown to customers first; the row has 0 or 1. */
export const featuredFact: FieldSpec = {
  name: 'featured',
  label: 'fields:featured',
  kind: 'choice',
  options: [
    { value: 1, label: 'kit:yes' },
    { value: 0, label: 'kit:no' },
  ],
};

/** The filter by the days of a record. */
export const periodFact: FieldSpec = {
  name: 'from_date',
  until: 'to_date',
  label: 'kit:date.period',
  kind: 'day',
};

/** The filter for records whose texts are missing in a language. */
export const missingFact: FieldSpec = {
  name: 'missing_translation',
  label: 'fields:missing_translation',
  kind: 'choice',
  options: ['any', 'ar', 'en', 'de'].map((value) => ({ value, label: `kit:missing.${value}` })),
};

/** Returns whether fields of this kind are aligned at the end of a column. */
export const isNumeric = (field: FieldSpec): boolean =>
  field.kind === 'integer' || field.kind === 'quantity' || field.kind === 'money' || field.kind === 'percent';

/** Returns the field that sorts a column: the displayed field of a ref, else the field itself. */
export const getSortField = (field: FieldSpec): string => field.shown ?? field.name;

/** Returns the name of a row for the user. */
export const getRowTitle = (row: object): string =>
  String(getFieldValue(row, 'name') ?? getFieldValue(row, 'title') ?? getFieldValue(row, 'id') ?? '');
