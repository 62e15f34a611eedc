import { prepare } from './lib/prepare.mjs';
import { reportFailure } from './lib/user-error.mjs';

// `pnpm build`: the generated client and both applications, where their sources have changed
try {
  await prepare({ withInstall: false });
} catch (error) {
  reportFailure(error);
}
