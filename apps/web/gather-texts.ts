import { readdirSync, readFileSync } from 'node:fs';

export type LocaleTexts = { [key: string]: string | LocaleTexts };

const folder = new URL('src/locales/', import.meta.url);

function put(texts: LocaleTexts, path: string, text: string): void {
  const [last = '', ...parents] = path.split('.').reverse();
  let place = texts;
  for (const parent of parents.reverse()) {
    place[parent] ??= {};
    place = place[parent] as LocaleTexts;
  }
  if (last in place) throw new Error(`The text ${path} is written twice.`);
  place[last] = text;
}

/**
 * Returns the texts of the web app in a language, by namespace. A file has under `elsewhere` what other namespaces show
 * of its noun (`shell:route.sliders`), so that all texts of a noun are in one file; here they are where they are shown.
 * @throws for a text that is written twice, or whose namespace has no file
 */
export function readTexts(language: string): Record<string, LocaleTexts> {
  const names = readdirSync(new URL(`${language}/`, folder)).map((file) => file.replace('.json', ''));
  const files: Record<string, LocaleTexts> = {};
  const moves: [string, string][] = [];
  for (const name of names) {
    const text = readFileSync(new URL(`${language}/${name}.json`, folder), 'utf8');
    const { elsewhere = {}, ...own } = JSON.parse(text) as LocaleTexts & {
      elsewhere?: Record<string, string>;
    };
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
