import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseDrawnShape } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { places, square, squareOf } from '../../../../test/places.ts';

let app: TestApp;
let admin: Person;
let on: ReturnType<typeof places>;
let token: string;
const NOW = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  app = await startApp({ now: () => NOW });
  admin = await makeAdmin(app);
  token = admin.token;
  on = places(app, admin);
});
afterAll(() => app.stop());

const show = async (id: number) => (await app.call(api.location.show, { id }, { token })).results;
const remove = (input: object, by = token) => app.call(api.location.remove, input, { token: by });
const restore = (id: number) => app.call(api.location.restore, { id }, { token });

describe('saving locations', () => {
  test('a location can be created, shown, changed, deleted and restored', async () => {
    const { city_id } = await on.town();
    const made = await on.save({
      type: 0,
      parent_id: city_id,
      names: { ar: 'السد', en: 'Al Sadd' },
      min_order: 30,
      delivery_charge: 7.5,
      delivery_minutes: 45,
      free_after_amount: 150,
    });
    expect(made.status, made.text).toBe(200);
    const { id } = made.results;
    expect(await show(id)).toMatchObject({
      type: 0,
      parent_id: city_id,
      names: { ar: 'السد', en: 'Al Sadd', de: '' },
      status: 1,
      min_order: 30,
      delivery_charge: 7.5,
      delivery_minutes: 45,
      free_after_amount: 150,
      version: 1,
      actions: ['save', 'delete'],
    });
    const changed = await on.save({ id, version: 1, delivery_charge: null, status: 0 });
    expect(changed.results).toMatchObject({ delivery_charge: null, min_order: 30, status: 0, version: 2 });
    expect((await on.save({ id, version: 1, status: 1 })).failure.code).toBe('record.stale');
    expect((await remove({ id, version: 1 })).failure.code).toBe('record.stale');
    expect((await remove({ id })).results).toEqual({ deleted: 1 });
    expect((await app.call(api.location.show, { id }, { token })).status).toBe(404);
    expect((await restore(id)).results).toMatchObject({ id, min_order: 30 });
    expect((await restore(id)).failure.code).toBe('record.missing');
  });

  test('the answer of a location can be sent back unchanged', async () => {
    const id = await on.zone(null, { delivery_charge: 3, polygons: squareOf(80, 10, 0.1) });
    const before = await show(id);
    const { status, results, text } = await on.save({ ...before });
    expect(status, text).toBe(200);
    expect(results).toEqual({ ...before, version: 2, updated_at: results.updated_at });
  });

  test('a location must have a parent of the right kind', async () => {
    const { country_id, state_id, city_id } = await on.town();
    const area_id = await on.area(city_id);
    const tries: [number, number | null][] = [
      [-1, state_id],
      [-1, null],
      [1, country_id],
      [1, null],
      [0, state_id],
      [0, area_id],
      [0, null],
      [2, area_id],
      [-2, country_id],
      [0, 2_000_000_000],
    ];
    for (const [type, parent_id] of tries) {
      const { status } = await on.save({ type, parent_id, names: { en: 'Lost' } });
      expect(status, `${type} below ${parent_id}`).toBe(422);
    }
    expect((await on.save({ id: area_id, parent_id: state_id })).failure.code).toBe('reference.missing');
    expect((await on.save({ id: area_id, type: 1 })).status).toBe(422);
    const anywhere = { type: 2, names: { en: 'Anywhere' }, polygons: squareOf(60, 10, 0.1) };
    expect((await on.save(anywhere)).status).toBe(200);
  });

  test('a country has a unique code and other locations have none', async () => {
    const fields = { timezone: 'Asia/Qatar', utc: 'UTC+03:00', mobileCode: '+974' };
    const one = await on.save({ type: -2, names: { en: 'Land' }, code: 'zz', ...fields });
    expect(one.results).toMatchObject({ code: 'ZZ', ...fields });
    const two = await on.save({ type: -2, names: { en: 'Other' }, code: 'ZZ' });
    expect(two.failure.code).toBe('record.duplicate');
    expect((await on.save({ type: -2, names: { en: 'Other' }, timezone: 'Asia/Nowhere' })).status).toBe(422);
    const { city_id } = await on.town();
    expect((await on.save({ id: city_id, code: 'AB' })).status).toBe(422);
  });

  test('amounts of a location have no more decimals than the currency and are not below 0', async () => {
    for (const fields of [
      { delivery_charge: 1.005 },
      { min_order: -1 },
      { delivery_minutes: 1.5 },
      { free_after_amount: 1e12 },
    ])
      expect(
        (await on.save({ type: 2, names: { en: 'Dear' }, polygons: squareOf(61, 10, 0.1), ...fields }))
          .status,
        JSON.stringify(fields),
      ).toBe(422);
  });

  test('an active zone needs a drawing', async () => {
    const names = { ar: 'منطقة', en: 'Undrawn', de: 'Ohne Karte' };
    for (const input of [{}, { status: 1 }, { polygons: null }, { polygons: '' }]) {
      const { status, failure } = await on.save({ type: 2, names, delivery_charge: 5, ...input });
      expect([status, Object.keys(failure.errors)]).toEqual([422, ['polygons']]);
    }
    for (const [locale, text] of [
      ['en', 'The Zone boundary field is required.'],
      ['de', 'Das Feld „Zonengrenze“ ist erforderlich.'],
      ['ar', 'حقل حدود النطاق مطلوب.'],
    ])
      expect((await on.save({ type: 2, names, locale })).failure.errors.polygons).toEqual([text]);

    // one that is put aside may wait for its drawing, but is not switched on without it
    const waiting = await on.save({ type: 2, names, status: 0 });
    expect(waiting.status, waiting.text).toBe(200);
    const { id } = waiting.results;
    expect((await on.save({ id, status: 1 })).failure.errors).toHaveProperty('polygons');
    expect((await on.save({ id, status: 1, polygons: squareOf(62, 10, 0.1) })).status).toBe(200);
    expect((await on.save({ id, polygons: null })).failure.errors).toHaveProperty('polygons');
    expect((await show(id)).polygons).not.toBeNull();
    expect((await on.save({ id, polygons: null, status: 0 })).status).toBe(200);
  });

  test('I12 only a zone has a drawing, and a wrong drawing is refused with the position of its fault', async () => {
    const { city_id } = await on.town();
    const area = await on.save({
      type: 0,
      parent_id: city_id,
      names: { en: 'A' },
      polygons: squareOf(1, 1, 1),
    });
    expect(area.status).toBe(422);
    const refused = async (polygons: unknown) => {
      const { failure } = await on.save({ type: 2, names: { en: 'Z' }, polygons });
      expect(failure.errors.polygons).toHaveLength(1);
      return { code: failure.code, params: failure.params };
    };
    const bow = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
          [0, 0],
        ],
      ],
    };
    expect(await refused(bow)).toEqual({
      code: 'polygon.crosses_itself',
      params: { part: 1, ring: 1, lat: 0.5, lng: 0.5 },
    });
    expect((await refused(squareOf(0, 89.5, 1))).code).toBe('polygon.latitude');
    expect((await refused({ type: 'Point', coordinates: [1, 2] })).code).toBe('polygon.unreadable');
    expect((await refused('nonsense')).code).toBe('polygon.unreadable');
  });

  test('a zone accepts a Google Maps path, a GeoJSON collection or its text as the same drawing', async () => {
    const corners = square(51.5, 25.25, 0.1);
    const google = corners.slice(0, -1).map(([lng, lat]) => ({ lat, lng }));
    const features = [{ type: 'Feature', geometry: { type: 'MultiPolygon', coordinates: [[corners]] } }];
    const collection = { type: 'FeatureCollection', features };
    for (const polygons of [google, collection, JSON.stringify(collection)]) {
      const { results } = await on.save({ type: 2, names: { en: 'Z' }, polygons });
      expect(results.polygons).toEqual([[corners]]);
    }
  });
});

