import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure } from './lib/user-error.mjs';

// `npm run promises [-- idempotency fuzz]`: tests the promises at their full numbers, or only the named files, with one
// line each. `SEED=… npm run promises -- simulation` repeats one day of the simulation, as a failure prints it
try {
  await underWantedNode(import.meta.url);
  const { readArguments } = await import('./lib/arguments.mjs');
  const { positionals } = readArguments('npm run promises [-- file …]', { allowPositionals: true });
  const { promises } = await import('./lib/check/promises.mjs');
  await promises(positionals);
} catch (error) {
  reportFailure(error);
}
