import { MAKERS_FIRST, MAKERS_SECOND } from './words.mjs';

/** How many orders each size has (performance: 5 lines an order, 50 thousand customers, 20 branches). */
export const ORDERS = { small: 10_000, medium: 100_000, large: 1_000_000 };

const CUSTOMERS = 50_000;
const BRANCHES = 20;
const DRIVERS = 60;
const SELLERS = 40;
/** Over so many days, more of them lately. */
const DAYS = 730;
/** The youngest so many are still under way. */
const OPEN = 4_000;
/** At once; what one transaction writes has to fit beside a shop that is open. */
const CHUNK = 50_000;

/** A number below `most`, the same for the same `g`, unlike that of another `seed`. */
const dice = (seed, most, of = 'g') => `(abs(hashint8extended((${of})::bigint, ${seed}) % ${most}))::int`;

/** Branches up to twenty, customers, drivers and sellers; what is there already stays. */
async function seedPeople(client) {
  await client.query(
    `INSERT INTO branch (names, settings)
     SELECT jsonb_build_object('ar', 'فرع ' || n, 'en', 'Branch ' || n, 'de', 'Filiale ' || n), '{"timezone": "Asia/Qatar"}'
       FROM generate_series((SELECT count(*) FROM branch WHERE deleted_at IS NULL) + 1, ${BRANCHES}) n`,
  );
  for (const [key, titles] of [
    ['generated_driver', '{"ar": "سائق", "en": "Driver", "de": "Fahrer"}'],
    ['generated_seller', '{"ar": "بائع", "en": "Seller", "de": "Verkäufer"}'],
  ])
    await client.query(
      `INSERT INTO role (key, titles, permissions) VALUES ($1, $2, ARRAY[split_part($1, '_', 2)]) ON CONFLICT DO NOTHING`,
      [key, titles],
    );
  const names = [MAKERS_FIRST.map((word) => word[1]), MAKERS_SECOND.map((word) => word[1])];
  const people = (count, mail, role) =>
    client.query(
      `INSERT INTO account (name, email, phone, role_id)
       SELECT ($1::text[])[1 + ${dice(1, names[0].length, 'n')}] || ' ' || ($2::text[])[1 + ${dice(2, names[1].length, 'n')}] || ' ' || n,
              $3 || n || '@generated.test', CASE WHEN $4::text IS NULL THEN '+9743' || lpad(n::text, 7, '0') END,
              (SELECT id FROM role WHERE key = $4)
         FROM generate_series(1, ${count}) n ON CONFLICT DO NOTHING`,
      [...names, mail, role],
    );
  await people(CUSTOMERS, 'customer', null);
  await people(DRIVERS, 'driver', 'generated_driver');
  await people(SELLERS, 'seller', 'generated_seller');
}

/** Everything that an order names, numbered from 0. */
async function numberAll(client) {
  const tables = {
    some_item: `SELECT i.id, i.product_id, p.titles, i.barcode, greatest(coalesce(i.price, p.price), 1) AS price,
                       row_number() OVER (ORDER BY hashint4(i.id), i.id) - 1 AS n
                  FROM product_item i JOIN product p ON p.id = i.product_id
                 WHERE i.deleted_at IS NULL AND p.deleted_at IS NULL AND i.barcode IS NOT NULL`,
    some_branch: `SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM branch WHERE deleted_at IS NULL ORDER BY id LIMIT ${BRANCHES}`,
    some_client: `SELECT id, name, phone, row_number() OVER (ORDER BY id) - 1 AS n FROM account WHERE email LIKE 'customer%@generated.test'`,
    some_driver: `SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM account WHERE email LIKE 'driver%@generated.test'`,
    some_seller: `SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM account WHERE email LIKE 'seller%@generated.test'`,
    some_payment: `SELECT id, row_number() OVER (ORDER BY ord, id) - 1 AS n FROM payment_method WHERE deleted_at IS NULL AND master = 1`,
    some_delivery: `SELECT id, row_number() OVER (ORDER BY ord, id) - 1 AS n FROM delivery_method WHERE deleted_at IS NULL`,
    some_status: `SELECT DISTINCT ON (status_value) id, status_value AS n FROM order_status WHERE deleted_at IS NULL ORDER BY status_value, id`,
  };
  for (const [name, query] of Object.entries(tables))
    await client.query(
      `DROP TABLE IF EXISTS ${name}; CREATE TEMP TABLE ${name} AS ${query};
       ALTER TABLE ${name} ALTER n TYPE int; CREATE UNIQUE INDEX ON ${name} (n); ANALYZE ${name}`,
    );
}

