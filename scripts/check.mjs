import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure } from './lib/user-error.mjs';

// `pnpm check [part …]`: the checks that every commit must pass
try {
  await underWantedNode(import.meta.url);
  const { prepare } = await import('./lib/prepare.mjs');
  await prepare({ withBuild: false });
  const { check } = await import('./lib/check.mjs');
  const { failed } = await check(process.argv.slice(2));
  process.exit(failed === 0 ? 0 : 1);
} catch (error) {
  reportFailure(error);
}
