import { api } from '@dukkan/contract';
import { makeAdmin, makeBranch, type Person } from './actors.ts';
import type { TestApp } from './app.ts';
import { makeSupplier } from './receipts.ts';
import { sendFile, type Uploaded } from './workbooks.ts';

const PRODUCTS = 1_000;
const CART = 200;

export type Shop = {
  readonly admin: Person;
  readonly branch_id: number;
  readonly other_id: number;
  readonly supplier_id: number;
  readonly items: readonly {
    readonly product_id: number;
    readonly item_id: number;
    readonly barcode: string;
  }[];
  readonly categories: readonly number[];
  readonly branches: readonly number[];
  readonly zones: readonly number[];
  readonly extras: readonly number[];
};

/** A shop with as many products, categories, branches and zones as one call can name. */
export async function makeLargeShop(app: TestApp): Promise<Shop> {
  const { pool, prisma } = app.services.database;
  const admin = await makeAdmin(app);
  const { rows: items } = await pool.query<Shop['items'][number]>(
    `WITH p AS (
       INSERT INTO product (titles, descriptions, price, ord)
       SELECT jsonb_build_object('ar', 'صنف ' || n, 'en', 'Product ' || n, 'de', 'Produkt ' || n),
              jsonb_build_object('en', repeat('text ', 200)), 10, n
         FROM generate_series(1, ${PRODUCTS}) n RETURNING id)
     INSERT INTO product_item (product_id, barcode) SELECT id, 'LARGE-' || id FROM p
     RETURNING id AS item_id, product_id, barcode`,
  );
  const ids = async (sql: string): Promise<number[]> =>
    (await pool.query<{ id: number }>(sql)).rows.map(({ id }) => id);
  const branches = await ids(
    `INSERT INTO branch (names, settings) SELECT jsonb_build_object('en', 'Branch ' || n), '{}' FROM generate_series(1, 300) n
     RETURNING id`,
  );
  const categories = await ids(
    `INSERT INTO category (titles) SELECT jsonb_build_object('en', 'Category ' || n) FROM generate_series(1, 200) n RETURNING id`,
  );
  const zones = await ids(
    `INSERT INTO location (type, names, polygons, west, south, east, north, area_m2, delivery_charge)
     SELECT 2, jsonb_build_object('en', 'Zone ' || n),
            (SELECT jsonb_build_array(jsonb_build_array(jsonb_agg(jsonb_build_array(
               51 + n % 40 * 0.01 + 0.004 * cos(a * pi() / 50), 25 + n / 40 * 0.01 + 0.004 * sin(a * pi() / 50)) ORDER BY a)))
               FROM generate_series(0, 100) a),
            51 + n % 40 * 0.01 - 0.004, 25 + n / 40 * 0.01 - 0.004, 51 + n % 40 * 0.01 + 0.004, 25 + n / 40 * 0.01 + 0.004,
            500000, 10
       FROM generate_series(0, 999) n RETURNING id`,
  );
  const extras = await ids(
    `INSERT INTO extra (titles, price) SELECT jsonb_build_object('en', 'Extra ' || n), 1 FROM generate_series(1, 30) n RETURNING id`,
  );
  await pool.query(
    `INSERT INTO extra_product (extra_id, product_id) SELECT e, p FROM unnest($1::int[]) e, unnest($2::int[]) p`,
    [extras, items.slice(0, CART).map(({ product_id }) => product_id)],
  );
  const { id: branch_id } = await prisma.branch.create({
    data: { names: { en: 'Large' }, settings: { timezone: 'Asia/Qatar' } },
  });
  const other_id = (await makeBranch(app)).id;
  return {
    admin,
    extras,
    branch_id,
    other_id,
    supplier_id: await makeSupplier(app),
    items,
    categories,
    branches,
    zones,
  };
}

export type Sent = { readonly status: number; readonly bytes: number; readonly text: string };
/** A call with its largest body; what it needs is made before the time of the call counts. */
export type LargestCall = readonly [name: string, prepare: () => Promise<() => Promise<Sent>>];

/** Prepares a call that needs nothing to be made for it. */
export const always =
  (call: () => () => Promise<Sent>): (() => Promise<() => Promise<Sent>>) =>
  async () =>
    call();

type Endpoint = { readonly path: string };

/** What the calls send and make in the shop. */
export type Caller = ReturnType<typeof createCaller>;

export function createCaller(app: () => TestApp, shop: () => Shop) {
  const send =
    (endpoint: Endpoint, input: object, headers?: Record<string, string>) => async (): Promise<Sent> => {
      const { admin } = shop();
      const reply = await app().call(endpoint, input, { token: admin.token, ...(headers && { headers }) });
      return {
        status: reply.status,
        bytes: Buffer.byteLength(JSON.stringify(input)),
        text: reply.text ?? '',
      };
    };
  const upload =
    (path: string, file: Uploaded, input: object = {}) =>
    async (): Promise<Sent> => {
      const { status, results } = await sendFile(app().url, shop().admin.token, file, input, { path });
      return { status, bytes: file.bytes.byteLength, text: JSON.stringify(results).slice(0, 500) };
    };
  const results = async <T>(endpoint: Endpoint, input: object): Promise<T> => {
    const reply = await app().call(endpoint, input, { token: shop().admin.token });
    if (reply.status !== 200) throw new Error(`${endpoint.path}: ${reply.text}`);
    return (reply as unknown as { results: T }).results;
  };
  const lines = (count: number) =>
    shop()
      .items.slice(0, count)
      .map(({ item_id }) => ({ item_id, branch_id: shop().branch_id, quantity: 500, cost_value: 3 }));
  const receive = (count: number) =>
    results<{ id: number; items: { id: number }[] }>(api.receipt.save, {
      supplier_id: shop().supplier_id,
      items: lines(count),
      status: 1,
      force: 1,
    });
  const cart = () =>
    shop()
      .items.slice(0, CART)
      .map(({ item_id }) => ({ item_id, quantity: 1, extras_ids: shop().extras }));
  const order = () => ({ branch_id: shop().branch_id, type: 'take_away', cart: cart() });
  const makeOrder = async () => results<{ id: number; lines: { id: number }[] }>(api.order.make, order());
  const named = (count: number) => shop().items.slice(0, count);
  return { app, shop, send, upload, results, lines, receive, cart, order, makeOrder, named };
}
