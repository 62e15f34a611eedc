import type { Locale } from '@dukkan/commerce';
import { createInstance, type ReadCallback } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';

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
i18n.use(backend).use(initReactI18next);

export const isLocale = (text: string): text is Locale => text === 'ar' || text === 'en' || text === 'de';

/** The language of the page; before the first texts, the one that public/boot.js has chosen. */
export const currentLocale = (): Locale => {
  const language = i18n.language ?? document.documentElement.lang;
  return isLocale(language) ? language : 'en';
};

export const dirOf = (locale: Locale): 'rtl' | 'ltr' => (locale === 'ar' ? 'rtl' : 'ltr');

/** Loads the first texts; nothing is drawn before it. */
export async function startTexts(namespaces: readonly string[]): Promise<void> {
  await i18n.init({
    lng: currentLocale(),
    fallbackLng: false,
    ns: ['common', ...namespaces],
    defaultNS: 'common',
    partialBundledLanguages: true,
    // React escapes what it draws
    interpolation: { escapeValue: false },
    react: { useSuspense: true },
  });
}

/** Changes the language of the page: texts first, then direction (the shell follows `languageChanged`). */
export async function chooseLocale(locale: Locale): Promise<void> {
  await i18n.changeLanguage(locale);
}

/** The language of the page, followed. */
export function useLocale(): Locale {
  const { i18n: instance } = useTranslation('common');
  const language = instance.language;
  return isLocale(language) ? language : 'en';
}

/** Loads texts before they are needed (a screen's own, while its code is under way). */
export const loadTexts = (namespaces: readonly string[]): Promise<void> =>
  i18n.loadNamespaces([...namespaces]);

export { useTranslation } from 'react-i18next';
