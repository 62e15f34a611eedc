import type { Locale } from '@dukkan/commerce';
import { createInstance, type ReadCallback, type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { importModule, repeatUntilDone } from './import-module.ts';

type Texts = { default: Record<string, unknown> };

/** The text files: one for each language and noun, and those of the contract (fields, rules, failures). */
const files = {
  ...import.meta.glob<Texts>('../locales/*/*.json'),
  ...import.meta.glob<Texts>('../../../../packages/contract/src/texts/*/*.json'),
};

const FALLBACK: readonly Locale[] = ['en', 'ar', 'de'];

/**
 * Returns the loader of a namespace: the language's file, or another language's when it is missing, so that the user
 * sees words instead of keys.
 */
export function findTextFile(
  locale: string,
  namespace: string,
  available: readonly string[],
): string | undefined {
  for (const candidate of [locale, ...FALLBACK]) {
    const file = available.find((path) => path.endsWith(`/${candidate}/${namespace}.json`));
    if (file) return file;
  }
  return undefined;
}

const backend = {
  type: 'backend' as const,
  read(locale: string, namespace: string, answer: ReadCallback) {
    const load = files[findTextFile(locale, namespace, Object.keys(files)) ?? ''];
    if (!load) {
      answer(null, {});
      return;
    }
    importModule(load).then(
      (texts) => answer(null, texts.default),
      (error: Error) => answer(error, true),
    );
  },
};

/** The interface texts. Namespaces are locale file names; `common` is always loaded. */
export const i18n = createInstance();
i18n.use(backend);

export const isLocale = (text: string): text is Locale => text === 'ar' || text === 'en' || text === 'de';

/** Returns the page's language; before the first texts load, the one that public/boot.js chose. */
export const getLocale = (): Locale => {
  const language = i18n.language ?? document.documentElement.lang;
  return isLocale(language) ? language : 'en';
};

export const getTextDirection = (locale: Locale): 'rtl' | 'ltr' => (locale === 'ar' ? 'rtl' : 'ltr');

/** Loads the first texts, for as long as it takes; the app is drawn afterwards. */
export async function initTexts(namespaces: readonly string[]): Promise<void> {
  requests.clear();
  await i18n.init({
    lng: getLocale(),
    fallbackLng: false,
    ns: ['common', ...namespaces],
    defaultNS: 'common',
    partialBundledLanguages: true,
    // React escapes what it draws
    interpolation: { escapeValue: false },
  });
  await repeatUntilDone(() => loadTexts(['common', ...namespaces]));
}

/** The language that was chosen last. */
let chosenLocale: Locale | null = null;

/**
 * Changes the page's language: first the texts, then the direction, through the `languageChanged` event. While the
 * texts do not come, the page stays in its language.
 */
export async function setLocale(locale: Locale): Promise<void> {
  chosenLocale = locale;
  const isChosen = () => chosenLocale === locale;
  const namespaces = Object.keys(i18n.getDataByLanguage(getLocale()) ?? {});
  await repeatUntilDone(() => loadTexts(namespaces, locale), isChosen).catch(() => undefined);
  if (isChosen()) await i18n.changeLanguage(locale);
}

const onLanguage = (tell: () => void) => {
  i18n.on('languageChanged', tell);
  return () => i18n.off('languageChanged', tell);
};

/** Returns the page's language and subscribes to it; kept cheap because every cell of a list uses it. */
export const useLocale = (): Locale => useSyncExternalStore(onLanguage, getLocale);

/**
 * Loads texts before they are needed, also in another language.
 * @throws when they cannot be loaded; the next call tries again
 */
export async function loadTexts(namespaces: readonly string[], locale = getLocale()): Promise<void> {
  const findMissing = () => namespaces.filter((namespace) => !i18n.hasResourceBundle(locale, namespace));
  // i18next counts a failed namespace as loaded
  const failed = findMissing().filter((namespace) => i18n.hasLoadedNamespace(namespace, { lng: locale }));
  await i18n.loadNamespaces([...namespaces]);
  if (locale !== getLocale()) await i18n.loadLanguages(locale);
  if (failed.length > 0) await i18n.reloadResources([locale], failed);
  const [missing] = findMissing();
  if (missing) throw new Error(`The texts of ${missing} could not be loaded.`);
}

const ASK_AGAIN_MS = 1_000;

type TextRequest = { readonly t: TFunction; loading: Promise<void> | null; failure: unknown };
/** Running and finished requests by language and namespaces, because hundreds of cells ask for the same texts. */
const requests = new Map<string, TextRequest>();

function requestTexts(locale: Locale, namespaces: readonly string[]): TextRequest {
  const key = `${locale} ${namespaces.join()}`;
  const existing = requests.get(key);
  if (existing) return existing;
  const request: TextRequest = {
    t: i18n.getFixedT(locale, namespaces[0] ?? null),
    loading: null,
    failure: null,
  };
  if (!namespaces.every((namespace) => i18n.hasResourceBundle(locale, namespace)))
    request.loading = loadTexts(namespaces, locale).then(
      () => {
        request.loading = null;
      },
      (error: unknown) => {
        request.failure = error;
        // the error boundary reports the failure; a later render asks again
        setTimeout(() => requests.delete(key), ASK_AGAIN_MS);
      },
    );
  requests.set(key, request);
  return request;
}

/**
 * Returns `t` for texts in the user's language (or `lng`): `t('key')` from the first namespace, `t('other:key')` from
 * another. The component suspends until they are loaded; a failure goes to the nearest error boundary.
 */
export function useTranslation(
  namespaces: string | readonly string[] = 'common',
  { lng }: { lng?: Locale } = {},
) {
  const reader = useLocale();
  const texts = requestTexts(lng ?? reader, typeof namespaces === 'string' ? [namespaces] : namespaces);
  if (texts.failure) throw texts.failure;
  if (texts.loading) throw texts.loading;
  return { t: texts.t, i18n };
}
