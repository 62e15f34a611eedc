import {
  computeMarginPercent,
  computePriceChangePercent,
  createCodeFinder,
  dropInvisible,
  listBarcodeVariants,
  resolveText,
  toLatinDigits,
  toLocalDate,
} from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { canSeeBranch, getEffectiveScope } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import type { Texts } from '../../../core/list/localized-columns.ts';
import { normalizedItemCodeSql } from '../../../core/sql/code-sql.ts';
import { canSeeItemCosts } from '../../catalog/index.ts';
import { readSettings } from '../../setting/index.ts';

type Show = z.output<typeof api.priceList.show.output>;
type Lookup = z.output<typeof api.priceList.lookup.output>;
type Item = Show['items'][number];
type SheetItem = Omit<Lookup['items'][number], 'row'>;

type SheetRow = {
  readonly product_id: number;
  readonly item_id: number;
  readonly titles: Texts;
  readonly barcode: string | null;
  readonly base_price: number;
  readonly tax: number;
  readonly cost: number | null;
};

/**
 * Condition for the branch whose tax and time a sheet uses: the requested one, the header's, or the first of the
 * caller's.
 */
function isSheetBranchSql(ctx: Ctx, branchId: number | undefined): RawBuilder<unknown> {
  const id = branchId ?? ctx.branch_id;
  // a branch of others looks like a missing one
  if (id !== null && id !== undefined) return canSeeBranch(ctx, id) ? sql`b.id = ${id}::int` : sql`FALSE`;
  return ctx.scope === 'all' ? sql`TRUE` : sql`b.id = ANY(${[...ctx.scope]}::int[])`;
}

/**
 * Loads titles, codes, base prices, taxes and last costs of items, in no order and without deleted ones.
 * @param branch_id the branch whose tax rate applies to goods without a tax type
 */
export async function loadSheetItems(
  ctx: Ctx,
  items_ids: readonly number[],
  branch_id?: number,
): Promise<ReadonlyMap<number, SheetItem>> {
  const { tax_mode } = (await readSettings(ctx)).settings;
  const scope = getEffectiveScope(ctx);
  const inSight = scope === 'all' ? sql`TRUE` : sql`s.branch_id = ANY(${[...scope]}::int[])`;
  const seesCosts = canSeeItemCosts(ctx);
  const cost = seesCosts
    ? sql`(SELECT s.cost_value::float8 FROM stock_batch s
        WHERE s.product_id = i.product_id AND s.item_id = i.id AND s.reciept_id IS NOT NULL AND ${inSight}
        ORDER BY s.id DESC LIMIT 1)`
    : sql`NULL::float8`;
  const rows = await fetchRows(
    ctx,
    sql<SheetRow>`
    WITH place AS MATERIALIZED (
      SELECT coalesce(b.settings->>'tax_mode', ${tax_mode}) AS tax_mode,
             coalesce((b.settings->'tax'->>'value')::float8, 0) AS tax
        FROM branch b WHERE b.deleted_at IS NULL AND ${isSheetBranchSql(ctx, branch_id)} ORDER BY b.id LIMIT 1
    )
    SELECT i.id AS item_id, i.product_id, item_titles(p.titles, i.option) AS titles, i.barcode, coalesce(i.price, p.price)::float8 AS base_price,
           CASE WHEN (SELECT tax_mode FROM place) = 'exclusive' THEN 0
                ELSE coalesce(t.value::float8, (SELECT tax FROM place), 0) END AS tax, ${cost} AS cost
      FROM unnest(${[...items_ids]}::int[]) AS asked(id)
     CROSS JOIN LATERAL (SELECT * FROM product_item i WHERE i.id = asked.id OFFSET 0) i
     CROSS JOIN LATERAL (SELECT * FROM product p WHERE p.id = i.product_id OFFSET 0) p
      LEFT JOIN tax_type t ON t.id = p.tax_type_id`,
  );
  return new Map(
    rows.map(({ titles, cost, ...row }) => [
      row.item_id,
      { ...row, product_title: resolveText(titles, ctx.locale), ...(seesCosts ? { cost } : {}) },
    ]),
  );
}

/** The fields of a list that `beaten_by` compares. */
type Ranked = {
  readonly id: number;
  readonly ord: number;
  readonly phones: readonly string[];
};

/**
 * Finds the list that sets the price of each item instead of `list`: of those valid in the same branch on that day, the
 * first by order, then the newest. A public list is compared with public ones, a list for customers with those for the
 * same customers.
 * Rule: docs/rules/prices.md#which-list
 */
