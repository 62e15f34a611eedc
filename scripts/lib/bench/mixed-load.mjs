import autocannon from 'autocannon';
import { UserError } from '../user-error.mjs';

const WORDS = ['coffee', 'mint', 'قهوة', 'pack', 'premium', 'milk', 'ei'];
const oneOf = (some) => some[Math.floor(Math.random() * some.length)];

/** Returns random records for the queries. */
async function choices(client) {
  const ids = async (sql) => (await client.query(sql)).rows;
  const orders = await ids('SELECT id FROM "order" ORDER BY id DESC LIMIT 5000');
  const items = await ids(
    'SELECT i.id, i.product_id, i.barcode FROM product_item i WHERE i.deleted_at IS NULL AND i.barcode IS NOT NULL LIMIT 5000',
  );
  const [{ branch_id }] = await ids(
    'SELECT branch_id FROM stock_level WHERE available >= 50 GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
  );
  const { rows: shelf } = await client.query(
    `SELECT l.item_id FROM stock_level l JOIN product p ON p.id = l.product_id
      WHERE l.branch_id = $1 AND l.available >= 50 AND p.status = 1 AND p.deleted_at IS NULL
      ORDER BY l.available DESC, l.item_id LIMIT 2000`,
    [branch_id],
  );
  return { orders, items, shelf, branch_id };
}

const LAST = () => ({
  from_date: new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10),
  to_date: new Date().toISOString().slice(0, 10),
});

/** Returns the requests of a shop's day in realistic proportions: about twenty kinds, two of them writes. */
function createRequests({ orders, items, shelf, branch_id }) {
  const cart = () => Array.from({ length: 3 }, () => ({ item_id: oneOf(shelf).item_id, quantity: 1 }));
  const page = () => 1 + Math.floor(Math.random() * 20);
  const search = () => ['/admin/products', { keywords: oneOf(WORDS), page: page() }];
  const show = () => [`/admin/products/orders/show/${oneOf(orders).id}`, {}];
  const list = () => ['/admin/products/orders', { status_value: oneOf([0, 1, 2, 3, 4, 5]), page: page() }];
  return [
    search,
    search,
    () => ['/admin/products', { sort_by: 'title', page: page() }],
    () => [`/admin/products/show/${oneOf(items).product_id}`, {}],
    () => [`/admin/products/barcode/${oneOf(items).barcode}`, {}],
    list,
    list,
    () => ['/admin/products/orders', { keywords: String(oneOf(orders).id) }],
    show,
    show,
    () => ['/admin/products/orders/statistics', { branch_id, ...LAST() }],
    () => ['/admin/products/stock', { branch_id, keywords: oneOf(WORDS) }],
    () => ['/admin/products/used-quantities', { branch_id, page: page() }],
    () => ['/admin/accounts', { keywords: String(Math.floor(Math.random() * 1_000)) }],
    () => ['/admin/search', { keywords: oneOf(WORDS) }],
    () => ['/settings', {}],
    () => ['/user/profile', {}],
    () => ['/admin/products/orders/price', { type: 'take_away', branch_id, cart: cart() }],
    () => ['/admin/products/orders/make', { type: 'take_away', branch_id, cart: cart() }],
    () => ['/admin/products/orders/save', { id: oneOf(orders).id, notes: `Asked for at ${Date.now()}` }],
  ];
}

/**
 * Simulates ten users who send all kinds of requests without a pause.
 *
 * @param {{ url: string, token: string, client: import('pg').Client }} stage
 * @param {number} seconds
 * @returns {Promise<{ answers: number, rate: number, refused: number }>} `refused`: the number of answers that a
 *   business rule refused
 * @throws {UserError} when the API failed, or refused more than one request in fifty
 */
export async function mixedLoad({ url, token, client }, seconds) {
  const questions = createRequests(await choices(client));
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const statuses = new Map();
  let first = '';
  const result = await new Promise((resolve, reject) => {
    autocannon(
      {
        url,
        connections: 10,
        duration: seconds,
        requests: questions.map((next) => ({
          method: 'POST',
          setupRequest: (request) => {
            const [path, body] = next();
            return { ...request, path, headers, body: JSON.stringify(body) };
          },
          onResponse: (status, body) => {
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
            if (status !== 200 && first === '') first = `${status}: ${body.slice(0, 300)}`;
          },
        })),
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    );
  });
  const answers = [...statuses.values()].reduce((all, count) => all + count, 0);
  const refused = answers - (statuses.get(200) ?? 0);
  const failed = [...statuses.keys()].some((status) => status >= 500);
  if (failed || result.errors > 0 || refused * 50 > answers)
    throw new UserError(`The mixed load was refused ${refused} of ${answers} times, first with ${first}`);
  return { answers, rate: answers / result.duration, refused };
}
