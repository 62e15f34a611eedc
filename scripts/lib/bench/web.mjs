import { openBrowser } from './browser-shop.mjs';
import { kilobytes, readChunks, sumOf } from './chunks.mjs';
import { fillShop, median, quantile } from './fill-shop.mjs';
import { JUDGED, judge, shortfall } from './limits.mjs';
import { table, writeSection } from './report.mjs';

/** How many times slower than this machine the simulated processor is. */
const SLOWER = 4;
const TURNS = 3;
/** The number of screens that are listed by name. */
const LARGEST = 8;
const ROW = 'tr[data-line]';
const LISTS = [
  ['orders', '/orders'],
  ['products', '/products'],
  ['customers', '/customers'],
  ['stock', '/products/stock'],
  ['receipts', '/reciepts'],
  ['brands', '/products/brands'],
];

/** Throttles the browser's processor. */
async function slowDown(page, rate) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Returns the scripts that a page loaded before its first screen appeared, without those loaded later while idle. */
async function scriptsBefore(page, path, sign) {
  await page.addInitScript((options) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(options)) return;
      globalThis.stoodAt = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, sign);
  await page.goto(path);
  await page.locator(sign).first().waitFor();
  // the browser lists a script only once it has loaded
  await page.waitForTimeout(1_000);
  const requests = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap((one) => (one.startTime <= globalThis.stoodAt ? one.name : [])),
  );
  return new Set(requests.flatMap((address) => /\/(assets\/[^?]+\.js)$/.exec(address)?.[1] ?? []));
}

/** Measures the JavaScript before the first screen, and each screen's own file. */
async function weights(browser) {
  const { first, screens } = readChunks();
  const visitor = await browser.visit();
  const signIn = await scriptsBefore(visitor.page, '/login', 'form');
  await visitor.close();
  const worker = await browser.enter();
  const home = await scriptsBefore(worker.page, '/', 'main h1');
  await worker.close();
  const byFile = screens.toSorted((a, b) => kilobytes(b.file) - kilobytes(a.file));
  const [largest] = byFile;
  const rows = [
    judge('R12 first screen', 'JavaScript before the sign-in page, gzip', sumOf(signIn)),
    judge('R12 first screen', 'JavaScript before Home, gzip', sumOf(home)),
    judge('R12 chunk', `largest chunk of a screen (${largest.name}), gzip`, kilobytes(largest.file)),
  ];
  const cold = screens
    .map((screen) => ({ ...screen, whole: kilobytes(screen.file) + sumOf(screen.more) }))
    .toSorted((a, b) => b.whole - a.whole);
  const beside = cold.slice(0, LARGEST).map(({ name, file, whole, more }) => {
    const heavy = more.toSorted((a, b) => kilobytes(b) - kilobytes(a)).slice(0, 3);
    const named = heavy.map(
      (one) => `${one.replace(/^assets\//, '').replace(/-[^-]*\.js$/, '')} ${kilobytes(one).toFixed(0)}`,
    );
    return [name, kilobytes(file), whole, named.join(', ')];
  });
  const middle = median(cold.map(({ whole }) => whole));
  const text = `Every page begins with ${first.size} files of ${sumOf(first).toFixed(0)} kB. Of ${screens.length} screens, the one in the middle needs ${middle.toFixed(0)} kB more when it is the first to be opened, most of it shared with the others; the largest:\n\n${table(['screen', 'own kB', 'with all it needs kB', 'of which'], beside)}`;
  return { rows, text };
}

/** Returns the milliseconds from the click on the menu until the rows of a list are painted. */
async function timeOfList(page, path) {
  await page.evaluate(
    ([row, to]) => {
      globalThis.painted = new Promise((resolve) => {
        let from = 0;
        addEventListener('click', (event) => (from ||= event.timeStamp), { capture: true, once: true });
        const look = () => {
          if (from && location.pathname === to && document.querySelector(row))
            // the frame after the one that renders the rows
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - from)));
          else requestAnimationFrame(look);
        };
        look();
      });
    },
    [ROW, path],
  );
  await page.locator(`nav a[href="${path}"]`).first().click();
  return page.evaluate(() => globalThis.painted);
}

const HOME = 'nav a[href="/"], aside a[href="/"]';

