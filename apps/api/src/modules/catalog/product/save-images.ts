import { type api, fail } from '@dukkan/contract';
import { type Selectable, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { runStatement, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { storePictureSizes } from '../../../core/file/pictures.ts';
import type { Tables } from '../../../generated/tables.ts';
import type { ImageRecord } from './product.view.ts';

type Row = Selectable<Tables['product_image']>;
type ImagesInput = NonNullable<z.output<typeof api.product.save.input>['images']>;

/** Longest edges in pixels: of a picture, and of its thumbnail. */
export const IMAGE_SIZES = [1600, 320] as const;

/** A picture that stays, or the files of a new one. */
export type ImageInput = { readonly id: number } | { readonly file: string; readonly thumb: string };

/**
 * Stores the new pictures of a request before any lock, so that nobody waits while they are converted; a cleanup job
 * removes the files of refused saves. @throws image.*, upload.*
 */
export async function storeNewImages(ctx: Ctx, input: ImagesInput): Promise<ImageInput[]> {
  const images: ImageInput[] = [];
  for (const [index, picture] of input.entries()) {
    if ('id' in picture) images.push({ id: picture.id });
    else {
      const stored = await storePictureSizes(ctx, picture.base64, {
        sizes: IMAGE_SIZES,
        field: `images.${index}`,
      });
      const [file = '', thumb = ''] = stored;
      images.push({ file, thumb });
    }
  }
  return images;
}

/**
 * Sets a product's pictures to exactly these, in this order; the caller has locked the product.
 * @throws reference.missing for a picture of another product, request.invalid for a duplicate
 */
export async function replaceProductImages(
  ctx: Ctx,
  product_id: number,
  stored: readonly ImageRecord[],
  images: readonly ImageInput[],
): Promise<void> {
  const seenIds = new Set<number>();
  for (const [index, picture] of images.entries()) {
    if (!('id' in picture)) continue;
    if (!stored.some(({ id }) => id === picture.id))
      fail('reference.missing', { field: 'images' }, `images.${index}.id`);
    if (seenIds.has(picture.id)) failField(`images.${index}.id`, 'distinct');
    seenIds.add(picture.id);
  }
  await ctx.db.product_image.deleteMany({ where: { product_id, id: { notIn: [...seenIds] } } });
  const rows = JSON.stringify(images.map((picture, ord) => ({ ...picture, ord })));
  const imageRowsSql = sql<Pick<Row, 'file' | 'thumb' | 'ord'> & { id: number | null }>`
    jsonb_to_recordset(${rows}::jsonb)`.as<'r'>(sql`r(id int, file text, thumb text, ord smallint)`);
  if (seenIds.size > 0)
    await runStatement(
      ctx,
      tables
        .updateTable('product_image as g')
        .from(imageRowsSql)
        .set(({ ref }) => ({ ord: ref('r.ord') }))
        .whereRef('g.id', '=', 'r.id'),
    );
  if (seenIds.size < images.length)
    await runStatement(
      ctx,
      tables
        .insertInto('product_image')
        .columns(['product_id', 'file', 'thumb', 'ord'])
        .expression(({ selectFrom }) =>
          selectFrom(imageRowsSql)
            .select([sql<number>`${product_id}::int`.as('product_id'), 'r.file', 'r.thumb', 'r.ord'])
            .where('r.id', 'is', null)
            .orderBy('r.ord'),
        ),
    );
}
