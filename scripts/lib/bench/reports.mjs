import pg from 'pg';
import { UserError } from '../user-error.mjs';
import { dayBefore } from './asking.mjs';
import { fillShop, median, quantile, untilSummed } from './fill-shop.mjs';
import { JUDGED, judge, shortfall } from './limits.mjs';
import { send } from './own-api.mjs';
import { table, writeSection } from './report.mjs';
import { fillCounts, reportQuestions } from './report-questions.mjs';

const TOGETHER = 10;
/** The minimum number of runs, however slow. */
const TIMES = 10;
const ZONE = 'Asia/Qatar';

const HALF_A_YEAR = { from_date: dayBefore(182), to_date: dayBefore(0) };

/** Returns the milliseconds of each run, with `clients` runs at the same time. */
async function timesOf(work, clients, seconds) {
  await work();
  const until = performance.now() + seconds * 1_000;
  const times = [];
  const lane = async () => {
    while (performance.now() < until || times.length < TIMES) {
      const from = performance.now();
      await work();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: clients }, lane));
  return times;
}

/** Returns the statistics of orders as a single statement, over the orders that `which` selects. */
const ordersOf = (which = 'TRUE') => `
  SELECT status_value, source, (created_at AT TIME ZONE $3)::date, count(*), sum(due),
         count(*) FILTER (WHERE status_value BETWEEN 0 AND 4 AND promised_at < now()),
         count(*) FILTER (WHERE status_value BETWEEN 0 AND 4 AND type = 'delivery' AND driver_id IS NULL),
         count(*) FILTER (WHERE due > paid_amount)
    FROM "order" WHERE ${which} AND created_at >= ($1::date)::timestamp AT TIME ZONE $3
     AND created_at < ($2::date + 1)::timestamp AT TIME ZONE $3 GROUP BY 1, 2, 3`;

const RECEIPTS = `
  SELECT status, supplier_id, count(*), sum(quantity), sum(total), sum(net), sum(paid) FROM receipt
   WHERE deleted_at IS NULL AND on_date BETWEEN $1 AND $2 GROUP BY 1, 2`;

const COUNTS = `
  SELECT c.id, count(*), count(x.counted), sum(coalesce(x.difference, x.counted - x.snapshot))
    FROM (SELECT id FROM stock_count WHERE deleted_at IS NULL AND created_at >= $1::date AND created_at < $2::date + 1
           ORDER BY id DESC LIMIT 20) c LEFT JOIN stock_count_line x ON x.count_id = c.id GROUP BY 1`;

const LEDGER = `
  SELECT * FROM (
    SELECT e.*, sum(value) OVER (ORDER BY on_date, step, id) AS balance FROM (
      SELECT id, on_date, 0 AS step, net AS value FROM receipt
       WHERE supplier_id = $1 AND deleted_at IS NULL AND status IN (1, 2)
      UNION ALL
      SELECT t.id, t.on_date, 1, -t.value FROM receipt_transaction t JOIN receipt r ON r.id = t.receipt_id
       WHERE r.supplier_id = $1 AND t.deleted_at IS NULL AND r.deleted_at IS NULL AND r.status IN (1, 2)) e) l
   ORDER BY on_date DESC, step DESC, id DESC LIMIT 20`;

/** The requests that Home sends at once (app/home in apps/web). */
const HOME = [
  ['/admin/products/orders', { status_value: 0, limit: 1 }],
  ['/admin/products/orders', { late: 1, limit: 1 }],
  ['/admin/products/orders', { unassigned: 1, limit: 1 }],
  ['/admin/products/orders', { status_value: 5, paid: 0, limit: 1 }],
  ['/admin/products/stock', { state: 'low', limit: 1 }],
  [
    '/admin/products/used-quantities',
    { remaining: 1, expire_from: dayBefore(0), expire_to: dayBefore(-14), limit: 1 },
  ],
  ['/admin/contactus/list', { unread: 1, limit: 1 }],
  ['/admin/products/orders/statistics', { from_date: dayBefore(0), to_date: dayBefore(0) }],
];

