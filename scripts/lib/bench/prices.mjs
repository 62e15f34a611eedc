import { quantile } from './fill-shop.mjs';
import { JUDGED, judge, shortfall } from './limits.mjs';
import { table, writeSection } from './report.mjs';

const PRICES = 100_000;
const PASTED = 500;
/** How often each step is repeated. */
const TIMES = 20;
const ROWS = 50;

/** Creates a price list with one price for each item, at most PRICES; once for each shop. */
async function makePriceList(stage) {
  const title = `Benchmark of ${PRICES} prices`;
  const { results } = await stage.post('/admin/pricelist', { keywords: title });
  const id =
    results[0]?.id ?? (await stage.post('/admin/pricelist/save', { titles: { en: title } })).results.id;
  await stage.client.query(
    `INSERT INTO price_list_item (price_list_id, product_id, item_id, price, status)
     SELECT $1::int, i.product_id, i.id, round(coalesce(i.price, p.price) * 0.9, 2), 1
       FROM product_item i JOIN product p ON p.id = i.product_id
      WHERE i.deleted_at IS NULL AND p.deleted_at IS NULL AND coalesce(i.price, p.price) > 0
      ORDER BY i.id LIMIT ${PRICES} ON CONFLICT DO NOTHING`,
    [id],
  );
  await stage.client.query('ANALYZE price_list_item');
  return id;
}

/** Returns the milliseconds of TIMES runs, after one run that is not counted. */
async function timesOf(work) {
  await work(-1);
  const times = [];
  for (let at = 0; at < TIMES; at += 1) {
    const from = performance.now();
    await work(at);
    times.push(performance.now() - from);
  }
  return times;
}

/**
 * Measures the largest price list as its screen uses it: the list of lists, its header with a page of prices, late
 * pages, a search, and 500 pasted prices that are looked up and saved.
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 */
export async function run(stage) {
  const id = await makePriceList(stage);
  const show = (body) => stage.post(`/admin/pricelist/show/${id}`, { limit: ROWS, ...body });
  const { items_meta } = (await show({})).results;
  const page = (number) => show({ items_page: Math.min(items_meta.last_page, Math.max(1, number)) });
  const { rows: codes } = await stage.client.query(
    `SELECT i.barcode FROM price_list_item x JOIN product_item i ON i.id = x.item_id
      WHERE x.price_list_id = $1 AND i.barcode IS NOT NULL ORDER BY md5(i.barcode) LIMIT ${PASTED}`,
    [id],
  );
  const lookUp = () =>
    stage.post('/admin/pricelist/lookup', { id, codes: codes.map(({ barcode }) => barcode) });
  const save = (items) => stage.post('/admin/pricelist/save', { id, items });
  const found = (await lookUp()).results.codes.flatMap(({ item }) => item ?? []);
  const pasted = (at) =>
    found.map(({ product_id, item_id }, n) => ({
      product_id,
      item_id,
      price: (500 + ((n + at + 1) % 400)) / 100,
    }));
  const steps = [
    ['the list of price lists', () => stage.post('/admin/pricelist', {})],
    ['opened, first page of prices', () => show({})],
    ['page in the middle', (at) => page(Math.floor(items_meta.last_page / 2) + at)],
    ['last pages', (at) => page(items_meta.last_page - 1 - at)],
    ['search in it: coffee', () => show({ keywords: 'coffee' })],
    [`${PASTED} pasted codes looked up`, lookUp],
    [`${PASTED} changed prices saved`, (at) => save(pasted(at))],
    [
      `${PASTED} prices pasted and saved, as the screen does both`,
      async (at) => {
        await lookUp();
        await save(pasted(at + TIMES));
        await show({});
      },
    ],
  ];
  const rows = [];
  for (const [name, work] of steps) {
    const times = (await timesOf(work)).toSorted((a, b) => a - b);
    rows.push(judge('prices', name, quantile(times, 0.95)));
  }
  const text = `${items_meta.total} prices in one list, one caller, p95 of ${TIMES} runs. ${shortfall(rows)}\n\n${table(JUDGED, rows)}`;
  await writeSection(stage.client, 'prices', 'Prices: the largest price list', text);
  console.log(`\n${table(JUDGED, rows)}\n\n${shortfall(rows)}`);
}
