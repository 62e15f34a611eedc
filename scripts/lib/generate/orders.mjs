import { bulkInsertThenIndex } from './bulk-insert.mjs';
import { count, inOneGo, numberAll, randomSql } from './number-ranges.mjs';
import { BRANCHES, CUSTOMERS, seedPeople } from './people.mjs';
import { generateShelves } from './shelves.mjs';
import { generateZones } from './zones.mjs';

/** The number of orders for each size, with 5 lines each, 50 thousand customers and 20 branches. */
export const ORDERS = { small: 10_000, medium: 100_000, large: 1_000_000 };

/** The period of the orders in days; recent days have more. */
const DAYS = 730;
/** The number of latest orders that are still open, at most a tenth. */
const OPEN = 4_000;
/** The delivery fee in a shop without zones. */
const CHARGE = 12;
/** The number of orders in one statement, whose memory must be available beside a running shop. */
const CHUNK = 50_000;

const of = (mail) =>
  `SELECT id, name, phone, row_number() OVER (ORDER BY id) - 1 AS n FROM account WHERE email LIKE '${mail}%@generated.test'`;

/** The records that orders refer to, numbered from 0. */
const NAMED = {
  some_item: `SELECT i.id, i.product_id, p.titles, i.barcode, greatest(coalesce(i.price, p.price), 1) AS price,
                     row_number() OVER (ORDER BY hashint4(i.id), i.id) - 1 AS n
                FROM product_item i JOIN product p ON p.id = i.product_id
               WHERE i.deleted_at IS NULL AND p.deleted_at IS NULL AND i.barcode IS NOT NULL`,
  some_branch: `SELECT b.id, row_number() OVER (ORDER BY b.id) - 1 AS n,
                       (SELECT count(*) FROM branch_zone z JOIN location l ON l.id = z.location_id
                         WHERE z.branch_id = b.id AND l.area_m2 IS NOT NULL AND l.delivery_charge IS NOT NULL
                           AND l.deleted_at IS NULL)::int AS zones
                  FROM branch b WHERE b.deleted_at IS NULL ORDER BY b.id LIMIT ${BRANCHES}`,
  some_zone: `SELECT l.id, z.branch_id, (row_number() OVER (PARTITION BY z.branch_id ORDER BY l.id) - 1)::int AS place,
                     row_number() OVER (ORDER BY z.branch_id, l.id) - 1 AS n, l.delivery_charge,
                     coalesce(l.delivery_minutes, 90) AS minutes, coalesce(l.free_after_amount, 0) AS free_after,
                     round(((l.south + l.north) / 2)::numeric, 6) AS lat, round(((l.west + l.east) / 2)::numeric, 6) AS lng
                FROM branch_zone z JOIN location l ON l.id = z.location_id
               WHERE l.area_m2 IS NOT NULL AND l.delivery_charge IS NOT NULL AND l.deleted_at IS NULL`,
  some_client: of('customer'),
  some_driver: of('driver'),
  some_seller: of('seller'),
  some_payment: `SELECT id, type, row_number() OVER (ORDER BY ord, id) - 1 AS n FROM payment_method WHERE deleted_at IS NULL AND master = 1`,
  some_delivery: `SELECT id, row_number() OVER (ORDER BY ord, id) - 1 AS n FROM delivery_method WHERE deleted_at IS NULL`,
  some_status: `SELECT DISTINCT ON (status_value) id, status_value AS n FROM order_status WHERE deleted_at IS NULL ORDER BY status_value, id`,
};

/**
 * Creates orders number `$1` to `$2` of `$3` with their lines, payments and status changes; the latest `$4` are open. A
 * few products and the first branches sell most, and smaller branches have fewer products.
 */
