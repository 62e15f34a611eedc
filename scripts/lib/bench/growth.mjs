import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ORDERS } from '../generate/orders.mjs';
import { repoPath } from '../paths.mjs';
import { UserError } from '../user-error.mjs';
import { BATCHES } from './fill-shop.mjs';
import { LIMITS, verdict } from './limits.mjs';
import { table, writeSectionOf } from './report.mjs';

/** Runs the suites at one size, in a separate process with its own data folder. */
async function figuresAt(size, names, seconds, latePages) {
  if (!Object.hasOwn(ORDERS, size)) throw new UserError(`--sizes are of ${Object.keys(ORDERS).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'dukkan-growth-'));
  const file = join(folder, 'figures.json');
  const options = [
    '--size',
    size,
    '--folder',
    `bench-${size}`,
    '--seconds',
    String(seconds),
    '--figures',
    file,
  ];
  try {
    const child = spawn(process.execPath, [repoPath('scripts', 'bench.mjs'), ...names, ...options], {
      env: {
        ...process.env,
        ORDERS: String(ORDERS[size]),
        STOCK_BATCHES: String(BATCHES[size]),
        LATE_PAGES: latePages,
      },
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new UserError(`The suites did not end well at size ${size}`);
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the figures by a key that is equal at every size, because names contain ids and page numbers. */
function keyed(figures) {
  const seen = new Map();
  return new Map(
    figures.map(({ name, p95 }) => {
      const plain = name.replace(/\d+/g, '#');
      const turn = seen.get(plain) ?? 0;
      seen.set(plain, turn + 1);
      return [`${plain} ${turn}`, { name, p95 }];
    }),
  );
}

/**
 * Runs suites at two sizes and reports by which factor the p95 of each row grows (row R8 of LIMITS).
 *
 * @param {readonly string[]} names of suites
 * @param {readonly string[]} sizes from the smallest to the largest
 * @param {number} seconds of each measurement
 */
export async function measureGrowth(names, sizes, seconds) {
  const [small, large] = [sizes.at(0), sizes.at(-1)];
  if (sizes.length !== 2 || small === large) throw new UserError('--sizes are two, such as small,large');
  const folder = mkdtempSync(join(tmpdir(), 'dukkan-pages-'));
  const latePages = join(folder, 'pages.json');
  let few;
  let many;
  try {
    few = await figuresAt(small, names, seconds, latePages);
    many = await figuresAt(large, names, seconds, latePages);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const before = keyed(few.figures);
  const rows = [...keyed(many.figures)].flatMap(([key, { name, p95 }]) => {
    const from = before.get(key)?.p95;
    return from === undefined ? [] : [{ name, from, to: p95, times: p95 / from }];
  });
  const judged = rows.filter(({ name }) => !name.includes('floor'));
  const met = (accepted) => judged.filter(({ times }) => accepted.includes(verdict('R8', times))).length;
  const { now, goal } = LIMITS.R8;
  const over = judged
    .filter(({ times }) => verdict('R8', times) === 'no')
    .toSorted((a, b) => b.times - a.times)
    .map(({ name, times }) => `${name} (${times.toFixed(1)} times)`);
  const lines = rows.map(({ name, from, to, times }) => [
    name,
    from,
    to,
    times.toFixed(2),
    name.includes('floor') ? '' : verdict('R8', times),
  ]);
  const text = [
    `${names.join(', ')} at ${small} (${ORDERS[small]} orders, ${BATCHES[small]} batches) and ${large} (${ORDERS[large]}, ${BATCHES[large]}), ${seconds} s each; p95 of each row, and how many times as long the large shop takes; late pages are the last that the small shop has. R8: of ${judged.length} rows ${met(['goal'])} grow at most ${goal} times (goal) and ${met(['goal', 'now'])} at most ${now} times (now).${over.length > 0 ? ` More than that: ${over.join(', ')}.` : ''}`,
    table(['what', `${small} ms`, `${large} ms`, 'times', 'met'], lines),
  ].join('\n\n');
  const title = `Growth of ${names.join(', ')}`;
  writeSectionOf(many.version, `growth-${names.join('-')}`, title, text);
  console.log(`\n${text}`);
}
