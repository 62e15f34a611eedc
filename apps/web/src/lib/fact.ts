import type { Noun } from '@dukkan/contract';

/** Every kind of field there is; each has one cell and one input (architecture section 5). */
export type Kind =
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

export type Option = {
  readonly value: string | number;
  /** Locale key, with its namespace: `kit:status.active`. */
  readonly label: string;
  /** The design system's name of its colour. */
  readonly variant?: 'primary' | 'secondary' | 'info' | 'success' | 'warning' | 'danger' | 'dark';
};

/** What has a picker: nouns, and accounts by what they are. */
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

/** What list, filter, form and detail know of one field. Facts only: never functions, never layout. */
export type FieldSpec = {
  /** The wire's name; inside another field with a dot: `info.branch_id`. */
  readonly name: string;
  /** Locale key, with its namespace. */
  readonly label: string;
  readonly kind: Kind;
  /** Of a choice. */
  readonly options?: readonly Option[];
  /** Of a ref: the noun it names. */
  readonly to?: RefNoun;
  /** The row's field that carries what is shown: the title of a ref, the address of an image. */
  readonly shown?: string;
  /** Of a code: what a phone's keyboard offers. */
  readonly mode?: 'email' | 'tel' | 'url';
  /** Of a text in several lines. */
  readonly rows?: number;
};

type Given = Omit<FieldSpec, 'name' | 'label'> & { readonly name?: string; readonly label?: string };

/**
 * Facts of a noun. A name is its key; a label is the contract's own name of the field, so that a message of the
 * server and the form speak of the same thing. Either may be said otherwise.
 */
export const defineFields = <const T extends Record<string, Given>>(given: T) =>
  Object.fromEntries(
    Object.entries(given).map(([key, fact]) => {
      const name = fact.name ?? key;
      const label = `fields:${name.replace(/_base64$/, '')}`;
      return [key, { label, ...fact, name } satisfies FieldSpec];
    }),
  ) as unknown as { readonly [K in keyof T]: FieldSpec };

/** Reads a field of a row by its name, dots included. */
export const fieldValue = (row: object | null | undefined, name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>(
      (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
      row,
    );

/** Active or disabled, as every record has it (decisions 0.1). */
export const statusFact: FieldSpec = {
  name: 'status',
  label: 'fields:status',
  kind: 'choice',
  options: [
    { value: 1, label: 'kit:status.active', variant: 'success' },
    { value: 0, label: 'kit:status.disabled', variant: 'secondary' },
  ],
};

/** Shown to customers before others: the row answers 0 or 1. */
export const featuredFact: FieldSpec = {
  name: 'featured',
  label: 'fields:featured',
  kind: 'choice',
  options: [
    { value: 1, label: 'kit:yes' },
    { value: 0, label: 'kit:no' },
  ],
};

/** The filter for what is not written in a language (decisions 10). */
export const missingFact: FieldSpec = {
  name: 'missing_translation',
  label: 'fields:missing_translation',
  kind: 'choice',
  options: ['any', 'ar', 'en', 'de'].map((value) => ({ value, label: `kit:missing.${value}` })),
};

/** Kinds whose figures stand at the end of a column. */
export const isNumeric = (of: FieldSpec): boolean =>
  of.kind === 'integer' || of.kind === 'quantity' || of.kind === 'money' || of.kind === 'percent';

/** What a table sorts a column by: the shown field of a ref, else the field itself. */
export const sortField = (of: FieldSpec): string => of.shown ?? of.name;

/** What a row is called, for the reader. */
export const rowTitle = (row: object): string =>
  String(fieldValue(row, 'name') ?? fieldValue(row, 'title') ?? fieldValue(row, 'id') ?? '');
