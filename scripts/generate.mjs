import { parseArgs } from 'node:util';
import { connect } from './lib/database.mjs';
import { Failed, reportFailure } from './lib/failed.mjs';
import { generateCatalogue, PRODUCTS } from './lib/generate/catalogue.mjs';
import { BATCHES, generateStock } from './lib/generate/stock.mjs';
import { prepare } from './lib/prepare.mjs';
import { say, step } from './lib/say.mjs';
import { readSettings, requireWritable } from './lib/settings.mjs';

// fills DATABASE_URL, or the embedded database, with a large shop: npm run generate -- --size small|medium|large
try {
  const { values } = parseArgs({ options: { size: { type: 'string', default: 'small' } } });
  const { size } = values;
  if (!Object.hasOwn(PRODUCTS, size)) throw new Failed(`--size is ${Object.keys(PRODUCTS).join(', ')}`);
  const settings = readSettings();
  if (!settings.databaseUrl) requireWritable(settings.dataDir);
  await prepare({ withBuild: false });
  // only now are the packages there that this needs
  const { startDatabase } = await import('./lib/stack.mjs');
  const database = await startDatabase(settings);
  try {
    const client = await connect(settings.directUrl ?? database.url, settings.directKey);
    try {
      const made = await step(`catalogue, size ${size}`, () => generateCatalogue(client, size));
      const filled = await step(`stock, size ${size}`, () => generateStock(client, BATCHES[size]));
      say(
        made + filled === 0 ? 'everything was there already' : `${made} products and ${filled} batches made`,
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
