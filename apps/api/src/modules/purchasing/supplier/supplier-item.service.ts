import { foldForSearch, resolveText, toBarcodeKey } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { getPermissions, hasPermission, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';

// Rule: docs/rules/supplier-lists.md#numbers-and-names

type List = z.output<typeof api.supplier.items.input>;
type Row = z.output<typeof api.supplier.items.output>;

/** A supplier's name for an item; the code is '' if the supplier's list has none. */
export type SupplierItemName = { readonly item_id: number; readonly code: string; readonly title: string };

const readItems = tables
  .selectFrom('supplier_item as s')
  .innerJoin('product_item as i', 'i.id', 's.item_id')
  .innerJoin('product as p', 'p.id', 'i.product_id')
  .where('i.deleted_at', 'is', null)
  .where('p.deleted_at', 'is', null)
  .select([
    's.id',
    's.supplier_id',
    's.item_id',
    'i.product_id',
    'p.titles',
    'i.barcode',
    's.code',
    's.title',
  ]);

type ItemRow = InferResult<typeof readItems>[number];

const rowView = (ctx: Ctx, row: ItemRow): Row => ({
  id: row.id,
  product_id: row.product_id,
  item_id: row.item_id,
  title: resolveText(toTexts(row.titles), ctx.locale),
  barcode: row.barcode,
  supplier_code: row.code,
  supplier_title: row.title,
  actions: hasPermission(getPermissions(ctx), { resource: 'reciepts', action: 'save' }) ? ['delete'] : [],
});

const auditText = ({ code, title, item_id }: SupplierItemName): string =>
  `${[code, title].filter((text) => text !== '').join(' ')} → #${item_id}`;

/** Lists the existing items that a supplier's codes and names were assigned to. @throws record.missing */
export async function listItems(ctx: Ctx, input: List) {
  const { supplier_id } = input;
  const supplier = tables.selectFrom('supplier').select('id').where('id', '=', supplier_id);
  requireFound(await fetchRow(ctx, supplier.where('deleted_at', 'is', null)));
  let query = readItems.where('s.supplier_id', '=', supplier_id);
  if (input.id !== undefined) query = query.where('s.id', '=', input.id);
  query = query.where(matchesKeywords(input.keywords, sql<string>`fold(s.code || ' ' || s.title)`));
  const [rows, total] = await fetchPage(ctx, query.orderBy('s.id', input.sort_as), query, input);
  return toPage(
    rows.map((row) => rowView(ctx, row)),
    total,
    input,
  );
}

/** Deletes the assignment of a supplier's code or name to an item. @throws record.missing */
export const removeItem = (ctx: Ctx, { id }: { id: number }) =>
  ctx.tx(async (ctx) => {
    const row = requireFound(
      await fetchRow(
        ctx,
        tables
          .deleteFrom('supplier_item')
          .where('id', '=', id)
          .returning(['supplier_id', 'item_id', 'code', 'title']),
      ),
    );
    const before = { supplier_items: [auditText(row)] };
    await recordAudit(ctx, { noun: 'supplier', id: row.supplier_id, action: 'update', before, after: null });
    return { deleted: 1 as const };
  });

/** Returns the unique key of a supplier's item: its code, or its name when it has no code. */
const toSupplierItemKey = ({ code, title }: SupplierItemName): string =>
  code === '' ? `title ${foldForSearch(title)}` : `code ${toBarcodeKey(code)}`;

/** Loads the items assigned to these codes and names of a supplier. */
const readSupplierItems = (supplier_id: number, codes: readonly string[], titles: readonly string[]) =>
  tables
    .selectFrom('supplier_item')
    .select(['item_id', 'code', 'title'])
    .where('supplier_id', '=', supplier_id)
    .where(({ eb, or }) =>
      or([
        eb('code_key', '=', sql<string>`any(${[...codes]}::text[])`),
        eb('title_key', '=', sql<string>`any(${[...titles]}::text[])`),
      ]),
    )
    .orderBy('id');

const codeKeys = (names: readonly { readonly code: string }[]): string[] =>
  names.flatMap(({ code }) => (code === '' ? [] : [toBarcodeKey(code)]));

/**
 * Stores a supplier's codes and names for items in the transaction of the receipt, replacing older assignments. Writes
 * one audit row, for the supplier.
 */
export async function rememberSupplierItems(
  ctx: Ctx,
  supplier_id: number,
  names: readonly SupplierItemName[],
): Promise<void> {
  const named = names.filter(({ code, title }) => code !== '' || foldForSearch(title) !== '');
  const byKey = new Map(named.map((one) => [toSupplierItemKey(one), one]));
  if (byKey.size === 0) return;
  const titles = [...byKey.values()].flatMap(({ code, title }) =>
    code === '' ? [foldForSearch(title)] : [],
  );
  const existingRows = await fetchRows(
    ctx,
    readSupplierItems(supplier_id, codeKeys([...byKey.values()]), titles),
  );
  const stood = new Map(existingRows.map((one) => [toSupplierItemKey(one), one]));
  // one fixed order prevents deadlocks between two receipts of a supplier
  const changed = [...byKey]
    .filter(([key, { item_id }]) => stood.get(key)?.item_id !== item_id)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (changed.length === 0) return;
  const items = changed.map(([, one]) => one);
  await putItems(
    ctx,
    supplier_id,
    'code_key',
    items.filter(({ code }) => code !== ''),
  );
  await putItems(
    ctx,
    supplier_id,
    'title_key',
    items.filter(({ code }) => code === ''),
  );
  await recordAudit(ctx, {
    noun: 'supplier',
    id: supplier_id,
    action: 'update',
    before: { supplier_items: changed.flatMap(([key]) => stood.get(key) ?? []).map(auditText) },
    after: { supplier_items: items.map(auditText) },
  });
}

/** Writes items under one unique index: of codes, or of names without a code. */
async function putItems(
  ctx: Ctx,
  supplier_id: number,
  key: 'code_key' | 'title_key',
  items: readonly SupplierItemName[],
): Promise<void> {
  if (items.length === 0) return;
  const values = items.map((one) => ({ ...one, supplier_id, created_at: ctx.now, updated_at: ctx.now }));
  await runStatement(
    ctx,
    tables
      .insertInto('supplier_item')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(['supplier_id', key])
          // a literal, because PostgreSQL does not match a partial index with a parameter
          .where('code', key === 'code_key' ? '<>' : '=', sql.lit(''))
          .doUpdateSet(({ ref }) => ({
            item_id: ref('excluded.item_id'),
            title: ref('excluded.title'),
            updated_at: ref('excluded.updated_at'),
          })),
      ),
  );
}