describe('deleting locations in use', () => {
  test('a location in use is not deleted, and the refusal says what uses it and how often', async () => {
    const { country_id, state_id, city_id } = await on.town();
    const area_id = await on.area(city_id);
    const zone_id = await on.zone(city_id, { polygons: squareOf(90, 10, 0.1) });
    const branch = await makeBranch(app);
    await app.call(api.branch.update, { id: branch.id, area_id, city_id }, { token });
    const customer = await makePerson(app);
    await app.call(api.address.save, { info: { area_id } }, { token: customer.token });
    await on.assign(branch.id, [zone_id]);
    const uses = async (id: number) => (await remove({ id })).failure;
    expect(await uses(country_id)).toMatchObject({
      code: 'location.in_use',
      params: { count: 1, children: 1, addresses: 0, branches: 0 },
    });
    expect((await uses(state_id)).params).toMatchObject({ children: 1 });
    expect((await uses(city_id)).params).toEqual({ count: 3, children: 2, addresses: 0, branches: 1 });
    expect((await uses(area_id)).params).toEqual({ count: 2, children: 0, addresses: 1, branches: 1 });
    expect((await uses(zone_id)).params).toEqual({ count: 1, children: 0, addresses: 0, branches: 1 });
    await on.assign(branch.id, []);
    expect((await remove({ id: zone_id })).status).toBe(200);
  });

  test('a location created while its parent is deleted is never left below a deleted one', async () => {
    const towns = await Promise.all(Array.from({ length: 10 }, () => on.town()));
    await Promise.all(
      towns.flatMap(({ city_id }) => [
        on.save({ type: 0, parent_id: city_id, names: { en: 'Late' } }),
        remove({ id: city_id }),
      ]),
    );
    const { rows } = await app.services.database.pool.query(
      `SELECT l.id FROM location l JOIN location p ON p.id = l.parent_id
        WHERE l.deleted_at IS NULL AND p.deleted_at IS NOT NULL`,
    );
    expect(rows).toEqual([]);
  });

  test('a deleted location can be restored within a day and only while its parent exists', async () => {
    const { city_id } = await on.town();
    const area_id = await on.area(city_id);
    await remove({ id: area_id });
    await remove({ id: city_id });
    expect((await restore(area_id)).failure.code).toBe('reference.missing');
    await restore(city_id);
    await app.services.database.prisma.location.update({
      where: { id: area_id },
      data: { deleted_at: new Date(NOW.getTime() - 86_400_000) },
    });
    expect((await restore(area_id)).failure.code).toBe('record.missing');
  });
});

