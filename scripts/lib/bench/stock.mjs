import { randomBytes } from 'node:crypto';
import { generateStock } from '../generate/stock.mjs';
import { runStep } from '../print-step.mjs';
import { measure } from './measure.mjs';
import { CLIENTS, ITEMS, LINES, orderFloor, pick, runConcurrently } from './order-floor.mjs';
import { table, writeSection } from './report.mjs';

const BATCHES = Number(process.env.STOCK_BATCHES ?? 1_000_000);
const GOAL = 60;

/** Measures allocating carts of ten lines over fifty batches each, on one core. */
async function allocations(seconds) {
  const { allocateFefo } = await import('../../../packages/commerce/src/index.ts');
  const shelf = Array.from({ length: 50 }, (_, at) => ({
    id: at,
    remaining: BigInt(1_000 + at),
    cost: BigInt(35_000 + at),
    expire_date: at < 40 ? `2027-${String(1 + Math.floor(at / 4)).padStart(2, '0')}-15` : null,
    created_at: at,
  }));
  const until = performance.now() + seconds * 1_000;
  let carts = 0;
  for (; performance.now() < until; carts += 1)
    for (let line = 0; line < 10; line += 1) allocateFefo(shelf, 25_000n, '2026-11-21');
  return carts / seconds;
}

/** Measures reserving and deducting three lines through the stock module, as an order does in two steps. */
async function orders(stage, shelves, seconds) {
  const { createApp } = await import('../../../apps/api/src/app.ts');
  const { readEnv } = await import('../../../apps/api/src/env.ts');
  const { createSystemCtx } = await import('../../../apps/api/src/core/ctx.ts');
  const { reserveStock, deductStock } = await import('../../../apps/api/src/modules/stock/index.ts');
  const app = await createApp(
    readEnv({
      DATABASE_URL: stage.databaseUrl,
      DATA_DIR: stage.dataDir,
      SECRET_KEY: randomBytes(32).toString('hex'),
      LOG_LEVEL: 'silent',
      ROLE: 'api',
      PORT: '0',
      DATABASE_POOL: String(CLIENTS),
    }),
  );
  let id = 1_000_000_000 + Math.floor(Math.random() * 100_000_000);
  const order = async () => {
    id += 1;
    const ref = { type: 'bench', id };
    const lines = pick(shelves, LINES).map((shelf, at) => ({ ...shelf, quantity: 1_000n, line_id: at + 1 }));
    const ctx = createSystemCtx(app.services, 'bench');
    await ctx.tx((ctx) => reserveStock(ctx, ref, lines));
    await ctx.tx((ctx) => deductStock(ctx, ref, lines));
  };
  await runConcurrently(1, order);
  const result = await runConcurrently(seconds, order);
  await app.close();
  return result;
}

/** Returns every sort and filter of the list of batches, with first and late pages. */
function questions({ branch, busy, supplier }) {
  const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const sorts = ['remaining_quantity', 'quantity', 'expire_date', 'created_at', 'id'];
  return [
    ['the fullest first', {}],
    ['the fullest first, page 100', { page: 100 }],
    ['the fullest first, page 1000', { page: 1_000 }],
    ...sorts.flatMap((sort_by) => [
      [`by ${sort_by}, ascending`, { sort_by, sort_as: 'asc' }],
      [`by ${sort_by}, page 100`, { sort_by, page: 100 }],
      [`by ${sort_by}, something left`, { sort_by, sort_as: 'asc', remaining: 1 }],
      [`by ${sort_by}, sold out`, { sort_by, remaining: 0 }],
      [`by ${sort_by}, of a branch`, { sort_by, branch_id: branch }],
    ]),
    ['something left, page 500', { remaining: 1, page: 500 }],
    ['of the product with most batches, with movements', { product_id: busy.product_id, movements: 1 }],
    ['of the item with most batches', { item_id: busy.item_id }],
    ['expiring in a month', { expire_from: day(0), expire_to: day(30) }],
    ['expiring in a week or past it, something left', { expire_to: day(7), remaining: 1 }],
    ['of a supplier', { supplier_id: supplier }],
    ['search: coffee', { keywords: 'coffee' }],
    ['search: two words', { keywords: 'mint premium' }],
  ];
}

