import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure } from './lib/user-error.mjs';

// `npm run promises [-- idempotency fuzz]`: the promises at their full numbers, or only the named files; one line each.
// `SEED=… npm run promises -- simulation` runs one day of the simulation again, as a failure prints it
try {
  await underWantedNode(import.meta.url);
  const { promises } = await import('./lib/promises.mjs');
  await promises(process.argv.slice(2));
} catch (error) {
  reportFailure(error);
}
