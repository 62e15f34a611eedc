import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repoPath } from './lib/paths.mjs';

type Manifest = { readonly name: string; readonly license?: unknown; readonly licenses?: unknown };

/** The folders of the installed packages. */
function listPackages(): string[] {
  const store = repoPath('node_modules/.pnpm');
  const inside = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      !entry.isDirectory()
        ? []
        : entry.name.startsWith('@')
          ? inside(join(folder, entry.name))
          : [join(folder, entry.name)],
    );
  return readdirSync(store)
    .map((name) => join(store, name, 'node_modules'))
    .filter((folder) => existsSync(folder))
    .flatMap(inside)
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

/** Packages whose manifest names no licence; docs/operations.md says why they are here. */
const NAMED = ['buffers', 'png-js', 'seq-queue'];

test('every package has a licence, except those named on the operations page', () => {
  const packages = listPackages();
  expect(packages.length).toBeGreaterThan(300);
  const unnamed = new Set<string>();
  for (const folder of packages) {
    const { name, license, licenses } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Manifest;
    if (!license && !licenses) unnamed.add(name);
  }
  expect([...unnamed].sort()).toEqual(NAMED);
});
