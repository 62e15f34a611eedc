import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { CLIENTS, LINES, pick, runConcurrently } from './order-floor.mjs';

/** Columns that the database fills itself. */
async function insertedColumns(client, table) {
  const { rows } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'
        AND (column_name <> 'id' AND column_name <> 'xid') ORDER BY ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => `"${name}"`).join(', ');
}

/** Returns a function that inserts rows, given as JSON, in one prepared statement, and returns their ids. */
async function prepareInsert(client, table, returning = '') {
  const columns = await insertedColumns(client, table);
  const text = `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::"${table}", $1::jsonb) ${returning}`;
  return async (connection, rows) => {
    const answer = await connection.query({ name: `insert ${table}`, text, values: [JSON.stringify(rows)] });
    return answer.rows.map(({ id }) => id);
  };
}

const TABLES = {
  order: 'RETURNING id',
  order_line: 'RETURNING id',
  order_move: '',
  order_payment: '',
  stock_reservation: '',
  stock_use: 'RETURNING id',
  stock_movement: '',
  event: '',
  audit_log: '',
  idempotency_key: '',
};

async function prepareInserts(client) {
  const inserts = {};
  for (const [table, returning] of Object.entries(TABLES))
    inserts[table] = await prepareInsert(client, table, returning);
  return inserts;
}

/** Reads the rows of an order that the product wrote: one as placed, one as delivered and paid. */
async function readTemplates(client, id) {
  const rowsOf = async (sql, values = [id]) =>
    (await client.query(`SELECT to_jsonb(x) AS row FROM (${sql}) x`, values)).rows.map(({ row }) => row);
  const [order] = await rowsOf('SELECT * FROM "order" WHERE id = $1');
  const audits = await rowsOf(
    `SELECT * FROM audit_log WHERE noun = 'order' AND record_id = $1::text ORDER BY id`,
  );
  const events = await rowsOf(`SELECT * FROM event WHERE xid = $1::bigint ORDER BY id`, [audits.at(-1).xid]);
  return {
    order,
    lines: await rowsOf('SELECT * FROM order_line WHERE order_id = $1 ORDER BY ord'),
    moves: await rowsOf('SELECT * FROM order_move WHERE order_id = $1 ORDER BY id'),
    payments: await rowsOf('SELECT * FROM order_payment WHERE order_id = $1'),
    reservations: await rowsOf(`SELECT * FROM stock_reservation WHERE ref_type = 'order' AND ref_id = $1`),
    uses: await rowsOf(`SELECT * FROM stock_use WHERE ref_type = 'order' AND ref_id = $1`),
    movements: await rowsOf(`SELECT * FROM stock_movement WHERE ref_type = 'order' AND ref_id = $1`),
    keys: await rowsOf('SELECT * FROM idempotency_key ORDER BY created_at DESC LIMIT 1', []),
    audit: audits.at(-1),
    events,
  };
}

const LOCK =
  'SELECT 1 FROM stock_level WHERE branch_id = $1 AND item_id = ANY($2) ORDER BY item_id FOR UPDATE';
const RESERVE = 'UPDATE stock_level SET reserved = reserved + 1 WHERE branch_id = $1 AND item_id = ANY($2)';
const TAKE = `UPDATE stock_level SET reserved = reserved - 1, on_hand = on_hand - 1, value = value - 2.5
  WHERE branch_id = $1 AND item_id = ANY($2)`;

/** Runs work in a transaction on a connection of its own. */
async function inTransaction(pool, work) {
  const connection = await pool.connect();
  try {
    await connection.query('BEGIN');
    const result = await work(connection);
    await connection.query('COMMIT');
    return result;
  } finally {
    connection.release();
  }
}

const named = (connection, name, text, values) => connection.query({ name, text, values });

/** Writes what the product writes beside every change: events, an audit entry, the answer to a repeated request. */
async function writeBeside(connection, insert, { events, audit, keys }, id) {
  const now = new Date().toISOString();
  await insert.event(
    connection,
    events.map((event) => ({ ...event, at: now })),
  );
  await insert.audit_log(connection, [{ ...audit, at: now, record_id: String(id) }]);
  await insert.idempotency_key(connection, [{ ...keys[0], key: randomUUID(), created_at: now }]);
}

/** Writes the rows of an order of the given items and returns its id. */
const placeByHand = (pool, insert, template, items, branch_id) =>
  inTransaction(pool, async (connection) => {
    const created_at = new Date().toISOString();
    const ids = items.map(({ item_id }) => item_id);
    await named(connection, 'lock levels', LOCK, [branch_id, ids]);
    const [id] = await insert.order(connection, [{ ...template.order, created_at, updated_at: created_at }]);
    await insert.order_line(
      connection,
      items.map((item, at) => ({ ...template.lines[at], ...item, order_id: id, parent_id: null })),
    );
    await insert.order_move(connection, [{ ...template.moves[0], order_id: id, created_at }]);
    await insert.stock_reservation(
      connection,
      ids.map((item_id, at) => ({ ...template.reservations[at], item_id, ref_id: id, created_at })),
    );
    await named(connection, 'reserve', RESERVE, [branch_id, ids]);
    await writeBeside(connection, insert, template, id);
    return { id, items };
  });

