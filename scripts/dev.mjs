import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure } from './lib/user-error.mjs';

// `pnpm dev`: database, API and web, the last two following every saved file
try {
  await underWantedNode(import.meta.url);
  const { dev } = await import('./lib/dev.mjs');
  await dev();
} catch (error) {
  reportFailure(error);
}
