import { underWantedNode } from './lib/toolchain.mjs';
import { reportFailure } from './lib/user-error.mjs';

// `npm start`: starts with the Node of a fresh machine and continues with the version that the product needs
try {
  await underWantedNode(import.meta.url);
  const { readArguments } = await import('./lib/arguments.mjs');
  readArguments('npm start');
  const { start } = await import('./lib/start/start.mjs');
  await start();
} catch (error) {
  reportFailure(error);
}
