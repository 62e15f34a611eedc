import { parseArgs } from 'node:util';
import { Failed, reportFailure } from './lib/failed.mjs';
import { prepare } from './lib/prepare.mjs';

// measures the built product beside its floors and writes docs/benchmarks.md: npm run bench -- catalogue
const SUITES = {
  catalogue: () => import('./lib/bench/catalogue.mjs'),
  import: () => import('./lib/bench/import.mjs'),
  stock: () => import('./lib/bench/stock.mjs'),
  orders: () => import('./lib/bench/orders.mjs'),
};

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      size: { type: 'string', default: 'medium' },
      /** Of each measurement. */
      seconds: { type: 'string', default: '1.5' },
    },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(SUITES);
  const unknown = names.find((name) => !Object.hasOwn(SUITES, name));
  if (unknown) throw new Failed(`No suite ${unknown}; there are ${Object.keys(SUITES).join(', ')}`);
  await prepare({ apps: ['api'] });
  // only now are the packages there that this needs
  const { openStage } = await import('./lib/bench/stage.mjs');
  const stage = await openStage(values.size);
  try {
    for (const name of names) {
      const suite = await SUITES[name]();
      await suite.run(stage, { seconds: Number(values.seconds) });
    }
  } finally {
    await stage.close();
  }
} catch (error) {
  reportFailure(error);
}
process.exit();
