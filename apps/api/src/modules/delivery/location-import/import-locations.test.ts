import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { places, square, squareOf } from '../../../../test/places.ts';
import { sendFile } from '../../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;
let on: ReturnType<typeof places>;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  on = places(app, admin);
});
afterAll(() => app.stop());

type Imported = typeof api.location.importFile.output._output;
type Properties = Record<string, unknown>;

const feature = (properties: Properties, geometry: unknown) => ({ type: 'Feature', properties, geometry });
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features });

const send = async (file: unknown, input: object, token = admin.token) => {
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  const uploaded = { name: 'zones.geojson', bytes: new TextEncoder().encode(text) };
  const reply = await sendFile(
    app.url,
    token,
    uploaded,
    { locale: 'en', ...input },
    { path: api.location.importFile.path },
  );
  return { status: reply.status, results: reply.results as unknown as Imported & { code: string } };
};
const undo = (id: number | null, token = admin.token) =>
  app.call(api.location.undoImport, { id: id as number }, { token });
const resultsOf = ({ results }: { results: Imported }) =>
  results.rows.map(({ name, result, code }) => [name, code ?? result]);
const zonesOf = async (parent_id: number) =>
  (
    await app.call(
      api.location.list,
      { type: 2, parent_id, limit: 100, locale: 'en' },
      { token: admin.token },
    )
  ).results;

