import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { updateDaySums } from '../../src/modules/ordering/index.ts';
import { updateSalesPace, updateSortKeys } from '../../src/modules/stock/index.ts';
import { seedShop } from '../../src/seed.ts';
import { startApp, type TestApp } from '../app.ts';
import { createTestDatabase } from '../database.ts';
import type { Place } from './writes.ts';

/**
 * The instant at which the guarded shop is made and asked, so that neither the hour nor the day of a run moves a plan. It is
 * to come, because facts older than the server's real clock would count as written late.
 */
export const GUARDED_AT = new Date('2040-06-20T11:00:00Z');

/** Makes the database tell the guarded instant: in statements, functions and the defaults of columns. */
const GUARDED_CLOCK = `
  CREATE SCHEMA guarded_clock;
  CREATE FUNCTION guarded_clock.now() RETURNS timestamptz LANGUAGE sql STABLE
    RETURN timestamptz '${GUARDED_AT.toISOString()}';
  CREATE FUNCTION guarded_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    RETURN timestamptz '${GUARDED_AT.toISOString()}';
  DO $$ DECLARE it record; BEGIN
    EXECUTE format('ALTER DATABASE %I SET search_path = guarded_clock, public, pg_catalog', current_database());
    FOR it IN
      SELECT adrelid::regclass AS name, quote_ident(attname) AS attribute
        FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
       WHERE pg_get_expr(adbin, adrelid) IN ('now()', 'CURRENT_TIMESTAMP', 'clock_timestamp()')
    LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN %s SET DEFAULT guarded_clock.now()', it.name, it.attribute);
    END LOOP;
  END $$`;

const generator = (name: string) =>
  import(new URL(`../../../../scripts/lib/generate/${name}.mjs`, import.meta.url).href);

const SIZE = { products: 10_000, orders: 6_000, customers: 3_000 };

/** Numbers that do not depend on what else the machine does: nothing is vacuumed, analyzed or run in parallel. */
const QUIET_TABLES = `
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT oid::regclass FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
      EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', name);
    END LOOP;
  END $$`;

/** What the generated shop has none of: an import whose rows can be listed, a slider with a banner. */
const MISSING = `
  WITH brought AS (
    INSERT INTO product_import (kind, state, locale, file_name, format, bytes) VALUES ('product', 'done', 'en', 'goods.csv', 'csv', 1)
    RETURNING id
  ), slider AS (
    INSERT INTO slider (key, titles, width, height) VALUES ('home', '{"en": "Home"}', 1200, 400) RETURNING id
  ), banner AS (
    INSERT INTO banner (slider_id, titles, descriptions, image_en)
    SELECT id, '{"en": "Coffee"}', '{"en": "A cup"}', 'none' FROM slider
  ), paired AS (
    INSERT INTO pos_pairing (device_id, epoch, public_key) SELECT id, 1, 'none' FROM pos_device
  )
  INSERT INTO product_import_row (import_id, row, result, barcode, title)
  SELECT id, n, CASE n % 3 WHEN 0 THEN 'created' WHEN 1 THEN 'updated' ELSE 'refused' END, n::text, 'Goods ' || n
    FROM brought CROSS JOIN generate_series(1, 2000) n`;

/** What PostgreSQL tells its client about each statement that it has run, those of functions and triggers too. */
const TELLING = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_wal': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_parameter_max_length': '0',
  max_parallel_workers_per_gather: '0',
};

/** A generated shop with fresh statistics, whose connections explain what they ran. */
export async function openGuardedShop(): Promise<TestApp> {
  const { url, drop } = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'dukkan-guard-'));
  const options = { database: url, dataDir, env: { DEMO: '1' } };
  const setting = new pg.Client({ connectionString: url });
  await setting.connect();
  await setting.query(GUARDED_CLOCK);
  await setting.query(QUIET_TABLES);
  await setting.end();
  const seeding = await startApp(options);
  await seedShop(seeding.services);
  await seeding.stop();

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { generateProducts } = await generator('catalogue');
  const { generateOrders } = await generator('orders');
  await generateProducts(client, SIZE.products);
  await generateOrders(client, SIZE.orders, { customers: SIZE.customers });
  const summing = await startApp(options);
  await updateDaySums(summing.services);
  await updateSalesPace(summing.services);
  await updateSortKeys(summing.services);
  await summing.stop();
  await client.query(MISSING);
  await client.query('VACUUM (ANALYZE)');
  const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
  for (const [setting, value] of Object.entries(TELLING))
    await client.query(`ALTER DATABASE ${rows[0]?.name} SET ${setting} = '${value}'`);
  await client.end();

  const app = await startApp(options);
  // with one connection it is always the same statement that is planned for its values or for any
  app.services.database.pool.options.max = 1;
  return {
    ...app,
    stop: async () => {
      await app.stop();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The functions of triggers that run after their statement, whose pages its plan does not count. */
export async function afterTriggersOf(pool: pg.Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT p.proname AS name FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE NOT t.tgisinternal AND t.tgtype & 66 = 0`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Where an order's life is lived through: the branch that sells most, and three items of its shelves. */
export async function placeOf(pool: pg.Pool, round: number): Promise<Place> {
  const { rows } = await pool.query<Omit<Place, 'round'>>(
    `SELECT b.id AS branch_id, (SELECT max(id) FROM branch WHERE deleted_at IS NULL) AS other_branch_id,
            (SELECT min(id) FROM pos_device WHERE branch_id = b.id) AS device_id,
            (SELECT id FROM account WHERE email = 'driver1@generated.test') AS driver_id,
            (SELECT min(id) FROM supplier WHERE deleted_at IS NULL) AS supplier_id,
            ARRAY(SELECT l.item_id FROM stock_level l JOIN product p ON p.id = l.product_id AND p.status = 1
                   WHERE l.branch_id = b.id ORDER BY l.item_id DESC LIMIT 3) AS items
       FROM branch b WHERE EXISTS (SELECT 1 FROM pos_device d WHERE d.branch_id = b.id) ORDER BY b.id LIMIT 1`,
  );
  const [place] = rows;
  if (!place) throw new Error('no branch has a till');
  return { ...place, round };
}
