import { WORDS } from './asking.mjs';
import { measure, median } from './measure.mjs';
import { answeringCpu, cpuOf } from './processor.mjs';
import { table, writeSection } from './report.mjs';
import { SAVE_EVERY_MS, whileSaving } from './while-saving.mjs';

const LIST = '/admin/products';
/** The limit for a list with ten clients and 100,000 products, p95 in milliseconds. */
const GOAL = 60;
/** The number of queries after which the floor is measured again. */
const FLOOR_EVERY = 8;

/** Returns ids for the queries: of large and small parts of the shop. */
async function choices(client) {
  const one = async (sql) => (await client.query(sql)).rows[0];
  const { id: section } = await one(
    `SELECT id FROM category WHERE titles->>'en' = 'Drinks' AND parent_id = 1`,
  );
  const { id: shelf } = await one(`SELECT id FROM category WHERE titles->>'en' = 'Coffee Organic'`);
  const { brand_id: brand } = await one(
    'SELECT brand_id FROM product WHERE brand_id IS NOT NULL GROUP BY brand_id ORDER BY count(*) DESC LIMIT 1',
  );
  const item = await one(
    'SELECT product_id, barcode FROM product_item WHERE barcode IS NOT NULL OFFSET 5000 LIMIT 1',
  );
  return { section, shelf, brand, ...item };
}

/** Returns this many different products. */
async function others(client, count) {
  const { rows } = await client.query(
    'SELECT id FROM product WHERE deleted_at IS NULL AND status = 1 ORDER BY id DESC LIMIT $1',
    [count],
  );
  return rows.map(({ id }) => ({ path: `${LIST}/show/${id}`, body: '{}' }));
}

const SORTS = ['newest', 'title', 'price', 'ord', 'id', 'created_at', 'status'];

/** Returns every filter of the list, and words as staff type them. */
const questions = ({ section, shelf, brand, barcode }) => [
  ['status: active', { status: 1 }],
  ['status: disabled', { status: 0 }],
  ['featured', { featured: 1 }],
  ['brand', { brand_id: brand }],
  ['category, a ninth of the shop', { categorys_id: section }],
  ['category, one shelf', { categorys_id: shelf }],
  ['without a German title', { missing_translation: 'de' }],
  ['without some title', { missing_translation: 'any' }],
  ['price from 2 to 5', { price_from: 2, price_to: 5 }],
  ['price from 50', { price_from: 50 }],
  ['in stock: none', { in_stock: 0 }],
  ['in stock: some', { in_stock: 1 }],
  ['barcode', { barcode }],
  ['search: coffee', { keywords: 'coffee' }],
  ['search: قهوة', { keywords: 'قهوة' }],
  ['search: two words', { keywords: 'mint premium' }],
  ['search: two letters', { keywords: 'ei' }],
  ['search: in one of six titles', { keywords: 'pack' }],
  ['search: in four of ten titles', { keywords: 'al' }],
  ['search: nothing found', { keywords: 'zzzz' }],
  ['search: start of a barcode', { keywords: barcode.slice(0, 10) }],
];

/** Returns the last page, at most the thousandth. */
async function lastPage(stage, body) {
  const { meta } = await stage.post(LIST, body);
  return Math.min(1_000, meta.last_page);
}

/**
 * Lists, a single product and a scanned barcode with 100,000 products, compared with the read floor.
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 * @param {{ seconds: number }} options seconds of each measurement
 */
