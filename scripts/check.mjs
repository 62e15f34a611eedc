import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure } from './lib/user-error.mjs';

// `pnpm check [part …]`: the checks that every commit must pass
try {
  await underWantedNode(import.meta.url);
  const { readArguments } = await import('./lib/arguments.mjs');
  const { positionals } = readArguments('pnpm check [part …]', { allowPositionals: true });
  const { prepare } = await import('./lib/prepare.mjs');
  await prepare({ withBuild: false });
  const { check } = await import('./lib/test/test.mjs');
  const { passed, failures } = await check(positionals);
  process.exit(failures.length === 0 && passed > 0 ? 0 : 1);
} catch (error) {
  reportFailure(error);
}
