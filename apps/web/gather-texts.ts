import { readdirSync, readFileSync } from 'node:fs';

export type Texts = { [key: string]: string | Texts };

const folder = new URL('src/locales/', import.meta.url);

function put(texts: Texts, path: string, text: string): void {
  const [last = '', ...parents] = path.split('.').reverse();
  let place = texts;
  for (const parent of parents.reverse()) {
    place[parent] ??= {};
    place = place[parent] as Texts;
  }
  if (last in place) throw new Error(`The text ${path} is written twice.`);
  place[last] = text;
}

/**
 * Returns the texts of the web app in a language, by namespace. A file has under `elsewhere` what other namespaces show
 * of its noun (`shell:route.sliders`), so that all texts of a noun are in one file; here they are where they are shown.
 * @throws for a text that is written twice, or whose namespace has no file
 */
export function readTexts(language: string): Record<string, Texts> {
  const names = readdirSync(new URL(`${language}/`, folder)).map((file) => file.replace('.json', ''));
  const files: Record<string, Texts> = {};
  const moves: [string, string][] = [];
  for (const name of names) {
    const text = readFileSync(new URL(`${language}/${name}.json`, folder), 'utf8');
    const { elsewhere = {}, ...own } = JSON.parse(text) as Texts & { elsewhere?: Record<string, string> };
    files[name] = own;
    moves.push(...Object.entries(elsewhere));
  }
  for (const [key, text] of moves) {
    const [namespace = '', path = ''] = key.split(':');
    const texts = files[namespace];
    if (!texts) throw new Error(`The text ${key} has no file ${namespace}.json.`);
    put(texts, path, text);
  }
  return files;
}
