import type { api } from '@dukkan/contract';
import type { SaveOutcome } from '../../kit/index.ts';
import { loadStoredPicture, readSmallPicture } from '../../lib/form/picture-data.ts';
import type { InputOf, ResultOf } from '../../lib/server/endpoint.ts';

type Save = typeof api.product.save;

/** A picture of the form: a stored one, or a new one by the short name under which its bytes wait here. */
export type Picture = { id: number; url?: unknown; thumb_url?: unknown } | { base64: string };

/**
 * The bytes of pictures that are not saved yet. The form holds their names only: it compares and checks all it
 * holds with every key press, and that must not be megabytes.
 */
const waiting = new Map<string, string>();
let made = 0;

/** Makes a picked picture ready and answers its name; rejects where the browser cannot read it. */
export const preparePicture = async (file: File): Promise<Picture> => keep(await readSmallPicture(file));

/** The same for a picture of another product; null where it cannot be had: a copy without it is still a copy. */
export const copyStoredPicture = (address: string): Promise<Picture | null> =>
  loadStoredPicture(address).then(keep, () => null);

function keep(data: string): Picture {
  made += 1;
  // twelve characters of base64, so that the contract takes it for a picture
  const base64 = btoa(`local${String(made).padStart(4, '0')}`);
  waiting.set(base64, data);
  return { base64 };
}

/** What a picture is drawn from; null for a new one whose bytes are gone (the page was loaded again). */
export function getPictureUrl(picture: Picture): string | null {
  if ('base64' in picture) return waiting.get(picture.base64) ?? null;
  return String(picture.thumb_url ?? picture.url ?? '');
}

export const getPictureKey = (picture: Picture): string =>
  'id' in picture ? `${picture.id}` : picture.base64;

/** Characters of pictures in one save: the server takes 4.5 MB, and the other fields want their place. */
const SAVE_MAX = 4_000_000;

/**
 * Which of an album go with one save: all that are stored, and new ones in their order as long as they fit. One
 * always does, or the album would never be saved.
 */
export function checkPicturesFit(
  album: readonly Picture[],
  sizeOf: (base64: string) => number,
  max: number,
): boolean[] {
  let room = max;
  let any = false;
  return album.map((picture) => {
    if ('id' in picture) return true;
    const size = sizeOf(picture.base64);
    const fits = !any || size <= room;
    if (fits) {
      any = true;
      room -= size;
    } else {
      // the order of the new ones is kept
      room = 0;
    }
    return fits;
  });
}

/**
 * Saves a product with its pictures, in several saves where one would be too large. When a later one is refused, the
 * answer holds what was saved and which pictures still wait.
 */
export async function sendWithPictures(
  input: InputOf<Save>,
  save: (input: InputOf<Save>) => Promise<ResultOf<Save> | undefined>,
): Promise<SaveOutcome<Save>> {
  if (!input.images) return { result: await save(input) };
  let album = (input.images as Picture[]).filter((picture) => getPictureUrl(picture) !== null);
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
      // one that the server did not keep is not sent again
      return stored.next().value ?? [];
    });
    if (album.every((picture) => 'id' in picture)) return { result };
    head = { id: answer.id, version: answer.version };
  }
}
