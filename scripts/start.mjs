import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure } from './lib/user-error.mjs';

// `npm start`: runs on the Node of a fresh machine and goes on under the one that the product needs
try {
  await underWantedNode(import.meta.url);
  const { start } = await import('./lib/start.mjs');
  await start();
} catch (error) {
  reportFailure(error);
}