export async function run(stage, { seconds }) {
  const chosen = await choices(stage.client);
  const { rows } = await stage.client.query(
    'SELECT count(*)::int AS products FROM product WHERE deleted_at IS NULL',
  );
  const { pid } = stage;
  /** Runs a measurement and adds the processor time per answer in milliseconds, of the API and of PostgreSQL. */
  const withCpu = async (measuring) => {
    const used = async () => cpuOf(pid) + (await answeringCpu(stage.client));
    const from = await used();
    const measured = await measuring();
    return { ...measured, cpu: (((await used()) - from) * 1_000) / measured.answers };
  };
  let floor = await median({ url: stage.floorUrl }, seconds);
  const columns = [
    'asked',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'answers/s',
    'of the floor',
    'CPU ms',
    'p95 ms while saved',
    'CPU ms while saved',
  ];
  const lines = [['read floor', floor.p50, floor.p95, floor.p99, floor.rate, '1', '', '', '']];
  const ask = async (name, path, body, { saves = false, by = measure, asked } = {}) => {
    // an older floor cannot be compared, because the machine may be busier by now
    if (lines.length % FLOOR_EVERY === 0) floor = await measure({ url: stage.floorUrl }, seconds);
    const what = { url: stage.url + path, token: stage.token, body: { locale: 'en', ...body }, asked };
    const first = await withCpu(() => by(what, seconds));
    const share = (first.rate / floor.rate).toFixed(3);
    const second =
      saves &&
      (await whileSaving(stage.client, chosen.product_id, () => withCpu(() => measure(what, seconds))));
    const { p50, p95, p99, rate, cpu } = first;
    const saved = second ? second.p95 : '';
    lines.push([name, p50, p95, p99, rate, share, cpu, saved, second ? second.cpu : '']);
    console.log(
      `  ${name}: p95 ${p95.toFixed(1)} ms, ${rate.toFixed(0)}/s, ${share} of the floor, ${cpu.toFixed(1)} ms of processor${second ? `; while saved ${saved.toFixed(1)} ms, ${second.cpu.toFixed(1)}` : ''}`,
    );
    return { p95, saved };
  };

  await ask('R1 list, search, 20 rows', LIST, { keywords: 'coffee' }, { by: median });
  await ask(
    'R1, each time other words',
    '',
    {},
    {
      by: median,
      asked: WORDS.map((keywords) => ({ path: LIST, body: JSON.stringify({ locale: 'en', keywords }) })),
    },
  );
  await ask('R3 one product', `${LIST}/show/${chosen.product_id}`, {}, { by: median });
  await ask('R3, each time another product', '', {}, { by: median, asked: await others(stage.client, 400) });
  await ask('scanned barcode', `${LIST}/barcode/${chosen.barcode}`, {});
  const slow = [];
  const slowWhileSaved = [];
  const list = async (name, body) => {
    const { p95, saved } = await ask(name, LIST, body, { saves: true });
    if (p95 > GOAL) slow.push(`${name} (${p95.toFixed(0)} ms)`);
    if (saved > GOAL) slowWhileSaved.push(`${name} (${saved.toFixed(0)} ms)`);
  };
  for (const sort_by of SORTS)
    for (const page of [1, 1_000]) await list(`by ${sort_by}, page ${page}`, { sort_by, page });
  for (const [name, body] of questions(chosen)) {
    await list(`${name}, by title`, { ...body, sort_by: 'title' });
    const page = await lastPage(stage, body);
    await list(`${name}, newest, page ${page}`, { ...body, page });
  }
  const over = (names, when) =>
    names.length === 0
      ? `Every list answers with a p95 under ${GOAL} ms${when}.`
      : `Over ${GOAL} ms at p95${when}: ${names.join(', ')}.`;
  const verdict = `${over(slow, '')} ${over(slowWhileSaved, ', while saved')}`;
  const how = `CPU is what one answer takes of the API's and PostgreSQL's processors, which says more than the clock where the machine has other work. Who asks the same in the same moment shares a statement (docs/adr/0010); the rows 'each time' ask for others in turn. What was asked lately is remembered and only compared with how often the catalogue has changed, so that each list is asked a second time while a product is saved every ${SAVE_EVERY_MS} ms, after which everything is looked for anew.`;
  const text = `${rows[0].products} products, 10 connections, ${seconds} s each. ${how} ${verdict}\n\n${table(columns, lines)}`;
  await writeSection(stage.client, 'catalogue', 'Catalogue: lists and search', text);
  console.log(`\n${table(columns, lines)}\n\n${verdict}`);
}
