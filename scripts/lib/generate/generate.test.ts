import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { doBoxesIntersect, findOverlap, type Shape } from '../../../packages/commerce/src/index.ts';
import { verify } from '../check/verify.mjs';
import { connect } from '../postgres/database.mjs';
import { migrate } from '../postgres/migrate.mjs';
import { startScratch } from '../postgres/scratch.mjs';
import { openProduct } from '../start/product.mjs';
import { generateProducts } from './catalogue.mjs';
import { generateOrders } from './orders.mjs';

const ORDERS = 1_000;
const folder = mkdtempSync(join(tmpdir(), 'dukkan-generate-'));
const scratch = await startScratch();
const url = await scratch.database('generated');
await migrate(url);
const client = await connect(url);

// not events and what tills have to hear of: a row that is saved again unchanged is told again
const countAll = async () => {
  const { rows } = await client.query(
    `SELECT relname AS name, (xpath('/row/c/text()', query_to_xml(format('SELECT count(*) AS c FROM %I', relname), true, true, '')))[1]::text AS rows
       FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT IN ('event', 'pack_change') ORDER BY relname`,
  );
  return Object.fromEntries(rows.map(({ name, rows }) => [name, Number(rows)]));
};

const fill = async () => {
  await generateProducts(client, 300);
  await generateOrders(client, ORDERS, { customers: 200 });
};

let before: Record<string, number>;
beforeAll(async () => {
  // the shop already has its own branches, zones, products and stock
  await (await openProduct(url, folder, { DEMO: '1', DEMO_HISTORY: '0', PASSWORD_COST: '4' })).close();
  before = await countAll();
  await fill();
}, 120_000);
afterAll(async () => {
  await client.end();
  await scratch.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Expects a query to return no rows. */
const expectNone = async (name: string, sql: string) => {
  const { rows } = await client.query(sql);
  expect(rows.slice(0, 5), name).toEqual([]);
};

/** Returns the checks that `verify` reports as broken, and the number of checks. */
const verified = async () => {
  const said: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  try {
    const { asked, broken } = await verify(client);
    return { asked, broken, said: said.filter((line) => line.startsWith('BROKEN')) };
  } finally {
    log.mockRestore();
  }
};

test('a generated shop satisfies every invariant, and every reference exists', async () => {
  const { asked, broken, said } = await verified();
  expect(said).toEqual([]);
  expect(broken).toBe(0);
  expect(asked).toBeGreaterThan(35);
});

test('a generated shop has the requested numbers and orders in every status', async () => {
  const now = await countAll();
  const made = (table: string) => (now[table] ?? 0) - (before[table] ?? 0);
  expect([made('product'), made('order'), made('location')]).toEqual([300, ORDERS, 1_000]);
  expect(now.branch).toBe(20);
  for (const table of ['receipt', 'receipt_transaction', 'stock_use', 'stock_movement', 'stock_reservation'])
    expect(made(table), table).toBeGreaterThan(0);
  const { rows } = await client.query('SELECT DISTINCT status_value FROM "order" ORDER BY 1');
  expect(rows.map(({ status_value }) => status_value)).toEqual([-1, 0, 1, 2, 3, 4, 5]);
});

test('generated units are received before they are sold, in selling order, and never after their expiry', async () => {
  await expectNone(
    'came before it left, and left before it expired',
    `SELECT u.id FROM stock_use u JOIN stock_batch b ON b.id = u.batch_id
      WHERE u.ref_type = 'order' AND (u.created_at < b.created_at OR u.created_at::date > b.expire_date OR u.created_at > now())`,
  );
  await expectNone(
    'the youngest batch has the rest',
    `SELECT b.id FROM stock_batch b JOIN receipt r ON r.id = b.reciept_id AND r.invoice_number LIKE 'R-%'
      WHERE b.remaining_quantity > 0 AND EXISTS (
        SELECT 1 FROM stock_use u JOIN stock_batch later ON later.id = u.batch_id
         WHERE u.item_id = b.item_id AND u.branch_id = b.branch_id AND later.expire_date > b.expire_date)`,
  );
  await expectNone(
    'days on the shelf are those of what was sold',
    `SELECT b.id FROM stock_batch b JOIN receipt r ON r.id = b.reciept_id AND r.invoice_number LIKE 'R-%'
       LEFT JOIN (SELECT u.batch_id, sum(u.quantity * extract(epoch FROM u.created_at - x.created_at)) / 86400 AS days
                    FROM stock_use u JOIN stock_batch x ON x.id = u.batch_id GROUP BY 1) u ON u.batch_id = b.id
      WHERE abs(b.sold_days - coalesce(u.days, 0)) > 0.000001`,
  );
});

test("generated zones lie side by side, each served by a branch, and an order pays its zone's charge", async () => {
  const { rows } = await client.query(
    `SELECT l.polygons, l.area_m2, json_build_object('west', west, 'south', south, 'east', east, 'north', north) AS box,
            (SELECT count(*)::int FROM branch_zone z WHERE z.location_id = l.id) AS branches
       FROM location l WHERE l.type = 2 AND l.names->>'en' LIKE 'Sector %' ORDER BY l.names->>'en'`,
  );
  const zones = rows as (Shape & { branches: number })[];
  expect(zones.every(({ branches }) => branches === 1)).toBe(true);
  const some = zones.slice(0, 100);
  const beside = some.flatMap((zone, at) =>
    some
      .slice(at + 1)
      .flatMap((other) => (doBoxesIntersect(zone.box, other.box) ? [[zone, other] as const] : [])),
  );
  expect(beside.length).toBeGreaterThan(200);
  expect(beside.map(([zone, other]) => findOverlap(zone, other)).filter(Boolean)).toEqual([]);
  await expectNone(
    'charge of the zone',
    `SELECT o.id FROM "order" o JOIN location l ON l.id = o.location_id
      WHERE l.names->>'en' LIKE 'Sector %' AND o.delivery_charge NOT IN (0, l.delivery_charge)`,
  );
});

test('running the generator again creates nothing twice', async () => {
  const before = await countAll();
  await fill();
  expect(await countAll()).toEqual(before);
});

test('verify names a wrong sum and a broken reference', async () => {
  await client.query('SET session_replication_role = replica');
  await client.query(
    'UPDATE receipt SET supplier_id = 0, paid = paid + 1 WHERE id = (SELECT max(id) FROM receipt)',
  );
  await client.query('RESET session_replication_role');
  expect(await verified()).toMatchObject({
    broken: 2,
    said: [
      'BROKEN a receipt says what its lines and payments sum up to',
      'BROKEN receipt_supplier_id_fkey leads somewhere',
    ],
  });
});
