import {
  GENERATED_LENGTH,
  isRouteAllowed,
  ORDER_VALUES,
  PASSWORD_MIN,
  RECEIPT_STATUSES,
} from '@dukkan/commerce';
import { api, type Endpoint, PAGE_SIZES, PICK_LIMIT, REPORTS, SOURCES } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeAdmin, makeBranch, type Person } from './actors.ts';
import { startApp, type TestApp } from './app.ts';
import { CALLS, REPORT_COLUMNS } from './specification.ts';

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly maximum?: number;
};

const endpoints = Object.values(api).flatMap((group) => Object.values(group)) as Endpoint[];
const byPath = new Map(endpoints.map((endpoint) => [endpoint.path as string, endpoint]));
const names = (list: string): string[] => list.split(' ').filter(Boolean);
const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema;

/** Every schema that a value of this one may have: the branches of unions, and the rows of arrays. */
const unfold = (schema: Schema): Schema[] =>
  [schema, ...(schema.items ? [schema.items] : [])]
    .flatMap((one) => [one, ...(one.anyOf ?? []), ...(one.oneOf ?? []), ...(one.allOf ?? [])])
    .flatMap((one) => (one === schema || one === schema.items ? [one] : unfold(one)));

/** What stands under the name; a name with points of its own is one field, as columns of a file have them. */
function findFields(schema: Schema, path: string): Schema[] {
  return unfold(schema).flatMap(({ properties = {} }) =>
    Object.keys(properties).flatMap((name) => {
      if (name === path) return [properties[name] as Schema];
      return path.startsWith(`${name}.`)
        ? findFields(properties[name] as Schema, path.slice(name.length + 1))
        : [];
    }),
  );
}
const missingOf = (schema: Schema, list: string): string[] =>
  names(list).filter((path) => findFields(schema, path).length === 0);
/** The values that a field may have, where they are listed. */
const valuesOf = (schema: Schema, path: string): unknown[] => [
  ...new Set(
    findFields(schema, path)
      .flatMap(unfold)
      .flatMap((one) => one.enum ?? ('const' in one ? [one.const] : [])),
  ),
];
const endpointAt = (path: string): Endpoint => byPath.get(path) as Endpoint;
const inputOf = (path: string): Schema => schemaOf(endpointAt(path).input, 'input');

let app: TestApp;
let admin: Person;
let branch: number;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  branch = (await makeBranch(app)).id;
});
afterAll(() => app.stop());

it('the specification has 121 calls, each once, and the contract has all of them', () => {
  const paths = CALLS.map(([path]) => path);
  const served = paths.filter((path) => byPath.has(path));
  expect(paths.filter((path) => !byPath.has(path))).toEqual([]);
  expect(new Set(paths).size).toBe(121);
  expect(`${served.length} of ${paths.length} calls`).toBe('121 of 121 calls');
});

describe.each(CALLS)('%s', (path, body, answer) => {
  const address = path.replace(/\{(\w+)\}/g, '2000000000');

  it(`${path} is served by POST only, under exactly this path`, async () => {
    const open = endpointAt(path).audience === 'public';
    const stranger = await app.post(address, {});
    expect(stranger.status === 401).toBe(!open);
    if (stranger.status !== 200) {
      expect(stranger.failure).toMatchObject({
        message: expect.any(String),
        code: expect.any(String),
        params: expect.any(Object),
        errors: expect.any(Object),
      });
      expect(stranger.body.message).toBe(stranger.failure.message);
      expect(stranger.failure.code).not.toBe('route.missing');
    }
    if (!open) expect(stranger.body.message).toBe('Unauthorized.');
    // any other GET is a page of the web app
    const put = await fetch(app.url + address, { method: 'PUT' });
    expect(put.status).toBe(405);
  });

  it(`${path} answers an administrator or says what is wrong with the request`, async () => {
    // signing out would end the session that the other calls use
    const { token } = path === '/user/logout' ? await makeAdmin(app) : admin;
    const reply = await app.post(address, {}, { token, headers: { 'branch-id': String(branch) } });
    expect([200, 400, 404, 409, 422]).toContain(reply.status);
    if (reply.status === 200) expect(reply.results ?? null).not.toBeNull();
    else expect(reply.failure.code).not.toBe('route.missing');
    // a record that nobody has is missing, and nothing else is
    if (reply.status === 404) expect(path).toMatch(/\{\w+\}$/);
  });

  it(`${path} takes and answers the fields of the specification`, () => {
    const { input, output, ignoredFields } = endpointAt(path);
    const refused = missingOf(schemaOf(input, 'input'), body).filter((name) => !(name in ignoredFields));
    expect({ refused, unanswered: missingOf(schemaOf(output, 'output'), answer) }).toEqual({
      refused: [],
      unanswered: [],
    });
  });
});