/** Opens each list from Home, first in a new browser and then again. */
async function lists(browser) {
  const [first, again] = [[], []];
  const lines = [];
  for (const [name, path] of LISTS) {
    const [once, twice] = [[], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { page, close } = await browser.enter();
      await page.goto('/');
      await page.locator('main h1').first().waitFor();
      // waits a fixed time, because an open event stream keeps the network busy forever
      await page.waitForTimeout(1_500);
      await slowDown(page, SLOWER);
      once.push(await timeOfList(page, path));
      await page.locator(HOME).first().click();
      await page.locator(ROW).first().waitFor({ state: 'detached' });
      twice.push(await timeOfList(page, path));
      await close();
    }
    first.push(median(once));
    again.push(median(twice));
    lines.push([name, median(once), median(twice)]);
    console.log(`  ${name}: ${median(once).toFixed(0)} ms, again ${median(twice).toFixed(0)} ms`);
  }
  return {
    rows: [
      judge('R12 list', 'list painted, opened for the first time, the slowest', Math.max(...first)),
      judge('R12 list', 'list painted, opened again, the slowest', Math.max(...again)),
    ],
    text: `Lists from a click on the menu until their rows are painted, processor ${SLOWER} times slower, medians of ${TURNS}:\n\n${table(['list', 'first time ms', 'again ms'], lines)}`,
  };
}

/** Uses a list like a person; returns the milliseconds of each interaction, by kind. */
async function useLists(browser, rate) {
  const { page, close } = await browser.enter();
  await page.addInitScript(() => {
    globalThis.deeds = [];
    new PerformanceObserver((list) => {
      for (const { interactionId, duration, name } of list.getEntries())
        if (interactionId) globalThis.deeds.push({ interactionId, duration, name });
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  });
  await page.goto('/products');
  await page.locator(ROW).first().waitFor();
  await slowDown(page, rate);
  const done = {};
  /** Measures all interactions of one kind; the browser reports none under 16 ms, so these count as 16 ms. */
  const during = async (kind, count, work) => {
    await page.evaluate(() => void globalThis.deeds.splice(0));
    await work();
    await page.waitForTimeout(300);
    const deeds = await page.evaluate(() => globalThis.deeds);
    const longest = new Map();
    for (const { interactionId, duration } of deeds)
      longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
    const times = [...longest.values()];
    done[kind] = [...times, ...Array.from({ length: Math.max(0, count - times.length) }, () => 16)];
  };
  const settled = () => page.waitForTimeout(700);
  const word = 'premium coffee';
  await during('typing into the search', word.length, async () => {
    await page.getByRole('searchbox').click();
    await page.keyboard.type(word, { delay: 120 });
  });
  await settled();
  await page.getByRole('searchbox').fill('');
  await settled();
  await during('picking rows', 12, async () => {
    for (let at = 0; at < 12; at += 1) {
      await page.locator(`${ROW} input[type="checkbox"]`).nth(at).click();
      await page.waitForTimeout(80);
    }
  });
  await page.keyboard.press('Escape');
  await during('opening and closing the filters', 6, async () => {
    for (let at = 0; at < 6; at += 1) {
      await page.getByRole('button', { name: 'Filter' }).first().click();
      await page.waitForTimeout(250);
      await page.keyboard.press('Escape');
      await page.waitForTimeout(250);
    }
  });
  await during('sorting', 6, async () => {
    for (let at = 0; at < 6; at += 1) {
      await page
        .locator('thead th button')
        .nth(1 + (at % 2))
        .click();
      await settled();
    }
  });
  await during('opening a row', 6, async () => {
    for (let at = 0; at < 6; at += 1) {
      await page
        .locator(`${ROW} a`)
        .nth(at * 2)
        .click();
      await page.locator(ROW).first().waitFor({ state: 'detached' });
      await settled();
      await page.goBack();
      await page.locator(ROW).first().waitFor();
      await settled();
    }
  });
  await close();
  return done;
}

async function interactions(browser) {
  const [slow, plain] = [await useLists(browser, SLOWER), await useLists(browser, 1)];
  const p95 = (times) => quantile(times, 0.95);
  const all = Object.values(slow).flat();
  const lines = Object.entries(slow).map(([kind, times]) => [
    kind,
    times.length,
    median(times),
    p95(times),
    p95(plain[kind]),
  ]);
  return {
    rows: [judge('R12 interaction', `interaction p95, processor ${SLOWER} times slower`, p95(all))],
    text: `Interactions with the list of products, from the key or the click until the next paint (Event Timing), ${all.length} of them, processor ${SLOWER} times slower and as it is:\n\n${table(['done', 'times', 'p50 ms', 'p95 ms', 'p95 ms as it is'], lines)}`,
  };
}

/**
 * Measures the web app in a real browser: what it loads, how soon lists are painted, and how soon it reacts to input
 * (row R12).
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 */
export async function run(stage) {
  await fillShop(stage.client);
  const browser = await openBrowser(stage);
  const parts = [];
  try {
    for (const measure of [weights, lists, interactions]) {
      const part = await measure(browser);
      parts.push(part);
      for (const row of part.rows) console.log(`  ${row.join(' · ')}`);
    }
  } finally {
    await browser.close();
  }
  const rows = parts.flatMap((part) => part.rows);
  const text = [shortfall(rows), table(JUDGED, rows), ...parts.map((part) => part.text)].join('\n\n');
  await writeSection(stage.client, 'web', 'The web app', text);
  console.log(`\n${text}`);
}
