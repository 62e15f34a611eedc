import {
  createCodeFinder,
  foldForSearch,
  hasValidCheckDigit,
  isGtin,
  type Localized,
  listBarcodeVariants,
} from '@dukkan/commerce';
import { normalizedItemCodeSql } from '../../../core/code-sql.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { visibleReceiptsSql } from '../receipt-visibility.ts';
import { createAssignedItemFinder } from '../supplier/supplier-item.service.ts';
import type { SheetRow } from './read-row.ts';

export type SheetItem = {
  readonly item_id: number;
  readonly product_id: number;
  readonly titles: Localized;
  readonly barcode: string | null;
  readonly option: string | null;
  readonly pack_quantity: number;
  readonly last_cost: number | null;
};

/** Number of leading characters by which the database sorts titles. */
const SORTED = 80;

const select = (ctx: Ctx, where: Prisma.Sql) => Prisma.sql`
  SELECT i.id AS item_id, i.product_id, p.titles, i.barcode, i.option, i.pack_quantity::float8 AS pack_quantity,
         (SELECT l.cost_value::float8 FROM receipt_line l JOIN receipt r ON r.id = l.receipt_id
           WHERE l.item_id = i.id AND r.status IN (1, 2) AND r.deleted_at IS NULL AND ${visibleReceiptsSql(ctx)}
           ORDER BY l.id DESC LIMIT 1) AS last_cost
    FROM product_item i JOIN product p ON p.id = i.product_id AND p.deleted_at IS NULL
   WHERE i.deleted_at IS NULL AND ${where} ORDER BY i.id`;

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
  const known =
    codes.length + item_ids.length > 0
      ? await ctx.db.$queryRaw<SheetItem[]>(
          select(
            ctx,
            Prisma.sql`(${normalizedItemCodeSql('i.barcode')} = ANY(${codes}::text[]) OR i.id = ANY(${[...item_ids]}::int[]))`,
          ),
        )
      : [];
  const starts = titles.map((title) => title.slice(0, SORTED));
  const titled = titles.length
    ? await ctx.db.$queryRaw<SheetItem[]>(
        select(
          ctx,
          Prisma.sql`(p.sort_ar = ANY(${starts}::text[]) OR p.sort_en = ANY(${starts}::text[])
            OR p.sort_de = ANY(${starts}::text[]))`,
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
