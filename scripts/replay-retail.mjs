import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { stateDir } from './lib/paths.mjs';
import { connect } from './lib/postgres/database.mjs';
import { printLine } from './lib/print-step.mjs';
import { readSettings } from './lib/start/settings.mjs';
import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure, UserError } from './lib/user-error.mjs';

// replays the UCI Online Retail data set through the product's own use-cases, in a separate database
const USAGE =
  'npm run replay -- <folder or file of the set> [--from row] [--to row] [--limit rows] [--report folder]';
const NAMES = ['online_retail.csv.gz', 'online_retail.csv'];
/** Milliseconds between two lines about the progress. */
const TOLD_MS = 10_000;

const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    limit: { type: 'string' },
    report: { type: 'string', default: join(stateDir, 'replay') },
  },
});

function countOf(name, fallback) {
  const text = values[name];
  if (text === undefined) return fallback;
  if (!/^[1-9]\d*$/.test(text)) throw new UserError(`--${name} is a number from 1, not ${text}`);
  return Number(text);
}

function fileOf(given) {
  if (!given) throw new UserError(`Say where the retail set is. Usage: ${USAGE}`);
  const path = resolve(given);
  if (!existsSync(path)) throw new UserError(`There is no ${path}`);
  if (!statSync(path).isDirectory()) return path;
  const name = NAMES.find((one) => existsSync(join(path, one)));
  if (!name) throw new UserError(`${path} holds no ${NAMES.join(' and no ')}`);
  return join(path, name);
}

/** Opens a database for the replay only: in the server of DATABASE_URL, or in a throwaway one. */
async function openDatabase() {
  const { databaseUrl, directUrl } = readSettings();
  const { migrate } = await import('./lib/postgres/migrate.mjs');
  if (databaseUrl) {
    await migrate(directUrl);
    return { url: databaseUrl, stop: async () => undefined };
  }
  const { startScratch } = await import('./lib/postgres/scratch.mjs');
  const scratch = await startScratch();
  const url = await scratch.database('replay');
  await migrate(url);
  return { url, stop: () => scratch.stop() };
}

/** Returns the result of `npm run verify`. */
async function verified(url) {
  const { verify } = await import('./lib/check/verify.mjs');
  const client = await connect(url);
  try {
    return await verify(client);
  } finally {
    await client.end();
  }
}

async function replay(path, stretch, database) {
  const { readRetail } = await import('../apps/api/src/seed/retail/rows.ts');
  const { replayRetail } = await import('../apps/api/src/seed/retail/replay.ts');
  const { buildBalance, formatRefusalTable, formatReport } = await import(
    '../apps/api/src/seed/retail/report.ts'
  );
  mkdirSync(values.report, { recursive: true });
  const { openProduct } = await import('./lib/start/product.mjs');
  const app = await openProduct(database.url, values.report, { PASSWORD_COST: '4' });
  try {
    const rows = await readRetail(path, stretch);
    printLine(`${rows.length} rows of ${path}`);
    const begun = Date.now();
    let said = begun;
    const replayed = await replayRetail(app.services, rows, (count) => {
      if (Date.now() - said < TOLD_MS) return;
      said = Date.now();
      printLine(`${count} rows, ${Math.round((count * 1_000) / (said - begun))} a second`);
    });
    const seconds = (Date.now() - begun) / 1_000;
    const balance = await buildBalance(app.services, rows, replayed);
    const { broken, asked } = await verified(database.url);
    const refused = join(values.report, 'refused.csv');
    writeFileSync(refused, formatRefusalTable(replayed.refused));
    const { products, prices, receipts, orders, returns } = replayed.counts;
    const text = [
      formatReport(balance, replayed.refused),
      '',
      `${products} products, ${prices} prices set, ${receipts} receipts, ${orders} orders, ${returns} returns`,
      `${seconds.toFixed(1)} s, ${Math.round(rows.length / seconds)} rows a second`,
      broken === 0 ? `All ${asked} invariants hold.` : `${broken} of ${asked} invariants do not hold.`,
    ].join('\n');
    writeFileSync(join(values.report, 'report.txt'), `${text}\n`);
    printLine(text);
    printLine(`refused rows: ${refused}`);
    if (!balance.isEven || broken > 0) throw new UserError('The replay does not add up; see above.');
  } finally {
    await app.close();
  }
}

try {
  await underWantedNode(import.meta.url);
  const path = fileOf(positionals[0]);
  const stretch = {
    from: countOf('from', 1),
    to: countOf('to', Number.POSITIVE_INFINITY),
    limit: countOf('limit', Number.POSITIVE_INFINITY),
  };
  const { prepare } = await import('./lib/prepare.mjs');
  await prepare({ withBuild: false });
  const database = await openDatabase();
  try {
    await replay(path, stretch, database);
  } finally {
    await database.stop();
  }
} catch (error) {
  reportFailure(error);
}