const CHUNK_SQL = `
  WITH size AS MATERIALIZED (
    SELECT ${count('some_item')} AS items, ${count('some_branch')} AS branches, ${count('some_client')} AS clients,
           ${count('some_driver')} AS drivers, ${count('some_seller')} AS sellers, ${count('some_payment')} AS payments,
           ${count('some_delivery')} AS deliveries,
           coalesce((SELECT data->>'Currency' FROM setting WHERE id = 1), 'QAR') AS currency
  ), drawn AS (
    SELECT g, ${randomSql(1, 100)} AS a, ${randomSql(2, 100)} AS b, ${randomSql(3, 100)} AS c, ${randomSql(4, 1_000)} / 1000.0::float8 AS r,
           -- one chance in a thousand of a day comes later than the next
           date_trunc('milliseconds', now() - interval '1 minute' * (${DAYS * 1_440}
             * (1 - sqrt(g::float8 / $3::int)) + ${randomSql(5, 60)})) AS created_at
      FROM generate_series($1::int, $2::int) g
  ), chosen AS (
    SELECT d.*, d.a < 40 AS pos,
           CASE WHEN d.a < 40 THEN 'take_away' WHEN d.a < 42 THEN 'dine_in' ELSE 'delivery' END AS type,
           CASE WHEN d.a < 50 THEN 'dashboard' WHEN d.b < 40 THEN 'website' WHEN d.b < 75 THEN 'iphone' ELSE 'android' END AS source,
           CASE WHEN d.a < 40 THEN 5 WHEN g > $3::int - $4::int THEN d.b % 5 WHEN d.c < 4 THEN -1 ELSE 5 END AS value
      FROM drawn d
  ), sold AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('"order"', 'id'))::int AS id, c.*, z.*, b.id AS branch_id, b.zones,
           -- two of three of them in the second branch, a tenth in the last
           z.items / (1 + b.n / 2.0::float8) AS assortment, c.pos OR (c.value = 5 AND c.c < 98) AS paid,
           -- when it was handed over, cancelled or sent
           least(date_trunc('milliseconds', now()), c.created_at + interval '1 minute'
             * CASE WHEN c.pos THEN 0 WHEN c.value = 5 THEN 30 + c.c ELSE 20 END) AS moved_at
      FROM chosen c CROSS JOIN size z
      JOIN some_branch b ON b.n = floor(z.branches * power(${randomSql(9, 1_000)} / 1000.0::float8, 1.5))::int
     ORDER BY c.g
  ), line AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('order_line', 'id'))::int AS id, s.id AS order_id, l AS ord,
           i.id AS item_id, i.product_id, i.titles, i.barcode, i.price, (1 + ${randomSql(8, 3, 'g * 10 + l')})::numeric AS quantity
      FROM sold s CROSS JOIN LATERAL generate_series(1, 1 + ${randomSql(6, 9, 's.g')}) l
      JOIN some_item i ON i.n = floor(s.assortment * power(${randomSql(7, 100_000, 's.g * 10 + l')} / 100000.0::float8, 3))::int
  ), sums AS MATERIALIZED (
    SELECT s.*, m.lines, m.quantity, m.goods, q.id AS zone_id, q.lat, q.lng, coalesce(q.minutes, 90) AS minutes,
           CASE WHEN s.type <> 'delivery' OR (q.free_after > 0 AND m.goods >= q.free_after) THEN 0
                ELSE coalesce(q.delivery_charge, ${CHARGE}) END AS charge
      FROM sold s
      JOIN (SELECT order_id, count(*) AS lines, sum(quantity) AS quantity, sum(quantity * price) AS goods
              FROM line GROUP BY order_id) m ON m.order_id = s.id
      LEFT JOIN some_zone q ON s.type = 'delivery' AND q.branch_id = s.branch_id
       AND q.place = ${randomSql(13, 10_000, 's.g')} % greatest(s.zones, 1)
  ), made AS (
    INSERT INTO "order" (id, branch_id, client_id, client_name, client_phone, place, location_id, type, source, pos, device_id,
      status_id, status_value, paid, deducted, delivery_id, payment_id, driver_id, seller_id, currency, tax_mode, lines_count,
      quantity, total, goods, delivery_charge, due, paid_amount, promised_at, delivered_at, cancelled_at, recurring,
      recurrence, created_at, updated_at)
    SELECT s.id, s.branch_id, c.id, c.name, c.phone,
           jsonb_build_object('area_no', (1 + s.b)::text, 'street', (800 + s.c)::text, 'home_no', s.a::text, 'lat', s.lat, 'lng', s.lng),
           s.zone_id, s.type, s.source, s.pos, CASE WHEN s.pos THEN 1 END, t.id, s.value, s.paid::int, s.value >= 2,
           CASE WHEN s.type = 'delivery' THEN d.id END, p.id,
           CASE WHEN s.type = 'delivery' AND s.value >= 2 THEN v.id END, CASE WHEN s.pos THEN w.id END,
           s.currency, 'inclusive', s.lines, s.quantity, s.goods, s.goods, s.charge, s.goods + s.charge,
           CASE WHEN s.paid THEN s.goods + s.charge ELSE 0 END,
           CASE WHEN s.type = 'delivery' THEN s.created_at + s.minutes * interval '1 minute' END,
           CASE WHEN s.value = 5 THEN s.moved_at END, CASE WHEN s.value = -1 THEN s.moved_at END,
           CASE WHEN s.r < 0.01 THEN 1 ELSE 0 END,
           CASE WHEN s.r < 0.01 THEN '{"every": 1, "unit": "week", "until": null}'::jsonb END, s.created_at,
           CASE WHEN s.value = 0 THEN s.created_at ELSE s.moved_at END
      FROM sums s
      LEFT JOIN some_client c ON NOT (s.pos AND s.b < 80) AND c.n = floor(s.clients * power(${randomSql(10, 100_000, 's.g')} / 100000.0::float8, 2))::int
      JOIN some_status t ON t.n = s.value
      JOIN some_payment p ON p.n = floor(s.payments * power(s.r, 2))::int
      LEFT JOIN some_delivery d ON d.n = floor(s.deliveries * power(s.r, 2))::int
      LEFT JOIN some_driver v ON v.n = ${randomSql(11, 1_000, 's.g')} % s.drivers
      LEFT JOIN some_seller w ON w.n = ${randomSql(12, 1_000, 's.g')} % s.sellers
     ORDER BY s.id
    RETURNING id, status_id, status_value, pos, due, payment_id, driver_id, created_at,
              CASE WHEN paid = 1 THEN delivered_at END AS paid_at
  ), lines AS (
    INSERT INTO order_line (id, order_id, ord, product_id, item_id, titles, barcode, quantity, unit_list, unit_price, gross, net, tax_bp)
    SELECT id, order_id, ord, product_id, item_id, titles, barcode, quantity, price, price, quantity * price, quantity * price, 0
      FROM line ORDER BY id
  ), paid AS (
    INSERT INTO order_payment (order_id, payment_id, amount, status, holder, driver_id, created_at, settled_at)
    SELECT m.id, m.payment_id, m.due, 'received', CASE WHEN k.driver_id IS NULL THEN 'branch' ELSE 'driver' END, k.driver_id,
           m.paid_at, m.paid_at
      FROM made m
      JOIN LATERAL (SELECT CASE WHEN p.type = 'cash' THEN m.driver_id END AS driver_id FROM some_payment p WHERE p.id = m.payment_id) k ON true
     WHERE m.paid_at IS NOT NULL
  )
  INSERT INTO order_move (order_id, from_value, to_value, status_id, created_at)
  -- what is sold at a till is delivered at once; everything else waits first
  SELECT m.id, CASE WHEN step = 0 THEN NULL ELSE 0 END, CASE WHEN step = 0 AND NOT m.pos THEN 0 ELSE m.status_value END,
         CASE WHEN step = 0 AND NOT m.pos THEN t.id ELSE m.status_id END, CASE WHEN step = 0 THEN m.created_at ELSE s.moved_at END
    FROM made m JOIN sold s ON s.id = m.id JOIN some_status t ON t.n = 0 CROSS JOIN generate_series(0, 1) step
   WHERE step = 0 OR NOT (m.pos OR m.status_value = 0)`;

