import { api } from '@dukkan/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { catalogueOf } from '../../../test/catalogue.ts';

let app: TestApp;
let admin: Person;
let editor: Person;
let png: string;
/** The moment that it is for the app; null: as it is. */
let clock: Date | null = null;

const blank = async (width: number, height: number): Promise<string> => {
  const create = { width, height, channels: 3 as const, background: '#a0b0c0' };
  return (await sharp({ create, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer()).toString(
    'base64',
  );
};

beforeAll(async () => {
  app = await startApp({ now: () => clock ?? new Date() });
  admin = await makeAdmin(app);
  editor = await makePerson(app, { permissions: ['banners'] });
  png = await blank(12, 4);
});
afterAll(() => app.stop());

const makeSlider = () => catalogueOf(app).slider();
const save = (body: object, token = editor.token) => app.call(api.banner.save, body, { token });
const body = async (more: object = {}) => ({
  slider_id: await makeSlider(),
  titles: { ar: 'تخفيضات', en: 'Sale', de: '' },
  descriptions: { ar: '', en: 'A table full of fruit', de: '' },
  images_base64: { en: png },
  ...more,
});
const make = async (more: object = {}) => {
  const saved = await save(await body(more));
  expect(saved.status, saved.text).toBe(200);
  return saved.results;
};
/** What the apps get. */
const shown = async (input: object) => (await app.call(api.banner.list, { limit: 100, ...input })).results;
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const stateOf = async (id: number) => {
  const { shows, why } = (await app.call(api.banner.show, { id }, { token: editor.token })).results;
  return { shows, why };
};

test('a banner can be created, shown, changed, deleted and restored', async () => {
  const made = await make({ focus: { x: 10, y: 90 } });
  expect(made).toMatchObject({
    title: 'Sale',
    image_locale: 'en',
    images_url: { ar: null, de: null },
    target: { type: 'none', target: null, name: null },
    focus: { x: 10, y: 90 },
    shows: 'now',
    why: 'shows',
    ord: 0,
    version: 1,
    actions: ['save', 'delete'],
  });
  expect(made.image_url).toMatch(/^\/files\//);
  const { id, slider_id } = made;
  const slider = await app.call(api.slider.show, { id: slider_id }, { token: admin.token });
  expect(slider.results.banners_count).toBe(1);

  const changed = await save({ ...made, titles: { ar: '', en: 'Summer', de: 'Sommer' } });
  expect(changed.results).toMatchObject({ title: 'Summer', version: 2, images_url: made.images_url });
  expect((await save({ id, version: 1, status: 0 })).failure.code).toBe('record.stale');

  const gone = await app.call(api.banner.remove, { id, version: 2 }, { token: editor.token });
  expect(gone.results).toEqual({ deleted: 1 });
  expect(ids(await shown({ slider_id }))).toEqual([]);
  const back = await app.call(api.banner.restore, { id }, { token: editor.token });
  expect(back.results).toMatchObject({ id, version: 4, shows: 'now' });
  expect(ids(await shown({ slider_key: changed.results.slider_key.toUpperCase() }))).toEqual([id]);
});

test('public banners have no fields for staff', async () => {
  const { slider_id } = await make();
  const [row] = await shown({ slider_id });
  for (const field of ['status', 'shows', 'why', 'version', 'actions', 'titles'])
    expect(row).not.toHaveProperty(field);
  const seller = await makePerson(app, { permissions: ['seller'] });
  expect((await save({ id: row?.id, status: 0 }, seller.token)).status).toBe(403);
});

test('a banner picture in one language is used for the others, with its language named', async () => {
  const made = await make({ images_base64: { ar: png } });
  const [row] = await shown({ slider_id: made.slider_id, locale: 'en' });
  expect(row).toMatchObject({ image_locale: 'ar', image_url: made.images_url.ar });

  const both = await save({ id: made.id, images_base64: { de: png } });
  expect(both.results.images_url).toMatchObject({ ar: made.images_url.ar, en: null });
  expect((await shown({ slider_id: made.slider_id, locale: 'de' }))[0]?.image_locale).toBe('de');
  expect((await save({ id: made.id, images_base64: { ar: null } })).results.images_url.ar).toBeNull();
  const last = await save({ id: made.id, images_base64: { de: null } });
  expect(Object.keys(last.failure.errors)).toEqual(['images_base64']);
});

describe('banner targets', () => {
  test('a banner is hidden from the public while its target is disabled or deleted', async () => {
    const { prisma } = app.services.database;
    const id = await catalogueOf(app).product();
    const made = await make({ target: { type: 'product', target: id, title: { en: 'Buy it' } } });
    expect(made.target).toMatchObject({ type: 'product', target: id, title: { en: 'Buy it' } });
    expect(made.target.name).toMatch(/^Product/);
    const { slider_id } = made;
    expect(ids(await shown({ slider_id }))).toEqual([made.id]);

    await prisma.product.update({ where: { id }, data: { status: 0 } });
    expect(ids(await shown({ slider_id }))).toEqual([]);
    expect((await app.call(api.banner.show, { id: made.id })).status).toBe(404);
    expect(await stateOf(made.id)).toEqual({ shows: 'dead', why: 'target_off' });
    const dead = await app.call(api.banner.list, { slider_id, shows: 'dead' }, { token: editor.token });
    expect(dead.meta.total).toBe(1);

    await prisma.product.update({ where: { id }, data: { status: 1 } });
    expect(ids(await shown({ slider_id }))).toEqual([made.id]);
    await prisma.product.update({ where: { id }, data: { deleted_at: new Date() } });
    expect(await stateOf(made.id)).toEqual({ shows: 'dead', why: 'target_deleted' });
    // what is left as it is may stay; it is not led to anew
    expect((await save({ ...made, version: undefined, ord: 3 })).status).toBe(200);
    const again = await save(await body({ target: { type: 'product', target: id } }));
    expect(Object.keys(again.failure.errors)).toEqual(['target.target']);
  });

  test.each(['category', 'brand', 'offer'] as const)(
    "a banner with a target of the kind %s answers the target's name",
    async (type) => {
      const made = await make({ target: { type, target: await catalogueOf(app)[type]() } });
      expect(made).toMatchObject({ shows: 'now', target: { type } });
      expect(made.target.name?.toLowerCase()).toContain(type);
    },
  );

  test('a banner links to an offer while the offer is valid, and never to a coupon', async () => {
    const { prisma } = app.services.database;
    const id = await catalogueOf(app).offer();
    const made = await make({ target: { type: 'offer', target: id } });
    await prisma.offer.update({ where: { id }, data: { end_date: new Date('2020-01-01') } });
    expect(await stateOf(made.id)).toEqual({ shows: 'dead', why: 'offer_not_on' });
    await prisma.offer.update({ where: { id }, data: { type: 'coupon', code: `C${unique()}` } });
    expect((await save(await body({ target: { type: 'offer', target: id } }))).status).toBe(422);
  });

  test('a banner whose target is not sold in a branch is left out there but is not marked as broken', async () => {
    const { prisma } = app.services.database;
    const here = (await makeBranch(app)).id;
    const there = (await makeBranch(app)).id;
    const offer = await catalogueOf(app).offer();
    const product = await catalogueOf(app).product();
    await prisma.offer_branch.create({ data: { offer_id: offer, branch_id: here } });
    await prisma.product_availability.update({
      where: { product_id: product },
      data: { branch_ids: [here] },
    });
    const first = await make({ target: { type: 'offer', target: offer } });
    const { slider_id } = first;
    const second = await make({ slider_id, target: { type: 'product', target: product } });
    expect(ids(await shown({ slider_id }))).toEqual([first.id, second.id]);
    expect(ids(await shown({ slider_id, branch_id: here }))).toEqual([first.id, second.id]);
    expect(ids(await shown({ slider_id, branch_id: there }))).toEqual([]);
    expect(await stateOf(second.id)).toEqual({ shows: 'now', why: 'shows' });
    const { settings } = await prisma.branch.findUniqueOrThrow({ where: { id: there } });
    const data = { settings: { ...(settings as object), product_check_availability: false } };
    await prisma.branch.update({ where: { id: there }, data });
    expect(ids(await shown({ slider_id, branch_id: there }))).toEqual([second.id]);
  });
});

test('a banner campaign starts and ends with the day of the branch whose app asks', async () => {
  const { prisma } = app.services.database;
  const tokyo = (await makeBranch(app)).id;
  const { settings } = await prisma.branch.findUniqueOrThrow({ where: { id: tokyo } });
  const data = { settings: { ...(settings as object), timezone: 'Asia/Tokyo' } };
  await prisma.branch.update({ where: { id: tokyo }, data });
  const { slider_id } = await make({ start_date: '2031-03-10', end_date: '2031-03-10' });
  /** How many banners Doha's app and Tokyo's get at this moment. */
  const counted = async (now: string) => {
    clock = new Date(now);
    const doha = await shown({ slider_id });
    return [doha.length, (await shown({ slider_id, branch_id: tokyo })).length];
  };
  try {
    expect(await counted('2031-03-09T14:59:00Z')).toEqual([0, 0]);
    expect(await counted('2031-03-09T15:00:00Z')).toEqual([0, 1]);
    expect(await counted('2031-03-09T20:59:59Z')).toEqual([0, 1]);
    expect(await counted('2031-03-09T21:00:00Z')).toEqual([1, 1]);
    expect(await counted('2031-03-10T14:59:59Z')).toEqual([1, 1]);
    expect(await counted('2031-03-10T15:00:00Z')).toEqual([1, 0]);
    expect(await counted('2031-03-10T20:59:59Z')).toEqual([1, 0]);
    expect(await counted('2031-03-10T21:00:00Z')).toEqual([0, 0]);
  } finally {
    clock = null;
  }
});

describe('an invalid banner is refused on its field and not stored', () => {
  const wrong: readonly [string, object][] = [
    ['titles', { titles: undefined }],
    ['titles', { titles: { ar: '', en: ' ', de: '' } }],
    ['descriptions', { descriptions: undefined }],
    ['descriptions.en', { descriptions: { en: 'x'.repeat(501) } }],
    ['images_base64', { images_base64: undefined }],
    ['images_base64', { images_base64: {} }],
    ['images_base64.en', { images_base64: { en: Buffer.from('<svg/>').toString('base64') } }],
    ['images_base64.fr', { images_base64: { fr: 'AAAA' } }],
    ['slider_id', { slider_id: undefined }],
    ['slider_id', { slider_id: 2_000_000_000 }],
    ['focus.x', { focus: { x: 101, y: 0 } }],
    ['focus.y', { focus: { x: 0, y: -1 } }],
    ['focus.x', { focus: { x: 0.5, y: 1 } }],
    ['end_date', { start_date: '2026-12-02', end_date: '2026-12-01' }],
    ['start_date', { start_date: '2026-02-30' }],
    ['status', { status: 2 }],
    ['target.type', { target: { type: 'page', target: 1 } }],
    ['target.target', { target: { type: 'none', target: 1 } }],
    ['target.target', { target: { type: 'product' } }],
    ['target.target', { target: { type: 'product', target: 'https://example.test/' } }],
    ['target.target', { target: { type: 'category', target: 2_000_000_000 } }],
    ['target.target', { target: { type: 'url', target: 5 } }],
    ...[
      'http://example.test/',
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)//https://example.test',
      'data:text/html,x',
      '//example.test/',
      'https:example.test',
      'https:///example.test',
      'https://user@example.test/',
      'https://user:secret@example.test/',
      'https://example.test\\@evil.test/',
      'https://pаypal.test/',
      'https://аррӏе.com/',
      'https://متجرshop.test/',
      // the same as Punycode: Cyrillic, in capitals, no Punycode at all, Punycode of plain letters
      new URL('https://pаypal.test/').href,
      new URL('https://аррӏе.com/').href,
      `https://${new URL('https://pаypal.test/').host.toUpperCase()}/`,
      'https://xn--.test/',
      'https://xn--paypal-.test/',
      'https://xn--999999999.test/',
      'https://www.xn--pypal-4ve.test/',
      'https://exam ple.test/',
      'https://example.test/\n//evil.test',
      'https://localhost/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://2130706433/',
      'https://-x.test/',
    ].map((target): [string, object] => ['target.target', { target: { type: 'url', target } }]),
  ];
  test.each(wrong)('an invalid banner is refused: %s in %j', async (field, change) => {
    const { prisma } = app.services.database;
    const given = await body(change);
    const before = await prisma.banner.count();
    const answer = await save(given);
    expect(Object.keys(answer.failure.errors)).toEqual([field]);
    expect([409, 422]).toContain(answer.status);
    expect(await prisma.banner.count()).toBe(before);
  });

  test('a banner picture of 30,000 by 30,000 pixels is refused', async () => {
    const huge = await save(await body({ images_base64: { en: await blank(30_000, 30_000) } }));
    expect(huge.failure.code).toBe('image.too_many_pixels');
  });
});

test.each([
  'https://example.test',
  'https://shop.example.test:8443/sale?x=1#top',
  'https://متجر.قطر/عرض',
  'https://straße.example.test/',
  new URL('https://متجر.قطر/عرض').href,
  new URL('https://straße.example.test/').href,
  new URL('https://bücher.example.test/').href,
])('%s is accepted as a web address for customers', async (target) => {
  const made = await make({ target: { type: 'url', target } });
  expect(made.target.target).toBe(new URL(target).href);
  expect(made.shows).toBe('now');
});

test('a banner order must name every banner of the slider once, also when two orders are saved at once', async () => {
  const slider_id = await makeSlider();
  const made: number[] = [];
  for (let at = 0; at < 4; at += 1) made.push((await make({ slider_id })).id);
  const order = (list: number[]) =>
    app.call(api.banner.order, { slider_id, ids: list }, { token: editor.token });
  for (const list of [made.slice(1), [...made, made[0] ?? 0], [...made.slice(1), 2_000_000_000]])
    expect([409, 422]).toContain((await order(list)).status);
  expect(ids(await shown({ slider_id }))).toEqual(made);

  const orders = Array.from({ length: 10 }, (_, at) => made.map((_id, n) => made[(n + at) % 4] ?? 0));
  const answers = await Promise.all(orders.map(order));
  expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 200));
  const kept = ids(await shown({ slider_id }));
  expect(orders).toContainEqual(kept);
});