async function beatenBy(
  ctx: Ctx,
  list: Ranked,
  items_ids: readonly number[],
  { branch_id, at }: { readonly branch_id?: number | undefined; readonly at?: string | undefined },
): Promise<ReadonlyMap<number, Item['beaten_by']>> {
  if (branch_id !== undefined && !canSeeBranch(ctx, branch_id)) return new Map();
  const scope = getEffectiveScope(ctx);
  const { timezone } = (await readSettings(ctx)).settings;
  const inSight =
    branch_id !== undefined
      ? sql`b.branch_id = ${branch_id}::int`
      : scope === 'all'
        ? sql`TRUE`
        : sql`b.branch_id = ANY(${[...scope]}::int[])`;
  const same =
    list.phones.length === 0 ? sql`cardinality(o.phones) = 0` : sql`o.phones && ${[...list.phones]}::text[]`;
  const day = sql`(${at ?? ctx.now.toISOString()}::timestamptz
    AT TIME ZONE coalesce(n.settings->>'timezone', ${timezone}))::date`;
  const rows = await fetchRows(
    ctx,
    sql<{ item_id: number; id: number; titles: Texts }>`
    SELECT DISTINCT ON (x.item_id) x.item_id, o.id, o.titles
      FROM price_list_item x
      JOIN price_list o ON o.id = x.price_list_id AND o.status = 1 AND o.deleted_at IS NULL AND o.id <> ${list.id}::int
     WHERE x.item_id = ANY(${[...items_ids]}::int[]) AND x.status = 1 AND ${same}
       AND (o.ord < ${list.ord}::int OR (o.ord = ${list.ord}::int AND o.id > ${list.id}::int))
       AND EXISTS (SELECT 1 FROM price_list_branch b
                     JOIN price_list_branch own ON own.branch_id = b.branch_id AND own.price_list_id = ${list.id}::int
                     JOIN branch n ON n.id = b.branch_id AND n.deleted_at IS NULL
                    WHERE b.price_list_id = o.id AND ${inSight}
                      AND (o.start_date IS NULL OR o.start_date <= ${day})
                      AND (o.end_date IS NULL OR o.end_date >= ${day}))
     ORDER BY x.item_id, o.ord, o.id DESC`,
  );
  return new Map(
    rows.map(({ item_id, id, titles }) => [
      item_id,
      { kind: 'price_list' as const, id, title: resolveText(titles, ctx.locale) },
    ]),
  );
}

/** Converts the stored rows of a list to rows of its sheet, in order. */
export async function buildSheetRows(
  ctx: Ctx,
  list: Ranked,
  rows: readonly Pick<Item, 'id' | 'item_id' | 'price' | 'status'>[],
  query: { readonly branch_id?: number | undefined; readonly at?: string | undefined },
): Promise<Item[]> {
  const ids = rows.map(({ item_id }) => item_id);
  const [items, beaten] = [
    await loadSheetItems(ctx, ids, query.branch_id),
    await beatenBy(ctx, list, ids, query),
  ];
  return rows.flatMap(({ id, item_id, price, status }) => {
    const item = items.get(item_id);
    if (!item) return [];
    const margin =
      item.cost === undefined ? {} : { margin: computeMarginPercent(price, item.cost, item.tax) };
    return [
      {
        ...item,
        id,
        price,
        status,
        change: computePriceChangePercent(price, item.base_price),
        ...margin,
        beaten_by: beaten.get(item_id) ?? null,
      },
    ];
  });
}

/** Normalizes a pasted code like stored barcodes: Latin digits, no invisible characters, no surrounding spaces. */
const cleanCode = (code: string): string => dropInvisible(toLatinDigits(code).normalize('NFKC'));

/** Finds the existing item of each code, by the code as it was requested. */
async function itemsOfCodes(ctx: Ctx, codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const spellings = codes.flatMap((code) => listBarcodeVariants(cleanCode(code))).filter(Boolean);
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('product_item as i')
      .innerJoin('product as p', (join) =>
        join.onRef('p.id', '=', 'i.product_id').on('p.deleted_at', 'is', null),
      )
      .select(({ ref }) => ['i.id', ref('i.barcode').$notNull().as('barcode')])
      .where('i.deleted_at', 'is', null)
      .where(normalizedItemCodeSql('i.barcode'), '=', sql<string>`any(${spellings}::text[])`)
      .orderBy('i.id'),
  );
  const findByCode = createCodeFinder(rows, ({ barcode }) => barcode);
  return new Map(
    codes.flatMap((code) => {
      const found = findByCode(cleanCode(code));
      return found ? [[code, found.id] as const] : [];
    }),
  );
}

/**
 * Finds items by code, id or row, each with its row in a list; used for pasting, scanning and comparing versions.
 * @throws record.missing for a deleted list
 */
export async function findPriceListItems(
  ctx: Ctx,
  { id, codes = [], items_ids = [], rows_ids = [] }: z.output<typeof api.priceList.lookup.input>,
): Promise<Lookup> {
  if (id !== undefined && (await ctx.db.price_list.count({ where: { id, deleted_at: null } })) === 0)
    fail('record.missing');
  const coded = await itemsOfCodes(ctx, [...new Set(codes)]);
  const named = [...new Set([...coded.values(), ...items_ids])];
  const rows =
    id === undefined
      ? []
      : await ctx.db.price_list_item.findMany({
          where: { price_list_id: id, OR: [{ item_id: { in: named } }, { id: { in: rows_ids } }] },
          select: { id: true, item_id: true, price: true, status: true },
        });
  const ofRows = rows.filter((row) => rows_ids.includes(row.id)).map(({ item_id }) => item_id);
  const items = await loadSheetItems(ctx, [...new Set([...named, ...ofRows])]);
  const byItem = new Map(
    rows.map(({ item_id, price, ...row }) => [item_id, { ...row, price: Number(price) }] as const),
  );
  const view = (item_id: number | undefined) => {
    const item = item_id === undefined ? undefined : items.get(item_id);
    return item ? { ...item, row: byItem.get(item.item_id) ?? null } : null;
  };
  return {
    codes: codes.map((code) => ({ code, item: view(coded.get(code)) })),
    items: [...new Set([...items_ids, ...ofRows])].flatMap((item_id) => view(item_id) ?? []),
  };
}

/** Returns the current day in the shop's time zone, which decides `holds`. */
export async function getShopToday(ctx: Ctx): Promise<string> {
  return toLocalDate(ctx.now, (await readSettings(ctx)).settings.timezone);
}