describe('locations that a branch delivers to', () => {
  test('the locations of a branch are replaced as a set, for the branch in the header', async () => {
    const { city_id } = await on.town();
    const [zone_id, area_id] = [await on.zone(city_id), await on.area(city_id)];
    const branch = await makeBranch(app);
    expect((await on.assign(branch.id, [zone_id, area_id])).results.ids).toEqual(
      [zone_id, area_id].sort((a, b) => a - b),
    );
    const served = async () =>
      (await app.call(api.location.list, { branch_id: branch.id, sort_by: 'id' }, { token })).results.map(
        ({ id }) => id,
      );
    expect((await served()).length).toBe(2);
    await on.assign(branch.id, [area_id]);
    expect(await served()).toEqual([area_id]);
    const own = { token, headers: { 'branch-id': String(branch.id) } };
    expect((await app.call(api.location.ofBranch, {}, own)).results).toEqual({
      zones_ids: [],
      areas_ids: [area_id],
    });
    expect((await show(area_id)).branches_ids).toEqual([branch.id]);
    expect((await on.assign(branch.id, [city_id])).failure.code).toBe('reference.missing');
    expect((await on.assign(branch.id, [2_000_000_000])).failure.code).toBe('reference.missing');
    expect((await app.call(api.location.assign, { ids: [] }, { token })).failure.code).toBe(
      'branch.required',
    );
    expect(await served()).toEqual([area_id]);
  });

  test('a branch manager changes the locations of the own branch only and sees none of other branches', async () => {
    const zone_id = await on.zone(null);
    const [mine, other] = [await makeBranch(app), await makeBranch(app)];
    await on.assign(other.id, [zone_id]);
    const chief = await makePerson(app, { permissions: ['branchs', 'areas.view'], manages: [mine.id] });
    expect((await on.assign(other.id, [], chief.token)).status).toBe(403);
    expect((await on.assign(mine.id, [zone_id], chief.token)).status).toBe(200);
    const { results } = await app.call(api.location.show, { id: zone_id }, { token: chief.token });
    expect(results.branches_ids).toEqual([mine.id]);
    expect((await show(zone_id)).branches_ids).toEqual([mine.id, other.id]);
  });
});

