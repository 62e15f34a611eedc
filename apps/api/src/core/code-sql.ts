import { Prisma } from './db/database.ts';

/**
 * The code of an item as it is looked up: whatever its case, and by its start through the same index. Compare it with
 * what `listBarcodeVariants` says.
 * @param column the column of the code, with its alias
 * Rule: docs/rules/imports.md#one-number
 */
export const codeSql = (column: string): Prisma.Sql =>
  Prisma.raw(`(upper(${column} COLLATE "C") COLLATE "C")`);
