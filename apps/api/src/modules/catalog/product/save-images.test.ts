import { api } from '@dukkan/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { productsOf } from '../../../../test/products.ts';
import { deleteUnusedFiles } from '../../../jobs/cleaning.ts';

let app: TestApp;
let admin: Person;
let now = new Date();
beforeAll(async () => {
  app = await startApp({ env: { ROLE: 'api' }, now: () => now });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const { save, show, list } = productsOf({ call: (...all) => app.call(...all) } as TestApp, () => admin);

const painted = (background: string, width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
const base64 = async (background: string, width?: number, height?: number) => ({
  base64: (await painted(background, width, height)).toString('base64'),
});
const fileOf = (url: string | undefined) => fetch(`${app.url}${url}`);
const sizeOf = async (url: string | undefined) => {
  const { width, height, format } = await sharp(await (await fileOf(url)).arrayBuffer()).metadata();
  return { width, height, format };
};

describe('product pictures', () => {
  test('product pictures are redrawn at 1600 pixels with a thumbnail of 320, and the first one is in the list', async () => {
    const { results } = await save({ images: [await base64('red', 2000, 1000), await base64('blue')] });
    const [first, second] = results.images;
    expect(await sizeOf(first?.url)).toEqual({ width: 1600, height: 800, format: 'webp' });
    expect(await sizeOf(first?.thumb_url)).toEqual({ width: 320, height: 160, format: 'webp' });
    expect(await sizeOf(second?.url)).toEqual({ width: 40, height: 30, format: 'webp' });
    expect(results.image_url).toBe(first?.thumb_url);
    expect((await list({ id: results.id })).results[0]?.image_url).toBe(first?.thumb_url);
  });

  test('product pictures are ordered as in the request; stored ones are kept by id, and unnamed ones are removed', async () => {
    const { results } = await save({
      images: [await base64('red'), await base64('green'), await base64('blue')],
    });
    const [red, green, blue] = results.images;
    const after = await save({ id: results.id, images: [blue, await base64('white'), { id: red?.id }] });
    expect(after.results.images).toHaveLength(3);
    expect(after.results.images[0]).toEqual(blue);
    expect(after.results.images[2]).toEqual(red);
    expect((await save({ id: results.id, ord: 1 })).results.images).toEqual(after.results.images);
    expect((await save({ id: results.id, images: [] })).results).toMatchObject({
      images: [],
      image_url: null,
    });
    const foreign = await save({ images: [{ id: green?.id }] });
    expect(foreign.failure).toMatchObject({ code: 'reference.missing' });
    expect(foreign.failure.errors).toHaveProperty(['images.0.id']);
  });

  test('product pictures sent as multipart files come after those named in the body', async () => {
    const { results } = await save({ images: [await base64('red')] });
    const form = new FormData();
    for (const color of ['green', 'blue'])
      form.append('images', new Blob([new Uint8Array(await painted(color))]), `${color}.png`);
    form.append('data', JSON.stringify({ id: results.id, images: [{ id: results.images[0]?.id }] }));
    const response = await fetch(app.url + api.product.save.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: form,
    });
    expect(response.status, await response.text()).toBe(200);
    const after = (await show(results.id)).results.images;
    expect(after).toHaveLength(3);
    expect(after[0]).toEqual(results.images[0]);
  });

  test('a product has at most fifty pictures, and a file that is no picture is refused', async () => {
    const one = await base64('red', 2, 2);
    const many = await save({ images: Array.from({ length: 51 }, () => one) });
    expect(many.failure.errors).toHaveProperty('images');
    const text = Buffer.from('not a picture at all').toString('base64');
    const refused = await save({ images: [one, { base64: text }] });
    expect(refused.failure.code).toBe('image.unreadable');
    expect(refused.failure.errors).toHaveProperty(['images.1']);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    expect((await save({ images: [{ base64: svg }] })).failure.code).toBe('image.unreadable');
  });

  test('a product with pictures may be sent in a body of 4.4 MB, but not of 5 MB', async () => {
    const noise = Buffer.alloc(3 * 1024 * 1024 - 1, 7).toString('base64');
    expect((await save({ images: [{ base64: noise }] })).failure.code).toBe('image.unreadable');
    const more = Buffer.alloc(2 * 1024 * 1024).toString('base64');
    expect((await save({ images: [{ base64: more }, { base64: more }] })).status).toBe(413);
  });

  test('unused product pictures are deleted after a day and used ones are not', async () => {
    const { results } = await save({ images: [await base64('red'), await base64('blue')] });
    const [gone, kept] = results.images;
    await save({ id: results.id, images: [{ id: kept?.id }] });
    const status = async (url: string | undefined) => (await fileOf(url)).status;
    await app.services.database.pool.query('UPDATE stored_file SET created_at = $1', [now]);
    await deleteUnusedFiles(app.services);
    expect(await status(gone?.url)).toBe(200);
    now = new Date(now.getTime() + 90_000_000);
    await deleteUnusedFiles(app.services);
    expect([await status(gone?.url), await status(gone?.thumb_url)]).toEqual([404, 404]);
    expect([await status(kept?.url), await status(kept?.thumb_url)]).toEqual([200, 200]);
  });
});
