/** The largest unpacked size; a normal workbook of 100,000 rows unpacks to about 100 MB. */
export const UNPACKED_MB = 300;
export const PICTURES_UNPACKED_MB = 500;
/** Parts of a workbook, or pictures in a zip. */
export const PARTS_MAX = 200;
export const PICTURES_MAX = 20_000;
/** Rows that are not empty. */
export const ROWS_MAX = 500_000;
/** The most columns a spreadsheet can have. */
export const COLUMNS_MAX = 16_384;
/** Columns that are read; columns further right are ignored. */
export const COLUMNS_READ = 500;
/** Characters in one cell, and in one line of a CSV file. */
export const CELL_MAX = 1_000_000;
/**
 * Total text of a sheet's cells, limited because many cells may repeat one shared text, so that a small file can
 * contain a large sheet.
 */
export const TEXTS_MAX = UNPACKED_MB * 1_048_576;
/** Maximum bytes of parts that only list other parts. */
export const RELATIONS_MAX = 1_048_576;
/** Texts that a workbook shares between its cells. */
export const SHARED_MAX = 2_000_000;
export const MEGABYTE = 1_048_576;
