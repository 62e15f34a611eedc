import type { Locale } from '@dukkan/commerce';
import { createInstance, type ReadCallback, type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';

type Texts = { default: Record<string, unknown> };

/** One small file per language and noun; the contract's texts (fields, rules, failures) beside them. */
const files = {
  ...import.meta.glob<Texts>('../locales/*/*.json'),
  ...import.meta.glob<Texts>('../../../../packages/contract/src/texts/*/*.json'),
};

const FALLBACK: readonly Locale[] = ['en', 'ar', 'de'];

/**
 * The loader of a namespace: the file of the language, else of the first language that has one, so that a
 * noun not yet translated shows words and not keys.
 */
export function textFile(locale: string, namespace: string, known: readonly string[]): string | undefined {
  for (const candidate of [locale, ...FALLBACK]) {
    const file = known.find((path) => path.endsWith(`/${candidate}/${namespace}.json`));
    if (file) return file;
  }
  return undefined;
}

const backend = {
  type: 'backend' as const,
  read(locale: string, namespace: string, answer: ReadCallback) {
    const load = files[textFile(locale, namespace, Object.keys(files)) ?? ''];
    if (!load) {
      answer(null, {});
      return;
    }
    load().then(
      (texts) => answer(null, texts.default),
      (error: Error) => answer(error, true),
    );
  },
};

/** Texts of the interface. Namespaces are locale file names; `common` is always there. */
export const i18n = createInstance();
i18n.use(backend);

export const isLocale = (text: string): text is Locale => text === 'ar' || text === 'en' || text === 'de';

/** The language of the page; before the first texts, the one that public/boot.js has chosen. */
export const currentLocale = (): Locale => {
  const language = i18n.language ?? document.documentElement.lang;
  return isLocale(language) ? language : 'en';
};

export const dirOf = (locale: Locale): 'rtl' | 'ltr' => (locale === 'ar' ? 'rtl' : 'ltr');

/** Loads the first texts; nothing is drawn before it. */
export async function startTexts(namespaces: readonly string[]): Promise<void> {
  known.clear();
  await i18n.init({
    lng: currentLocale(),
    fallbackLng: false,
    ns: ['common', ...namespaces],
    defaultNS: 'common',
    partialBundledLanguages: true,
    // React escapes what it draws
    interpolation: { escapeValue: false },
  });
}

/** Changes the language of the page: texts first, then direction (the shell follows `languageChanged`). */
export async function chooseLocale(locale: Locale): Promise<void> {
  await i18n.changeLanguage(locale);
}

const onLanguage = (tell: () => void) => {
  i18n.on('languageChanged', tell);
  return () => i18n.off('languageChanged', tell);
};

/** The language of the page, followed; each cell of a list asks, so that it takes as little as it can. */
export const useLocale = (): Locale => useSyncExternalStore(onLanguage, currentLocale);

/**
 * Loads texts before they are needed (a screen's own, while its code is under way); also of another language.
 * @throws where they could not be loaded; the next call tries again
 */
export async function loadTexts(namespaces: readonly string[], locale = currentLocale()): Promise<void> {
  const lacking = () => namespaces.filter((one) => !i18n.hasResourceBundle(locale, one));
  // one that failed once counts as loaded
  const failed = lacking().filter((one) => i18n.hasLoadedNamespace(one, { lng: locale }));
  await i18n.loadNamespaces([...namespaces]);
  if (locale !== currentLocale()) await i18n.loadLanguages(locale);
  if (failed.length > 0) await i18n.reloadResources([locale], failed);
  const [missing] = lacking();
  if (missing) throw new Error(`The texts of ${missing} could not be loaded.`);
}

const ASK_AGAIN_MS = 1_000;

type Asked = { readonly t: TFunction; loading: Promise<void> | null; failure: unknown };
/** What was asked for, by language and namespaces: a list has hundreds of parts that ask for the same. */
const known = new Map<string, Asked>();

function textsOf(locale: Locale, namespaces: readonly string[]): Asked {
  const key = `${locale} ${namespaces.join()}`;
  const found = known.get(key);
  if (found) return found;
  const asked: Asked = {
    t: i18n.getFixedT(locale, namespaces[0] ?? null),
    loading: null,
    failure: null,
  };
  if (!namespaces.every((one) => i18n.hasResourceBundle(locale, one)))
    asked.loading = loadTexts(namespaces, locale).then(
      () => {
        asked.loading = null;
      },
      (error: unknown) => {
        asked.failure = error;
        // told by a boundary; who draws it anew later asks anew
        setTimeout(() => known.delete(key), ASK_AGAIN_MS);
      },
    );
  known.set(key, asked);
  return asked;
}

/**
 * The texts of namespaces in the reader's language (or `lng`): `t('key')` of the first one, `t('other:key')` of another.
 * Who draws with it waits (Suspense) until they are there; what cannot be loaded is for the nearest boundary.
 */
export function useTranslation(
  namespaces: string | readonly string[] = 'common',
  { lng }: { lng?: Locale } = {},
) {
  const reader = useLocale();
  const texts = textsOf(lng ?? reader, typeof namespaces === 'string' ? [namespaces] : namespaces);
  if (texts.failure) throw texts.failure;
  if (texts.loading) throw texts.loading;
  return { t: texts.t, i18n };
}
