import { readArguments } from './lib/arguments.mjs';
import { prepare } from './lib/prepare.mjs';
import { reportFailure } from './lib/user-error.mjs';

// `pnpm build`: generates the client and builds both applications, or takes them from turbo's cache
try {
  readArguments('pnpm build');
  await prepare({ withInstall: false });
} catch (error) {
  reportFailure(error);
}