const DELIVER = `UPDATE "order" SET status_id = $2, status_value = $3, delivered_at = now(), updated_at = now(), paid = 1,
  paid_amount = due, deducted = true, version = version + 1 WHERE id = $1`;

/** Writes the rows of delivering and paying an order that was placed by hand. */
const deliverByHand = (pool, insert, template, { id, items }, branch_id) =>
  inTransaction(pool, async (connection) => {
    const created_at = new Date().toISOString();
    const ids = items.map(({ item_id }) => item_id);
    await named(connection, 'lock order', 'SELECT 1 FROM "order" WHERE id = $1 FOR UPDATE', [id]);
    await named(connection, 'lock levels', LOCK, [branch_id, ids]);
    await named(connection, 'deliver', DELIVER, [id, template.order.status_id, template.order.status_value]);
    await named(
      connection,
      'free',
      `DELETE FROM stock_reservation WHERE ref_type = 'order' AND ref_id = $1`,
      [id],
    );
    const { rows: batches } = await named(
      connection,
      'take',
      `UPDATE stock_batch SET remaining_quantity = remaining_quantity - 1
        WHERE id = ANY($1) RETURNING id, item_id`,
      [items.map(({ batch_id }) => batch_id)],
    );
    await named(connection, 'take levels', TAKE, [branch_id, ids]);
    const { rows: lines } = await named(
      connection,
      'lines',
      'SELECT id, item_id FROM order_line WHERE order_id = $1 ORDER BY ord',
      [id],
    );
    const batchOf = new Map(batches.map((batch) => [batch.item_id, batch.id]));
    const uses = await insert.stock_use(
      connection,
      lines.map((line, at) => ({
        ...template.uses[at],
        batch_id: batchOf.get(line.item_id),
        item_id: line.item_id,
        line_id: line.id,
        ref_id: id,
        created_at,
      })),
    );
    await insert.stock_movement(
      connection,
      uses.map((use, at) => ({
        ...template.movements[at],
        batch_id: batchOf.get(lines[at].item_id),
        product_used_id: use,
        ref_id: id,
        created_at,
      })),
    );
    await insert.order_payment(connection, [
      {
        ...template.payments[0],
        order_id: id,
        created_at,
        settled_at: template.payments[0].settled_at && created_at,
      },
    ]);
    await insert.order_move(connection, [{ ...template.moves.at(-1), order_id: id, created_at }]);
    await writeBeside(connection, insert, template, id);
  });

/** Returns the items with the batch that each is taken from. */
async function withBatches(client, branch_id, items) {
  const { rows } = await client.query(
    `SELECT DISTINCT ON (s.item_id) s.item_id, i.product_id, s.id AS batch_id
       FROM stock_batch s JOIN product_item i ON i.id = s.item_id
      WHERE s.branch_id = $1 AND s.item_id = ANY($2) AND s.remaining_quantity > 10000 ORDER BY s.item_id, s.id DESC`,
    [branch_id, items.map(({ item_id }) => item_id)],
  );
  return rows;
}

/**
 * Measures the floor of writing an order: hand-written transactions that write the very rows that the product writes
 * into its own tables, with their indexes, references and triggers, but decide nothing.
 *
 * @param {string} url the database's
 * @param {import('pg').Client} client
 * @param {number} seconds of each measurement
 * @param {{ branch_id: number, items: { item_id: number }[], placedId: number, deliveredId: number }} about the items
 *   to sell, an order that the product has placed, and one that it has delivered and that was paid
 * @returns {Promise<{ placed: object, delivered: object }>} rate per second and percentiles
 */
export async function sameRowsFloor(url, client, seconds, { branch_id, items, placedId, deliveredId }) {
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS });
  try {
    const insert = await prepareInserts(client);
    const sold = await withBatches(client, branch_id, items);
    const placed = await readTemplates(client, placedId);
    const delivered = await readTemplates(client, deliveredId);
    const waiting = [];
    const place = async () =>
      void waiting.push(await placeByHand(pool, insert, placed, pick(sold, LINES), branch_id));
    await runConcurrently(0.5, place);
    const placing = await runConcurrently(seconds, place);
    const deliver = async () => {
      const order = waiting.pop();
      if (!order) return false;
      await deliverByHand(pool, insert, delivered, order, branch_id);
      return true;
    };
    return { placed: placing, delivered: await runConcurrently(seconds, deliver) };
  } finally {
    await pool.end();
  }
}
