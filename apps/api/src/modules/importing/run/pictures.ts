import { createHash } from 'node:crypto';
import { Failure } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import { storePictureSizes } from '../../../core/file/pictures.ts';
import { PICTURES_MAX, PICTURES_UNPACKED_MB } from '../../../core/spreadsheet/limits.ts';
import { toPictureFileKey } from '../../../core/spreadsheet/open.ts';
import { openZip } from '../../../core/spreadsheet/zip.ts';
import { IMAGE_SIZES } from '../../catalog/index.ts';
import type { ParsedImportRow } from '../file/parsed-row.ts';
import type { StoredZipPicture } from './decide-row.ts';

/** The largest picture that is unpacked, in bytes. */
const PICTURE_BYTES = 10 * 1024 * 1024;

/** The pictures of a ZIP file, found by name only and never by path or URL. */
export type PictureZip = {
  readonly names: ReadonlySet<string>;
  /** The bytes of a picture; null when it cannot be unpacked or is too large. */
  read(name: string): Promise<Buffer | null>;
  close(): void;
};

export async function openPictureZip(path: string): Promise<PictureZip> {
  const zip = await openZip(path, { entries: PICTURES_MAX, megabytes: PICTURES_UNPACKED_MB });
  const entries = new Map(
    [...zip.entries.values()].map((entry) => [toPictureFileKey(entry.fileName), entry]),
  );
  return {
    names: new Set(entries.keys()),
    close: zip.close,
    read: async (name) => {
      const entry = entries.get(name);
      if (!entry || entry.uncompressedSize > PICTURE_BYTES) return null;
      try {
        const parts: Buffer[] = [];
        for await (const part of await zip.open(entry)) parts.push(part as Buffer);
        return Buffer.concat(parts);
      } catch {
        return null;
      }
    },
  };
}

/** Returns the hashes of the pictures that the products with these codes already have. */
async function knownSources(ctx: Ctx, barcodes: readonly string[]): Promise<Set<string>> {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('product_item as i')
      .innerJoin('product_image as g', 'g.product_id', 'i.product_id')
      .distinct()
      .select(({ ref }) => sql<string>`${ref('i.barcode')} || ' ' || ${ref('g.source')}`.as('key'))
      .where('i.barcode', '=', sql<string>`any(${[...barcodes]}::text[])`)
      .where('i.deleted_at', 'is', null)
      .where('g.source', 'is not', null),
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * Converts and stores the pictures of a batch before its transaction, so that nothing stays locked meanwhile. Skips
 * pictures that the product already has, and all in a dry run.
 * @returns the pictures by name; `broken` lists those that cannot be read
 */
export async function storeNewZipPictures(
  ctx: Ctx,
  zip: PictureZip | null,
  rows: readonly ParsedImportRow[],
  isDryRun: boolean,
) {
  const pictures = new Map<string, StoredZipPicture>();
  const broken = new Set<string>();
  const wanting = rows.filter(({ wanted, reasons }) => wanted.image !== undefined && reasons.length === 0);
  if (!zip || wanting.length === 0) return { pictures, broken };
  const known = await knownSources(
    ctx,
    wanting.map(({ barcode }) => barcode ?? ''),
  );
  for (const { barcode, wanted } of wanting) {
    const name = wanted.image ?? '';
    if (broken.has(name)) continue;
    const stored = pictures.get(name);
    const bytes = stored ? null : await zip.read(name);
    const source = stored?.source ?? (bytes ? createHash('sha256').update(bytes).digest('hex') : null);
    if (source === null) broken.add(name);
    else if (isDryRun || known.has(`${barcode} ${source}`))
      pictures.set(name, stored ?? { source, file: '', thumb: '' });
    else if (!stored?.file) {
      const again = bytes ?? (await zip.read(name));
      const files = again ? await storePictureWithThumbnail(ctx, again) : null;
      if (files) pictures.set(name, { source, ...files });
      else broken.add(name);
    }
  }
  return { pictures, broken };
}

/** Stores a picture and its thumbnail; null when the bytes are not a picture. @throws upload.* */
async function storePictureWithThumbnail(
  ctx: Ctx,
  bytes: Buffer,
): Promise<{ file: string; thumb: string } | null> {
  try {
    const [file = '', thumb = ''] = await storePictureSizes(ctx, bytes, {
      sizes: IMAGE_SIZES,
      field: 'images',
    });
    return { file, thumb };
  } catch (error) {
    if (error instanceof Failure && error.code.startsWith('image.')) return null;
    throw error;
  }
}
