import { randomSql } from './number-ranges.mjs';
import { MAKERS_FIRST, MAKERS_SECOND } from './words.mjs';

export const CUSTOMERS = 50_000;
export const BRANCHES = 20;
const DRIVERS = 60;
const SELLERS = 40;
const SUPPLIERS = 200;

const ROLES = {
  generated_driver: '{"ar": "سائق", "en": "Driver", "de": "Fahrer"}',
  generated_seller: '{"ar": "بائع", "en": "Seller", "de": "Verkäufer"}',
};

/** SQL for names combined from two words each, with a number. */
const NAMES = [MAKERS_FIRST.map((word) => word[1]), MAKERS_SECOND.map((word) => word[1])];
const named = `($1::text[])[1 + ${randomSql(1, NAMES[0].length, 'n')}] || ' ' || ($2::text[])[1 + ${randomSql(2, NAMES[1].length, 'n')}] || ' ' || n`;

const accounts = (client, most, mail, role) =>
  client.query(
    `INSERT INTO account (name, email, phone, role_id)
     SELECT ${named}, $3 || n || '@generated.test',
            CASE WHEN $4::text IS NULL THEN '+9743' || lpad(n::text, 7, '0') END, (SELECT id FROM role WHERE key = $4)
       FROM generate_series(1, $5::int) n ON CONFLICT DO NOTHING`,
    [...NAMES, mail, role, most],
  );

const suppliers = (client) =>
  client.query(
    `INSERT INTO supplier (name, phone)
     SELECT name, '+9744' || lpad(n::text, 7, '0') FROM (SELECT n, ${named} AS name FROM generate_series(1, ${SUPPLIERS}) n) s
      WHERE NOT EXISTS (SELECT 1 FROM supplier x WHERE x.deleted_at IS NULL AND x.name = s.name)`,
    NAMES,
  );

/**
 * Creates branches up to twenty, customers, drivers, sellers and suppliers; existing ones stay.
 *
 * @param {import('pg').Client} client
 * @param {number} customers the total number
 */
export async function seedPeople(client, customers) {
  await client.query(
    `INSERT INTO branch (names, settings)
     SELECT jsonb_build_object('ar', 'فرع ' || n, 'en', 'Branch ' || n, 'de', 'Filiale ' || n), '{"timezone": "Asia/Qatar"}'
       FROM generate_series((SELECT count(*) FROM branch WHERE deleted_at IS NULL) + 1, ${BRANCHES}) n`,
  );
  for (const [key, titles] of Object.entries(ROLES))
    await client.query(
      `INSERT INTO role (key, titles, permissions) VALUES ($1, $2, ARRAY[split_part($1, '_', 2)]) ON CONFLICT DO NOTHING`,
      [key, titles],
    );
  await accounts(client, customers, 'customer', null);
  await accounts(client, DRIVERS, 'driver', 'generated_driver');
  await accounts(client, SELLERS, 'seller', 'generated_seller');
  await suppliers(client);
}
