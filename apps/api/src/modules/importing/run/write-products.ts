import { recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import { BatchConflict } from './batch-conflict.ts';
import type { CurrentProduct } from './current-products.ts';
import { findItem } from './current-products.ts';
import type { RowOutcome } from './decide-row.ts';
import { updateItemValues, updateProductValues } from './product-values.ts';

const json = JSON.stringify;

/** Returns the next ids of a table, in one statement. */
async function nextIds(ctx: Ctx, table: 'product' | 'product_item', count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence(${table}, 'id'))::int AS id FROM generate_series(1, ${count}::int)`;
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

/**
 * Writes new products with items, categories and pictures, their audit rows and what became of their rows, all by one
 * statement from one list: said four times over, the same texts were most of the time and memory of a large import.
 * The log's rows are those of core/audit.ts.
 * @throws Overtaken
 */
export async function insertCreatedProducts(
  ctx: Ctx,
  import_id: number,
  decisions: readonly RowOutcome[],
): Promise<void> {
  if (decisions.length === 0) return;
  const groups = groupByLead(decisions);
  const count = groups.reduce((all, { items }) => all + items.length, 0);
  const ids = await nextIds(ctx, 'product', groups.length);
  const itemIds = await nextIds(ctx, 'product_item', count);
  let next = 0;
  const rows = groups.map(({ lead, others, items }, at) => {
    const { read, categories } = lead;
    const [first] = items.flatMap((one) => one.read.wanted.price ?? []);
    const price = first ?? 0;
    const made = items.map((one, ord) => {
      const own = one.read.wanted.price;
      const id = itemIds[next] ?? 0;
      next += 1;
      return {
        id,
        ord,
        row: one.read.row,
        barcode: one.read.barcode,
        option: one.read.wanted.option ?? null,
        price: own === undefined || own === price ? null : own,
      };
    });
    const isPriced = price > 0 || read.wanted.free === 1;
    const { compare_at = 0 } = read.wanted;
    return {
      id: ids[at],
      titles: toTexts(read.wanted.names),
      descriptions: toTexts(read.wanted.descriptions),
      price,
      compare_at: compare_at > price ? compare_at : null,
      free: read.wanted.free ?? 0,
      brand_id: lead.brand_id,
      // what has no price is not sold until somebody gives it one
      status: isPriced ? (read.wanted.status ?? 1) : 0,
      categories: [...categories],
      items: made,
      rows: [lead, ...others].map((one) => ({
        row: one.read.row,
        result: one.result,
        barcode: one.read.barcode,
        item_id: made.find(({ row }) => row === one.read.row)?.id ?? null,
        quantity: one.read.wanted.quantity ?? null,
        cost: one.read.wanted.cost ?? null,
        ...(one.notices.length > 0 ? { notices: one.notices } : {}),
      })),
      images: [lead, ...others].flatMap(({ picture }) => (picture?.file ? [picture] : [])),
    };
  });
  const { name, id } = ctx.actor.kind === 'account' ? ctx.actor : { name: ctx.actor.kind, id: null };
  const written = await ctx.db.$executeRaw`
    WITH r AS (
      SELECT * FROM jsonb_to_recordset(${json(rows)}::jsonb)
        AS r(id int, titles jsonb, descriptions jsonb, price numeric, compare_at numeric, status smallint,
             free smallint, brand_id int, categories jsonb, items jsonb, rows jsonb, images jsonb)
    ), p AS (
      INSERT INTO product (id, titles, descriptions, price, compare_at, status, free, brand_id, created_at, updated_at)
      SELECT id, titles, descriptions, price, compare_at, status, free, brand_id, ${ctx.now}, ${ctx.now} FROM r
    ), c AS (
      INSERT INTO product_category (product_id, category_id)
      SELECT DISTINCT r.id, c.value::int FROM r, jsonb_array_elements_text(r.categories) AS c
    ), g AS (
      INSERT INTO product_image (product_id, file, thumb, source, ord)
      SELECT r.id, g.value->>'file', g.value->>'thumb', g.value->>'source', g.ordinality - 1
        FROM r, jsonb_array_elements(r.images) WITH ORDINALITY AS g
    ), a AS (
      INSERT INTO audit_log (account_id, actor, ip, request_id, action, noun, record_id, changes)
      SELECT ${id}::int, ${name}, ${ctx.ip || null}, ${ctx.request_id}, 'create', 'product', r.id::text,
             (SELECT jsonb_object_agg(f.key, jsonb_build_object('from', NULL, 'to', f.value))
                FROM jsonb_each(jsonb_build_object(
                       'titles', r.titles, 'descriptions', r.descriptions, 'price', r.price, 'status', r.status,
                       'categorys_id', r.categories, 'brand_id', r.brand_id,
                       'items', (SELECT coalesce(jsonb_agg(jsonb_build_object('item_id', i.value->'id',
                                   'barcode', i.value->'barcode', 'option', i.value->'option', 'price', i.value->'price',
                                   'pack_quantity', 1)), '[]')
                                   FROM jsonb_array_elements(r.items) AS i),
                       'images', (SELECT coalesce(jsonb_agg(g.value->'file'), '[]')
                                    FROM jsonb_array_elements(r.images) AS g))) AS f)
        FROM r
    ), w AS (
      INSERT INTO product_import_row (import_id, row, result, barcode, title, product_id, item_id, version, quantity, cost, notices)
      SELECT ${import_id}::int, x.row, x.result, x.barcode,
             coalesce(nullif(r.titles->>'ar', ''), nullif(r.titles->>'en', ''), r.titles->>'de'), r.id, x.item_id, 1,
             x.quantity, x.cost, coalesce(x.notices, '[]')
        FROM r, jsonb_to_recordset(r.rows)
          AS x(row int, result text, barcode text, item_id int, quantity numeric, cost numeric, notices jsonb)
    )
    INSERT INTO product_item (id, product_id, barcode, option, price, ord, created_at)
    SELECT i.id, r.id, i.barcode, i.option, i.price, i.ord, ${ctx.now}
      FROM r, jsonb_to_recordset(r.items) AS i(id int, barcode text, option text, price numeric, ord smallint)
     ORDER BY i.barcode
    ON CONFLICT DO NOTHING`;
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
const logged = (product: CurrentProduct) => ({
  titles: toTexts(product.titles),
  descriptions: toTexts(product.descriptions),
  price: product.price,
  compare_at: product.compare_at,
  free: product.free,
  status: product.status,
  categorys_id: product.categories,
  brand_id: product.brand_id,
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
  const rows = products.map(({ id, titles, descriptions, price, compare_at, free, status, brand_id }) => ({
    ...{ id, price, compare_at, free, status, brand_id },
    titles: toTexts(titles),
    descriptions: toTexts(descriptions),
  }));
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
    await ctx.db.$executeRaw`
      INSERT INTO product_image (product_id, file, thumb, source, ord)
      SELECT product_id, file, thumb, source,
             coalesce((SELECT max(ord) + 1 FROM product_image g WHERE g.product_id = r.product_id), 0)
        FROM jsonb_to_recordset(${json(pictures)}::jsonb) AS r(product_id int, file text, thumb text, source text)`;
  await recordAudits(
    ctx,
    products.map((product) => {
      const stood = before.get(product.id);
      const added = pictures.filter(({ product_id }) => product_id === product.id).map(({ file }) => file);
      return {
        noun: 'product' as const,
        id: product.id,
        action: 'update',
        before: stood ? logged(stood) : null,
        after: { ...logged(product), ...(added.length > 0 ? { images: added } : {}) },
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
  await ctx.db.$executeRaw`DELETE FROM product_category WHERE product_id = ANY(${ids}::int[])`;
  await ctx.db.$executeRaw`
    INSERT INTO product_category (product_id, category_id)
    SELECT product_id, category_id FROM jsonb_to_recordset(${json(rows)}::jsonb) AS r(product_id int, category_id int)`;
}

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
    title: read.title ?? (product ? product.titles.ar || product.titles.en || product.titles.de : null),
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
    cells: result === 'refused' ? read.cells : null,
  }));
  await ctx.db.$executeRaw`
    INSERT INTO product_import_row
      (import_id, row, result, barcode, title, product_id, item_id, version, quantity, cost, reasons, notices, changes,
       before, cells)
    SELECT ${import_id}::int, r.row, r.result, r.barcode, r.title, r.product_id, r.item_id, r.version, r.quantity,
           r.cost, r.reasons, r.notices, r.changes, r.before, r.cells::jsonb
      FROM jsonb_to_recordset(${json(rows)}::jsonb)
        AS r(row int, result text, barcode text, title text, product_id int, item_id int, version int,
             quantity numeric, cost numeric, reasons jsonb, notices jsonb, changes jsonb, before jsonb, cells text)`;
}
