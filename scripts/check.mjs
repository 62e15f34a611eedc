import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure } from './lib/user-error.mjs';

// `pnpm check [part …]`: the checks that every commit must pass
try {
  await underWantedNode(import.meta.url);
  const { prepare } = await import('./lib/prepare.mjs');
  await prepare({ withBuild: false });
  const { check } = await import('./lib/test.mjs');
  const { passed, failures } = await check(process.argv.slice(2));
  process.exit(failures.length === 0 && passed > 0 ? 0 : 1);
} catch (error) {
  reportFailure(error);
}