describe('checking a drawing before it is saved', () => {
  const check = (input: object, by = token) => app.call(api.location.check, input, { token: by });

  test('checking a drawing tells which zones it overlaps, which gaps it encloses and which addresses would move', async () => {
    const left = await on.zone(null, { delivery_charge: 1, polygons: squareOf(100, 10, 0.1) });
    const box = (west: number, south: number, east: number, north: number) => [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ];
    const customer = await makePerson(app);
    const pin = async (lng: number, lat: number) =>
      (await app.call(api.address.save, { lng, lat }, { token: customer.token })).results.id;
    const [inside, outside] = [await pin(100.09, 10.05), await pin(100.15, 10.05)];
    await pin(105, 10);
    // smaller than the other one, over its right end and beyond
    const { results } = await check({ polygons: box(100.08, 10.04, 100.2, 10.06) });
    expect(results.overlaps).toEqual([
      { id: left, name: expect.any(String), status: 1, area_m2: expect.any(Number) },
    ]);
    expect((results.overlaps[0]?.area_m2 ?? 0) / 1e6).toBeCloseTo(4.87, 1);
    expect(results.moved_count).toBe(2);
    expect(results.moved.map(({ id, from_id }) => [id, from_id])).toEqual([
      [inside, left],
      [outside, null],
    ]);
    const keeper = await makePerson(app, { permissions: ['areas'] });
    const seen = (await check({ polygons: box(100.08, 10.04, 100.2, 10.06) }, keeper.token)).results;
    expect([seen.moved_count, seen.moved]).toEqual([2, []]);
    // the zone itself, drawn smaller: who stood in it stands in none
    const smaller = (await check({ id: left, polygons: squareOf(100, 10, 0.05) })).results;
    expect(smaller.moved).toMatchObject([{ id: inside, from_id: left, to_id: null }]);
    expect((await check({ polygons: 'x' })).failure.code).toBe('polygon.unreadable');
  });

  test('the map lists every drawn zone', async () => {
    const id = await on.zone(null, { delivery_charge: 4, polygons: squareOf(110, 10, 0.1) });
    const { results } = await app.call(api.location.shapes, {}, { token });
    expect(results.zones.find((zone) => zone.id === id)).toMatchObject({
      status: 1,
      delivery_charge: 4,
      branches_ids: [],
      polygons: [[square(110, 10, 0.1)]],
    });
  });

  test('the map lists places that are known by name and branches with coordinates', async () => {
    const { city_id } = await on.town();
    const place = await on.save({ type: 0, parent_id: city_id, names: { en: 'Katara', ar: 'كتارا' } });
    const unknown = await on.save({ type: 0, parent_id: city_id, names: { en: `Nowhere ${unique()}` } });
    const branch = await makeBranch(app);
    await app.services.database.prisma.branch.update({
      where: { id: branch.id },
      data: { settings: { coordinates: { lat: 25.31, lng: 51.5 } } },
    });
    const { results } = await app.call(api.location.shapes, { locale: 'ar' }, { token });
    expect(results.places).toContainEqual({
      id: place.results.id,
      name: 'كتارا',
      type: 0,
      lat: 25.36,
      lng: 51.525,
    });
    expect(results.places.some(({ id }) => id === unknown.results.id)).toBe(false);
    expect(results.branches.find(({ id }) => id === branch.id)).toMatchObject({ lat: 25.31, lng: 51.5 });
  });
});

