import type { Locale } from '@dukkan/commerce';
import { useSyncExternalStore } from 'react';
import { importModule, repeatUntilDone } from './import-module.ts';
import { createStore } from './store.ts';
import { createTexts, type TextTree, type TextValues, type Translate } from './translate.ts';

type TextFile = { default: TextTree };

/** The text files: one for each language and noun, and those of the contract (fields, rules, failures). */
const files = {
  ...import.meta.glob<TextFile>('../locales/*/*.json'),
  ...import.meta.glob<TextFile>('../../../../packages/contract/src/texts/*/*.json'),
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

const texts = createTexts();

/** A file that does not come is asked for again so often, with pauses that grow to six seconds. */
const REPEATS = 5;
const FIRST_PAUSE_MS = 350;

/** Loads the text file of a namespace; a namespace without a file has no texts. */
export const textFiles = {
  async load(locale: string, namespace: string): Promise<TextTree> {
    const load = files[findTextFile(locale, namespace, Object.keys(files)) ?? ''];
    if (!load) return {};
    let left = REPEATS;
    const isWorthRepeating = () => left-- > 0;
    return (await repeatUntilDone(() => importModule(load), isWorthRepeating, FIRST_PAUSE_MS)).default;
  },
};

const localeStore = createStore<Locale | null>(null);

export const isLocale = (text: string): text is Locale => text === 'ar' || text === 'en' || text === 'de';

/** Returns the page's language; before the first texts load, the one that public/boot.js chose. */
export const getLocale = (): Locale => {
  const language = localeStore.get() ?? document.documentElement.lang;
  return isLocale(language) ? language : 'en';
};

const COMMON = 'common';

/** The texts in the page's language, outside of a component. Namespaces are locale file names; `common` is always loaded. */
export const i18n = {
  t: (key: string, values?: TextValues): string => texts.translateIn(getLocale(), COMMON)(key, values),
  /** Returns whether there is a text. */
  has: (namespace: string, key: string): boolean => texts.find(getLocale(), namespace, key) !== undefined,
};

export const getTextDirection = (locale: Locale): 'rtl' | 'ltr' => (locale === 'ar' ? 'rtl' : 'ltr');

/** The language that was chosen last. */
let chosenLocale: Locale | null = null;

/** The first texts, while they load; a language chosen meanwhile is loaded with them. */
let firstTexts: Promise<void> | null = null;

/** Loads the first texts, for as long as it takes; the app is drawn afterwards. */
export async function initTexts(namespaces: readonly string[]): Promise<void> {
  requests.clear();
  const getChosenLocale = () => chosenLocale ?? getLocale();
  firstTexts = (async () => {
    let locale: Locale;
    do {
      locale = getChosenLocale();
      const isChosen = () => getChosenLocale() === locale;
      await repeatUntilDone(() => loadTexts([COMMON, ...namespaces], locale), isChosen).catch(
        () => undefined,
      );
    } while (getChosenLocale() !== locale);
    localeStore.set(locale);
  })();
  await firstTexts;
  firstTexts = null;
}

/**
 * Changes the page's language: first the texts, then the direction. While the texts do not come, the page stays in its
 * language.
 */
export async function setLocale(locale: Locale): Promise<void> {
  chosenLocale = locale;
  // the account may tell its language before the first texts are there
  if (firstTexts) return firstTexts;
  const isChosen = () => chosenLocale === locale;
  const namespaces = texts.listNamespaces(getLocale());
  await repeatUntilDone(() => loadTexts(namespaces, locale), isChosen).catch(() => undefined);
  if (isChosen()) localeStore.set(locale);
}

/** Calls back after every change of the page's language. */
export const onLocale = (callback: (locale: Locale) => void): (() => void) =>
  localeStore.subscribe(() => callback(getLocale()));

/** Returns the page's language and subscribes to it; kept cheap because every cell of a list uses it. */
export const useLocale = (): Locale => useSyncExternalStore(localeStore.subscribe, getLocale);

/** The files that are on their way, by language and namespace. */
const loading = new Map<string, Promise<void>>();

async function loadFile(locale: string, namespace: string): Promise<void> {
  texts.add(locale, namespace, await textFiles.load(locale, namespace));
}

/**
 * Loads texts before they are needed, also in another language.
 * @throws when they cannot be loaded; the next call tries again
 */
export async function loadTexts(namespaces: readonly string[], locale = getLocale()): Promise<void> {
  const missing = namespaces.filter((namespace) => !texts.has(locale, namespace));
  await Promise.all(
    missing.map((namespace) => {
      const key = `${locale} ${namespace}`;
      const running = loading.get(key) ?? loadFile(locale, namespace).finally(() => loading.delete(key));
      loading.set(key, running);
      return running;
    }),
  );
}

const ASK_AGAIN_MS = 1_000;

type TextRequest = { readonly t: Translate; loading: Promise<void> | null; failure: unknown };
/** Running and finished requests by language and namespaces, because hundreds of cells ask for the same texts. */
const requests = new Map<string, TextRequest>();

function requestTexts(locale: Locale, namespaces: readonly string[]): TextRequest {
  const key = `${locale} ${namespaces.join()}`;
  const existing = requests.get(key);
  if (existing) return existing;
  const request: TextRequest = {
    t: texts.translateIn(locale, namespaces[0] ?? COMMON),
    loading: null,
    failure: null,
  };
  if (!namespaces.every((namespace) => texts.has(locale, namespace)))
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
  namespaces: string | readonly string[] = COMMON,
  { lng }: { lng?: Locale } = {},
) {
  const reader = useLocale();
  const request = requestTexts(lng ?? reader, typeof namespaces === 'string' ? [namespaces] : namespaces);
  if (request.failure) throw request.failure;
  if (request.loading) throw request.loading;
  return { t: request.t };
}
