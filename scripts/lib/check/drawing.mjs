import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repoPath } from '../paths.mjs';
import { isTest, listFiles } from './sources.mjs';

const SPECIFIER = /(?:\bfrom\s+|\bimport\s*\(?\s*)'(\.[^']+|@dukkan\/[\w-]+)'/g;

/** The parts of the product, the longest path of a file counts. */
const PARTS = {
  'apps/web/src/main.tsx': 'web/main',
  'apps/web/src/app/': 'web/app',
  'apps/web/src/screens/': 'web/screens',
  'apps/web/src/shared/': 'web/shared',
  'apps/web/src/kit/': 'web/kit',
  'apps/web/src/lib/': 'web/lib',
  'apps/web/src/ui/': 'web/ui',
  'apps/api/src/main.ts': 'api/main',
  'apps/api/src/app.ts': 'api/app',
  'apps/api/src/env.ts': 'api/env',
  'apps/api/src/seed': 'api/seed',
  'apps/api/src/jobs/': 'api/jobs',
  'apps/api/src/modules/': 'api/modules',
  'apps/api/src/http/': 'api/http',
  'apps/api/src/core/': 'api/core',
  'packages/contract/': 'contract',
  'packages/commerce/': 'commerce',
};

const partOf = (file) => Object.entries(PARTS).find(([path]) => file.startsWith(path))?.[1];
const ORDERING = /^apps\/api\/src\/modules\/ordering\/((?:order\/)?\w+)\//;
const roomOf = (file) => ORDERING.exec(file)?.[1];
const moduleOf = (file) => /^apps\/api\/src\/modules\/(\w+)\//.exec(file)?.[1];

/** Returns every import of the sources as a pair of files; tests are left out. */
function listImports() {
  return listFiles(['apps/api/src', 'apps/web/src', 'packages'], ['.ts', '.tsx'])
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      [...readFileSync(repoPath(file), 'utf8').matchAll(SPECIFIER)].map(([, name = '']) => [
        file,
        name.startsWith('.')
          ? join(dirname(file), name)
          : `packages/${name.replace('@dukkan/', '')}/src/index.ts`,
      ]),
    );
}

/**
 * Returns which place imports which, as far as places are different.
 * @param {readonly (readonly [string, string])[]} imports
 * @param {(file: string) => string | undefined} placeOf
 */
export function listArrows(imports, placeOf) {
  const arrows = new Map();
  for (const [from, to] of imports.map((pair) => pair.map(placeOf))) {
    if (!from || !to || from === to) continue;
    if (!arrows.has(from)) arrows.set(from, new Set());
    arrows.get(from).add(to);
  }
  return arrows;
}

/** Returns whether a way of at least two arrows leads from one place to another. */
function isImplied(arrows, from, to) {
  const seen = new Set();
  const reach = (place) => {
    for (const next of arrows.get(place) ?? []) {
      if (seen.has(next) || (place === from && next === to)) continue;
      seen.add(next);
      reach(next);
    }
  };
  reach(from);
  return seen.has(to);
}

/**
 * Returns a drawing in the language of mermaid. Arrows that follow from others are left out.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} arrows
 */
export function drawArrows(arrows) {
  const lines = [...arrows]
    .flatMap(([from, places]) =>
      [...places].filter((to) => !isImplied(arrows, from, to)).map((to) => `  ${from} --> ${to}`),
    )
    .sort();
  return ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n');
}

/** Returns the drawings of the page, by name. */
export function drawAll() {
  const imports = listImports();
  return {
    parts: drawArrows(listArrows(imports, partOf)),
    modules: drawArrows(listArrows(imports, moduleOf)),
    ordering: drawArrows(listArrows(imports, roomOf)),
  };
}

/**
 * Puts drawings between their marks, `<!-- drawn: name -->` and `<!-- end -->`.
 * @param {string} page
 * @param {Readonly<Record<string, string>>} drawings
 */
export function putDrawings(page, drawings) {
  let text = page;
  for (const [name, drawing] of Object.entries(drawings)) {
    const [start, end] = [`<!-- drawn: ${name} -->`, '<!-- end -->'];
    const at = text.indexOf(start);
    const until = text.indexOf(end, at);
    if (at < 0 || until < 0) throw new Error(`The page has no place for the drawing ${name}`);
    text = `${text.slice(0, at + start.length)}\n${drawing}\n${text.slice(until)}`;
  }
  return text;
}
