/** The texts of a namespace, as its file nests them. */
export type Texts = { readonly [key: string]: string | Texts };

/** The values of a text: `{{name}}` in the text, and those that choose it. */
export type TextValues = {
  readonly [name: string]: unknown;
  /** A number chooses the plural form of the language; 0 has a form of its own where the text has one. */
  readonly count?: number | string | undefined;
  /** The text when there is none under the key. */
  readonly defaultValue?: string;
};

/** Returns a text by its key, the key itself when there is none. */
export type Translate = (key: string, values?: TextValues) => string;

/** Returns the text at a path of keys; a key may have a dot itself, because some are names of events. */
function findText(texts: Texts | undefined, path: string): string | undefined {
  const own = texts?.[path];
  if (typeof own === 'string') return own;
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const part = texts?.[path.slice(0, dot)];
    const found = typeof part === 'object' ? findText(part, path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const plurals = new Map<string, Intl.PluralRules>();

/** Returns the ending of the language's plural form of a number. */
function findPlural(locale: string, count: number): string {
  const rules = plurals.get(locale) ?? new Intl.PluralRules(locale);
  plurals.set(locale, rules);
  return rules.select(count);
}

/** Puts the values into a text; a name without a value stays as it is written. */
function insertValues(text: string, values: Readonly<Record<string, unknown>>): string {
  if (!text.includes('{{')) return text;
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (written, name: string) =>
    Object.hasOwn(values, name) ? String(values[name] ?? '') : written,
  );
}

/**
 * Creates the texts of all languages, which are added as they load. Keys are `key.of.a.text` in the first namespace, or
 * `namespace:key.of.a.text`.
 */
export function createTexts() {
  const languages = new Map<string, Map<string, Texts>>();

  const has = (locale: string, namespace: string): boolean => languages.get(locale)?.has(namespace) ?? false;

  const find = (
    locale: string,
    namespace: string,
    key: string,
    count?: number | string,
  ): string | undefined => {
    const colon = key.indexOf(':');
    const texts = languages.get(locale)?.get(colon < 0 ? namespace : key.slice(0, colon));
    const path = colon < 0 ? key : key.slice(colon + 1);
    if (typeof count !== 'number') return findText(texts, path);
    return (
      (count === 0 ? findText(texts, `${path}_zero`) : undefined) ??
      findText(texts, `${path}_${findPlural(locale, count)}`) ??
      findText(texts, path)
    );
  };

  return {
    has,
    find,
    /** Adds or replaces a namespace. */
    add: (locale: string, namespace: string, texts: Texts): void => {
      const language = languages.get(locale) ?? new Map<string, Texts>();
      languages.set(locale, language.set(namespace, texts));
    },
    /** Returns the namespaces of a language that are loaded. */
    listNamespaces: (locale: string): string[] => [...(languages.get(locale)?.keys() ?? [])],
    /** Returns the function for the texts of a language. */
    translateIn:
      (locale: string, namespace: string): Translate =>
      (key, values) => {
        const text = find(locale, namespace, key, values?.count) ?? values?.defaultValue;
        if (text === undefined) return key.slice(key.indexOf(':') + 1);
        return values ? insertValues(text, values) : text;
      },
  };
}
