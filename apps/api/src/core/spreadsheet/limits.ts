/** What is looked into, and how far (promises P20, X3): an honest workbook of 100,000 rows unpacks to some 100 MB. */
export const UNPACKED_MB = 300;
export const PICTURES_UNPACKED_MB = 500;
/** Parts of a workbook; pictures of a zip. */
export const PARTS_MAX = 200;
export const PICTURES_MAX = 20_000;
/** Rows with something in them. */
export const ROWS_MAX = 500_000;
/** The columns a spreadsheet has; a text table with more is none. */
export const COLUMNS_MAX = 16_384;
/** Columns that are looked at: what stands further out is left alone. */
export const COLUMNS_READ = 500;
/** Characters of one cell, and of one line of a text table. */
export const CELL_MAX = 1_000_000;
/** Texts of all cells of a sheet: many cells may say one shared text, so that a small file says more than it holds. */
export const TEXTS_MAX = UNPACKED_MB * 1_048_576;
/** Bytes of the parts that only say where the others are. */
export const RELATIONS_MAX = 1_048_576;
/** Texts that a workbook shares between its cells. */
export const SHARED_MAX = 2_000_000;
export const MEGABYTE = 1_048_576;
