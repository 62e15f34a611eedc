import { type RawBuilder, sql } from 'kysely';
import { normalizedItemCodeSql } from '../../../core/sql/code-sql.ts';

/** The code of an item `i` as it is compared and indexed. */
export const ITEM_CODE = normalizedItemCodeSql('i.barcode');

/** Condition for items `i` with one of these codes, which are variants of `listBarcodeVariants`. */
export const isItemCodeOneOf = (codes: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${ITEM_CODE} = any(${[...codes]}::text[])`;
