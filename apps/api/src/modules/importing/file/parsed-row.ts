import type { ImportRowError } from '../import.view.ts';
import type { CategoryReference, Texts } from './category-cell.ts';

/** What a row of the file says, read and judged by itself; only what stands in it is set. */
export type ImportedValues = {
  names?: Texts;
  descriptions?: Texts;
  /** The number of a product that stands, as our own export tells it. */
  id?: number;
  categories?: readonly CategoryReference[];
  brand?: string;
  image?: string;
  price?: number;
  compare_at?: number;
  /** 1: the cell holds 0, and 0 means that it is given away. */
  free?: 1;
  quantity?: number;
  /** What a unit of that quantity cost. */
  cost?: number;
  status?: 0 | 1;
  /** What its product is sold in multiples of. */
  stepper?: number;
  /** It is sold by weight. */
  isWeighed?: true;
  /** What tells the row's item from the other items of its product. */
  option?: string;
};

/** What is known of a row whatever it is about. */
export type ParsedRow = {
  readonly row: number;
  readonly title: string | null;
  readonly reasons: readonly ImportRowError[];
  /** What was left out of a row that is taken, and why. */
  readonly notices: readonly ImportRowError[];
  /** The row as it stands in the file, as JSON. */
  readonly cells: string;
};

export type ParsedImportRow = ParsedRow & {
  readonly barcode: string | null;
  readonly wanted: ImportedValues;
  /** What ties it to the rows of the same product; null for a row that stands alone. */
  readonly group: RowGroup | null;
  /** It has no code, name, price or quantity of its own: a further picture, where it is tied to others. */
  readonly isBare: boolean;
};

/** The rows of one product: what its first rows say holds for all of them. */
export type RowGroup = {
  readonly key: string;
  /** The first code among them, by which a later row finds the product. */
  code: string | null;
  values: Pick<
    ImportedValues,
    'names' | 'descriptions' | 'categories' | 'brand' | 'status' | 'stepper' | 'isWeighed'
  >;
};
