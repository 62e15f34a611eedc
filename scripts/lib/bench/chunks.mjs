import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { repoPath } from '../paths.mjs';

const dist = (...parts) => repoPath('apps', 'web', 'dist', ...parts);

const sizes = new Map();

/** Returns the size of a built file compressed with gzip, in kilobytes (1,000 bytes). */
export function kilobytes(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(dist(file))).length / 1_000);
  return sizes.get(file);
}

export const sumOf = (files) => [...files].reduce((all, file) => all + kilobytes(file), 0);

/**
 * Returns the parts of the built web app from the manifest of its build.
 *
 * @returns {{ first: Set<string>, screens: { name: string, file: string, more: string[] }[] }} `first`: the files
 *   that every page loads; for each screen its own file, and the further files it needs when no other screen was opened
 *   before
 */
export function readChunks() {
  const manifest = JSON.parse(readFileSync(dist('.vite', 'manifest.json'), 'utf8'));
  const keys = (from) => {
    const seen = new Set([from]);
    for (const key of seen) for (const next of manifest[key].imports ?? []) seen.add(next);
    return seen;
  };
  const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
  const base = keys(entry);
  const lazy = new Set([...base].flatMap((key) => manifest[key].dynamicImports ?? []));
  const files = (some) => [...some].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'));
  const screens = [...lazy]
    .filter((key) => /^src\/(screens|app)\/.*\.tsx$/.test(key))
    .map((key) => ({
      name: key.replace(/^src\/(screens\/)?/, '').replace(/\.tsx$/, ''),
      file: manifest[key].file,
      more: files([...keys(key)].filter((one) => !base.has(one) && one !== key)),
    }));
  return { first: new Set(files(base)), screens };
}
