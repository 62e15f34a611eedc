import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { sql } from 'kysely';
import { recordAudit } from '../core/audit.ts';
import type { Ctx } from '../core/ctx.ts';
import { fetchRows, tables } from '../core/db/tables.ts';
import { storePictureSizes } from '../core/file/pictures.ts';
import { getDrawingNamesByTitle } from './demo-catalogue.ts';

/** The longest edges of a picture and its thumbnail, as for a product's own pictures. */
const SIZES = [640, 320] as const;
const GROUNDS = ['#fdf3e7', '#eef6ee', '#edf4fc', '#fdeef0', '#f4f0fb', '#f1f5f4'] as const;

type Drawings = { readonly icons: Readonly<Record<string, { readonly body: string }>> };

/** Fluent emoji by Microsoft (MIT), packed by Iconify. The file is large, so it is read only when needed. */
export async function readDrawings(): Promise<Drawings['icons']> {
  const file = createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji-flat/icons.json');
  return (JSON.parse(await readFile(file, 'utf8')) as Drawings).icons;
}

async function renderPng(body: string, ground: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const [edge] = SIZES;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="${edge}" height="${edge}">
    <rect width="48" height="48" fill="${ground}"/><g transform="translate(8 8)">${body}</g></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
}

/** Returns the demo products without a picture, by the name of their drawing. */
async function loadProductsWithoutPicture(ctx: Ctx): Promise<Map<string, number[]>> {
  const drawings = getDrawingNamesByTitle();
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('product as p')
      .select(({ ref }) => ['p.id', sql<string>`${ref('p.titles')}->>'en'`.as('title')])
      .where('p.deleted_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('product_image as g').select('g.id').whereRef('g.product_id', '=', 'p.id'))),
      )
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('product_item as i')
            .select('i.id')
            .whereRef('i.product_id', '=', 'p.id')
            .where(({ or, eb }) => or([eb('i.barcode', 'like', '214%'), eb('i.barcode', 'is', null)])),
        ),
      )
      .orderBy('p.id'),
  );
  const found = new Map<string, number[]>();
  for (const { id, title } of rows) {
    const drawing = drawings.get(title);
    if (drawing) found.set(drawing, [...(found.get(drawing) ?? []), id]);
  }
  return found;
}

/**
 * Gives the demo products their pictures; products of one kind share a drawing. Pictures that users added are not
 * replaced.
 */
export async function seedProductDrawings(
  ctx: Ctx,
  { rest, isStopped }: { rest: (ms: number) => Promise<void>; isStopped: () => boolean },
): Promise<void> {
  const wanted = await loadProductsWithoutPicture(ctx);
  if (wanted.size === 0) return;
  const icons = await readDrawings();
  let n = 0;
  for (const [drawing, ids] of wanted) {
    if (isStopped()) return;
    const body = icons[drawing]?.body;
    if (body === undefined) continue;
    const picture = await renderPng(body, GROUNDS[n % GROUNDS.length] ?? '#fff');
    n += 1;
    const [file = '', thumb = ''] = await storePictureSizes(ctx, picture, { sizes: SIZES, field: 'images' });
    await ctx.db.product_image.createMany({ data: ids.map((product_id) => ({ product_id, file, thumb })) });
    await rest(10);
  }
  const after = { drawings: n };
  await ctx.tx((ctx) =>
    recordAudit(ctx, { noun: 'product', id: 'seed', action: 'seed', before: null, after }),
  );
}