const WRITTEN = ['order', 'order_line', 'order_payment', 'order_move'];

/** Adds the cash that drivers collected, as the disabled triggers would have done (migration driver_cash). */
const sumUpDrivers = (client) =>
  client.query(
    `INSERT INTO driver_cash AS c (driver_id, currency, collected, refunded)
     SELECT p.driver_id, o.currency, coalesce(sum(p.amount) FILTER (WHERE p.status = 'received'), 0),
            coalesce(-sum(p.amount) FILTER (WHERE p.status = 'refunded'), 0)
       FROM order_payment p JOIN "order" o ON o.id = p.order_id
      WHERE p.holder = 'driver' AND p.driver_id IS NOT NULL GROUP BY 1, 2
     ON CONFLICT (driver_id, currency) DO UPDATE SET collected = EXCLUDED.collected, refunded = EXCLUDED.refunded`,
  );

/**
 * Marks all orders as missing in the daily totals, because the disabled triggers did not; a worker adds them. It replaces
 * every other mark: a worker that is on its way through one would meet it again.
 */
async function sayFactsMissing(client) {
  await client.query('DELETE FROM trade_fact_gap');
  await client.query(
    'INSERT INTO trade_fact_gap (from_id, upto_id) SELECT 0, max(id) FROM "order" HAVING max(id) IS NOT NULL',
  );
}

