import { api } from '@dukkan/contract';
import sharp from 'sharp';
import { makeAdmin, makeBranch, type Person, unique } from './actors.ts';
import type { TestApp } from './app.ts';
import { STATUS } from './orders.ts';
import { makeSupplier } from './receipts.ts';
import { csv, ean, sendFile, type Uploaded } from './workbooks.ts';

const PRODUCTS = 1_000;
const CART = 200;
const STANDING_ZONES = 4_000;

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

type Sent = { readonly status: number; readonly bytes: number; readonly text: string };
/** A call with its largest body; what it needs is made before the time of the call counts. */
export type LargestCall = readonly [name: string, prepare: () => Promise<() => Promise<Sent>>];

const ring = (points: number, step = 1): [number, number][] =>
  Array.from({ length: points + 1 }, (_, at) => {
    const angle = (2 * Math.PI * ((at * step) % points)) / points;
    return [51.2 + Math.cos(angle) / 10, 25.1 + Math.sin(angle) / 10].map((value) =>
      Number(value.toFixed(6)),
    );
  }) as [number, number][];
const polygonOf = (points: number, step = 1) => ({ type: 'Polygon', coordinates: [ring(points, step)] });

/** Ten megabytes of zones, each with 360 corners. */
const zonesFile = (features: number, points: number, step = 1, name = `Zone ${unique()}`): Uploaded => ({
  name: 'zones.geojson',
  bytes: new TextEncoder().encode(
    JSON.stringify({
      type: 'FeatureCollection',
      features: Array.from({ length: features }, (_, at) => ({
        type: 'Feature',
        properties: { name: `${name} ${at}`, charge: 5 },
        geometry: {
          type: 'Polygon',
          coordinates: [
            ring(points, step).map(([lng, lat]) => [lng - 100 + (at % 40), lat + Math.floor(at / 40)]),
          ],
        },
      })),
    }),
  ),
});

