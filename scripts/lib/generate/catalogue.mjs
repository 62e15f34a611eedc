import { KINDS, MAKERS_FIRST, MAKERS_SECOND, QUALITIES, SECTIONS, SIZES } from './words.mjs';

/** The number of products for each size. */
export const PRODUCTS = { small: 10_000, medium: 100_000, large: 100_000 };

const texts = ([ar, en, de]) => ({ ar, en, de });
const joined = (...parts) => [0, 1, 2].map((at) => parts.map((part) => part[at]).join(' '));

/** Returns sections, their categories and the kinds of these: three levels below the root. */
function categories() {
  const rows = [];
  for (const [section, goods] of SECTIONS) {
    rows.push({ level: 1, key: section[1], parent: null, titles: texts(section) });
    for (const good of goods) {
      const key = `${section[1]}/${good[1]}`;
      rows.push({ level: 2, key, parent: section[1], titles: texts(good) });
      for (const kind of KINDS)
        rows.push({ level: 3, key: `${key}/${kind[1]}`, parent: key, titles: texts(joined(good, kind)) });
    }
  }
  return rows;
}

const makers = () => MAKERS_FIRST.flatMap((first) => MAKERS_SECOND.map((second) => joined(first, second)));

/**
 * Creates the categories that are missing, by their place in the tree; afterwards the temporary table `generated_leaf`
 * has the lowest ones with the words for their products.
 */
async function seedCategories(client) {
  const rows = categories();
  await client.query('CREATE TEMP TABLE place (key text PRIMARY KEY, id int) ON COMMIT DROP');
  for (const level of [1, 2, 3]) {
    const rowsOfLevel = JSON.stringify(rows.filter((row) => row.level === level));
    await client.query(
      `WITH wanted AS (
         SELECT r.key, coalesce(p.id, 1) AS parent_id, r.titles, r.place
           FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (key text, parent text, titles jsonb))
                WITH ORDINALITY AS r(key, parent, titles, place)
           LEFT JOIN place p ON p.key = r.parent
       ), made AS (
         INSERT INTO category (parent_id, titles, ord)
         SELECT w.parent_id, w.titles, w.place FROM wanted w
          WHERE NOT EXISTS (SELECT 1 FROM category c WHERE c.parent_id = w.parent_id AND c.deleted_at IS NULL
                               AND c.titles->>'en' = w.titles->>'en')
          ORDER BY w.place
         RETURNING id, parent_id, titles
       )
       INSERT INTO place (key, id)
       SELECT w.key, min(c.id) FROM wanted w
         JOIN (SELECT id, parent_id, titles FROM made
               UNION ALL SELECT id, parent_id, titles FROM category WHERE deleted_at IS NULL) c
           ON c.parent_id = w.parent_id AND c.titles->>'en' = w.titles->>'en'
        GROUP BY w.key`,
      [rowsOfLevel],
    );
  }
  const leaves = SECTIONS.flatMap(([section, goods]) =>
    goods.flatMap((good) =>
      KINDS.map((kind) => ({ key: `${section[1]}/${good[1]}/${kind[1]}`, words: good })),
    ),
  );
  await client.query(
    `CREATE TEMP TABLE generated_leaf ON COMMIT DROP AS
     SELECT (r.n - 1)::int AS n, p.id, r.words->>0 AS ar, r.words->>1 AS en, r.words->>2 AS de
       FROM ROWS FROM (jsonb_to_recordset($$${JSON.stringify(leaves)}$$::jsonb) AS (key text, words jsonb))
            WITH ORDINALITY AS r(key, words, n)
       JOIN place p ON p.key = r.key`,
  );
}

async function seedBrands(client) {
  await client.query(
    `INSERT INTO brand (names, ord)
     SELECT r.names, r.place
       FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (names jsonb)) WITH ORDINALITY AS r(names, place)
      WHERE NOT EXISTS (SELECT 1 FROM brand b WHERE b.deleted_at IS NULL AND b.names->>'en' = r.names->>'en')
      ORDER BY r.place`,
    [JSON.stringify(makers().map((names) => ({ names: texts(names) })))],
  );
  await client.query(
    `CREATE TEMP TABLE generated_brand ON COMMIT DROP AS
     SELECT (row_number() OVER (ORDER BY id) - 1)::int AS n, id, names FROM brand
      WHERE deleted_at IS NULL AND names->>'en' = ANY($1)`,
    [makers().map(([, en]) => en)],
  );
}

const words = (table, rows) =>
  `${table} AS (SELECT (n - 1)::int AS n, w->>0 AS ar, w->>1 AS en, w->>2 AS de
     FROM jsonb_array_elements($$${JSON.stringify(rows)}$$::jsonb) WITH ORDINALITY AS r(w, n))`;

/** SQL for the check digit of the twelve digits in column `code`. */
const CHECK_DIGIT = `((10 - (${Array.from({ length: 12 }, (_, at) => `substr(code, ${at + 1}, 1)::int * ${at % 2 ? 3 : 1}`).join(' + ')}) % 10) % 10)`;

/**
 * Selects the missing products, with their ids. Their barcodes begin with 290… to 298…, which are reserved for a shop's
 * own use, so that no generated barcode is real.
 */
