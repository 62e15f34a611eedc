// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest';
import {
  checkPicturesFit,
  getPictureUrl,
  type PictureEntry,
  preparePicture,
  sendWithPictures,
} from './picture-uploads.ts';

type Send = Parameters<typeof sendWithPictures>;
type Saved = Awaited<ReturnType<Send[1]>>;

const size = 3_000_000;
const data = `data:image/png;base64,${'A'.repeat(size)}`;
vi.mock('../../lib/form/picture-data.ts', () => ({ readSmallPicture: async () => data }));

const file = new File([], 'coffee.png');
const fresh = () => preparePicture(file);

/** Mocks a server that stores pictures and refuses every save from number `fails` on. */
const serve = (fails = Number.POSITIVE_INFINITY) => {
  const saves: Record<string, unknown>[] = [];
  let next = 100;
  const save: Send[1] = async (input) => {
    saves.push(input);
    if (saves.length >= fails) return undefined;
    const images = (input.images ?? []).map((one) => {
      next += 1;
      return { id: 'id' in one ? one.id : next, url: '', thumb_url: '' };
    });
    return { id: 7, version: saves.length, images } as unknown as Saved;
  };
  return { saves, save };
};

const kinds = (save: Record<string, unknown>) =>
  (save.images as PictureEntry[]).map((picture) => ('id' in picture ? picture.id : picture.base64.length));

beforeEach(() => vi.clearAllMocks());

it('pictures are saved together up to the limit: stored ones cost nothing, and at least one is sent', () => {
  const album = [{ id: 1 }, { base64: 'a' }, { base64: 'b' }, { id: 2 }, { base64: 'c' }];
  expect(checkPicturesFit(album, () => 4, 9)).toEqual([true, true, true, true, false]);
  expect(checkPicturesFit(album, () => 99, 9)).toEqual([true, true, false, true, false]);
  // a small picture does not overtake a large one
  expect(checkPicturesFit(album, (name) => (name === 'b' ? 8 : 1), 5)).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
});

it('pictures too large for one save are sent in several and keep their order', async () => {
  const { saves, save } = serve();
  const album = [await fresh(), { id: 5 }, await fresh()];
  const { result, unsavedValues: left } = await sendWithPictures(
    { titles: { en: 'Coffee' }, images: album },
    save,
  );
  expect(saves.map(kinds)).toEqual([
    [data.length, 5],
    [101, 5, data.length],
  ]);
  expect(saves[0]?.titles).toEqual({ en: 'Coffee' });
  // the second save has only the pictures, with the version from the first
  expect(saves[1]).toMatchObject({ id: 7, version: 1 });
  expect(saves[1]).not.toHaveProperty('titles');
  expect(result?.version).toBe(2);
  expect(left).toBeUndefined();
});

it('pictures refused by a later save can be saved again', async () => {
  const { save } = serve(2);
  const second = await fresh();
  const { result, unsavedValues: left } = await sendWithPictures({ images: [await fresh(), second] }, save);
  expect(result?.version).toBe(1);
  expect(left?.images).toEqual([expect.objectContaining({ id: 101 }), second]);
  expect(getPictureUrl(second)).toBe(data);
});

it('a picture that the server did not keep is not sent for ever', async () => {
  const saves: unknown[] = [];
  const forgetful: Send[1] = async (input) => {
    saves.push(input);
    return { id: 7, version: 1, images: [] } as unknown as Saved;
  };
  const { unsavedValues: left } = await sendWithPictures({ images: [await fresh()] }, forgetful);
  expect(saves).toHaveLength(1);
  expect(left).toBeUndefined();
});

it('a picture whose bytes were lost with the page is left out', async () => {
  const { saves, save } = serve();
  await sendWithPictures({ images: [{ base64: 'bG9jYWw5OTk5' }, { id: 5 }] }, save);
  expect(saves.map(kinds)).toEqual([[5]]);
});