test('a slider with banners cannot be deleted, also while a banner is being created', async () => {
  const { slider_id, id } = await make();
  const removeSlider = (one: number) => app.call(api.slider.remove, { id: one }, { token: editor.token });
  expect((await removeSlider(slider_id)).failure).toMatchObject({
    code: 'slider.in_use',
    params: { count: 1 },
  });
  await app.call(api.banner.remove, { id }, { token: editor.token });
  expect((await removeSlider(slider_id)).status).toBe(200);
  const back = await app.call(api.banner.restore, { id }, { token: editor.token });
  expect(back.failure.code).toBe('reference.missing');

  for (let at = 0; at < 5; at += 1) {
    const given = await body();
    const [saved, removed] = await Promise.all([save(given), removeSlider(given.slider_id)]);
    expect([saved.status, removed.status].filter((status) => status === 200)).toHaveLength(1);
  }
});

test('a slider holds at most 50 banners, and a banner moved to it comes last', async () => {
  const { prisma } = app.services.database;
  const full = await makeSlider();
  const titles = { en: 'Many' };
  const row = { slider_id: full, titles, descriptions: titles, image_en: 'many.webp' };
  await prisma.banner.createMany({ data: Array.from({ length: 49 }, (_, ord) => ({ ...row, ord })) });
  const mover = await make();
  const moved = await save({ id: mover.id, slider_id: full });
  expect(moved.results).toMatchObject({ slider_id: full, ord: 49 });
  expect((await save(await body({ slider_id: full }))).failure.code).toBe('slider.full');
});
