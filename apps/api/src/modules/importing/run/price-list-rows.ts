import type { Ctx } from '../../../core/ctx.ts';
import { lockRow } from '../../../core/db/tables.ts';
import type { ParsedImportRow } from '../file/parsed-row.ts';
import type { ImportFieldChange } from '../import.view.ts';
import type { ImportPorts, PriceListItemPrice } from '../ports.ts';
import type { LaterRow, PriceListUndo, RowUndo } from '../row-undo.ts';
import { type CurrentProduct, findItem, type PriceListEntry } from './current-products.ts';

/** Locks a price list while its prices are read and written. It is locked before any product, as saving a list does. */
export const lockPriceList = (ctx: Ctx, price_list_id: number) => lockRow(ctx, 'price_list', price_list_id);

/** Applies a row's price and status to the list's price of its item. @returns the changes, for display and undo */
export function decidePriceListChange(
  product: CurrentProduct,
  read: ParsedImportRow,
): { changes: ImportFieldChange[]; before: { listed?: PriceListUndo } } {
  const { wanted } = read;
  const item = findItem(product, read);
  const from = item?.listed ?? null;
  const price = wanted.price ?? from?.price;
  if (!item || price === undefined) return { changes: [], before: {} };
  const to: PriceListEntry = { price, status: wanted.status ?? from?.status ?? 1 };
  const changes = (['price', 'status'] as const).flatMap((field): ImportFieldChange[] =>
    from?.[field] === to[field] ? [] : [{ field, from: from?.[field] ?? null, to: to[field] }],
  );
  if (changes.length === 0) return { changes, before: {} };
  return { changes, before: { listed: { product_id: product.id, item_id: item.id, from, to } } };
}

/** Writes the changes of a batch to a locked price list; a file has at most one row per item. */
export async function writePriceList(
  ctx: Ctx,
  ports: ImportPorts,
  price_list_id: number,
  decisions: readonly { readonly before: RowUndo | null }[],
): Promise<void> {
  const prices = decisions.flatMap(({ before }): PriceListItemPrice[] => {
    if (!before?.listed) return [];
    const { product_id, item_id, to } = before.listed;
    return [{ product_id, item_id, ...to }];
  });
  if (prices.length > 0) await ports.setPrices(ctx, price_list_id, prices);
}

type Written = { readonly id: number; readonly undo: RowUndo };

const isSame = (one: PriceListEntry | null, other: PriceListEntry | null): boolean =>
  one?.price === other?.price && one?.status === other?.status;

/** Loads the rows of other imports into the price list about these products, oldest first, without undone ones. */
export async function loadLaterListRows(
  ctx: Ctx,
  import_id: number,
  price_list_id: number,
  rows: readonly Written[],
): Promise<LaterRow[]> {
  const products = rows.flatMap(({ undo }) => undo.listed?.product_id ?? []);
  const stored = await ctx.db.product_import_row.findMany({
    where: {
      product_id: { in: products },
      import_id: { not: import_id },
      import: { price_list_id },
      result: 'updated',
    },
    select: { id: true, before: true },
    orderBy: { id: 'asc' },
  });
  return stored.map(({ id, before }) => ({
    id: Number(id),
    undo: (before ?? {}) as RowUndo,
    isRewritten: false,
  }));
}

/**
 * Gives the value from before an undone row to the next later row, which restores it when it is undone. @returns
 * whether that row had overwritten the value; null without such a row
 */
function handOverPrice(
  later: readonly LaterRow[],
  id: number,
  { item_id, from, to }: PriceListUndo,
): boolean | null {
  const next = later.find((one) => one.id > id && one.undo.listed?.item_id === item_id);
  if (!next?.undo.listed) return null;
  if (!isSame(next.undo.listed.from, to)) return isSame(next.undo.listed.from, from);
  next.undo = { ...next.undo, listed: { ...next.undo.listed, from } };
  next.isRewritten = true;
  return true;
}

/**
 * Restores prices of a locked price list; a price that was changed since, or whose item or list was deleted, is not
 * touched.
 * @param later rows of later imports, which take over the values from before
 * @returns which rows were undone and which were not
 */
export async function restorePriceList(
  ctx: Ctx,
  ports: ImportPorts,
  price_list_id: number,
  rows: readonly Written[],
  later: readonly LaterRow[],
) {
  const items = rows.flatMap(({ undo }) => undo.listed?.item_id ?? []);
  const standing = await ctx.db.$queryRaw<(PriceListEntry & { item_id: number })[]>`
    SELECT x.item_id, x.price::float8 AS price, x.status
      FROM price_list_item x JOIN price_list l ON l.id = x.price_list_id AND l.deleted_at IS NULL
      JOIN product_item i ON i.id = x.item_id AND i.deleted_at IS NULL
      JOIN product p ON p.id = i.product_id AND p.deleted_at IS NULL
     WHERE x.price_list_id = ${price_list_id} AND x.item_id = ANY(${items}::int[])`;
  const now = new Map(
    standing.map(({ item_id, price, status }): [number, PriceListEntry | null] => [
      item_id,
      { price, status },
    ]),
  );
  const back: PriceListItemPrice[] = [];
  const undone: { id: number; undone_version: null }[] = [];
  const kept: typeof undone = [];
  for (const { id, undo } of rows) {
    const one = undo.listed;
    const isHandedOver = one ? handOverPrice(later, id, one) : null;
    const isAsLeft = one !== undefined && isSame(now.get(one.item_id) ?? null, one.to);
    ((isHandedOver ?? isAsLeft) ? undone : kept).push({ id, undone_version: null });
    if (!one || isHandedOver !== null || !isAsLeft) continue;
    const { product_id, item_id, from, to } = one;
    back.push({ product_id, item_id, price: from?.price ?? null, status: from?.status ?? to.status });
  }
  if (back.length > 0) await ports.setPrices(ctx, price_list_id, back);
  return { undone, kept };
}
