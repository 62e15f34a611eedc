import type { api } from '@dukkan/contract';
import type { SaveOutcome } from '../../kit/index.ts';
import { loadStoredPicture, readSmallPicture } from '../../lib/form/picture-data.ts';
import type { InputOf, ResultOf } from '../../lib/server/endpoint.ts';

type Save = typeof api.product.save;

/** A picture of the form: a stored one, or the key of a new one whose data is in `waiting`. */
export type PictureEntry = { id: number; url?: unknown; thumb_url?: unknown } | { base64: string };

/**
 * The data of new pictures by their keys. The form only holds the keys, because it compares and validates its values on
 * every key press, which would be slow with megabytes.
 */
const waiting = new Map<string, string>();
let pictureCount = 0;

/** Prepares a selected picture and returns its key; rejects when the browser cannot read it. */
export const preparePicture = async (file: File): Promise<PictureEntry> =>
  createPictureEntry(await readSmallPicture(file));

/**
 * Prepares a copy of another product's picture; null when it cannot be loaded, because the product can be copied
 * without it.
 */
export const copyStoredPicture = (address: string): Promise<PictureEntry | null> =>
  loadStoredPicture(address).then(createPictureEntry, () => null);

function createPictureEntry(data: string): PictureEntry {
  pictureCount += 1;
  // twelve base64 characters, so that the contract's schema accepts the key as a picture
  const base64 = btoa(`local${String(pictureCount).padStart(4, '0')}`);
  waiting.set(base64, data);
  return { base64 };
}

/** Returns the URL to display a picture; null for a new one whose data is lost because the page was reloaded. */
export function getPictureUrl(picture: PictureEntry): string | null {
  if ('base64' in picture) return waiting.get(picture.base64) ?? null;
  return String(picture.thumb_url ?? picture.url ?? '');
}

export const getPictureKey = (picture: PictureEntry): string =>
  'id' in picture ? `${picture.id}` : picture.base64;

/** The most characters of picture data in one save: the server accepts 4.5 MB, and other fields need space too. */
const SAVE_MAX = 4_000_000;

/**
 * Returns for each picture whether it fits into this save: all stored ones, and new ones in order while there is space.
 * At least one new picture always fits, so that the album can be completed.
 */
export function checkPicturesFit(
  pictures: readonly PictureEntry[],
  sizeOf: (base64: string) => number,
  max: number,
): boolean[] {
  let room = max;
  let any = false;
  return pictures.map((picture) => {
    if ('id' in picture) return true;
    const size = sizeOf(picture.base64);
    const fits = !any || size <= room;
    if (fits) {
      any = true;
      room -= size;
    } else {
      // pictures after the first that does not fit wait too, so that the order is kept
      room = 0;
    }
    return fits;
  });
}

/**
 * Saves a product with its pictures, in several saves if one would be too large. When a later save is refused, the
 * result has what was saved and the pictures that are still unsaved.
 */
export async function sendWithPictures(
  input: InputOf<Save>,
  save: (input: InputOf<Save>) => Promise<ResultOf<Save> | undefined>,
): Promise<SaveOutcome<Save>> {
  if (!input.images) return { result: await save(input) };
  let album = (input.images as PictureEntry[]).filter((picture) => getPictureUrl(picture) !== null);
  let head: InputOf<Save> = input;
  let result: ResultOf<Save> | undefined;
  for (;;) {
    const taken = checkPicturesFit(album, (base64) => waiting.get(base64)?.length ?? 0, SAVE_MAX);
    const part = album.filter((_, at) => taken[at]);
    const images = part.map((picture) =>
      'id' in picture ? { id: picture.id } : { base64: waiting.get(picture.base64) ?? '' },
    );
    const answer = await save({ ...head, images });
    if (!answer) return { result, ...(result ? { unsavedValues: { images: album } } : {}) };
    result = answer;
    const stored = answer.images.values();
    album = album.flatMap((picture, at) => {
      if (!taken[at]) return [picture];
      if ('base64' in picture) waiting.delete(picture.base64);
      // a picture that the server did not keep is not sent again
      return stored.next().value ?? [];
    });
    if (album.every((picture) => 'id' in picture)) return { result };
    head = { id: answer.id, version: answer.version };
  }
}