async function chooseProducts(client, count) {
  await client.query(
    `CREATE TEMP TABLE wanted ON COMMIT DROP AS
     WITH numbered AS (
       SELECT n, '29' || lpad(n::text, 9, '0') || '0' AS code FROM generate_series(1, $1::int) AS n
     ), coded AS (SELECT n, code || ${CHECK_DIGIT} AS barcode FROM numbered)
     SELECT n, barcode, 0 AS id,
            -- one stride for each choice, so that they do not move together
            (n * 7919::bigint % 1000003)::int AS a, (n * 104729::bigint % 1000033)::int AS b,
            (n * 15485863::bigint % 1000037)::int AS c
       FROM coded WHERE NOT EXISTS (SELECT 1 FROM product_item i WHERE i.barcode = coded.barcode AND i.deleted_at IS NULL)`,
    [count],
  );
  await client.query(`UPDATE wanted SET id = nextval(pg_get_serial_sequence('product', 'id'))`);
}

async function seedProducts(client) {
  const { rowCount } = await client.query(`
    INSERT INTO product (id, titles, descriptions, status, featured, price, compare_at, brand_id, stepper, ord,
                         created_at, updated_at)
    WITH ${words('quality', QUALITIES)}, ${words('size', SIZES)}, priced AS (
      SELECT w.*, round((exp((w.c % 1000) / 1000.0 * 6) * 0.5)::numeric * 4) / 4 + 0.25 AS price FROM wanted w
    )
    SELECT w.id,
           jsonb_build_object(
             'ar', l.ar || ' ' || (b.names->>'ar') || ' ' || q.ar || ' ' || s.ar,
             'en', CASE WHEN w.n % 50 = 7 THEN '' ELSE (b.names->>'en') || ' ' || l.en || ' ' || q.en || ' ' || s.en END,
             'de', CASE WHEN w.n % 20 = 3 THEN '' ELSE (b.names->>'de') || ' ' || l.de || ' ' || q.de || ' ' || s.de END),
           CASE WHEN w.n % 3 = 0 THEN jsonb_build_object('ar', l.ar || ' ' || q.ar, 'en', l.en || ' ' || q.en,
                                                         'de', l.de || ' ' || q.de) ELSE '{}' END,
           CASE WHEN w.n % 25 = 1 THEN 0 ELSE 1 END,
           CASE WHEN w.n % 33 = 2 THEN 1 ELSE 0 END,
           w.price, CASE WHEN w.n % 10 = 4 THEN round(w.price * 1.25, 2) END,
           CASE WHEN w.n % 7 <> 0 THEN b.id END,
           CASE WHEN w.n % 40 = 9 THEN 0.25 ELSE 1 END,
           w.b % 1000,
           -- two years of work, in the order of the numbers
           date_trunc('day', now()) - interval '730 days' + w.n * interval '10 minutes',
           date_trunc('day', now()) - interval '730 days' + w.n * interval '10 minutes'
      FROM priced w
      JOIN generated_leaf l ON l.n = w.a % (SELECT count(*) FROM generated_leaf)
      JOIN generated_brand b ON b.n = w.b % (SELECT count(*) FROM generated_brand)
      JOIN quality q ON q.n = w.c % ${QUALITIES.length}
      JOIN size s ON s.n = (w.a + w.b) % ${SIZES.length}
     ORDER BY w.id`);
  await client.query(`
    INSERT INTO product_item (product_id, barcode, pack_quantity, price, ord)
    SELECT w.id, w.barcode, 1, NULL, 0 FROM wanted w ORDER BY w.id`);
  // every fifth product is also sold as a pack with its own barcode
  await client.query(`
    INSERT INTO product_item (product_id, barcode, pack_quantity, price, ord)
    SELECT w.id, code || ${CHECK_DIGIT}, 6, NULL, 1
      FROM (SELECT id, '28' || lpad(n::text, 9, '0') || '1' AS code FROM wanted WHERE n % 5 = 0) w ORDER BY w.id`);
  await client.query(`
    INSERT INTO product_category (product_id, category_id)
    SELECT w.id, l.id FROM wanted w JOIN generated_leaf l ON l.n = w.a % (SELECT count(*) FROM generated_leaf)
    UNION
    SELECT w.id, l.id FROM wanted w JOIN generated_leaf l ON l.n = w.b % (SELECT count(*) FROM generated_leaf)
     WHERE w.n % 6 = 0`);
  return rowCount;
}

/**
 * Fills a migrated database with a grocer's catalogue: a category tree, brands, products in three languages with valid
 * check digits. Set-based, in one transaction; existing rows stay, so it can be run again.
 *
 * @param {import('pg').Client} client
 * @param {number} products the total number
 * @returns {Promise<number>} the number of created products
 */
export async function generateProducts(client, products) {
  await client.query('BEGIN');
  try {
    await seedCategories(client);
    await seedBrands(client);
    await chooseProducts(client, products);
    const made = await seedProducts(client);
    await client.query('COMMIT');
    // updates statistics and the visibility map for index-only scans
    if (made > 0)
      await client.query('VACUUM (ANALYZE) product, product_item, product_category, category, brand');
    return made;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Generates the catalogue of a size of shop.
 *
 * @param {import('pg').Client} client
 * @param {keyof typeof PRODUCTS} size
 */
export const generateCatalogue = (client, size) => generateProducts(client, PRODUCTS[size]);
