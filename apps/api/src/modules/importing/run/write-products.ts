import { type Locale, resolveText } from '@dukkan/commerce';
import { sql } from 'kysely';
import { recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, runStatement } from '../../../core/db/tables.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import { splitCells } from '../file/cell-text.ts';
import { BatchConflict } from './batch-conflict.ts';
import type { CurrentProduct } from './current-products.ts';
import { findItem } from './current-products.ts';
import type { RowOutcome } from './decide-row.ts';
import { updateItemValues, updateProductValues } from './product-values.ts';
import { resolveStepper } from './stepper.ts';

const json = JSON.stringify;

/** Returns the next ids of a table, in one statement; the sequence is given by name, not looked up for each id. */
async function nextIds(ctx: Ctx, table: 'product' | 'product_item', count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await fetchRows(
    ctx,
    sql<{ id: number }>`
    SELECT nextval(${`${table}_id_seq`}::regclass)::int AS id FROM generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

/** Whether a row of a group is an item; the first row may contain only the product. */
const isItem = ({ read, result, lead }: RowOutcome, members: readonly RowOutcome[]): boolean =>
  result === 'item' || lead !== null
    ? result === 'item'
    : members.length === 0 ||
      read.barcode !== null ||
      read.wanted.price !== undefined ||
      read.wanted.quantity !== undefined;

/** Groups the rows of each new product: the first creates it, the others add items and pictures. */
function groupByLead(decisions: readonly RowOutcome[]) {
  const members = new Map<RowOutcome, RowOutcome[]>();
  for (const one of decisions) if (one.lead === null) members.set(one, []);
  for (const one of decisions) if (one.lead !== null) members.get(one.lead)?.push(one);
  return [...members].map(([lead, others]) => {
    const items = others.filter(({ result }) => result === 'item');
    return { lead, others, items: isItem(lead, items) ? [lead, ...items] : items };
  });
}

/** The rows to insert for new products, by table. */
type NewRecords = {
  readonly products: object[];
  readonly items: object[];
  /** The results of the file's rows. */
  readonly results: object[];
  readonly categories: { readonly product_id: number; readonly category_id: number }[];
  readonly pictures: object[];
};

/** Adds the rows to insert for one new product; each of its items takes the next id from `itemIds`. */
function addProduct(
  to: NewRecords,
  product_id: number,
  itemIds: readonly number[],
  { lead, others, items }: ReturnType<typeof groupByLead>[number],
  locale: Locale,
): void {
  const { read } = lead;
  const titles = toTexts(read.wanted.names);
  const [price = 0] = items.flatMap((one) => one.read.wanted.price ?? []);
  const isPriced = price > 0 || read.wanted.free === 1;
  const { compare_at = 0 } = read.wanted;
  const itemOf = new Map<RowOutcome, number>();
  const logged = items.map((one, ord) => {
    const own = one.read.wanted.price;
    const id = itemIds[to.items.length] ?? 0;
    const { barcode } = one.read;
    const option = one.read.wanted.option ?? null;
    const itemPrice = own === undefined || own === price ? null : own;
    itemOf.set(one, id);
    to.items.push({ id, product_id, ord, barcode, option, price: itemPrice });
    return { item_id: id, barcode, option, price: itemPrice, pack_quantity: 1, minimum_quantity: 0 };
  });
  const images = [lead, ...others].flatMap(({ picture }) => (picture?.file ? [picture] : []));
  to.products.push({
    id: product_id,
    titles,
    descriptions: toTexts(read.wanted.descriptions),
    price,
    compare_at: compare_at > price ? compare_at : null,
    free: read.wanted.free ?? 0,
    brand_id: lead.brand_id,
    stepper: resolveStepper(read.wanted, 1) ?? 1,
    // a product without a price stays inactive until someone enters a price
    status: isPriced ? (read.wanted.status ?? 1) : 0,
    categories: lead.categories,
    items: logged,
    images: images.map(({ file }) => file),
  });
  for (const category_id of new Set(lead.categories)) to.categories.push({ product_id, category_id });
  for (const [ord, picture] of images.entries()) to.pictures.push({ product_id, ord, ...picture });
  const title = resolveText(titles, locale);
  for (const one of [lead, ...others])
    to.results.push({
      row: one.read.row,
      result: one.result,
      barcode: one.read.barcode,
      title,
      product_id,
      item_id: itemOf.get(one) ?? null,
      quantity: one.read.wanted.quantity ?? null,
      cost: one.read.wanted.cost ?? null,
      notices: one.notices,
    });
}

/**
 * Inserts new products with items, categories, pictures, audit rows and row results in one statement, so that each text
 * is sent once: sending texts for every table took most of the time and memory of a large import. The audit rows have
 * the form of core/audit.ts.
 * @throws BatchConflict
 */
export async function insertCreatedProducts(
  ctx: Ctx,
  import_id: number,
  decisions: readonly RowOutcome[],
): Promise<void> {
  if (decisions.length === 0) return;
  const groups = groupByLead(decisions);
  const made: NewRecords = { products: [], items: [], results: [], categories: [], pictures: [] };
  const count = groups.reduce((all, { items }) => all + items.length, 0);
  const ids = await nextIds(ctx, 'product', groups.length);
  const itemIds = await nextIds(ctx, 'product_item', count);
  for (const [at, group] of groups.entries()) addProduct(made, ids[at] ?? 0, itemIds, group, ctx.locale);
  const { name, id } = ctx.actor.kind === 'account' ? ctx.actor : { name: ctx.actor.kind, id: null };
  const written = await runStatement(
    ctx,
    sql`
    WITH r AS (
      SELECT * FROM jsonb_to_recordset(${json(made.products)}::jsonb)
        AS r(id int, titles jsonb, descriptions jsonb, price numeric, compare_at numeric, status smallint,
             free smallint, brand_id int, stepper numeric, categories jsonb, items jsonb, images jsonb)
    ), p AS (
      INSERT INTO product (id, titles, descriptions, price, compare_at, status, free, brand_id, stepper, created_at, updated_at)
      SELECT id, titles, descriptions, price, compare_at, status, free, brand_id, stepper, ${ctx.now}, ${ctx.now} FROM r
    ), c AS (
      INSERT INTO product_category (product_id, category_id)
      SELECT * FROM unnest(${made.categories.map((one) => one.product_id)}::int[], ${made.categories.map((one) => one.category_id)}::int[])
    ), g AS (
      INSERT INTO product_image (product_id, file, thumb, source, ord)
      SELECT product_id, file, thumb, source, ord FROM jsonb_to_recordset(${json(made.pictures)}::jsonb)
        AS g(product_id int, file text, thumb text, source text, ord int)
    ), a AS (
      INSERT INTO audit_log (account_id, actor, ip, request_id, action, noun, record_id, changes)
      SELECT ${id}::int, ${name}, ${ctx.ip || null}, ${ctx.request_id}, 'create', 'product', r.id::text,
             jsonb_build_object(
               'titles', jsonb_build_object('from', NULL, 'to', r.titles),
               'descriptions', jsonb_build_object('from', NULL, 'to', r.descriptions),
               'price', jsonb_build_object('from', NULL, 'to', r.price),
               'status', jsonb_build_object('from', NULL, 'to', r.status),
               'categorys_id', jsonb_build_object('from', NULL, 'to', r.categories),
               'brand_id', jsonb_build_object('from', NULL, 'to', r.brand_id),
               'stepper', jsonb_build_object('from', NULL, 'to', r.stepper),
               'items', jsonb_build_object('from', NULL, 'to', r.items),
               'images', jsonb_build_object('from', NULL, 'to', r.images))
        FROM r
    ), w AS (
      INSERT INTO product_import_row (import_id, row, result, barcode, title, product_id, item_id, version, quantity, cost, notices)
      SELECT ${import_id}::int, x.row, x.result, x.barcode, x.title, x.product_id, x.item_id, 1, x.quantity, x.cost, x.notices
        FROM jsonb_to_recordset(${json(made.results)}::jsonb)
          AS x(row int, result text, barcode text, title text, product_id int, item_id int, quantity numeric,
               cost numeric, notices jsonb)
    )
    INSERT INTO product_item (id, product_id, barcode, option, price, ord, created_at)
    SELECT id, product_id, barcode, option, price, ord, ${ctx.now}
      FROM jsonb_to_recordset(${json(made.items)}::jsonb)
        AS i(id int, product_id int, barcode text, option text, price numeric, ord smallint)
     ORDER BY barcode
    ON CONFLICT DO NOTHING`,
  );
  if (written < count) throw new BatchConflict();
}

/** Adds new items to existing products and sets their ids on the results, for undo. @throws BatchConflict */
async function insertAddedItems(ctx: Ctx, decisions: readonly RowOutcome[]): Promise<void> {
  const added = decisions.filter(({ result, product }) => result === 'item' && product);
  if (added.length === 0) return;
  const ids = await nextIds(ctx, 'product_item', added.length);
  const rows = added.map(({ product, read, before }, at) => {
    const id = ids[at] ?? 0;
    const { price, option = null } = read.wanted;
    const item = {
      id,
      barcode: read.barcode,
      option,
      price: price === undefined || price === product?.price ? null : price,
    };
    product?.items.push({ ...item, listed: null });
    if (before) before.added_item = id;
    return { ...item, product_id: product?.id ?? 0, ord: (product?.items.length ?? 1) - 1 };
  });
  const data = rows.map((row) => ({ ...row, created_at: ctx.now }));
  const { count } = await ctx.db.product_item.createMany({ data, skipDuplicates: true });
  if (count < rows.length) throw new BatchConflict();
}

/** Returns the fields of a product that imports change, for the audit log. */
const toAuditFields = (product: CurrentProduct) => ({
  titles: toTexts(product.titles),
  descriptions: toTexts(product.descriptions),
  price: product.price,
  compare_at: product.compare_at,
  free: product.free,
  status: product.status,
  categorys_id: product.categories,
  brand_id: product.brand_id,
  stepper: product.stepper,
  items: product.items.map(({ id, barcode, option, price }) => ({ item_id: id, barcode, option, price })),
});

/**
 * Writes the changed products of a batch, each once even if several rows are about it.
 * @param before the same products before the batch
 */
export async function updateChangedProducts(
  ctx: Ctx,
  decisions: readonly RowOutcome[],
  before: ReadonlyMap<number, CurrentProduct>,
): Promise<void> {
  const products = [...new Set(decisions.flatMap(({ product }) => product ?? []))].toSorted(
    (a, b) => a.id - b.id,
  );
  if (products.length === 0) return;
  await insertAddedItems(ctx, decisions);
  const rows = products.map(
    ({ id, titles, descriptions, price, compare_at, free, status, brand_id, stepper }) => ({
      ...{ id, price, compare_at, free, status, brand_id, stepper },
      titles: toTexts(titles),
      descriptions: toTexts(descriptions),
    }),
  );
  await updateProductValues(ctx, rows);
  const items = decisions.flatMap(({ before, product }) => {
    const changed = before?.fields ?? {};
    return (product?.items ?? []).flatMap(({ id, price, option }) =>
      `item.${id}` in changed || `option.${id}` in changed ? [{ id, price, option }] : [],
    );
  });
  await updateItemValues(ctx, items);
  await writeMoves(ctx, decisions);
  const pictures = decisions.flatMap(({ product, before, picture }) =>
    product && before?.source && picture?.file ? [{ product_id: product.id, ...picture }] : [],
  );
  if (pictures.length > 0)
    await runStatement(
      ctx,
      sql`
      INSERT INTO product_image (product_id, file, thumb, source, ord)
      SELECT product_id, file, thumb, source,
             coalesce((SELECT max(ord) + 1 FROM product_image g WHERE g.product_id = r.product_id), 0)
        FROM jsonb_to_recordset(${json(pictures)}::jsonb) AS r(product_id int, file text, thumb text, source text)`,
    );
  await recordAudits(
    ctx,
    products.map((product) => {
      const stood = before.get(product.id);
      const added = pictures.filter(({ product_id }) => product_id === product.id).map(({ file }) => file);
      return {
        noun: 'product' as const,
        id: product.id,
        action: 'update',
        before: stood ? toAuditFields(stood) : null,
        after: { ...toAuditFields(product), ...(added.length > 0 ? { images: added } : {}) },
        version: product.version + 1,
      };
    }),
  );
}

/** Writes the category changes of a batch in the order of its rows, because a later row may revert an earlier one. */
async function writeMoves(ctx: Ctx, decisions: readonly RowOutcome[]): Promise<void> {
  const moved = new Map<number, CurrentProduct>();
  for (const { product, before } of decisions)
    if (product && before?.fields?.categories) moved.set(product.id, product);
  if (moved.size === 0) return;
  const ids = [...moved.keys()];
  const rows = [...moved.values()].flatMap(({ id, categories }) =>
    categories.map((category_id) => ({ product_id: id, category_id })),
  );
  await runStatement(ctx, sql`DELETE FROM product_category WHERE product_id = ANY(${ids}::int[])`);
  await runStatement(
    ctx,
    sql`
    INSERT INTO product_category (product_id, category_id)
    SELECT product_id, category_id FROM jsonb_to_recordset(${json(rows)}::jsonb) AS r(product_id int, category_id int)`,
  );
}

/** Returns the title of a row in the uploader's language: the file's own, else the product's. */
const getRowTitle = (
  { locale }: Ctx,
  { read, product }: Pick<RowOutcome, 'read' | 'product'>,
): string | null =>
  resolveText(toTexts(read.wanted.names), locale) ||
  (read.title ?? (product ? resolveText(product.titles, locale) : null));

/** Stores the results of the remaining rows of a batch; in a dry run, of all rows. */
export async function insertImportRowResults(
  ctx: Ctx,
  import_id: number,
  decisions: readonly RowOutcome[],
): Promise<void> {
  if (decisions.length === 0) return;
  const rows = decisions.map(({ read, result, reasons, notices, product, changes, before }) => ({
    row: read.row,
    result,
    barcode: read.barcode,
    title: getRowTitle(ctx, { read, product }),
    product_id: product?.id ?? null,
    // a price in a price list does not change the product's version
    version: before && product && !before.listed ? product.version + 1 : null,
    item_id: (product && findItem(product, read)?.id) ?? null,
    notices,
    quantity: read.wanted.quantity ?? null,
    cost: read.wanted.cost ?? null,
    reasons,
    changes,
    before,
    cells: result === 'refused' ? splitCells(read.cells) : null,
  }));
  await runStatement(
    ctx,
    sql`
    INSERT INTO product_import_row
      (import_id, row, result, barcode, title, product_id, item_id, version, quantity, cost, reasons, notices, changes,
       before, cells)
    SELECT ${import_id}::int, r.row, r.result, r.barcode, r.title, r.product_id, r.item_id, r.version, r.quantity,
           r.cost, r.reasons, r.notices, r.changes, r.before, r.cells
      FROM jsonb_to_recordset(${json(rows)}::jsonb)
        AS r(row int, result text, barcode text, title text, product_id int, item_id int, version int,
             quantity numeric, cost numeric, reasons jsonb, notices jsonb, changes jsonb, before jsonb, cells jsonb)`,
  );
}
