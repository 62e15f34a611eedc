import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure } from './lib/user-error.mjs';

// `npm test [-- check unit web api scripts e2e]`: everything, or only the named parts
try {
  await underWantedNode(import.meta.url);
  const { readArguments } = await import('./lib/arguments.mjs');
  const { positionals } = readArguments('npm test [-- check unit web api scripts e2e]', {
    allowPositionals: true,
  });
  const { test } = await import('./lib/test/test.mjs');
  await test(positionals);
} catch (error) {
  reportFailure(error);
  console.log('0 passed, 1 failed, 0 skipped');
  process.exit(1);
}
