import { existsSync } from 'node:fs';
import { repoPath } from '../paths.mjs';

/** Loads what is asked of a database to verify it: from the source, or in the image, which has none, from its build. */
export const loadVerification = () =>
  existsSync(repoPath('apps/api/src/verify.ts'))
    ? import('../../../apps/api/src/verify.ts')
    : import('../../../apps/api/dist/verify.js');
