import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Returns a path inside the repository. */
export const repoPath = (...parts) => join(root, ...parts);

/** The folder for data that the scripts keep between runs; ignored by git, safe to delete. */
export const stateDir = repoPath('.dukkan');
