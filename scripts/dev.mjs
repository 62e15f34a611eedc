import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure } from './lib/user-error.mjs';

// `pnpm dev`: database, API and web; API and web reload when a file is saved
try {
  await underWantedNode(import.meta.url);
  const { readArguments } = await import('./lib/arguments.mjs');
  readArguments('pnpm dev');
  const { dev } = await import('./lib/start/dev.mjs');
  await dev();
} catch (error) {
  reportFailure(error);
}
