import type { ImportRow } from './import.ts';

/**
 * A product of the file: the row that creates or changes it, the rows of its further items, and the number of rows with
 * only a picture.
 */
export type FirstProduct = {
  readonly lead: ImportRow;
  readonly items: readonly ImportRow[];
  readonly pictures: number;
};

/**
 * Groups the rows of a checked file by product, in the file's order. A further item or picture belongs to the last
 * product of that name above it. Refused rows are left out.
 */
export function groupRowsByProduct(rows: readonly ImportRow[]): FirstProduct[] {
  const products: { lead: ImportRow; items: ImportRow[]; pictures: number }[] = [];
  for (const row of rows) {
    if (row.result === 'created' || row.result === 'updated')
      products.push({ lead: row, items: [], pictures: 0 });
    if (row.result !== 'item' && row.result !== 'picture') continue;
    const own = products.findLast(({ lead }) => row.title === null || lead.title === row.title);
    if (own && row.result === 'item') own.items.push(row);
    else if (own) own.pictures += 1;
  }
  return products;
}
