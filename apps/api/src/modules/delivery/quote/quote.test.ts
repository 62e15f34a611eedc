import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { places, square, squareOf } from '../../../../test/places.ts';
import { requireQuote } from './quote.ts';

let app: TestApp;
let admin: Person;
let on: ReturnType<typeof places>;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  on = places(app, admin);
});
afterAll(() => app.stop());

/** Each test has its own stretch of the earth. */
let row = 0;
const ground = (): { west: number; south: number } => {
  row += 1;
  return { west: row, south: 10 };
};

const at = (lng: number, lat: number) => ({ point: { lat, lng } });

describe('a zone with a hole (vector V8.1)', () => {
  let zone_id: number;
  beforeAll(async () => {
    const hole = square(51.54, 25.29, 0.02);
    zone_id = await on.zone(null, {
      delivery_charge: 10,
      polygons: { type: 'Polygon', coordinates: [square(51.5, 25.25, 0.1), hole] },
    });
  });

  test.each([
    [51.52, 25.28],
    [51.5, 25.3],
    [51.54, 25.3],
    [51.6, 25.35],
  ])('a zone with a hole delivers to %f, %f: inside and on every boundary', async (lng, lat) => {
    expect((await on.quote(at(lng, lat))).results).toMatchObject({
      zone_id,
      area_id: null,
      delivery_charge: 10,
    });
  });

  test.each([
    [51.55, 25.3],
    [51.65, 25.3],
    [51.6000001, 25.35],
  ])('a zone with a hole does not deliver to %f, %f', async (lng, lat) => {
    const { status, failure } = await on.quote(at(lng, lat));
    expect([status, failure.code]).toEqual([422, 'no_delivery']);
  });

  test('a zone is stored as one multipolygon with its bounding box and area', async () => {
    const { results } = await app.call(api.location.show, { id: zone_id }, { token: admin.token });
    expect(results.polygons).toHaveLength(1);
    expect(results.polygons?.[0]).toHaveLength(2);
    expect(results.box).toEqual({ west: 51.5, south: 25.25, east: 51.6, north: 25.35 });
    expect((results.area_m2 ?? 0) / 1e6).toBeCloseTo(107.31, 1);
    expect(results.terms).toEqual({
      min_order: 0,
      delivery_charge: 10,
      delivery_minutes: null,
      free_after_amount: 0,
    });
  });
});

describe('several zones around one point', () => {
  test('of overlapping zones the smaller one applies, whatever it costs (vector V8.3)', async () => {
    const { west, south } = ground();
    const wide = await on.zone(null, { delivery_charge: 10, polygons: squareOf(west, south, 0.1) });
    const small = await on.zone(null, { delivery_charge: 15, polygons: squareOf(west, south, 0.02) });
    const { results } = await on.quote(at(west + 0.01, south + 0.01), admin.token);
    expect(results).toMatchObject({ zone_id: small, delivery_charge: 15, reason: 'smaller' });
    expect(results.zones?.map(({ id }) => id)).toEqual([small, wide]);
    expect((await on.quote(at(west + 0.05, south + 0.05))).results.zone_id).toBe(wide);
  });

  test('a zone that the selected branch serves comes before a smaller one', async () => {
    const { west, south } = ground();
    const wide = await on.zone(null, { delivery_charge: 10, polygons: squareOf(west, south, 0.1) });
    const small = await on.zone(null, { delivery_charge: 15, polygons: squareOf(west, south, 0.02) });
    const [one, two] = [await makeBranch(app), await makeBranch(app)];
    await on.assign(one.id, [wide]);
    const point = at(west + 0.01, south + 0.01);
    expect((await on.quote({ ...point, branch_id: one.id }, admin.token)).results).toMatchObject({
      zone_id: wide,
      branch_id: one.id,
      reason: 'assigned',
    });
    expect((await on.quote(point)).results).toMatchObject({ zone_id: wide, branch_id: one.id });
    await on.assign(two.id, [small]);
    expect((await on.quote(point)).results).toMatchObject({ zone_id: small, branch_id: two.id });
    // a branch that sends nothing out serves nothing
    const { token } = admin;
    await app.call(api.branch.update, { id: two.id, settings: { fullfillment: 0 } }, { token });
    expect((await on.quote(point)).results).toMatchObject({ zone_id: wide, branch_id: one.id });
    await app.call(api.branch.update, { id: one.id, status: 0 }, { token });
    // zones that only such branches serve are delivered to by nobody
    expect((await on.quote(point)).failure.code).toBe('no_delivery');
  });

  test('of zones of equal size the cheaper applies, then the older, and disabled zones are ignored', async () => {
    const { west, south } = ground();
    const polygons = squareOf(west, south, 0.05);
    const dear = await on.zone(null, { delivery_charge: 12, polygons });
    const cheap = await on.zone(null, { delivery_charge: 8, polygons });
    const later = await on.zone(null, { delivery_charge: 8, polygons });
    const point = at(west + 0.01, south + 0.01);
    expect((await on.quote(point, admin.token)).results).toMatchObject({ zone_id: cheap, reason: 'older' });
    await on.save({ id: cheap, status: 0 });
    expect((await on.quote(point)).results.zone_id).toBe(later);
    await on.save({ id: later, polygons: null, status: 0 });
    expect((await on.quote(point)).results.zone_id).toBe(dear);
  });
});

