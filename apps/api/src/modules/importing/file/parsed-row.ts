import type { ImportRowError } from '../import.view.ts';
import type { CategoryReference, CategoryTitles } from './category-cell.ts';

/** The values of one row, parsed without looking at the database; empty cells are left out. */
export type ImportedValues = {
  names?: CategoryTitles;
  descriptions?: CategoryTitles;
  /** The product's id, as our own export contains it. */
  id?: number;
  categories?: readonly CategoryReference[];
  brand?: string;
  image?: string;
  price?: number;
  compare_at?: number;
  /** 1 when the price cell is 0 and 0 means free. */
  free?: 1;
  quantity?: number;
  /** The cost per unit of that quantity. */
  cost?: number;
  status?: 0 | 1;
  /** The product is sold in multiples of this quantity. */
  stepper?: number;
  /** The product is sold by weight. */
  isWeighed?: true;
  /** The text that distinguishes this item from the others of its product. */
  option?: string;
};

/** The fields of a parsed row of any kind. */
export type ParsedRow = {
  readonly row: number;
  readonly title: string | null;
  readonly reasons: readonly ImportRowError[];
  /** Values that were left out of an accepted row, with the reasons. */
  readonly notices: readonly ImportRowError[];
  /** The original cells of the row, joined (joinCells). */
  readonly cells: string;
};

export type ParsedImportRow = ParsedRow & {
  readonly barcode: string | null;
  readonly wanted: ImportedValues;
  /** The group of rows about the same product; null for a single row. */
  readonly group: RowGroup | null;
  /** The row has no code, name, price or quantity; in a group it only adds a picture. */
  readonly isBare: boolean;
};

/** The rows of one product; values of the first rows apply to all of them. */
export type RowGroup = {
  readonly key: string;
  /** The first code of the group, which later rows use to find the product. */
  code: string | null;
  values: Pick<
    ImportedValues,
    'names' | 'descriptions' | 'categories' | 'brand' | 'status' | 'stepper' | 'isWeighed'
  >;
};