/** A picture whose bytes cannot be compressed. */
const noise = async (edge: number): Promise<Buffer> =>
  sharp({
    create: {
      width: edge,
      height: edge,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();

export function listLargestCalls(app: () => TestApp, shop: () => Shop): LargestCall[] {
  type Endpoint = { readonly path: string };
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
  const always =
    (call: () => () => Promise<Sent>): (() => Promise<() => Promise<Sent>>) =>
    async () =>
      call();

  const calls: LargestCall[] = [
    [
      'areas/check: a star of 4,999 corners',
      always(() => send(api.location.check, { polygons: polygonOf(4_999, 2_499) })),
    ],
    [
      'areas/check: 5,000 corners over many zones',
      always(() => send(api.location.check, { polygons: polygonOf(5_000) })),
    ],
    [
      'areas/check: 100,000 levels as text',
      always(() => send(api.location.check, { polygons: '['.repeat(100_000) })),
    ],
    [
      'areas/save: 5,000 corners',
      always(() =>
        send(api.location.save, { type: 2, names: { en: `Z${unique()}` }, polygons: polygonOf(5_000) }),
      ),
    ],
    [
      'areas/save: a star of 1,201 corners',
      always(() =>
        send(api.location.save, { type: 2, names: { en: 'Star' }, polygons: polygonOf(1_201, 600) }),
      ),
    ],
    [
      'areas/import: 1,000 zones of 360 corners',
      always(() => upload(api.location.importFile.path, zonesFile(1_000, 360))),
    ],
    [
      'areas/import: 80 stars of 4,999 corners',
      always(() => upload(api.location.importFile.path, zonesFile(80, 4_999, 2_499))),
    ],
    [
      'areas/import: ten million levels',
      always(() =>
        upload(api.location.importFile.path, {
          name: 'deep.geojson',
          bytes: new Uint8Array(10_000_000).fill(91),
        }),
      ),
    ],
    [
      'areas/import: 1,000 zones of 360 corners that change',
      async () => {
        const name = `Zone ${unique()}`;
        await upload(api.location.importFile.path, zonesFile(1_000, 359, 1, name))();
        return upload(api.location.importFile.path, zonesFile(1_000, 360, 1, name));
      },
    ],
    [
      'areas/import/undo: 1,000 zones of 360 corners',
      async () => {
        const file = zonesFile(1_000, 360);
        const path = api.location.importFile.path;
        const importFile = () => sendFile(app().url, shop().admin.token, file, {}, { path });
        let imported = await importFile();
        // on a busy machine the thread may take longer than its limit
        for (let attempt = 1; attempt < 3 && imported.status === 503; attempt += 1)
          imported = await importFile();
        const { status, results } = imported;
        if (status !== 200)
          throw new Error(`areas/import: ${status} ${JSON.stringify(results).slice(0, 300)}`);
        return send(api.location.undoImport, { id: results.id });
      },
    ],
    [
      'areas/quote: 1,000 points',
      always(() =>
        send(api.location.quote, {
          points: Array.from({ length: 1_000 }, (_, at) => ({
            lat: 25 + (at % 25) / 100,
            lng: 51 + (at % 40) / 100,
          })),
        }),
      ),
    ],
    ['areas/shapes: 1,000 zones', always(() => send(api.location.shapes, {}))],
    [
      'manager/area/assign: 1,000 ids',
      always(() =>
        send(api.location.assign, { ids: shop().zones }, { 'branch-id': String(shop().branch_id) }),
      ),
    ],
    [
      'receipts/save: 1,000 lines, accepted',
      always(() =>
        send(api.receipt.save, { supplier_id: shop().supplier_id, items: lines(1_000), status: 1, force: 1 }),
      ),
    ],
    [
      'receipts/update: 1,000 lines',
      async () => {
        const { id, items } = await receive(1_000);
        return send(api.receipt.update, {
          id,
          items: items.map((line) => ({ id: line.id, quantity: 501 })),
          force: 1,
        });
      },
    ],
    [
      'receipts/show as PDF: 1,000 lines',
      async () => {
        const { id } = await receive(1_000);
        return send(api.receipt.show, { id, export: 1, format: 'pdf' });
      },
    ],
    [
      'receipts/delete: 1,000 lines',
      async () => {
        const { id } = await results<{ id: number }>(api.receipt.save, {
          supplier_id: shop().supplier_id,
          items: lines(1_000),
        });
        return send(api.receipt.remove, { id });
      },
    ],
    [
      'receipts/sheet: 1,000 rows',
      always(() =>
        upload(
          api.receipt.sheet.path,
          csv([['Barcode', 'Quantity', 'Cost'], ...named(1_000).map(({ barcode }) => [barcode, 3, 2])]),
          { supplier_id: shop().supplier_id },
        ),
      ),
    ],
    [
      'transfers/save: 500 lines',
      always(() =>
        send(api.transfer.save, {
          from_branch_id: shop().branch_id,
          to_branch_id: shop().other_id,
          items: named(500).map(({ item_id }) => ({ item_id, quantity: 1 })),
        }),
      ),
    ],
    [
      'counts/save: 1,000 lines',
      always(() =>
        send(api.stockCount.save, {
          branch_id: shop().branch_id,
          items: named(1_000).map(({ item_id }) => ({ item_id, counted: 7 })),
        }),
      ),
    ],
    [
      'counts/post: 1,000 lines',
      async () => {
        const { id } = await results<{ id: number }>(api.stockCount.save, {
          branch_id: shop().branch_id,
          items: named(1_000).map(({ item_id }, at) => ({ item_id, counted: 400 + (at % 200) })),
        });
        return send(api.stockCount.post, { id, force: 1 });
      },
    ],
    ['orders/price: 200 lines with 30 extras each', always(() => send(api.order.price, order()))],
    ['orders/make: 200 lines with 30 extras each', always(() => send(api.order.make, order()))],
    [
      'orders/make: 200 lines, a series',
      always(() => send(api.order.make, { ...order(), recurring: 1, recurrence: { every: 1, unit: 'day' } })),
    ],
    [
      'orders/save: 200 lines with 30 extras each',
      async () => {
        const { id } = await makeOrder();
        return send(api.order.save, { id, cart: cart().map((line) => ({ ...line, quantity: 2 })) });
      },
    ],
    [
      'orders/invoices/return: 200 lines',
      async () => {
        const { id, lines } = await makeOrder();
        await results(api.order.save, { id, status_id: STATUS.delivered });
        return send(api.orderReturn.make, {
          order_id: id,
          items: lines.map((line) => ({ line_id: line.id, quantity: 1 })),
        });
      },
    ],
    [
      'orders/show as PDF: 200 lines',
      async () => {
        const { id } = await makeOrder();
        return send(api.order.show, { id, export: 1, format: 'pdf' });
      },
    ],
    [
      'products/saveall: 1,000 ids',
      always(() =>
        send(api.product.saveAll, { ids: shop().items.map(({ product_id }) => product_id), status: 1 }),
      ),
    ],
    [
      'products/save: 100 items, 50 categories, long texts',
      always(() =>
        send(api.product.save, {
          titles: { en: `Large ${unique()}`, ar: 'صنف كبير', de: 'Groß' },
          descriptions: { en: 'e\u0301'.repeat(4_900), ar: 'م'.repeat(4_900), de: 'ß'.repeat(4_900) },
          pricing: { price: 5 },
          categorys_id: shop().categories.slice(0, 50),
          items: Array.from({ length: 100 }, (_, at) => ({
            barcode: ean(unique()),
            option: `Option ${at}`,
            price: 5,
          })),
        }),
      ),
    ],
    [
      'products/save: a picture of 3 MB',
      async () => {
        const base64 = (await noise(1_000)).toString('base64');
        return send(api.product.save, {
          titles: { en: `Picture ${unique()}` },
          pricing: { price: 5 },
          images: [{ base64 }],
        });
      },
    ],
    [
      'products/save: 50 pictures',
      async () => {
        const base64 = (await noise(140)).toString('base64');
        return send(api.product.save, {
          titles: { en: `Pictures ${unique()}` },
          pricing: { price: 5 },
          images: Array.from({ length: 50 }, () => ({ base64 })),
        });
      },
    ],
    [
      'extras/save: 1,000 products',
      always(() =>
        send(api.extra.save, {
          titles: { en: 'Extra' },
          price: 1,
          products_ids: shop().items.map(({ product_id }) => product_id),
        }),
      ),
    ],
    [
      'pricelist/save: 1,000 rows and 1,000 phones',
      always(() =>
        send(api.priceList.save, {
          titles: { en: `List ${unique()}` },
          items: shop().items.map(({ item_id, product_id }) => ({ item_id, product_id, price: 4 })),
          phones: Array.from({ length: 1_000 }, (_, at) => `+97455${String(100_000 + at)}`),
        }),
      ),
    ],
    [
      'pricelist/lookup: 1,000 codes',
      always(() => send(api.priceList.lookup, { codes: shop().items.map(({ barcode }) => barcode) })),
    ],
    [
      'pricelist/phones: 1,000 phones of 100 signs',
      always(() =>
        send(api.priceList.phones, {
          phones: Array.from({ length: 1_000 }, (_, at) =>
            `+974 55 ${' '.repeat(80)}${100_000 + at}`.slice(0, 100),
          ),
        }),
      ),
    ],
    [
      'pricelist/phones: 1,000 texts that are none',
      always(() =>
        send(api.priceList.phones, {
          phones: Array.from({ length: 1_000 }, (_, at) => `${at}/`.repeat(20).slice(0, 100)),
        }),
      ),
    ],
    [
      'offers/save: 1,000 products, 200 categories, 300 branches',
      always(() =>
        send(api.offer.save, {
          titles: { en: `Offer ${unique()}` },
          info: {
            type: 'coupon',
            code: `C${unique()}`,
            discount: 5,
            discount_type: 'percent',
            products: shop().items.map(({ product_id }) => ({ id: product_id })),
            branches_ids: shop().branches,
          },
        }),
      ),
    ],
    [
      'discounts/save: 1,000 products, 300 branches',
      always(() =>
        send(api.discount.save, {
          titles: { en: 'Sale' },
          type: 'percent',
          value: 5,
          products: shop().items.map(({ product_id }) => ({ id: product_id })),
          branches_ids: shop().branches,
        }),
      ),
    ],
    [
      'products: a search of 200 signs',
      always(() =>
        send(api.product.list, { keywords: 'produkt صنف e\u0301 '.repeat(14).slice(0, 200), limit: 100 }),
      ),
    ],
    ...(['xlsx', 'csv', 'pdf'] as const).map(
      (format): LargestCall => [
        `products: all as ${format}`,
        always(() => send(api.product.list, { export: 1, format, all_locale: 1 })),
      ],
    ),
    ['products/stock: all as xlsx', always(() => send(api.stock.list, { export: 1, format: 'xlsx' }))],
    ['audit: all as xlsx', always(() => send(api.audit.list, { export: 1, format: 'xlsx' }))],
    ['branchs: all as pdf', always(() => send(api.branch.list, { export: 1, format: 'pdf' }))],
    [
      'products/import: 40,000 rows',
      always(() =>
        upload(
          api.productImport.start.path,
          csv([
            ['Barcode', 'Name (English)', 'Category', 'Price'],
            ...Array.from({ length: 40_000 }, (_, at) => [`IMP-${at}`, `Imported ${at}`, 'Category', 5]),
          ]),
        ),
      ),
    ],
    [
      'roles/save: 200 permissions',
      always(() =>
        send(api.role.save, {
          titles: { en: `R${unique()}` },
          permissions: Array.from({ length: 200 }, () => 'banners'),
        }),
      ),
    ],
    [
      'mail-templates/preview: texts of 5,000 signs',
      always(() =>
        send(api.mailTemplate.preview, {
          key: 'return',
          subject: '{{order}} '.repeat(20).slice(0, 190),
          body: '{{order}} '.repeat(499),
        }),
      ),
    ],
  ];
  // each call on zones finds those of the shop alone, not those that other calls have made
  const forgetZones = () =>
    app().services.database.pool.query(
      'UPDATE location SET deleted_at = now() WHERE type = 2 AND deleted_at IS NULL AND id <> ALL($1)',
      [shop().zones],
    );
  return calls.map(([name, prepare]) => [
    name,
    async () => {
      await forgetZones();
      return prepare();
    },
  ]);
}

/** Draws zones of 360 corners side by side, as several imports of 10 MB leave them. */
async function drawManyZones(app: TestApp): Promise<void> {
  for (let first = 0; first < STANDING_ZONES; first += 200)
    await app.services.database.pool.query(
      `INSERT INTO location (type, names, polygons, west, south, east, north, area_m2, delivery_charge)
     SELECT 2, jsonb_build_object('en', 'Standing ' || n),
            (SELECT jsonb_build_array(jsonb_build_array(jsonb_agg(jsonb_build_array(
               round((-20 + n % 40 * 0.2 + 0.09 * cos(a * pi() / 180))::numeric, 6),
               round((-40 + n / 40 * 0.2 + 0.09 * sin(a * pi() / 180))::numeric, 6)) ORDER BY i)))
               FROM (SELECT i, i % 360 AS a FROM generate_series(0, 360) i) corner),
            -20 + n % 40 * 0.2 - 0.09, -40 + n / 40 * 0.2 - 0.09, -20 + n % 40 * 0.2 + 0.09, -40 + n / 40 * 0.2 + 0.09,
            300000000, 10
       FROM generate_series(${first}, ${first + 199}) n`,
    );
}

/** Calls that read or compare all zones, in a shop that imported 10 MB of them several times. */
export function listCallsAmongManyZones(app: () => TestApp, shop: () => Shop): LargestCall[] {
  let drawn: Promise<void> | undefined;
  /** Sends a call whose answer is not parsed, because that would delay the event loop of the test's process. */
  const send = (endpoint: { readonly path: string }, input: object) => async (): Promise<Sent> => {
    const response = await fetch(app().url + endpoint.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${shop().admin.token}` },
      body: JSON.stringify(input),
    });
    let bytes = 0;
    let text = '';
    for await (const part of response.body ?? []) {
      bytes += part.byteLength;
      if (text.length < 1_000) text += new TextDecoder().decode(part.subarray(0, 1_000));
    }
    return { status: response.status, bytes, text };
  };
  /** A circle over a share of the zones. */
  const over = (degrees: number) => ({
    type: 'Polygon',
    coordinates: [
      ring(4_000).map(([lng, lat]) => [(lng - 51.2) * 10 * degrees - 17, (lat - 25.1) * 10 * degrees - 31]),
    ],
  });
  const calls: [string, () => () => Promise<Sent>][] = [
    ['areas/shapes', () => send(api.location.shapes, {})],
    ['areas/check over all of them', () => send(api.location.check, { polygons: over(30) })],
    ['areas/check over some of them', () => send(api.location.check, { polygons: over(1) })],
    [
      'areas/save',
      () => send(api.location.save, { type: 2, names: { en: `Z${unique()}` }, polygons: over(0.5) }),
    ],
    ['areas/quote', () => send(api.location.quote, { points: [{ lat: -31, lng: -17 }] })],
  ];
  return calls.map(([name, call]) => [
    `${name}, ${STANDING_ZONES} zones of 360 corners stand`,
    async () => {
      drawn ??= drawManyZones(app());
      await drawn;
      // the first call reads all zones, as after a start; a change makes each process read one again
      await app().services.database.pool.query(
        'UPDATE location SET version = version + 1 WHERE id = (SELECT max(id) FROM location WHERE type = 2)',
      );
      return call();
    },
  ]);
}