/** Creates the orders once, all or none; the same number always creates the same orders. */
async function makeOrders(client, orders) {
  const { rows } = await client.query(
    `SELECT EXISTS (SELECT 1 FROM "order" o JOIN account a ON a.id = o.client_id WHERE a.email LIKE '%@generated.test') AS there`,
  );
  if (rows[0].there) return 0;
  await numberAll(client, NAMED);
  const open = Math.min(OPEN, Math.floor(orders / 10));
  await inOneGo(client, () =>
    bulkInsertThenIndex(client, WRITTEN, async () => {
      for (let from = 1; from <= orders; from += CHUNK)
        await client.query(CHUNK_SQL, [from, Math.min(orders, from + CHUNK - 1), orders, open]);
      // triggers were disabled, so a worker must compute the facts and daily totals of these orders
      await client.query('DELETE FROM day_sum_zone');
      await sayFactsMissing(client);
      await sumUpDrivers(client);
    }),
  );
  // updates statistics and the visibility map for index-only scans
  await client.query(
    'VACUUM (ANALYZE, BUFFER_USAGE_LIMIT 0) "order", order_line, order_payment, order_move, account, branch',
  );
  return orders;
}

/**
 * Fills a shop that has products with customers, zones, and two years of orders with their lines, payments and status
 * changes, and with the stock that they used or reserved: receipts, batches, uses and movements (`npm run verify`
 * passes). Set-based; existing rows stay, so it can be run again.
 *
 * @param {import('pg').Client} client
 * @param {number} orders the total number
 * @param {{ customers?: number, step?: typeof import('../print-step.mjs').runStep }} [options]
 * @returns {Promise<number>} the number of created orders
 */
export async function generateOrders(
  client,
  orders,
  { customers = CUSTOMERS, step = (_text, work) => work() } = {},
) {
  await step(`people: ${customers} customers`, () => seedPeople(client, customers));
  await step('zones', () => generateZones(client));
  const made = await step(`${orders} orders`, () => makeOrders(client, orders));
  await step('receipts, batches and movements of orders', () => generateShelves(client));
  // the costs of the units are known only now
  if (made > 0) await sayFactsMissing(client);
  return made;
}