describe('inherited delivery terms', () => {
  test('missing delivery terms come from area, city and state, field by field, and 0 counts as a value', async () => {
    const { city_id } = await on.town({
      state: { min_order: 50, delivery_charge: 20, delivery_minutes: 90, free_after_amount: 200 },
      city: { delivery_minutes: 60 },
    });
    const area_id = await on.area(city_id, { min_order: 0, free_after_amount: 0 });
    const { results } = await on.quote({ area_id, locale: 'de' });
    expect(results).toEqual({
      zone_id: null,
      area_id,
      branch_id: null,
      name: expect.any(String),
      names: expect.any(Object),
      min_order: 0,
      delivery_charge: 20,
      delivery_minutes: 60,
      free_after_amount: 0,
    });
    const free = await on.area(city_id, { delivery_charge: 0 });
    expect((await on.quote({ area_id: free })).results).toMatchObject({ delivery_charge: 0, min_order: 50 });
  });

  test('a zone inherits terms from its city, and a point in it wins over the named area', async () => {
    const { west, south } = ground();
    const { city_id } = await on.town({ state: { delivery_charge: 20, min_order: 40 } });
    const area_id = await on.area(city_id, { delivery_charge: 5 });
    const zone_id = await on.zone(city_id, { delivery_charge: 7, polygons: squareOf(west, south, 0.05) });
    expect((await on.quote({ ...at(west + 0.01, south + 0.01), area_id })).results).toMatchObject({
      zone_id,
      area_id: null,
      delivery_charge: 7,
      min_order: 40,
    });
    expect((await on.quote({ ...at(west + 0.5, south + 0.5), area_id })).results).toMatchObject({
      zone_id: null,
      area_id,
      delivery_charge: 5,
    });
  });

  test('a place without a delivery charge at any level is not delivered to', async () => {
    const { west, south } = ground();
    const { city_id } = await on.town({ state: { min_order: 40 } });
    const area_id = await on.area(city_id, { free_after_amount: 100 });
    await on.zone(city_id, { polygons: squareOf(west, south, 0.05) });
    for (const ask of [{ area_id }, at(west + 0.01, south + 0.01), { area_id: 2_000_000_000 }])
      expect((await on.quote(ask)).failure.code).toBe('no_delivery');
    await on.save({ id: city_id, delivery_charge: 3 });
    expect((await on.quote({ area_id })).results).toMatchObject({
      delivery_charge: 3,
      free_after_amount: 100,
    });
    expect((await on.quote(at(west + 0.01, south + 0.01))).results.delivery_charge).toBe(3);
    await on.save({ id: area_id, status: 0 });
    expect((await on.quote({ area_id })).failure.code).toBe('no_delivery');
  });
});

