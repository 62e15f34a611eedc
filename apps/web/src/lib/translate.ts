import { createInstance } from 'i18next';

/** The texts of a namespace, as its file nests them. */
export type TextTree = { readonly [key: string]: string | TextTree };

/** The values of a text: `{{name}}` in the text, and those that choose it. */
export type TextValues = {
  readonly [name: string]: unknown;
  /** A number chooses the plural form of the language; 0 has a form of its own where the text has one. */
  readonly count?: number | string | undefined;
  /** The text when there is none under the key. */
  readonly defaultValue?: string;
  /** A key names its namespace itself: `fields:name`. */
  readonly ns?: never;
};

/** Returns a text by its key, the key itself when there is none. */
export type Translate = (key: string, values?: TextValues) => string;

/**
 * Creates the texts of all languages, which are added as they load. Keys are `key.of.a.text` in the first namespace, or
 * `namespace:key.of.a.text`.
 */
export function createTexts() {
  const i18n = createInstance();
  void i18n.init({
    fallbackLng: false,
    resources: {},
    initAsync: false,
    // React escapes what it draws
    interpolation: { escapeValue: false },
  });
  return {
    has: (locale: string, namespace: string): boolean => i18n.hasResourceBundle(locale, namespace),
    find: (locale: string, namespace: string, key: string): string | undefined =>
      i18n.exists(key, { lng: locale, ns: namespace }) ? i18n.getFixedT(locale, namespace)(key) : undefined,
    /** Adds or replaces a namespace. */
    add: (locale: string, namespace: string, texts: TextTree): void => {
      i18n.addResourceBundle(locale, namespace, texts, false, true);
    },
    /** Returns the namespaces of a language that are loaded. */
    listNamespaces: (locale: string): string[] => Object.keys(i18n.getDataByLanguage(locale) ?? {}),
    /** Returns the function for the texts of a language. */
    translateIn(locale: string, namespace: string): Translate {
      const t = i18n.getFixedT(locale, namespace);
      return (key, values) => {
        if (!values) return t(key);
        const { count, defaultValue } = values;
        // passed as `replace`, because i18next would take a value `lng` beside its options as the language
        return t(key, {
          replace: values,
          ...(count === undefined ? {} : { count }),
          ...(defaultValue === undefined ? {} : { defaultValue }),
        });
      };
    },
  };
}
