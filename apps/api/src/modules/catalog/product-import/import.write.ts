import { auditMany } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { texts } from '../texts.ts';
import type { Decision } from './import.decide.ts';
import type { Standing } from './import.stand.ts';

/** Somebody took a barcode between the look and the write: the batch is done again and sees it. */
export class Overtaken extends Error {}

const json = JSON.stringify;

/** New ids of products, in one statement. */
async function nextIds(ctx: Ctx, count: number): Promise<number[]> {
  const rows = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence('product', 'id'))::int AS id FROM generate_series(1, ${count}::int)`;
  return rows.map(({ id }) => id);
}

/** Writes new products with item, category and picture: one statement for all. @returns id by row @throws Overtaken */
export async function writeCreated(ctx: Ctx, decisions: readonly Decision[]): Promise<Map<number, number>> {
  const made = new Map<number, number>();
  if (decisions.length === 0) return made;
  const ids = await nextIds(ctx, decisions.length);
  const rows = decisions.map(({ read, category, picture }, at) => ({
    id: ids[at] ?? 0,
    titles: texts(read.wanted.names),
    descriptions: texts(read.wanted.descriptions),
    price: read.wanted.price ?? 0,
    status: read.wanted.status ?? 1,
    barcode: read.barcode,
    category,
    file: picture?.file ?? null,
    thumb: picture?.thumb ?? null,
    source: picture?.source ?? null,
  }));
  const items = await ctx.db.$queryRaw<{ id: number; product_id: number }[]>`
    WITH r AS (
      SELECT * FROM jsonb_to_recordset(${json(rows)}::jsonb)
        AS r(id int, titles jsonb, descriptions jsonb, price numeric, status smallint, barcode text, category int,
             file text, thumb text, source text)
    ), p AS (
      INSERT INTO product (id, titles, descriptions, price, status, created_at, updated_at)
      SELECT id, titles, descriptions, price, status, ${ctx.now}, ${ctx.now} FROM r
    ), c AS (
      INSERT INTO product_category (product_id, category_id) SELECT id, category FROM r WHERE category IS NOT NULL
    ), g AS (
      INSERT INTO product_image (product_id, file, thumb, source, ord)
      SELECT id, file, thumb, source, 0 FROM r WHERE file IS NOT NULL
    )
    INSERT INTO product_item (product_id, barcode, created_at) SELECT id, barcode, ${ctx.now} FROM r ORDER BY barcode
    ON CONFLICT (barcode) WHERE deleted_at IS NULL AND barcode IS NOT NULL DO NOTHING
    RETURNING id, product_id`;
  if (items.length < rows.length) throw new Overtaken();
  const itemOf = new Map(items.map(({ id, product_id }) => [product_id, id]));
  for (const [at, { read }] of decisions.entries()) made.set(read.row, ids[at] ?? 0);
  await auditMany(
    ctx,
    rows.map(({ id, barcode, category, file, thumb, source, ...row }) => ({
      noun: 'product' as const,
      id,
      action: 'create',
      before: null,
      after: {
        ...row,
        categorys_id: category === null ? [] : [category],
        items: [{ item_id: itemOf.get(id), barcode, price: null, pack_quantity: 1 }],
        images: file === null ? [] : [file],
      },
      version: 1,
    })),
  );
  return made;
}

/** What the log says of a changed product: the fields that imports touch. */
const logged = (product: Standing) => ({
  titles: texts(product.titles),
  descriptions: texts(product.descriptions),
  price: product.price,
  compare_at: product.compare_at,
  status: product.status,
  categorys_id: product.categories,
  items: product.items.map(({ id, barcode, price }) => ({ item_id: id, barcode, price })),
});

/**
 * Writes what a batch changed in standing products: each once, however many rows were about it.
 * @param before the same products as they stood
 */
export async function writeChanged(
  ctx: Ctx,
  decisions: readonly Decision[],
  before: ReadonlyMap<number, Standing>,
): Promise<void> {
  const products = [...new Set(decisions.flatMap(({ product }) => product ?? []))].toSorted(
    (a, b) => a.id - b.id,
  );
  if (products.length === 0) return;
  const rows = products.map(({ id, titles, descriptions, price, compare_at, status }) => ({
    ...{ id, price, compare_at, status },
    titles: texts(titles),
    descriptions: texts(descriptions),
  }));
  await ctx.db.$executeRaw`
    UPDATE product p
       SET titles = r.titles, descriptions = r.descriptions, price = r.price, compare_at = r.compare_at,
           status = r.status, version = p.version + 1, updated_at = ${ctx.now}
      FROM jsonb_to_recordset(${json(rows)}::jsonb)
        AS r(id int, titles jsonb, descriptions jsonb, price numeric, compare_at numeric, status smallint)
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
  await auditMany(
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
async function writeMoves(ctx: Ctx, decisions: readonly Decision[]): Promise<void> {
  const moved = new Map<number, Standing>();
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

/** Keeps what became of a batch's rows. */
export async function writeRows(
  ctx: Ctx,
  import_id: number,
  decisions: readonly Decision[],
  created: ReadonlyMap<number, number>,
): Promise<void> {
  const rows = decisions.map(({ read, result, reasons, product, changes, before }) => ({
    row: read.row,
    result,
    barcode: read.barcode,
    title: read.title ?? (product ? product.titles.ar || product.titles.en || product.titles.de : null),
    product_id: product?.id ?? created.get(read.row) ?? null,
    version: result === 'created' ? 1 : result === 'updated' && product ? product.version + 1 : null,
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
