import type { Locale, PictureMinimum } from '@dukkan/contract';
import { loadContractSchemas } from './schema-resolver.ts';

/** Larger pictures are shrunk before they are sent, so that a photo stays below the limit of 3 MB. */
const SIDE_MAX = 1_600;
const AS_IS_MAX = 1024 * 1024;
/** The target size of one of many pictures in bytes, so that a save can send several. */
const SMALL_MAX = 300 * 1024;

/** Encodes the canvas as WebP, or as JPEG where the browser cannot write WebP and would return a large PNG instead. */
async function encodeCanvas(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const write = (type: string) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, type === 'image/webp' ? 0.9 : 0.88));
  const webp = await write('image/webp');
  if (webp?.type === 'image/webp') return webp;
  const paper = canvas.getContext('2d');
  if (paper) {
    // fills transparent parts, which JPEG would make black
    paper.globalCompositeOperation = 'destination-over';
    paper.fillStyle = '#ffffff';
    paper.fillRect(0, 0, canvas.width, canvas.height);
  }
  return write('image/jpeg');
}

/** Draws the picture on a canvas, with no side longer than allowed. */
function drawOnCanvas(picture: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas;
}

async function shrinkPicture(file: File, asIs: number): Promise<Blob> {
  if (file.size <= asIs) return file;
  const blob = await encodeCanvas(drawOnCanvas(await createImageBitmap(file)));
  // a compressed picture may become larger
  return blob && blob.size < file.size ? blob : file;
}

const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** Converts a selected picture to a data URL that can be sent; rejects when the browser cannot read it. */
export const readPicture = async (file: File): Promise<string> =>
  toDataUrl(await shrinkPicture(file, AS_IS_MAX));

/**
 * Converts a selected picture to a small data URL, so that one save can send several; rejects when the browser cannot
 * read it.
 */
export async function readSmallPicture(file: File): Promise<string> {
  // reports a broken picture now instead of when it is saved
  (await createImageBitmap(file)).close();
  return toDataUrl(await shrinkPicture(file, SMALL_MAX));
}

/** Loads a stored picture as a data URL, to save it again; rejects when it cannot be loaded. */
export async function loadStoredPicture(address: string): Promise<string> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const blob = await encodeCanvas(drawOnCanvas(await createImageBitmap(image)));
  if (!blob) throw new Error('The browser cannot write a picture.');
  return toDataUrl(blob);
}

/** Returns the text of the size rule that a selected picture breaks, with the field's name, else null. */
export async function explainPictureSize(
  file: File,
  minimum: PictureMinimum,
  { field, locale }: { readonly field: string; readonly locale: Locale },
): Promise<string | null> {
  const picture = await createImageBitmap(file);
  const { explainIssues, findPictureProblem } = await loadContractSchemas();
  const problem = findPictureProblem(picture, minimum);
  picture.close();
  if (problem === null) return null;
  const issue = { code: 'custom', path: [field], params: { rule: problem.rule, ...problem.params } };
  return explainIssues({ issues: [issue] }, locale, {})[field]?.[0] ?? null;
}
