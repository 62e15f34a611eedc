import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { foldForSearch } from '../../../packages/commerce/src/text/fold.ts';
import { repoPath } from '../paths.mjs';
import { runStep } from '../print-step.mjs';
import { UserError } from '../user-error.mjs';
import { parseCsv } from './csv.mjs';
import { misspell, RULES } from './misspell.mjs';
import { table, writeSection } from './report.mjs';

const PRODUCTS = 30_000;
const QUERIES = 200;
const SEED = Number(process.env.SEARCH_SEED ?? 20_261_127);
const TRIED_MAX = 300;
const FIRST_GOAL = 180;
const PAGE_GOAL = 198;
const LANGUAGES = ['ar', 'en', 'de'];

/** Real names of products and kinds of food, from a folder outside the repository. */
const DATA = process.env.SHARED_DATA ?? repoPath('..', 'shared', 'data');

/** Returns a generator of pseudo-random numbers from a seed (mulberry32). */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the titles of 30,000 products: kinds of food in three languages, then products with their brand names. */
function readTitles() {
  const folder = join(DATA, 'catalogue');
  if (!existsSync(folder)) throw new UserError(`No names in ${folder}; SHARED_DATA names another folder`);
  const kinds = parseCsv(readFileSync(join(folder, 'off_categories_en_de_ar.csv'), 'utf8')).map(
    ({ name_ar, name_en, name_de }) => ({ ar: name_ar, en: name_en, de: name_de }),
  );
  const goods = parseCsv(
    gunzipSync(readFileSync(join(folder, 'off_de_and_arab_given.csv.gz'))).toString('utf8'),
  ).map(({ product_name }) =>
    /\p{Script=Arabic}/u.test(product_name) ? { ar: product_name } : { de: product_name },
  );
  const clean = (titles) =>
    Object.fromEntries(
      Object.entries(titles)
        .map(([locale, text]) => [locale, (text ?? '').replace(/\s+/g, ' ').trim()])
        .filter(([, text]) => text !== '' && text.length <= 200),
    );
  return [...kinds, ...goods]
    .map(clean)
    .filter((titles) => Object.keys(titles).length > 0)
    .slice(0, PRODUCTS);
}

/** Makes these the only products of the shop; the generated ones are deleted for the duration of the measurement. */
async function openShop(client, titles) {
  await client.query('UPDATE product SET deleted_at = now() WHERE deleted_at IS NULL');
  const { rows } = await client.query(
    `INSERT INTO product (titles, price)
     SELECT r.titles, 1 FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS r(titles, n) ORDER BY r.n RETURNING id`,
    [JSON.stringify(titles)],
  );
  await client.query('VACUUM (ANALYZE) product, product_word');
  return rows.map(({ id }) => id);
}

async function closeShop(client, ids) {
  await client.query('DELETE FROM product WHERE id = ANY($1::int[])', [ids]);
  await client.query('UPDATE product SET deleted_at = NULL WHERE deleted_at IS NOT NULL');
}

/** Draws queries from names that only one product has, a third in each language, each with one kind of misspelling. */
function drawQueries(titles, ids) {
  const random = randomOf(SEED);
  const counts = new Map();
  for (const one of titles)
    for (const name of new Set(Object.values(one).map(foldForSearch)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  const named = LANGUAGES.map((locale) =>
    titles.flatMap((one, at) =>
      one[locale] && counts.get(foldForSearch(one[locale])) === 1
        ? [{ id: ids[at], locale, name: one[locale] }]
        : [],
    ),
  );
  const queries = [];
  for (let turn = 0; queries.length < QUERIES; turn += 1) {
    const pool = named[turn % LANGUAGES.length];
    const rule = RULES[Math.floor(turn / LANGUAGES.length) % RULES.length];
    // tries many names for a misspelling that applies to few; articles exist only in Arabic, umlauts only in German
    for (let tried = 0; tried < TRIED_MAX; tried += 1) {
      const query = pool[Math.floor(random() * pool.length)];
      const keywords = misspell(query.name, rule, random);
      if (!keywords) continue;
      queries.push({ ...query, rule, keywords });
      break;
    }
  }
  return queries;
}

/**
 * Searches 30,000 products by misspelled names: without or with the article, umlauts spelled out, a wrong letter, half
 * of each word, another word order. Reports how often the product is first, and among the first twenty.
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 */
export async function run(stage) {
  const titles = readTitles();
  let ids = [];
  try {
    ids = await runStep(`${titles.length} products`, () => openShop(stage.client, titles));
    const lines = [];
    const missed = [];
    const sums = new Map();
    for (const query of drawQueries(titles, ids)) {
      const { keywords, locale } = query;
      const { results } = await stage.post('/admin/products', { keywords, locale, limit: 20 });
      const place = results.findIndex(({ id }) => id === query.id) + 1;
      const key = `${query.rule}, ${locale}`;
      const sum = sums.get(key) ?? { asked: 0, first: 0, page: 0 };
      sums.set(key, {
        asked: sum.asked + 1,
        first: sum.first + (place === 1 ? 1 : 0),
        page: sum.page + (place > 0 ? 1 : 0),
      });
      if (place !== 1) missed.push(`${place || 'not'} · ${key} · ${query.name} · ${keywords}`);
    }
    const all = [...sums.values()];
    const sumOf = (name) => all.reduce((sum, one) => sum + one[name], 0);
    for (const [key, { asked, first, page }] of [...sums].toSorted()) lines.push([key, asked, first, page]);
    lines.push(['all', sumOf('asked'), sumOf('first'), sumOf('page')]);
    const text = `${titles.length} products of real names, ${QUERIES} queries drawn by the seed ${SEED} from names that no other product has; wanted: first in ${FIRST_GOAL}, among the first twenty in ${PAGE_GOAL}.\n\n${table(['typed', 'queries', 'first', 'among twenty'], lines)}`;
    await writeSection(stage.client, 'search', 'Search: names as people type them', text);
    console.log(`\n${text}\n\n${missed.join('\n')}`);
  } finally {
    await closeShop(stage.client, ids);
  }
}
