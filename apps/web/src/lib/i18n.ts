import type { Locale } from '@dukkan/commerce';
import { createInstance, type ReadCallback, type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';

type Texts = { default: Record<string, unknown> };

/** One file per language and noun, and the contract's texts (fields, rules, failures). */
const files = {
  ...import.meta.glob<Texts>('../locales/*/*.json'),
  ...import.meta.glob<Texts>('../../../../packages/contract/src/texts/*/*.json'),
};

const FALLBACK: readonly Locale[] = ['en', 'ar', 'de'];

/**
 * The loader of a namespace: the language's file, else that of the first language that has one, so that a missing
 * translation shows words instead of keys.
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

/** The interface texts. Namespaces are locale file names; `common` is always loaded. */
export const i18n = createInstance();
i18n.use(backend);

export const isLocale = (text: string): text is Locale => text === 'ar' || text === 'en' || text === 'de';

/** The page's language; before the first texts load, the one that public/boot.js chose. */
export const currentLocale = (): Locale => {
  const language = i18n.language ?? document.documentElement.lang;
  return isLocale(language) ? language : 'en';
};

export const dirOf = (locale: Locale): 'rtl' | 'ltr' => (locale === 'ar' ? 'rtl' : 'ltr');

/** Loads the first texts; the app is drawn afterwards. */
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

/** Changes the page's language: first the texts, then the direction, through the `languageChanged` event. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await i18n.changeLanguage(locale);
}

const onLanguage = (tell: () => void) => {
  i18n.on('languageChanged', tell);
  return () => i18n.off('languageChanged', tell);
};

/** Subscribes to the page's language; kept cheap because every cell of a list uses it. */
export const useLocale = (): Locale => useSyncExternalStore(onLanguage, currentLocale);

/**
 * Loads texts before they are needed, also in another language.
 * @throws when they cannot be loaded; the next call tries again
 */
export async function loadTexts(namespaces: readonly string[], locale = currentLocale()): Promise<void> {
  const lacking = () => namespaces.filter((one) => !i18n.hasResourceBundle(locale, one));
  // i18next counts a failed namespace as loaded
  const failed = lacking().filter((one) => i18n.hasLoadedNamespace(one, { lng: locale }));
  await i18n.loadNamespaces([...namespaces]);
  if (locale !== currentLocale()) await i18n.loadLanguages(locale);
  if (failed.length > 0) await i18n.reloadResources([locale], failed);
  const [missing] = lacking();
  if (missing) throw new Error(`The texts of ${missing} could not be loaded.`);
}

const ASK_AGAIN_MS = 1_000;

type Asked = { readonly t: TFunction; loading: Promise<void> | null; failure: unknown };
/** Running and finished requests by language and namespaces, because hundreds of cells ask for the same texts. */
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
        // the error boundary reports the failure; a later render asks again
        setTimeout(() => known.delete(key), ASK_AGAIN_MS);
      },
    );
  known.set(key, asked);
  return asked;
}

/**
 * The texts of namespaces in the user's language (or `lng`): `t('key')` from the first one, `t('other:key')` from
 * another. The component suspends until they are loaded; a failure goes to the nearest error boundary.
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
