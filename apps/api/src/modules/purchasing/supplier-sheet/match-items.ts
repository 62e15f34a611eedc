import {
  createCodeFinder,
  foldForSearch,
  hasValidCheckDigit,
  isGtin,
  type Localized,
  listBarcodeVariants,
} from '@dukkan/commerce';
import { type Expression, type InferResult, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, tables } from '../../../core/db/tables.ts';
import { normalizedItemCodeSql } from '../../../core/sql/code-sql.ts';
import { isAcceptedSql } from '../receipt-amounts.ts';
import { visibleReceiptsSql } from '../receipt-visibility.ts';
import { createAssignedItemFinder } from '../supplier/supplier-item.service.ts';
import type { SheetRow } from './read-row.ts';

/** Reads items with the cost at which the caller's branches bought them last. */
const readSheetItems = (ctx: Ctx) =>
  tables
    .selectFrom('product_item as i')
    .innerJoin('product as p', 'p.id', 'i.product_id')
    .select(({ cast, ref, selectFrom }) => [
      'i.id as item_id',
      'i.product_id',
      ref('p.titles').$castTo<Localized>().as('titles'),
      'i.barcode',
      ref('i.option').as('option'),
      cast<number>('i.pack_quantity', 'float8').as('pack_quantity'),
      selectFrom('receipt_line as l')
        .innerJoin('receipt as r', 'r.id', 'l.receipt_id')
        .select((eb) => eb.cast<number>('l.cost_value', 'float8').as('cost_value'))
        .whereRef('l.item_id', '=', 'i.id')
        .where(isAcceptedSql)
        .where('r.deleted_at', 'is', null)
        .where(visibleReceiptsSql(ctx))
        .orderBy('l.id', 'desc')
        .limit(1)
        .as('last_cost'),
    ])
    .where('p.deleted_at', 'is', null)
    .where('i.deleted_at', 'is', null)
    .orderBy('i.id');

export type SheetItem = Readonly<InferResult<ReturnType<typeof readSheetItems>>[number]>;

/** Number of leading characters by which the database sorts titles. */
const SORTED = 80;

const isAmongTextsSql = (column: Expression<unknown>, texts: readonly string[]): Expression<SqlBool> =>
  sql<boolean>`${column} = ANY(${[...texts]}::text[])`;

/** Maps folded titles to items; null for a title that two items share. */
function mapByTitle(items: readonly SheetItem[]): Map<string, SheetItem | null> {
  const byTitle = new Map<string, SheetItem | null>();
  // two items with the same title are ambiguous
  for (const item of items)
    for (const title of new Set(Object.values(item.titles).map((text) => foldForSearch(text ?? ''))))
      byTitle.set(title, byTitle.has(title) ? null : item);
  return byTitle;
}

/**
 * Creates a function that finds the item of a row: by the supplier's code, then by barcode; rows without a code by an
 * assigned name, then by a title that only one item has.
 * Rule: docs/rules/supplier-lists.md#numbers-and-names
 */
export async function createItemMatcher(
  ctx: Ctx,
  supplier_id: number | null,
  rows: readonly SheetRow[],
): Promise<(row: SheetRow) => SheetItem | null> {
  const codes = [
    ...new Set(rows.flatMap(({ barcode }) => (barcode === '' ? [] : listBarcodeVariants(barcode)))),
  ];
  const titles = [
    ...new Set(
      rows.flatMap(({ barcode, title }) => (barcode === '' && title !== '' ? [foldForSearch(title)] : [])),
    ),
  ];
  const toName = ({ barcode: code, title }: SheetRow) => ({ code, title });
  const remembered = await createAssignedItemFinder(ctx, supplier_id, rows.map(toName));
  const { item_ids } = remembered;
  const itemCode = normalizedItemCodeSql('i.barcode');
  const items = readSheetItems(ctx);
  const known =
    codes.length + item_ids.length > 0
      ? await fetchRows(
          ctx,
          items.where((eb) => eb.or([isAmongTextsSql(itemCode, codes), eb('i.id', '=', anyIdSql(item_ids))])),
        )
      : [];
  const starts = titles.map((title) => title.slice(0, SORTED));
  const titled = titles.length
    ? await fetchRows(
        ctx,
        items.where(({ or, ref }) =>
          or([
            isAmongTextsSql(ref('p.sort_ar'), starts),
            isAmongTextsSql(ref('p.sort_en'), starts),
            isAmongTextsSql(ref('p.sort_de'), starts),
          ]),
        ),
      )
    : [];
  const findByCode = createCodeFinder(known, ({ barcode }) => barcode);
  const byId = new Map(known.map((item) => [item.item_id, item]));
  const byTitle = mapByTitle(titled);
  return (row) => {
    const { barcode, title } = row;
    const assigned = remembered.find(toName(row));
    const own = byId.get(assigned ?? 0) ?? null;
    if (barcode === '')
      return title === '' || assigned === null ? null : (own ?? byTitle.get(foldForSearch(title)) ?? null);
    const found = findByCode(barcode) ?? null;
    // a GTIN is unique worldwide, so the barcode goes first; any other number goes to the supplier's assignment first
    return isGtin(barcode) && hasValidCheckDigit(barcode) ? (found ?? own) : (own ?? found);
  };
}
