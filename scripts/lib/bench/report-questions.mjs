import { TILES } from '../../../apps/web/src/screens/statistics/tiles.ts';

/** The number of stock-takings, each with COUNT_LINES lines, in the six months of the reports. */
const COUNTS = 180;
const COUNT_LINES = 200;

/** Creates posted stock-takings without differences, so that no stock changes; existing ones stay. */
export async function fillCounts(client) {
  const { rows } = await client.query('SELECT count(*)::int AS count FROM stock_count WHERE status = 1');
  if (rows[0].count >= COUNTS) return;
  await client.query(
    `WITH made AS (
       INSERT INTO stock_count (branch_id, status, account_id, created_at, posted_at)
       SELECT (SELECT branch_id FROM stock_level GROUP BY 1 ORDER BY count(*) DESC LIMIT 1), 1,
              (SELECT min(id) FROM account), at, at
         FROM generate_series(1, $1::int) n CROSS JOIN LATERAL (SELECT now() - n * interval '1 day' AS at) x
       RETURNING id, branch_id, posted_at)
     INSERT INTO stock_count_line (count_id, product_id, item_id, snapshot, counted, counted_at, difference, value)
     SELECT m.id, l.product_id, l.item_id, l.on_hand, l.on_hand, m.posted_at, 0, 0
       FROM made m CROSS JOIN LATERAL (
         SELECT * FROM stock_level l WHERE l.branch_id = m.branch_id ORDER BY l.item_id
         OFFSET (m.id % 20) * $2::int LIMIT $2::int) l`,
    [COUNTS, COUNT_LINES],
  );
  await client.query('VACUUM (ANALYZE) stock_count, stock_count_line');
}

const PATHS = { drivers: '/admin/products/orders/reports/drivers', payments: '/admin/orders/payments' };

/** Returns a report with its query. */
const ask = (type, question, label = '') => ({
  name: `${type}${question.group ? ` by ${question.group}` : ''}${label}`,
  calls: [[PATHS[type] ?? '/admin/products/reports', PATHS[type] ? question : { type, ...question }]],
});

/**
 * Returns the nine reports, each with its screen's first query and its most detailed grouping, and the tiles of the
 * statistics.
 *
 * @param {{ from_date: string, to_date: string }} days
 * @param {{ branch_id: number, product_id: number, until: string }} about the filters of narrower queries, and the
 *   last day for expiring batches
 */
export const reportQuestions = (days, { branch_id, product_id, until }) => [
  ask('sales', { group: 'day', ...days }),
  ask('sales', { group: 'day', compare: 'year', ...days }, ', compared with last year'),
  ask('sales', { group: 'day', branch_id, ...days }, ', a large branch'),
  ask('sales', { group: 'branch', ...days }),
  ask('sales', { group: 'hour', ...days }),
  ask('sales', { group: 'order', ...days }),
  ask('sales', { group: 'order', sort_by: 'net', sort_as: 'desc', ...days }, ', the largest first'),
  ask('sales', { group: 'order', page: 200, limit: 100, ...days }, ', a late page'),
  ask('channels', days),
  ask('procurement', { group: 'receipt', ...days }),
  ask('procurement', { group: 'supplier', ...days }),
  ask('inventory', { group: 'item' }),
  ask('inventory', { group: 'category' }),
  ask('movement', { group: 'event', ...days }),
  ask('movement', { group: 'event', product_id, ...days }, ', a product'),
  ask('movement', { group: 'item', movement_type: 'sale', ...days }),
  ask('expiry', { group: 'batch', to_date: until }),
  ask('expiry', { group: 'bucket', to_date: until }),
  ask('stock_taking', { group: 'line', ...days }),
  ask('stock_taking', { group: 'document', ...days }),
  ask('payments', { group: 'method', ...days }),
  ask('payments', { group: 'row', ...days }),
  ask('drivers', days),
  {
    name: `the ${TILES.length} tiles of the statistics`,
    row: 'R7 tiles',
    calls: [['/admin/reports/tiles', { tiles: TILES.map(({ name: _, ...tile }) => tile), ...days }]],
  },
];
