import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../user-error.mjs';
import { openBrowser } from './browser-shop.mjs';
import { median, quantile } from './fill-shop.mjs';
import { judge } from './limits.mjs';

const BROWSERS = 200;
const WRITES = 20;
/** Longer than an event takes, and not a multiple of the API's polling interval. */
const PAUSE_MS = 530;
const LOST_MS = 10_000;

/**
 * Opens a stream of events. `heard` resolves when an event with this record and version arrives.
 *
 * @returns {Promise<{ heard: (version: number) => Promise<number>, close: () => void }>}
 */
async function listen({ url, token }, id) {
  const ended = new AbortController();
  const response = await fetch(`${url}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ topics: ['order'] }),
    signal: ended.signal,
  });
  if (!response.ok) throw new UserError(`/events answered ${response.status}`);
  const [came, waiting] = [new Map(), new Map()];
  const read = async () => {
    let rest = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const now = performance.now();
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('data: ')) continue;
        const event = JSON.parse(line.slice('data: '.length));
        if (event.id !== id) continue;
        came.set(event.version, now);
        waiting.get(event.version)?.(now);
      }
    }
  };
  // closing the stream ends this read with an error
  read().catch(() => undefined);
  return {
    heard: (version) =>
      new Promise((resolve, reject) => {
        const before = came.get(version);
        if (before !== undefined) return resolve(before);
        waiting.set(version, resolve);
        setTimeout(() => reject(new UserError(`An event did not come in ${LOST_MS} ms`)), LOST_MS).unref();
      }),
    close: () => ended.abort(),
  };
}

/** Returns an order on the board, and two drivers who can be assigned to it. */
async function chosenOrder(client, post) {
  const { rows } = await client.query(
    `SELECT id FROM "order" WHERE status_value = 1 AND type = 'delivery' ORDER BY promised_at, id LIMIT 1`,
  );
  const { rows: drivers } = await client.query(
    `SELECT a.id FROM account a JOIN role r ON r.id = a.role_id
      WHERE r.key = 'generated_driver' AND a.deleted_at IS NULL ORDER BY a.id LIMIT 2`,
  );
  const [{ id }] = rows;
  const { results } = await post(`/admin/products/orders/show/${id}`, {});
  return { id, version: results.version, drivers: drivers.map((driver) => driver.id) };
}

/** Opens a real order board in addition to the streams; `since` returns when the order's card was rendered again. */
async function openBoard(stage, id) {
  const browser = await openBrowser(stage);
  const { page } = await browser.enter();
  await page.goto('/orders/board');
  await page.locator(`[data-order="${id}"]`).waitFor();
  await page.evaluate((order) => {
    const textNow = () => document.querySelector(`[data-order="${order}"]`)?.textContent;
    let text = textNow();
    const changes = [];
    Object.assign(globalThis, { changes });
    new MutationObserver(() => {
      const now = textNow();
      if (now === undefined || now === text) return;
      text = now;
      changes.push(Date.now());
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, id);
  return {
    /** Returns the time of the first change since a moment; infinity if there was none. */
    since: (moment) =>
      page.evaluate(
        (from) => globalThis.changes.find((change) => change >= from) ?? Number.POSITIVE_INFINITY,
        moment,
      ),
    close: () => browser.close(),
  };
}

/**
 * Measures with two hundred open streams and an open order board how long a write takes to reach all of them (row R14).
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 * @returns {Promise<{ rows: (string | number)[][], text: string }>}
 */
export async function streams(stage) {
  const order = await chosenOrder(stage.client, stage.post);
  const open = [];
  // one after the other, as browsers connect
  for (let at = 0; at < BROWSERS; at += 1) open.push(await listen(stage, order.id));
  const board = await openBoard(stage, order.id);
  const [each, all, answered, drawn] = [[], [], [], []];
  let { version } = order;
  try {
    // turn -1 is a warm-up and not counted
    for (let turn = -1; turn < WRITES; turn += 1) {
      await sleep(PAUSE_MS);
      const [from, moment] = [performance.now(), Date.now()];
      const driver_id = order.drivers[(turn + order.drivers.length) % order.drivers.length];
      const { results } = await stage.post('/admin/products/orders/save', {
        id: order.id,
        version,
        driver_id,
      });
      const done = performance.now() - from;
      version = results.version;
      const arrivals = await Promise.all(open.map(async (one) => (await one.heard(version)) - from));
      await sleep(PAUSE_MS);
      const change = (await board.since(moment)) - moment;
      if (turn < 0) continue;
      answered.push(done);
      each.push(...arrivals);
      all.push(Math.max(...arrivals));
      drawn.push(change);
    }
  } finally {
    for (const one of open) one.close();
    await board.close();
  }
  const told = (times) =>
    `p50 ${median(times).toFixed(0)}, p95 ${quantile(times, 0.95).toFixed(0)}, most ${Math.max(...times).toFixed(0)} ms`;
  return {
    rows: [
      judge('R14', `write to all of ${BROWSERS} streams, p95`, quantile(all, 0.95)),
      judge('R14', 'write to the card of an open board, p95', quantile(drawn, 0.95)),
    ],
    text: `${WRITES} writes with ${BROWSERS} open streams and one open board, counted from when the write is sent (answered after ${told(answered)}): a stream has it after ${told(each)}; all have it after ${told(all)}; the board's card is drawn again after ${told(drawn)}.`,
  };
}