/**
 * Creates a function that finds the item assigned to a supplier's code, or to a name without a code; null when it is
 * ambiguous.
 */
export async function createAssignedItemFinder(
  ctx: Ctx,
  supplier_id: number | null,
  rows: readonly { readonly code: string; readonly title: string }[],
): Promise<{
  readonly item_ids: readonly number[];
  readonly find: (row: { readonly code: string; readonly title: string }) => number | null | undefined;
}> {
  const titles = rows.flatMap(({ code, title }) =>
    code === '' && title !== '' ? [foldForSearch(title)] : [],
  );
  const known =
    supplier_id === null ? [] : await fetchRows(ctx, readSupplierItems(supplier_id, codeKeys(rows), titles));
  const byCode = new Map<string, number>();
  const byTitle = new Map<string, number | null>();
  for (const { code, title, item_id } of known) {
    if (code !== '') byCode.set(toBarcodeKey(code), item_id);
    const key = foldForSearch(title);
    const other = byTitle.get(key);
    byTitle.set(key, other === undefined || other === item_id ? item_id : null);
  }
  return {
    item_ids: [...new Set(known.map(({ item_id }) => item_id))],
    find: ({ code, title }) =>
      code === '' ? byTitle.get(foldForSearch(title)) : byCode.get(toBarcodeKey(code)),
  };
}