const count = (table) => `(SELECT count(*) FROM ${table})::int`;

/** Orders number `$1` to `$2` of `$3` with their lines, payments and moves. A few products sell most. */
const CHUNK_SQL = `
  WITH size AS MATERIALIZED (
    SELECT ${count('some_item')} AS items, ${count('some_branch')} AS branches, ${count('some_client')} AS clients,
           ${count('some_driver')} AS drivers, ${count('some_seller')} AS sellers, ${count('some_payment')} AS payments,
           ${count('some_delivery')} AS deliveries
  ), drawn AS (
    SELECT g, ${dice(1, 100)} AS a, ${dice(2, 100)} AS b, ${dice(3, 100)} AS c, ${dice(4, 1_000)} / 1000.0 AS r,
           -- one chance in a thousand of a day comes later than the next
           date_trunc('milliseconds', now() - interval '1 minute' * (${DAYS * 1_440}
             * (1 - sqrt(g::float8 / $3::int)) + ${dice(5, 60)})) AS created_at
      FROM generate_series($1::int, $2::int) g
  ), chosen AS (
    SELECT d.*, d.a < 40 AS pos,
           CASE WHEN d.a < 40 THEN 'take_away' WHEN d.a < 42 THEN 'dine_in' ELSE 'delivery' END AS type,
           CASE WHEN d.a < 50 THEN 'dashboard' WHEN d.b < 40 THEN 'website' WHEN d.b < 75 THEN 'iphone' ELSE 'android' END AS source,
           CASE WHEN g > $3::int - ${OPEN} THEN d.b % 5 WHEN d.c < 4 THEN -1 ELSE 5 END AS value
      FROM drawn d
  ), sold AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('"order"', 'id'))::int AS id, c.* FROM chosen c ORDER BY c.g
  ), line AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('order_line', 'id'))::int AS id, s.id AS order_id, l AS ord,
           i.id AS item_id, i.product_id, i.titles, i.barcode, i.price, (1 + ${dice(8, 3, 'g * 10 + l')})::numeric AS quantity
      FROM sold s CROSS JOIN size z CROSS JOIN LATERAL generate_series(1, 1 + ${dice(6, 9, 's.g')}) l
      JOIN some_item i ON i.n = floor(z.items * power(${dice(7, 100_000, 's.g * 10 + l')} / 100000.0, 3))::int
  ), sums AS (
    SELECT order_id, count(*) AS lines, sum(quantity) AS quantity, sum(quantity * price) AS goods FROM line GROUP BY order_id
  ), made AS (
    INSERT INTO "order" (id, branch_id, client_id, client_name, client_phone, place, type, source, pos, device_id,
      status_id, status_value, paid, deducted, delivery_id, payment_id, driver_id, seller_id, currency, tax_mode, lines_count,
      quantity, total, goods, delivery_charge, due, paid_amount, promised_at, delivered_at, cancelled_at, recurring,
      recurrence, created_at, updated_at)
    SELECT s.id, b.id, c.id, c.name, c.phone,
           jsonb_build_object('area_no', (1 + s.b)::text, 'street', (800 + s.c)::text, 'home_no', s.a::text),
           s.type, s.source, s.pos, CASE WHEN s.pos THEN 1 END, t.id, CASE WHEN s.pos THEN 5 ELSE s.value END,
           CASE WHEN s.pos OR (s.value = 5 AND s.c < 98) THEN 1 ELSE 0 END, s.pos OR s.value >= 2,
           CASE WHEN s.type = 'delivery' THEN d.id END, p.id,
           CASE WHEN s.type = 'delivery' AND s.value >= 2 THEN v.id END, CASE WHEN s.pos THEN w.id END,
           'QAR', 'inclusive', m.lines, m.quantity, m.goods, m.goods, CASE WHEN s.type = 'delivery' THEN 12 ELSE 0 END,
           m.goods + CASE WHEN s.type = 'delivery' THEN 12 ELSE 0 END,
           CASE WHEN s.pos OR (s.value = 5 AND s.c < 98) THEN m.goods + CASE WHEN s.type = 'delivery' THEN 12 ELSE 0 END ELSE 0 END,
           CASE WHEN s.type = 'delivery' THEN s.created_at + interval '90 minutes' END,
           CASE WHEN s.pos THEN s.created_at WHEN s.value = 5 THEN s.created_at + (30 + s.c) * interval '1 minute' END,
           CASE WHEN NOT s.pos AND s.value = -1 THEN s.created_at + interval '20 minutes' END,
           CASE WHEN s.r < 0.01 THEN 1 ELSE 0 END,
           CASE WHEN s.r < 0.01 THEN '{"every": 1, "unit": "week", "until": null}'::jsonb END, s.created_at, s.created_at
      FROM sold s CROSS JOIN size z JOIN sums m ON m.order_id = s.id
      JOIN some_branch b ON b.n = floor(z.branches * power(${dice(9, 1_000, 's.g')} / 1000.0, 1.5))::int
      LEFT JOIN some_client c ON NOT (s.pos AND s.b < 80) AND c.n = floor(z.clients * power(${dice(10, 100_000, 's.g')} / 100000.0, 2))::int
      JOIN some_status t ON t.n = CASE WHEN s.pos THEN 5 ELSE s.value END
      JOIN some_payment p ON p.n = floor(z.payments * power(s.r, 2))::int
      LEFT JOIN some_delivery d ON d.n = floor(z.deliveries * power(s.r, 2))::int
      LEFT JOIN some_driver v ON v.n = ${dice(11, 1_000, 's.g')} % z.drivers
      LEFT JOIN some_seller w ON w.n = ${dice(12, 1_000, 's.g')} % z.sellers
    RETURNING id, status_id, status_value, paid, due, payment_id, driver_id, created_at
  ), lines AS (
    INSERT INTO order_line (id, order_id, ord, product_id, item_id, titles, barcode, quantity, unit_list, unit_price, gross, net, tax_bp)
    SELECT id, order_id, ord, product_id, item_id, titles, barcode, quantity, price, price, quantity * price, quantity * price, 0 FROM line
  ), paid AS (
    INSERT INTO order_payment (order_id, payment_id, amount, status, holder, driver_id, created_at, settled_at)
    SELECT id, payment_id, due, 'received', CASE WHEN driver_id IS NULL THEN 'branch' ELSE 'driver' END, driver_id, created_at, created_at
      FROM made WHERE paid = 1
  )
  INSERT INTO order_move (order_id, from_value, to_value, status_id, created_at)
  SELECT o.id, CASE WHEN step = 0 THEN NULL ELSE 0 END, CASE WHEN step = 0 THEN 0 ELSE o.status_value END,
         CASE WHEN step = 0 THEN t.id ELSE o.status_id END, o.created_at
    FROM made o JOIN some_status t ON t.n = 0 CROSS JOIN generate_series(0, 1) step WHERE step = 0 OR o.status_value <> 0`;

/**
 * Fills a shop with orders of two years, each with its lines, payments and moves: what lists, shows and sums read. They
 * take nothing off the shelves. Set-based; what is there already stays, so that it can be run again.
 *
 * @param {import('pg').Client} client of a role that may leave foreign keys to the end
 * @param {number} orders how many there are to be
 * @returns {Promise<number>} how many were made
 */
export async function generateOrders(client, orders) {
  const { rows } = await client.query(
    `SELECT count(*)::int AS there FROM "order" o JOIN account a ON a.id = o.client_id WHERE a.email LIKE '%@generated.test'`,
  );
  if (rows[0].there > 0) return 0;
  await seedPeople(client);
  await numberAll(client);
  // everything that is named was read just now: nobody has to look it up again line by line
  await client.query('SET session_replication_role = replica');
  try {
    for (let from = 1; from <= orders; from += CHUNK)
      await client.query(CHUNK_SQL, [from, Math.min(orders, from + CHUNK - 1), orders]);
  } finally {
    await client.query('RESET session_replication_role');
  }
  // what the planner and index-only reads need to know
  await client.query('VACUUM (ANALYZE) "order", order_line, order_payment, order_move, account, branch');
  return orders;
}
