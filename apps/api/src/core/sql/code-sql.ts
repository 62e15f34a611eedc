import { Prisma } from '../db/database.ts';

/**
 * SQL for an item's code in upper case, with an index for lookups by code or prefix. Compare it with the variants of
 * `listBarcodeVariants`.
 * @param column the column of the code, with its alias
 * Rule: docs/rules/imports.md#one-number
 */
export const normalizedItemCodeSql = (column: string): Prisma.Sql =>
  Prisma.raw(`(upper(${column} COLLATE "C") COLLATE "C")`);