describe('importing zones from a file', () => {
  test('zones of a file are each created, updated, left unchanged or refused on their own', async () => {
    const { city_id } = await on.town();
    const standing = await on.zone(city_id, {
      names: { ar: 'الخور', en: 'Al Khor' },
      delivery_charge: 5,
      polygons: squareOf(10, 10, 0.1),
    });
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
    const file = collection(
      feature({ label_en: 'North', label_ar: 'الشمال', charge: '7,5', minutes: 40 }, squareOf(11, 10, 0.1)),
      feature({ label_en: 'AL KHOR', min_order: 30 }, squareOf(10, 10, 0.2)),
      feature({ label_en: 'Bow' }, bow),
      feature({ label_en: 'Shop' }, { type: 'Point', coordinates: [10, 10] }),
      feature({ label_en: 'North' }, squareOf(12, 10, 0.1)),
      feature({ label_en: null }, squareOf(13, 10, 0.1)),
      feature({ label_en: 'Dear', charge: 'much' }, squareOf(14, 10, 0.1)),
    );
    const expected = [
      ['North', 'created'],
      ['AL KHOR', 'updated'],
      ['Bow', 'polygon.crosses_itself'],
      ['North', 'location.name_repeated'],
      ['', 'location.name_needed'],
      ['Dear', 'location.wrong_amount'],
    ];
    const look = await send(file, { parent_id: city_id, dry_run: true });
    expect(look.status).toBe(200);
    expect(resultsOf(look)).toEqual(expected);
    expect(look.results).toMatchObject({ id: null, created: 1, updated: 1, refused: 4, skipped: 1 });
    expect(look.results.mapping).toMatchObject({
      name: null,
      name_en: 'label_en',
      name_ar: 'label_ar',
      charge: 'charge',
    });
    const fault = look.results.rows[2];
    expect([fault?.lat, fault?.lng]).toEqual([0.5, 0.5]);
    expect(fault?.message).toMatch(/crosses itself/);
    expect(await zonesOf(city_id)).toHaveLength(1);

    const made = await send(file, { parent_id: city_id });
    expect(resultsOf(made)).toEqual(expected);
    const zones = await zonesOf(city_id);
    expect(
      zones.map(({ name, delivery_charge, min_order, delivery_minutes }) => [
        name,
        delivery_charge,
        min_order,
        delivery_minutes,
      ]),
    ).toEqual([
      ['AL KHOR', 5, 30, null],
      ['North', 7.5, null, 40],
    ]);
    const log = await app.services.database.prisma.audit_log.findMany({
      where: { noun: 'location', record_id: { in: zones.map(({ id }) => String(id)) } },
      orderBy: { id: 'desc' },
      take: 2,
    });
    expect(log.map(({ action }) => action).toSorted()).toEqual(['create', 'update']);
    const again = await send(file, { parent_id: city_id });
    expect(resultsOf(again).slice(0, 2)).toEqual([
      ['North', 'unchanged'],
      ['AL KHOR', 'unchanged'],
    ]);
    expect(again.results.id).toBeNull();

    const { results } = await undo(made.results.id);
    expect(results).toEqual({ undone: 2, kept: [] });
    const [back, ...more] = await zonesOf(city_id);
    expect(more).toEqual([]);
    expect(back).toMatchObject({ id: standing, name: 'Al Khor', delivery_charge: 5, min_order: null });
    const shown = await app.call(api.location.show, { id: standing }, { token: admin.token });
    expect(shown.results.polygons).toEqual([[square(10, 10, 0.1)]]);
    expect((await undo(made.results.id)).failure.code).toBe('location.import_undone');
  });

  test('imported zones are delivered to by the selected branch until the import is undone', async () => {
    const { city_id } = await on.town();
    const { id: branch_id } = await makeBranch(app);
    const own = await on.zone(city_id, { polygons: squareOf(20, 10, 0.1) });
    await on.assign(branch_id, [own]);
    const file = collection(
      feature({ name: 'Near' }, squareOf(21, 10, 0.1)),
      feature({ name: 'Far' }, squareOf(22, 10, 0.1)),
    );
    const { results } = await send(file, { parent_id: city_id, branch_id });
    const ids = results.rows.flatMap(({ location_id }) => location_id ?? []);
    const served = async () =>
      (await app.services.database.prisma.branch_zone.findMany({ where: { branch_id } }))
        .map(({ location_id }) => location_id)
        .toSorted((a, b) => a - b);
    expect(await served()).toEqual([own, ...ids]);
    // what is changed or used by others since stays
    await on.save({ id: ids[0], names: { en: 'Nearer' } });
    const other = await makeBranch(app);
    await on.assign(other.id, [ids[1] as number]);
    const back = await undo(results.id);
    expect(back.results.undone).toBe(0);
    expect(back.results.kept.map(({ name }) => name)).toEqual(['Nearer', 'Far']);
    expect(await served()).toEqual([own, ...ids]);

    const clerk = await makePerson(app, { permissions: ['areas'], global: 1 });
    expect((await send(file, { parent_id: city_id, branch_id }, clerk.token)).results.code).toBe(
      'permission.denied',
    );
    expect((await send(file, { parent_id: city_id }, clerk.token)).status).toBe(200);
    const manager = await makePerson(app, { permissions: ['areas', 'branchs'], branch_id: other.id });
    expect((await send(file, { parent_id: city_id, branch_id }, manager.token)).results.code).toBe(
      'branch.forbidden',
    );
  });

  test('an imported zone name without a language gets the language of its script, and areas are imported by name only', async () => {
    const { city_id } = await on.town();
    const file = collection(
      feature({ title: 'السد' }, { type: 'Point', coordinates: [51, 25] }),
      feature({ title: 'Old Town' }, null),
    );
    expect((await send(file, { type: 0 })).status).toBe(422);
    const { results } = await send(file, { type: 0, parent_id: city_id });
    expect(results).toMatchObject({ created: 2, refused: 0, skipped: 0 });
    const rows = await app.services.database.prisma.location.findMany({
      where: { parent_id: city_id, type: 0 },
      orderBy: { id: 'asc' },
    });
    expect(rows.map(({ names }) => names)).toEqual([
      { ar: 'السد', en: '', de: '' },
      { ar: '', en: 'Old Town', de: '' },
    ]);
  });

  test('a zone file that is no collection, is too large or names something unknown is refused as a whole', async () => {
    const one = feature({ name: `Zone ${unique()}` }, squareOf(30, 10, 0.1));
    expect((await send('{"type":', {})).results.code).toBe('location.file_unreadable');
    expect((await send(squareOf(1, 1, 1), {})).results.code).toBe('location.file_unreadable');
    const many = collection(...Array.from({ length: 1_001 }, () => one));
    expect((await send(many, { dry_run: true })).results.code).toBe('location.too_many_features');
    expect((await send(collection(one), { mapping: { name: 'title' } })).results.code).toBe(
      'location.property_missing',
    );
    expect((await send(`${JSON.stringify(collection(one))}${' '.repeat(10 * 1024 * 1024)}`, {})).status).toBe(
      413,
    );
    const none = await sendFile(app.url, admin.token, null, {}, { path: api.location.importFile.path });
    expect(none.results.code).toBe('import.file_missing');
  });
});

const ZONES = new URL('../../../../../../../shared/data/zones/', import.meta.url);

test.skipIf(!existsSync(ZONES))(
  'the geometry types of official files are imported or refused with their exact fault',
  async () => {
    for (const name of readdirSync(ZONES).filter(
      (file) => file.endsWith('json') && !file.includes('points'),
    )) {
      const { city_id } = await on.town();
      const { results, status } = await send(readFileSync(new URL(name, ZONES), 'utf8'), {
        parent_id: city_id,
      });
      expect([name, status]).toEqual([name, 200]);
      expect([name, results.created + results.refused + results.skipped > 0]).toEqual([name, true]);
      for (const row of results.rows.filter(({ result }) => result === 'refused'))
        expect([name, row.name, row.code, row.lat !== null]).toEqual([
          name,
          row.name,
          expect.stringMatching(/^(polygon|location)\./),
          true,
        ]);
    }
  },
);
