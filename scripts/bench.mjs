import { readArguments } from './lib/arguments.mjs';
import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure, UserError } from './lib/user-error.mjs';

// measures the built product and compares it with simple reference servers ("floors"); writes docs/benchmarks.md: npm
// run bench -- catalogue; with --sizes small,large it reports how much slower the suites are in the larger shop
const SUITES = {
  catalogue: () => import('./lib/bench/catalogue.mjs'),
  import: () => import('./lib/bench/import.mjs'),
  prices: () => import('./lib/bench/prices.mjs'),
  search: () => import('./lib/bench/search.mjs'),
  stock: () => import('./lib/bench/stock.mjs'),
  availability: () => import('./lib/bench/availability.mjs'),
  orders: () => import('./lib/bench/orders.mjs'),
  writes: () => import('./lib/bench/order-writes.mjs'),
  reports: () => import('./lib/bench/reports.mjs'),
  process: () => import('./lib/bench/process.mjs'),
  web: () => import('./lib/bench/web.mjs'),
};
/** The suites whose figures depend on the size of the shop; the others run at one size. */
const GROWING = ['catalogue', 'stock', 'orders', 'reports'];
const USAGE = `npm run bench -- [${Object.keys(SUITES).join('|')}] [--size medium | --sizes small,large] [--seconds 1.5] [--minutes 10] [--folder bench] [--figures file]
       npm run bench -- --beside <checkout> [--size small] [--orders 100000] [--rounds 5] [--only <name>]`;

async function measure(names, { size, folder, seconds, minutes, figures }) {
  const { openStage } = await import('./lib/bench/stage.mjs');
  const { tellFigures } = await import('./lib/bench/report.mjs');
  const tell = figures === undefined ? () => undefined : tellFigures(figures);
  const stage = await openStage(size, folder);
  try {
    for (const name of names) {
      const suite = await SUITES[name]();
      await suite.run(stage, { seconds: Number(seconds), minutes: Number(minutes) });
    }
  } finally {
    await stage.close();
  }
  tell();
}

try {
  await underWantedNode(import.meta.url);
  const { values, positionals } = readArguments(USAGE, {
    allowPositionals: true,
    options: {
      size: { type: 'string', default: 'medium' },
      /** The duration of each measurement. */
      seconds: { type: 'string', default: '1.5' },
      /** The duration of mixed load, and the longest duration of an export. */
      minutes: { type: 'string', default: '10' },
      /** The two sizes to compare. */
      sizes: { type: 'string' },
      /** The folder for the shop's data between runs, inside the scripts' folder. */
      folder: { type: 'string', default: 'bench' },
      /** A file to write the figures to, instead of sections of docs/benchmarks.md. */
      figures: { type: 'string' },
      /** Another checkout, whose build is measured in turn with this one. */
      beside: { type: 'string' },
      /** The orders of both shops. */
      orders: { type: 'string', default: '100000' },
      /** The measurements of each call. */
      rounds: { type: 'string', default: '5' },
      /** A regular expression of the calls to measure. */
      only: { type: 'string' },
    },
  });
  const all = Object.keys(SUITES);
  const names = positionals.length > 0 ? positionals : values.sizes ? GROWING : all;
  const unknown = names.find((name) => !Object.hasOwn(SUITES, name));
  if (unknown) throw new UserError(`No suite ${unknown}; there are ${all.join(', ')}`);
  const { prepare } = await import('./lib/prepare.mjs');
  await prepare();
  // imported here, because these packages are installed by the step before
  if (values.beside) {
    const { measureBeside } = await import('./lib/bench/beside.mjs');
    const { beside, size, orders, rounds, only } = values;
    await measureBeside(beside, { size, orders: Number(orders), rounds: Number(rounds), only });
  } else if (values.sizes) {
    const { measureGrowth } = await import('./lib/bench/growth.mjs');
    await measureGrowth(names, values.sizes.split(','), Number(values.seconds));
  } else await measure(names, values);
} catch (error) {
  reportFailure(error);
}
process.exit();