it.each(Object.entries(REPORT_COLUMNS))('the report %s has the columns of the specification', (key, list) => {
  const columns: string[] = Object.keys(REPORTS[key as keyof typeof REPORT_COLUMNS].columns);
  expect(names(list).filter((name) => !columns.includes(name))).toEqual([]);
});

it('statuses and choices are those of the specification', () => {
  expect(ORDER_VALUES).toEqual([-1, 0, 1, 2, 3, 4, 5]);
  expect(RECEIPT_STATUSES).toEqual([null, -1, 1, 2]);
  expect([...SOURCES].sort()).toEqual(['android', 'dashboard', 'iphone', 'website']);
  const choices: [path: string, field: string, values: unknown[]][] = [
    ['/admin/branchs/create', 'settings.type', ['delivery', 'dine_in', 'take_away']],
    ['/admin/branchs/create', 'settings.tax.type', ['percent']],
    ['/admin/products/offers/save', 'info.discount_type', ['fixed', 'percent']],
    ['/admin/products/offers/save', 'info.type', ['bundle', 'coupon', 'wholesale']],
    ['/admin/products/discounts/save', 'type', ['fixed', 'percent']],
    ['/admin/products/discounts/save', 'slots', ['afternoon', 'evening', 'midday']],
    ['/admin/products/orders', 'sort_as', ['asc', 'desc']],
    ['/user/auth', 'locale', ['ar', 'de', 'en']],
  ];
  for (const [path, field, values] of choices)
    expect([path, valuesOf(inputOf(path), field).sort()]).toEqual([path, values]);
  const ranges = valuesOf(inputOf('/admin/products/reports'), 'range');
  expect(ranges).toEqual(expect.arrayContaining(['last_6_months', 'this_month', 'this_week']));
  expect(REPORTS.sales.groups).toEqual(expect.arrayContaining(['day', 'month', '3 months']));
});

it('limits and defaults are those of the specification', async () => {
  expect(PAGE_SIZES).toEqual([10, 20, 50, 100]);
  expect(PICK_LIMIT).toBe(50);
  expect({ PASSWORD_MIN, GENERATED_LENGTH }).toEqual({ PASSWORD_MIN: 8, GENERATED_LENGTH: 16 });
  const defaultOf = (path: string, field: string) => findFields(inputOf(path), field)[0]?.default;
  expect(defaultOf('/admin/products/used-quantities', 'limit')).toBe(100);
  expect(defaultOf('/admin/products/used-quantities', 'sort_by')).toBe('remaining_quantity');
  const { results } = await app.call(api.setting.public);
  expect(results.Currency).toBe('QAR');
  expect(results.theme.primary).toBe('#2876E2');
  expect(results.map).toMatchObject({
    lat: expect.any(Number),
    lng: expect.any(Number),
    zoom: expect.any(Number),
  });
});

it('location types are numbers: 0 area, 1 city, 2 zone, -1 state', async () => {
  for (const type of [0, 1, 2, -1]) {
    const reply = await app.call(api.location.list, { type }, { token: admin.token });
    expect(reply.status).toBe(200);
    for (const row of reply.results) expect(row.type).toBe(type);
  }
});

it('a web route opens for administrators and for every permission that contains one of its keys', () => {
  expect(isRouteAllowed(['admin'], ['taxs'])).toBe(true);
  expect(isRouteAllowed(['USERS.driver'], ['users'])).toBe(true);
  expect(isRouteAllowed(['products.categories'], ['products'])).toBe(false);
  expect(isRouteAllowed(['products.categories'], ['categories'])).toBe(true);
  expect(isRouteAllowed(['settings.payments'], ['payments'])).toBe(true);
  expect(isRouteAllowed(['banners'], ['taxs'])).toBe(false);
});