/** Returns every sort, state and filter of the list of stock levels. */
function levelQuestions({ branch, supplier }) {
  const sorts = ['title', 'available', 'on_hand', 'value'];
  const states = ['available', 'out', 'low', 'deficit', 'expired', 'reserved'];
  return [
    ...sorts.map((sort_by) => [`by ${sort_by}`, { sort_by, sort_as: 'desc' }]),
    ...states.map((state) => [state, { state }]),
    ['by title, page 1000', { page: 1_000 }],
    ['of a branch', { branch_id: branch }],
    ['of a branch, by available', { branch_id: branch, sort_by: 'available', sort_as: 'asc' }],
    ['of a supplier', { supplier_id: supplier }],
    ['search: coffee', { keywords: 'coffee' }],
  ];
}

/**
 * Measures allocation, reserving and deducting compared with the order floor, a receipt of a thousand lines, and the
 * list of batches.
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 * @param {{ seconds: number }} options seconds of each measurement
 */
export async function run(stage, { seconds }) {
  const { client } = stage;
  await runStep(`${BATCHES} batches`, () => generateStock(client, BATCHES));
  const { rows: branches } = await client.query(
    'SELECT id FROM branch WHERE deleted_at IS NULL ORDER BY id LIMIT 1',
  );
  const [{ id: first }] = branches;
  const { rows: items } = await client.query(
    `SELECT i.id AS item_id, i.product_id FROM product_item i JOIN product p ON p.id = i.product_id
      WHERE i.deleted_at IS NULL AND i.barcode IS NOT NULL AND p.deleted_at IS NULL ORDER BY i.id DESC LIMIT ${ITEMS}`,
  );
  const lines = [];
  const say = (line) => {
    lines.push(line);
    console.log(`  ${line.join(' · ')}`);
  };
  say([
    'allocation, 10 lines over 50 batches, one core',
    '',
    '',
    await allocations(seconds),
    '20,000/s wanted',
  ]);

  const supplier = await stage.post('/admin/products/suppliers/save', { name: `Bench ${Date.now()}` });
  const receipt = {
    supplier_id: supplier.results.id,
    on_date: new Date().toISOString().slice(0, 10),
    status: 1,
    items: items.map(({ item_id }) => ({ item_id, branch_id: first, quantity: 100_000, cost_value: 2.5 })),
  };
  const from = performance.now();
  await stage.post('/admin/products/receipts/save', receipt);
  say([
    `receipt of ${items.length} lines, created and accepted`,
    performance.now() - from,
    '',
    '',
    'under 2,000 ms wanted',
  ]);

  const floor = await orderFloor(stage.databaseUrl, seconds);
  say(['order floor', floor.p50, floor.p95, floor.rate, '1']);
  const shelves = items.map((item) => ({ ...item, branch_id: first }));
  const sold = await orders(stage, shelves, seconds * 2);
  say(['reserve + deduct, 3 lines', sold.p50, sold.p95, sold.rate, (sold.rate / floor.rate).toFixed(3)]);

  const { rows: most } = await client.query(
    'SELECT product_id, item_id FROM stock_batch GROUP BY product_id, item_id ORDER BY count(*) DESC LIMIT 1',
  );
  const slow = [];
  const { rows: busiest } = await client.query(
    'SELECT supplier_id FROM receipt GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
  );
  const of = { branch: first, busy: most[0], supplier: busiest[0].supplier_id };
  const requests = [
    ...questions(of).map(([name, body]) => ['used-quantities', name, body]),
    ...levelQuestions(of).map(([name, body]) => ['stock', name, body]),
  ];
  for (const [list, name, body] of requests) {
    const path = `${stage.url}/admin/products/${list}`;
    const { p50, p95, rate } = await measure({ url: path, token: stage.token, body }, seconds);
    if (p95 > GOAL) slow.push(`${list} ${name} (${p95.toFixed(0)} ms)`);
    say([`${list} ${name}`, p50, p95, rate, '']);
  }
  const verdict =
    slow.length === 0
      ? `Every one of the ${requests.length} lists has a p95 under ${GOAL} ms.`
      : `Over ${GOAL} ms at p95: ${slow.join(', ')}.`;
  const text = `${BATCHES} batches, ${CLIENTS} clients. The order floor is one transaction that locks three rows and writes an order, three lines and three movements with nothing of ours in between. ${verdict}\n\n${table(['what', 'p50 ms', 'p95 ms', 'a second', 'of the floor'], lines)}`;
  await writeSection(client, 'stock', 'Stock', text);
  console.log(`\n${table(['what', 'p50 ms', 'p95 ms', 'a second', 'of the floor'], lines)}`);
}