test('locations are searched, filtered and sorted, and each is listed with its parents and children counts', async () => {
  const tag = `tag${unique()}`;
  const { state_id, city_id } = await on.town();
  const make = async (name: string, more: object = {}) =>
    (await on.save({ type: 0, parent_id: city_id, names: { en: `${name} ${tag}` }, ...more })).results.id;
  const a = await make('Beta', { delivery_charge: 5 });
  const b = await make('alpha', { status: 0, delivery_charge: 9, min_order: 3 });
  const c = await make('Gamma', { min_order: 7 });
  const of = async (more: object) =>
    (await app.call(api.location.list, { keywords: tag, ...more }, { token })).results.map(({ id }) => id);
  expect(await of({})).toEqual([b, a, c]);
  expect(await of({ sort_by: 'delivery_charge', sort_as: 'desc' })).toEqual([b, a, c]);
  expect(await of({ sort_by: 'min_order' })).toEqual([a, b, c]);
  expect(await of({ sort_by: 'status' })).toEqual([b, a, c]);
  expect(await of({ status: 0 })).toEqual([b]);
  expect(await of({ type: 1 })).toEqual([]);
  expect(await of({ parent_id: city_id, page: 2, limit: 2 })).toEqual([c]);
  const { results } = await app.call(api.location.list, { id: city_id }, { token });
  expect(results[0]).toMatchObject({
    parent_id: state_id,
    children_count: 3,
    area_m2: null,
    branches_ids: [],
  });
  expect(results[0]?.parent_name).toBe((await show(state_id)).name);
});

const DATA = new URL(
  '../../../../../../../shared/data/zones/qatar_wof_neighbourhoods.geojson',
  import.meta.url,
);

test.skipIf(!existsSync(DATA))(
  'the supplied neighbourhoods of Doha become zones, also those with repeated names',
  async () => {
    const { features } = JSON.parse(readFileSync(DATA, 'utf8')) as {
      features: {
        geometry: unknown;
        properties: { name_en: string | null; name_ar: string | null; lat: number; lng: number };
      }[];
    };
    for (const { geometry, properties } of features) {
      const names = { en: properties.name_en, ar: properties.name_ar };
      const { status, text } = await on.save({ type: 2, names, delivery_charge: 10, polygons: geometry });
      expect(status, text).toBe(200);
    }
    const requests = features.map(({ properties: { lat, lng } }) => ({ lat, lng }));
    const { quotes } = (await on.quote({ points: requests }, token)).results;
    expect(quotes?.filter((quote) => quote !== null).length).toBeGreaterThan(50);
  },
);

const DRAWINGS = new URL('../../../../../../../shared/data/zones/', import.meta.url);

test.skipIf(!existsSync(DRAWINGS))('every area of the official drawings is imported', () => {
  const areas = readdirSync(DRAWINGS).flatMap((file) => {
    const { features } = JSON.parse(readFileSync(new URL(file, DRAWINGS), 'utf8')) as {
      features: { geometry: { type: string } }[];
    };
    return features
      .filter(({ geometry }) => geometry.type !== 'Point')
      .map(({ geometry }) => ({ file, geometry }));
  });
  const refused = areas.flatMap(({ file, geometry }) => {
    const { refusal } = parseDrawnShape(geometry);
    return refusal ? [{ file, refusal }] : [];
  });
  expect(refused).toEqual([]);
  expect(areas).toHaveLength(240);
});
