import { randomBytes } from 'node:crypto';
import { fail, findPictureProblem, type PictureMinimum } from '@dukkan/contract';
import { type Ctx, getActorId } from '../ctx.ts';
import { failField } from '../fail-field.ts';

const ACCEPTED = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
const MAX_PIXELS = 25_000_000;

type Size = { readonly size: number; readonly field: string; readonly minimum?: PictureMinimum };

/** Stores a picture in one size, like `storePictureSizes`. @returns the file's name in the store */
export async function storePicture(
  ctx: Ctx,
  picture: string | Uint8Array,
  { size, field, minimum }: Size,
): Promise<string> {
  const [name = ''] = await storePictureSizes(ctx, picture, { sizes: [size], field, minimum });
  return name;
}

/**
 * Stores a picture in several sizes. Detects PNG, JPEG, WebP and GIF by their bytes, rotates the picture upright,
 * shrinks it to each of `sizes` in pixels and writes WebP, so that no uploaded byte is served.
 * @param picture base64 without a data-URL head, or bytes
 * @returns the file names in the store, in the order of the sizes
 */
export async function storePictureSizes(
  ctx: Ctx,
  picture: string | Uint8Array,
  {
    sizes,
    field,
    minimum,
  }: { sizes: readonly number[]; field: string; minimum?: PictureMinimum | undefined },
): Promise<string[]> {
  const bytes = typeof picture === 'string' ? Buffer.from(picture, 'base64') : Buffer.from(picture);
  // loaded on first use, because most processes rarely handle a picture
  const { fileTypeFromBuffer } = await import('file-type');
  const kind = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!kind || !ACCEPTED.has(kind.mime)) return fail('image.unreadable', undefined, field);
  if (minimum) await checkPictureSize(bytes, minimum, field);
  await checkStorageQuota(ctx, bytes.length);
  const account_id = getActorId(ctx);
  const names: string[] = [];
  for (const size of sizes) {
    const webp = await reencodePicture(bytes, size, field);
    const name = `${randomBytes(16).toString('base64url')}.webp`;
    await ctx.services.files.put(name, webp, 'image/webp');
    // the upload counts once towards the quota, regardless of the number of sizes
    const uploadBytes = names.length === 0 ? bytes.length : 0;
    await ctx.db.stored_file.create({ data: { name, account_id, bytes: uploadBytes } });
    names.push(name);
  }
  return names;
}

/** Checks the size of the upright picture in pixels. @throws request.invalid on `field` */
async function checkPictureSize(bytes: Buffer, minimum: PictureMinimum, field: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  const facts = await sharp(bytes)
    .metadata()
    .catch(() => null);
  // a picture that cannot be read is refused when it is drawn
  const problem = facts && findPictureProblem(facts.autoOrient, minimum);
  if (problem) failField(field, problem.rule, problem.params);
}

async function reencodePicture(bytes: Buffer, size: number, field: string): Promise<Buffer> {
  // loaded on first use, because the native library would be most of a small process's memory
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false });
    return await image
      .rotate()
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84 })
      .toBuffer();
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message))
      return fail('image.too_many_pixels', { megapixels: MAX_PIXELS / 1_000_000 }, field);
    return fail('image.unreadable', undefined, field);
  }
}

/** Checks the daily upload limit of the account, in megabytes. @throws upload.quota */
export async function checkStorageQuota(ctx: Ctx, bytes: number): Promise<void> {
  if (ctx.actor.kind !== 'account') return;
  const megabytes = ctx.services.env.UPLOAD_MB_PER_DAY;
  const since = new Date(ctx.now.getTime() - 86_400_000);
  const used = await ctx.db.stored_file.aggregate({
    _sum: { bytes: true },
    where: { account_id: ctx.actor.id, created_at: { gte: since } },
  });
  if ((used._sum.bytes ?? 0) + bytes > megabytes * 1_048_576) fail('upload.quota', { megabytes });
}

/** The URL of a stored picture; null stays null. */
export const pictureUrl = (name: string | null): string | null => (name === null ? null : `/files/${name}`);
