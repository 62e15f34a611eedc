import { readArguments } from './lib/arguments.mjs';
import { generateCatalogue, PRODUCTS } from './lib/generate/catalogue.mjs';
import { generateOrders, ORDERS } from './lib/generate/orders.mjs';
import { connect } from './lib/postgres/database.mjs';
import { printLine, runStep, seconds } from './lib/print-step.mjs';
import { readSettings, requireUsable } from './lib/start/settings.mjs';
import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure, UserError } from './lib/user-error.mjs';

/** Seeds an unused database like a first start, so that the shop is complete. */
async function seedFirst(client, url, { dataDir, isDemo }) {
  const { rowCount } = await client.query('SELECT 1 FROM account LIMIT 1');
  if (rowCount > 0) return;
  await runStep(isDemo ? 'the demo business' : 'the first administrator', async () => {
    const { openProduct } = await import('./lib/start/product.mjs');
    const app = await openProduct(url, dataDir, { DEMO: isDemo ? '1' : '0', DEMO_HISTORY: '0' });
    await app.close();
  });
}

const USAGE = `npm run generate -- --size ${Object.keys(PRODUCTS).join('|')}`;

// fills DATABASE_URL, or the embedded database, with a large shop
try {
  await underWantedNode(import.meta.url);
  const { values } = readArguments(USAGE, { options: { size: { type: 'string', default: 'small' } } });
  const { size } = values;
  if (!Object.hasOwn(PRODUCTS, size)) throw new UserError(`--size is ${Object.keys(PRODUCTS).join(', ')}`);
  const settings = readSettings();
  requireUsable(settings);
  const { prepare } = await import('./lib/prepare.mjs');
  await prepare({ withBuild: false });
  // imported here, because the packages are installed by the step before
  const { startDatabase } = await import('./lib/start/stack.mjs');
  const database = await startDatabase(settings);
  try {
    const client = await connect(settings.directUrl ?? database.url, settings.directKey);
    try {
      await seedFirst(client, database.url, settings);
      const products = await runStep(`catalogue, size ${size}`, () => generateCatalogue(client, size));
      const orders = await generateOrders(client, ORDERS[size], { step: runStep });
      printLine(
        products + orders === 0
          ? 'everything was there already'
          : `${products} products and ${orders} orders made in ${seconds()}`,
      );
    } finally {
      await client.end();
    }
  } finally {
    await database.stop();
  }
} catch (error) {
  reportFailure(error);
}
