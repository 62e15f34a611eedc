import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, runStatement } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { checkCurrencyScale } from '../../setting/index.ts';
import { checkRuleProducts } from '../rule/rule-scope.ts';

type Items = NonNullable<z.output<typeof api.priceList.save.input>['items']>;
type Stored = {
  readonly id: number;
  readonly item_id: number;
  /** For the audit log, so that it identifies the item. */
  readonly barcode: string | null;
  readonly price: number;
  readonly status: number;
};

/** The changed prices before and after, for the audit log. */
export type PriceListItemChanges = { readonly before: Stored[]; readonly after: Stored[] };

const BARCODE = sql`(SELECT n.barcode FROM product_item n WHERE n.id = price_list_item.item_id)`;

/** Finds and locks the rows that a save names by their own id or by item. */
async function namedRows(
  ctx: Ctx,
  list: number,
  items: Items,
  deleted: readonly number[],
): Promise<Stored[]> {
  const ids = [...deleted, ...items.flatMap(({ id }) => id ?? [])];
  return fetchRows(
    ctx,
    sql<Stored>`
    SELECT id, item_id, ${BARCODE} AS barcode, price::float8 AS price, status FROM price_list_item
     WHERE price_list_id = ${list}
       AND (id = ANY(${ids}::int[]) OR item_id = ANY(${items.map(({ item_id }) => item_id)}::int[])) ORDER BY id`,
  );
}

/**
 * Adds, changes and removes prices of a list. An item has one price per list, so a second one replaces it. The caller
 * has locked the list.
 * @throws reference.missing for a row of another list or a deleted product; request.invalid
 */
export async function mergePriceListItems(
  ctx: Ctx,
  list: number,
  { items = [], deleted_items = [] }: { items?: Items | undefined; deleted_items?: number[] | undefined },
): Promise<PriceListItemChanges> {
  if (items.length + deleted_items.length === 0) return { before: [], after: [] };
  if (new Set(items.map(({ item_id }) => item_id)).size < items.length) failField('items', 'distinct');
  const targets = items.map(({ product_id, item_id }) => ({ id: product_id, item_id }));
  await checkRuleProducts(ctx, targets, 'items');
  await checkCurrencyScale(
    ctx,
    Object.fromEntries(items.map(({ price }, at) => [`items.${at}.price`, price])),
  );
  const known = await namedRows(ctx, list, items, deleted_items);
  const byId = new Map(known.map((row) => [row.id, row]));
  const gone = deleted_items.find((id) => !byId.has(id));
  if (gone !== undefined) fail('reference.missing', { field: 'deleted_items' }, 'deleted_items');
  const byItem = new Map(
    known.filter(({ id }) => !deleted_items.includes(id)).map((row) => [row.item_id, row]),
  );
  const after = items.map(({ id, item_id, price, status }, at) => {
    const stands = byItem.get(item_id);
    // a row cannot be moved to another item
    if (id !== undefined && id !== stands?.id)
      fail('reference.missing', { field: 'items' }, `items.${at}.id`);
    return {
      item_id,
      price: price ?? stands?.price ?? failField(`items.${at}.price`, 'required'),
      status: status ?? stands?.status ?? 1,
      before: stands,
    };
  });
  const changed = after.filter(
    ({ price, status, before }) => before?.price !== price || before.status !== status,
  );
  await runStatement(
    ctx,
    sql`
    DELETE FROM price_list_item WHERE price_list_id = ${list} AND id = ANY(${deleted_items}::int[])`,
  );
  const products = new Map(items.map(({ item_id, product_id }) => [item_id, product_id]));
  const stored = await fetchRows(
    ctx,
    sql<Stored>`
    INSERT INTO price_list_item (price_list_id, product_id, item_id, price, status)
    SELECT ${list}::int, t.product_id, t.item_id, t.price::numeric, t.status
      FROM unnest(${changed.map(({ item_id }) => products.get(item_id) ?? 0)}::int[],
                  ${changed.map(({ item_id }) => item_id)}::int[],
                  ${changed.map(({ price }) => String(price))}::text[],
                  ${changed.map(({ status }) => status)}::int[]) AS t(product_id, item_id, price, status)
    ON CONFLICT (price_list_id, item_id) DO UPDATE SET price = excluded.price, status = excluded.status
    RETURNING id, item_id, ${BARCODE} AS barcode, price::float8 AS price, status`,
  );
  const taken = known.filter(({ id }) => deleted_items.includes(id));
  const replaced = changed.flatMap(({ before }) => before ?? []);
  return { before: [...taken, ...replaced], after: stored };
}