test('the nearest branch that serves the zone or area delivers', async () => {
  const { west, south } = ground();
  const zone_id = await on.zone(null, { delivery_charge: 1, polygons: squareOf(west, south, 0.2) });
  const [near, far] = [await makeBranch(app), await makeBranch(app)];
  const sites = [
    [far.id, south],
    [near.id, south + 0.2],
  ] as const;
  for (const [id, lat] of sites) {
    const settings = { coordinates: { lat, lng: west } };
    await app.call(api.branch.update, { id, settings }, { token: admin.token });
    await on.assign(id, [zone_id]);
  }
  expect((await on.quote(at(west, south + 0.19))).results.branch_id).toBe(near.id);
  expect((await on.quote(at(west, south + 0.01))).results.branch_id).toBe(far.id);
  const { city_id } = await on.town();
  const area_id = await on.area(city_id, { delivery_charge: 4 });
  expect((await on.quote({ area_id })).results.branch_id).toBeNull();
  await on.assign(near.id, [zone_id, area_id]);
  expect((await on.quote({ area_id })).results.branch_id).toBe(near.id);
});

describe('who may request a delivery quote', () => {
  test('the public can quote one point without candidate zones, and staff up to a thousand points', async () => {
    const { west, south } = ground();
    const zone_id = await on.zone(null, { delivery_charge: 2, polygons: squareOf(west, south, 0.2) });
    const point = { lat: south + 0.1, lng: west + 0.1 };
    const { results } = await on.quote({ point });
    expect(results).toMatchObject({ zone_id });
    expect(results).not.toHaveProperty('zones');
    expect(results).not.toHaveProperty('reason');
    const customer = await makePerson(app);
    expect((await on.quote({ points: [point] }, customer.token)).status).toBe(403);
    expect((await on.quote({ points: [point] })).status).toBe(403);
    const points = [point, { lat: -80, lng: 0 }, point];
    const many = (await on.quote({ points }, admin.token)).results.quotes;
    expect(many?.map((quote) => quote?.zone_id ?? null)).toEqual([zone_id, null, zone_id]);
    expect((await on.quote({ points: Array(1_001).fill(point) }, admin.token)).status).toBe(422);
    expect((await on.quote({ points: Array(1_000).fill(point) }, admin.token)).results.quotes).toHaveLength(
      1_000,
    );
  });

  test('a delivery quote without a place, outside the earth or for an unknown branch is refused', async () => {
    expect((await on.quote({})).status).toBe(422);
    expect((await on.quote(at(51.5, 91))).status).toBe(422);
    expect((await on.quote(at(181, 25))).status).toBe(422);
    const { failure } = await on.quote({ ...at(51.52, 25.28), branch_id: 2_000_000_000 });
    expect(failure.code).toBe('reference.missing');
  });
});

describe('the cached delivery zones are never out of date', () => {
  test('a delivery quote follows a zone change of another process at once and ignores rolled back changes', async () => {
    const other = await startApp({ database: app.database });
    try {
      const { west, south } = ground();
      const zone_id = await on.zone(null, { delivery_charge: 2, polygons: squareOf(west, south, 0.2) });
      const ask = at(west + 0.1, south + 0.1);
      const charge = async (of: TestApp) => (await of.call(api.location.quote, ask)).results.delivery_charge;
      expect([await charge(app), await charge(other)]).toEqual([2, 2]);
      for (const delivery_charge of [3, 4, 5]) {
        await on.save({ id: zone_id, delivery_charge });
        expect([await charge(other), await charge(app)]).toEqual([delivery_charge, delivery_charge]);
      }
      // a transaction reads its own change, keeps it in memory, and is rolled back
      const lost = app.ctx().tx(async (ctx) => {
        await ctx.db.location.update({ where: { id: zone_id }, data: { delivery_charge: 99 } });
        expect((await requireQuote(ctx, ask)).delivery_charge).toBe(99);
        throw new Error('given up');
      });
      await expect(lost).rejects.toThrow('given up');
      expect(await charge(app)).toBe(5);
    } finally {
      await other.stop();
    }
  });
});
