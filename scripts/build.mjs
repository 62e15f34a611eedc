import { reportFailure } from './lib/user-error.mjs';
import { prepare } from './lib/prepare.mjs';

// `pnpm build`: the generated client and both applications, where their sources have changed
try {
  await prepare({ withInstall: false });
} catch (error) {
  reportFailure(error);
}
