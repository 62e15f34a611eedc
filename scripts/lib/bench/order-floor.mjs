import pg from 'pg';

export const CLIENTS = 10;
export const LINES = 3;
/** The number of items that the writers sell; low enough that two carts sometimes have the same item, as in a shop. */
export const ITEMS = 1_000;

/** Returns this many different random elements. */
export const pick = (some, count) => {
  const chosen = new Set();
  while (chosen.size < count) chosen.add(some[Math.floor(Math.random() * some.length)]);
  return [...chosen];
};

/**
 * Runs `work` with several clients at once for the given seconds, or until it returns false; returns the rate per
 * second and the 95th percentile.
 */
export async function runConcurrently(seconds, work) {
  const begin = performance.now();
  const until = begin + seconds * 1_000;
  const times = [];
  const lane = async () => {
    while (performance.now() < until) {
      const from = performance.now();
      if ((await work()) === false) return;
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, lane));
  const took = (performance.now() - begin) / 1_000;
  const sorted = times.toSorted((a, b) => a - b);
  return {
    rate: times.length / took,
    p50: sorted[times.length >> 1],
    p95: sorted[Math.floor(times.length * 0.95)],
  };
}

/**
 * Measures the order floor: a transaction with three locked rows, an order, three lines and three movements, as a
 * reference.
 */
export async function orderFloor(url, seconds) {
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS });
  await pool.query(`DROP TABLE IF EXISTS bench_move, bench_line, bench_order, bench_stock;
    CREATE TABLE bench_stock (id int PRIMARY KEY, quantity int NOT NULL);
    CREATE TABLE bench_order (id serial PRIMARY KEY, total numeric NOT NULL);
    CREATE TABLE bench_line (id serial PRIMARY KEY, order_id int NOT NULL, item_id int NOT NULL, quantity int NOT NULL);
    CREATE TABLE bench_move (id serial PRIMARY KEY, item_id int NOT NULL, quantity int NOT NULL);
    INSERT INTO bench_stock SELECT n, 1000000 FROM generate_series(1, ${ITEMS}) n`);
  const items = Array.from({ length: ITEMS }, (_, at) => at + 1);
  const order = async () => {
    const chosen = pick(items, LINES);
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query({
        name: 'lock',
        text: 'SELECT 1 FROM bench_stock WHERE id = ANY($1) ORDER BY id FOR UPDATE',
        values: [chosen],
      });
      const { rows } = await client.query({
        name: 'order',
        text: 'INSERT INTO bench_order (total) VALUES (10) RETURNING id',
      });
      await client.query({
        name: 'lines',
        text: 'INSERT INTO bench_line (order_id, item_id, quantity) SELECT $1, unnest($2::int[]), 1',
        values: [rows[0].id, chosen],
      });
      await client.query({
        name: 'moves',
        text: 'INSERT INTO bench_move (item_id, quantity) SELECT unnest($1::int[]), 1',
        values: [chosen],
      });
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  };
  await runConcurrently(0.5, order);
  const result = await runConcurrently(seconds, order);
  await pool.query('DROP TABLE bench_move, bench_line, bench_order, bench_stock');
  await pool.end();
  return result;
}
