import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure } from './lib/user-error.mjs';

// `npm run promises [-- idempotency fuzz]`: tests the promises at their full numbers, or only the named files, with one
// line each. `SEED=… npm run promises -- simulation` repeats one day of the simulation, as a failure prints it
try {
  await underWantedNode(import.meta.url);
  const { promises } = await import('./lib/promises.mjs');
  await promises(process.argv.slice(2));
} catch (error) {
  reportFailure(error);
}
