import { createCodeFinder, foldForSearch, type Localized, listBarcodeVariants } from '@dukkan/commerce';
import { codeSql } from '../../../core/code-sql.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { visibleReceiptsSql } from '../receipt-visibility.ts';
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

/** Characters that the database sorts titles by. */
const SORTED = 80;

const select = (ctx: Ctx, where: Prisma.Sql) => Prisma.sql`
  SELECT i.id AS item_id, i.product_id, p.titles, i.barcode, i.option, i.pack_quantity::float8 AS pack_quantity,
         (SELECT l.cost_value::float8 FROM receipt_line l JOIN receipt r ON r.id = l.receipt_id
           WHERE l.item_id = i.id AND r.status IN (1, 2) AND r.deleted_at IS NULL AND ${visibleReceiptsSql(ctx)}
           ORDER BY l.id DESC LIMIT 1) AS last_cost
    FROM product_item i JOIN product p ON p.id = i.product_id AND p.deleted_at IS NULL
   WHERE i.deleted_at IS NULL AND ${where} ORDER BY i.id`;

/** Finds the item of a row: by its barcode, else, where it has none, by a title that one item alone carries. */
export async function createItemMatcher(
  ctx: Ctx,
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
  const coded = codes.length
    ? await ctx.db.$queryRaw<SheetItem[]>(
        select(ctx, Prisma.sql`${codeSql('i.barcode')} = ANY(${codes}::text[])`),
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
  const findByCode = createCodeFinder(coded, ({ barcode }) => barcode);
  const byTitle = new Map<string, SheetItem | null>();
  // two of one name: nobody guesses
  for (const item of titled)
    for (const title of new Set(Object.values(item.titles).map((text) => foldForSearch(text ?? ''))))
      byTitle.set(title, byTitle.has(title) ? null : item);
  return ({ barcode, title }) => {
    if (barcode === '') return title === '' ? null : (byTitle.get(foldForSearch(title)) ?? null);
    return findByCode(barcode) ?? null;
  };
}
