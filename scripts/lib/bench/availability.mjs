import { generateStock } from '../generate/stock.mjs';
import { runStep } from '../print-step.mjs';
import { JUDGED, judge, shortfall } from './limits.mjs';
import { measure } from './measure.mjs';
import { table, writeSection } from './report.mjs';
import { whileSaving } from './while-saving.mjs';

const BATCHES = Number(process.env.STOCK_BATCHES ?? 1_000_000);
const LIST = '/admin/products';
/** The tables that the lists of available and unavailable products read. */
const TABLES = ['product', 'product_item', 'stock_level', 'product_availability'];

/** The states of the planner's statistics: up to date, missing, or from a time with a thousandth of the rows. */
const STATISTICS = {
  fresh: async (client) => client.query(`ANALYZE ${TABLES.join(', ')}`),
  absent: async (client) => {
    await forgetStatistics(client);
    for (const name of TABLES) await client.query(`SELECT pg_clear_relation_stats('public', $1)`, [name]);
  },
  stale: async (client) => {
    await client.query(`ANALYZE ${TABLES.join(', ')}`);
    for (const name of TABLES)
      await client.query(
        `SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', c.relname::text,
                  'relpages', greatest(1, c.relpages / 1000), 'reltuples', greatest(1, c.reltuples / 1000)::real)
           FROM pg_class c WHERE c.oid = ('public.' || $1)::regclass`,
        [name],
      );
  },
};

/** Deletes the columns' statistics. */
const forgetStatistics = (client) =>
  client.query(
    `SELECT pg_clear_attribute_stats('public', s.tablename, s.attname, s.inherited)
       FROM pg_stats s WHERE s.schemaname = 'public' AND s.tablename = ANY($1)`,
    [TABLES],
  );

const setAutovacuum = async (client, isOn) => {
  for (const name of TABLES)
    await client.query(`ALTER TABLE ${name} SET (autovacuum_enabled = ${isOn ? 'true' : 'false'})`);
};

/**
 * Lists of available and unavailable products with 100,000 products and ten clients, while a product is saved every
 * tenth of a second; with each state of statistics that can occur in a shop.
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 * @param {{ seconds: number }} options seconds of each measurement
 */
export async function run(stage, { seconds }) {
  const { client } = stage;
  await runStep(`${BATCHES} batches`, () => generateStock(client, BATCHES));
  const { rows: counted } = await client.query(
    `SELECT (SELECT id FROM product WHERE deleted_at IS NULL ORDER BY id DESC LIMIT 1) AS id,
            (SELECT count(*)::int FROM product WHERE deleted_at IS NULL) AS products`,
  );
  const [{ id, products }] = counted;
  const questions = [
    ['none, by title', { in_stock: 0, sort_by: 'title' }],
    ['none, newest', { in_stock: 0 }],
    ['none, found by a word', { in_stock: 0, keywords: 'coffee' }],
    ['some, by title', { in_stock: 1, sort_by: 'title' }],
  ];
  const rows = [];
  await setAutovacuum(client, false);
  try {
    for (const [state, prepare] of Object.entries(STATISTICS)) {
      await prepare(client);
      for (const [name, body] of questions) {
        const what = { url: stage.url + LIST, token: stage.token, body: { locale: 'en', ...body } };
        const { p95 } = await whileSaving(client, id, () => measure(what, seconds));
        rows.push(judge('availability', `in stock: ${name}, statistics ${state}`, p95));
        console.log(`  ${name}, statistics ${state}: p95 ${p95.toFixed(1)} ms`);
      }
    }
  } finally {
    await setAutovacuum(client, true);
    await STATISTICS.fresh(client);
  }
  const text = `${products} products, 10 connections, ${seconds} s each, a product saved every tenth of a second. Stale: the planner thinks that there is a thousandth of the rows. ${shortfall(rows)}\n\n${table(JUDGED, rows)}`;
  await writeSection(client, 'availability', 'Availability: products in and out of stock', text);
  console.log(`\n${table(JUDGED, rows)}\n\n${shortfall(rows)}`);
}
