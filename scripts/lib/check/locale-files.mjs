import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoPath } from '../paths.mjs';

export const languages = ['ar', 'en', 'de'];
const places = ['apps/web/src/locales', 'packages/contract/src/texts'];
const pluralEnding = /_(zero|one|two|few|many|other)$/;

/** Flattens nested texts into dotted keys; any value that is not a text is reported. */
function flatten(texts, prefix = '') {
  return Object.entries(texts).flatMap(([key, value]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? flatten(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value]],
  );
}

/** Returns the key that code uses: without the plural ending, if `_other` shows that the key is a plural form. */
function findUsedStem(key, keys) {
  const stem = key.replace(pluralEnding, '');
  return stem !== key && keys.has(`${stem}_other`) ? stem : key;
}

function names(folder) {
  return readdirSync(folder).filter((name) => name.endsWith('.json'));
}

/** Returns every namespace with its texts by language: [{ place, name, texts: { ar: Map, … } }]. */
export function readNamespaces() {
  return places.flatMap((place) => {
    const all = new Set(languages.flatMap((language) => names(repoPath(place, language))));
    return [...all].sort().map((name) => ({
      file: (language) => join(place, language, name),
      name: name.replace('.json', ''),
      texts: Object.fromEntries(
        languages.map((language) => [language, read(repoPath(place, language, name))]),
      ),
    }));
  });
}

function read(path) {
  try {
    return new Map(flatten(JSON.parse(readFileSync(path, 'utf8'))));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`${path}: ${error.message}`);
  }
}

/** Groups texts by the key that code uses: key to its plural forms, each [ending, text]. */
export function forms(texts) {
  const keys = new Set(texts.keys());
  const found = new Map();
  for (const [key, text] of texts) {
    const stem = findUsedStem(key, keys);
    const ending = key.slice(stem.length + 1);
    found.set(stem, [...(found.get(stem) ?? []), [ending, text]]);
  }
  return found;
}
