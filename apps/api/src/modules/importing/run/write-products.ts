import { recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import { BatchConflict } from './batch-conflict.ts';
import type { CurrentProduct } from './current-products.ts';
import type { RowOutcome } from './decide-row.ts';

const json = JSON.stringify;

/** New ids of products and their items, in one statement. */
async function nextIds(ctx: Ctx, count: number): Promise<readonly { id: number; item_id: number }[]> {
  return ctx.db.$queryRaw<{ id: number; item_id: number }[]>`
    SELECT nextval(pg_get_serial_sequence('product', 'id'))::int AS id,
           nextval(pg_get_serial_sequence('product_item', 'id'))::int AS item_id
      FROM generate_series(1, ${count}::int)`;
}

/**
 * Writes new products with item, category and picture, their audit rows and what became of their rows, all by one
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
  const ids = await nextIds(ctx, decisions.length);
  const rows = decisions.map(({ read, category, picture }, at) => ({
    ...ids[at],
    row: read.row,
    titles: toTexts(read.wanted.names),
    descriptions: toTexts(read.wanted.descriptions),
    price: read.wanted.price ?? 0,
    free: read.wanted.free ?? 0,
    // what has no price is not sold until somebody gives it one
    status: read.wanted.price || read.wanted.free === 1 ? (read.wanted.status ?? 1) : 0,
    barcode: read.barcode,
    category,
    quantity: read.wanted.quantity ?? null,
    ...(picture ? { file: picture.file, thumb: picture.thumb, source: picture.source } : {}),
  }));
  const { name, id } = ctx.actor.kind === 'account' ? ctx.actor : { name: ctx.actor.kind, id: null };
  const written = await ctx.db.$executeRaw`
    WITH r AS (
      SELECT * FROM jsonb_to_recordset(${json(rows)}::jsonb)
        AS r(id int, item_id int, row int, titles jsonb, descriptions jsonb, price numeric, status smallint,
             free smallint, barcode text, category int, quantity numeric, file text, thumb text, source text)
    ), p AS (
      INSERT INTO product (id, titles, descriptions, price, status, free, created_at, updated_at)
      SELECT id, titles, descriptions, price, status, free, ${ctx.now}, ${ctx.now} FROM r
    ), c AS (
      INSERT INTO product_category (product_id, category_id) SELECT id, category FROM r WHERE category IS NOT NULL
    ), g AS (
      INSERT INTO product_image (product_id, file, thumb, source, ord)
      SELECT id, file, thumb, source, 0 FROM r WHERE file IS NOT NULL
    ), a AS (
      INSERT INTO audit_log (account_id, actor, ip, request_id, action, noun, record_id, changes)
      SELECT ${id}::int, ${name}, ${ctx.ip || null}, ${ctx.request_id}, 'create', 'product', r.id::text,
             (SELECT jsonb_object_agg(f.key, jsonb_build_object('from', NULL, 'to', f.value))
                FROM jsonb_each(jsonb_build_object(
                       'titles', r.titles, 'descriptions', r.descriptions, 'price', r.price, 'status', r.status,
                       'categorys_id', CASE WHEN category IS NULL THEN '[]' ELSE jsonb_build_array(category) END,
                       'items', jsonb_build_array(jsonb_build_object('item_id', r.item_id, 'barcode', r.barcode,
                                                                     'price', NULL, 'pack_quantity', 1)),
                       'images', CASE WHEN file IS NULL THEN '[]' ELSE jsonb_build_array(file) END)) AS f)
        FROM r
    ), w AS (
      INSERT INTO product_import_row (import_id, row, result, barcode, title, product_id, version, quantity)
      SELECT ${import_id}::int, r.row, 'created', r.barcode,
             coalesce(nullif(r.titles->>'ar', ''), nullif(r.titles->>'en', ''), r.titles->>'de'), r.id, 1, r.quantity
        FROM r
    )
    INSERT INTO product_item (id, product_id, barcode, created_at)
    SELECT item_id, id, barcode, ${ctx.now} FROM r ORDER BY barcode
    ON CONFLICT DO NOTHING`;
  if (written < rows.length) throw new BatchConflict();
}

/** What the log says of a changed product: the fields that imports touch. */
const logged = (product: CurrentProduct) => ({
  titles: toTexts(product.titles),
  descriptions: toTexts(product.descriptions),
  price: product.price,
  compare_at: product.compare_at,
  free: product.free,
  status: product.status,
  categorys_id: product.categories,
  items: product.items.map(({ id, barcode, price }) => ({ item_id: id, barcode, price })),
});

/**
 * Writes what a batch changed in standing products: each once, however many rows were about it.
 * @param before the same products as they stood
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
  const rows = products.map(({ id, titles, descriptions, price, compare_at, free, status }) => ({
    ...{ id, price, compare_at, free, status },
    titles: toTexts(titles),
    descriptions: toTexts(descriptions),
  }));
  await ctx.db.$executeRaw`
    UPDATE product p
       SET titles = r.titles, descriptions = r.descriptions, price = r.price, compare_at = r.compare_at,
           free = r.free, status = r.status, version = p.version + 1, updated_at = ${ctx.now}
      FROM jsonb_to_recordset(${json(rows)}::jsonb)
        AS r(id int, titles jsonb, descriptions jsonb, price numeric, compare_at numeric, free smallint,
             status smallint)
     WHERE p.id = r.id`;
  const items = decisions.flatMap(({ before, product }) => {
    const item = before?.item && product?.items.find(({ id }) => id === before.item?.id);
    return item ? [{ id: item.id, price: item.price }] : [];
  });
  if (items.length > 0)
    await ctx.db.$executeRaw`
      UPDATE product_item i SET price = r.price
        FROM jsonb_to_recordset(${json(items)}::jsonb) AS r(id int, price numeric) WHERE i.id = r.id`;
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

/** Moves of a batch, in the order of its rows: a later one may undo an earlier. */
async function writeMoves(ctx: Ctx, decisions: readonly RowOutcome[]): Promise<void> {
  const moved = new Map<number, CurrentProduct>();
  for (const { product, before } of decisions)
    if (product && before?.categories) moved.set(product.id, product);
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

/** Keeps what became of a batch's other rows; of a dry run's, all. */
export async function insertImportRowResults(
  ctx: Ctx,
  import_id: number,
  decisions: readonly RowOutcome[],
): Promise<void> {
  if (decisions.length === 0) return;
  const rows = decisions.map(({ read, result, reasons, product, changes, before }) => ({
    row: read.row,
    result,
    barcode: read.barcode,
    title: read.title ?? (product ? product.titles.ar || product.titles.en || product.titles.de : null),
    product_id: product?.id ?? null,
    // a price in a list leaves the product as it is
    version: result === 'updated' && product && !before?.listed ? product.version + 1 : null,
    quantity: read.wanted.quantity ?? null,
    reasons,
    changes,
    before,
    cells: result === 'refused' ? read.cells : null,
  }));
  await ctx.db.$executeRaw`
    INSERT INTO product_import_row
      (import_id, row, result, barcode, title, product_id, version, quantity, reasons, changes, before, cells)
    SELECT ${import_id}::int, r.row, r.result, r.barcode, r.title, r.product_id, r.version, r.quantity, r.reasons,
           r.changes, r.before, r.cells::jsonb
      FROM jsonb_to_recordset(${json(rows)}::jsonb)
        AS r(row int, result text, barcode text, title text, product_id int, version int, quantity numeric,
             reasons jsonb, changes jsonb, before jsonb, cells text)`;
}
