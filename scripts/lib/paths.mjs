import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A path inside the repository. */
export const repoPath = (...parts) => join(root, ...parts);

/** Where the scripts remember things between runs; ignored by git, safe to delete. */
export const stateDir = repoPath('.dukkan');
