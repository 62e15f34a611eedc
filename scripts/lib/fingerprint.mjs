import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './paths.mjs';

const skipped = new Set([
  '.git',
  '.dukkan',
  'node_modules',
  'dist',
  'generated',
  'coverage',
  '.turbo',
  'test-results',
]);

/** Returns all files under a path (or the file itself) in a stable order; empty when it does not exist. */
export function filesUnder(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter((entry) => !skipped.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
    );
}

/** Returns a hash of the names and contents of the files for which `counts` is true, and of further words. */
export function fingerprint(paths, counts = () => true, ...words) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesUnder).filter(counts)) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  for (const word of words) hash.update(String(word)).update('\0');
  return hash.digest('hex');
}

/** Returns whether a stamp file contains this fingerprint. */
export function isStamped(stampFile, print) {
  try {
    return readFileSync(stampFile, 'utf8') === print;
  } catch {
    return false;
  }
}

/** Stores a fingerprint after its work has succeeded. */
export function stamp(stampFile, print) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, print);
}