/** Returns every report of the contract, each with an equivalent single statement if there is one. */
async function reports(client) {
  const one = async (sql) => (await client.query(sql)).rows[0] ?? {};
  const most = (column) =>
    one(
      `SELECT ${column} AS id FROM "order" WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
    );
  const [branch, driver, customer] = [
    await most('branch_id'),
    await most('driver_id'),
    await most('client_id'),
  ];
  const product = await one(
    'SELECT product_id AS id FROM stock_batch GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1',
  );
  const supplier = await one(
    'SELECT supplier_id AS id FROM receipt GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
  );
  const days = [HALF_A_YEAR.from_date, HALF_A_YEAR.to_date];
  const orders = (name, filter, which) => ({
    name: `orders/statistics${name}`,
    calls: [['/admin/products/orders/statistics', { ...HALF_A_YEAR, ...filter }]],
    floor: [ordersOf(which), [...days, ZONE]],
  });
  return [
    orders('', {}, undefined),
    orders(', a large branch', { branch_id: branch.id }, `branch_id = ${branch.id}`),
    orders(', a driver', { driver_id: driver.id }, `driver_id = ${driver.id}`),
    orders(', a customer', { client_id: customer.id }, `client_id = ${customer.id}`),
    {
      name: 'receipts/statistics',
      calls: [['/admin/products/receipts/statistics', HALF_A_YEAR]],
      floor: [RECEIPTS, days],
    },
    {
      name: 'stock-taking report',
      calls: [['/admin/products/counts', { ...HALF_A_YEAR, sort_by: 'id', sort_as: 'desc' }]],
      floor: [COUNTS, days],
    },
    ...(supplier.id
      ? [
          {
            name: 'ledger of the largest supplier',
            calls: [['/admin/products/suppliers/ledger', { supplier_id: supplier.id }]],
            floor: [LEDGER, [supplier.id]],
          },
        ]
      : []),
    { name: `Home, its ${HOME.length} questions at once`, calls: HOME },
    ...reportQuestions(HALF_A_YEAR, { branch_id: branch.id, product_id: product.id, until: dayBefore(-90) }),
  ];
}

/** Repeats a request that is refused because too many wait; the waiting time counts. */
async function sendPatiently(...request) {
  for (;;) {
    const answer = await send(...request);
    if (answer.status !== 503) return answer;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/**
 * Measures every report over six months, compared with the same totals as a single statement (row R7).
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 * @param {{ seconds: number }} options seconds of each measurement
 */
export async function run(stage, { seconds }) {
  const { client, url, token } = stage;
  await fillShop(client);
  await untilSummed(client);
  await fillCounts(client);
  const pool = new pg.Pool({ connectionString: stage.databaseUrl, max: TOGETHER });
  const ask = async (calls) => {
    const answers = await Promise.all(calls.map(([path, body]) => sendPatiently(url, path, body, token)));
    const refused = answers.find(({ status }) => status !== 200);
    if (refused) throw new UserError(`A report answered ${refused.status}: ${JSON.stringify(refused.json)}`);
  };
  const [judged, lines] = [[], []];
  try {
    for (const { name, row = 'R7', calls, floor } of await reports(client)) {
      const alone = await timesOf(() => ask(calls), 1, seconds);
      const together = await timesOf(() => ask(calls), TOGETHER, seconds);
      const bare = floor
        ? await timesOf(() => pool.query({ text: floor[0], values: floor[1] }), 1, seconds)
        : undefined;
      const p95 = quantile(alone, 0.95);
      const p50 = median(alone);
      const p95Together = quantile(together, 0.95);
      judged.push(judge(row, `${name}, p95`, p95));
      judged.push(judge(`${row} at once`, `${name}, ${TOGETHER} at once`, p95Together));
      lines.push([
        name,
        p50,
        p95,
        p95Together,
        bare ? median(bare) : '',
        bare ? quantile(bare, 0.95) : '',
        bare ? `${(p50 / median(bare)).toFixed(2)} times` : '',
      ]);
      for (const cells of judged.slice(-2)) console.log(`  ${cells.join(' · ')}`);
    }
  } finally {
    await pool.end();
  }
  const { rows } = await client.query(
    `SELECT (SELECT count(*)::int FROM "order") AS orders,
            (SELECT count(*)::int FROM "order" WHERE created_at >= $1::date) AS lately,
            (SELECT count(*)::int FROM receipt) AS receipts, (SELECT count(*)::int FROM stock_count) AS counts`,
    [HALF_A_YEAR.from_date],
  );
  const [has] = rows;
  const heads = [
    'report',
    'p50 ms',
    'p95 ms',
    `p95 ms, ${TOGETHER} at once`,
    'floor p50 ms',
    'floor p95 ms',
    'beside the floor',
  ];
  const text = [
    `${has.orders} orders, ${has.lately} of them in the six months that are asked about; ${has.receipts} receipts, ${has.counts} stock-takings. The report floor is the same aggregate as one statement on one connection. ${shortfall(judged)}`,
    table(JUDGED, judged),
    table(heads, lines),
  ].join('\n\n');
  await writeSection(client, 'reports', 'Reports', text);
  console.log(`\n${text}`);
}
