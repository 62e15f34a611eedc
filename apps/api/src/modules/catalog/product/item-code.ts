import { type RawBuilder, sql } from 'kysely';
import { fromPrismaSql } from '../../../core/db/from-prisma-sql.ts';
import { normalizedItemCodeSql } from '../../../core/sql/code-sql.ts';

/** The code of an item `i` as it is compared and indexed. */
export const ITEM_CODE = fromPrismaSql(normalizedItemCodeSql('i.barcode')).$castTo<string>();

/** Condition for items `i` with one of these codes, which are variants of `listBarcodeVariants`. */
export const isItemCodeOneOf = (codes: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${ITEM_CODE} = any(${[...codes]}::text[])`;
