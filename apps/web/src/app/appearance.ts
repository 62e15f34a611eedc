import { getLocale, isLocale, onLocale, setLocale } from '../lib/i18n.ts';
import { type Preferences, savePreference } from '../lib/server/preferences.ts';
import { currentSession, onSessionChange } from '../lib/server/session.ts';
import { createStore, readStored, useStore, writeStored } from '../lib/store.ts';
import { type Appearance, applyAppearance, readOwnAppearance, storeOwnAppearance } from '../ui/index.ts';

type StoredAppearance = Pick<Preferences, 'skin' | 'density' | 'menu'>;
export type AppearanceSettings = { [K in keyof StoredAppearance]-?: NonNullable<StoredAppearance[K]> };
type Choice = Partial<AppearanceSettings>;

const CHOICE = 'dukkan.choice';
const DEFAULT: AppearanceSettings = { skin: 'system', density: 'comfortable', menu: 'open' };

function readStoredChoice(): Choice & { locale?: string } {
  try {
    return JSON.parse(readStored('local', CHOICE) ?? '{}') as Choice & { locale?: string };
  } catch {
    return {};
  }
}

const toChoice = ({ skin, density, menu }: StoredAppearance): Choice => ({
  ...(skin ? { skin } : {}),
  ...(density ? { density } : {}),
  ...(menu ? { menu } : {}),
});

/**
 * Returns the shop's appearance as the server wrote it into the page; empty when another server delivered the page.
 * Rule: docs/rules/theme.md#before-the-first-paint
 */
function readPageLook(): Choice {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="shop-theme"]');
  return meta ? toChoice(JSON.parse(meta.content) as StoredAppearance) : {};
}

/** The choices made on this device, before or after sign-in; they are sent to the account at sign-in. */
const choiceStore = createStore(readStoredChoice());
const shopStore = createStore<AppearanceSettings>({ ...DEFAULT, ...readPageLook() });
/** The person's own choices; until the account is loaded, the choices last stored on this device. */
let own: Choice = { ...readOwnAppearance(), ...toChoice(readStoredChoice()) };
const lookStore = createStore<AppearanceSettings>({ ...shopStore.get(), ...own });

/** Returns how the interface looks: the person's own choice, else the shop's: docs/rules/theme.md#whose-choice-holds */
export const useAppearance = (): AppearanceSettings => useStore(lookStore);

function syncAppearance(): void {
  const { phase, user } = currentSession();
  const picked = toChoice(choiceStore.get());
  own = phase === 'loading' ? { ...own, ...picked } : { ...picked, ...toChoice(user?.preferences ?? {}) };
  storeOwnAppearance(own);
  const next = { ...shopStore.get(), ...own };
  const before = lookStore.get();
  if (next.skin === before.skin && next.density === before.density && next.menu === before.menu) return;
  lookStore.set(next);
  applyAppearance(next);
}

/** Applies the shop's own appearance once its settings are loaded. */
export function setShopAppearance(look: AppearanceSettings): void {
  shopStore.set(look);
  syncAppearance();
}

/** Applies a person's choice to the page at once and stores it on the device and in the profile. */
export function setAppearancePreference(part: Choice): void {
  keepChoice(part);
  savePreference({ preferences: part });
  syncAppearance();
}

/** Sets the language of the page and stores it on the device and in the profile. */
export function setLocalePreference(locale: Appearance['lang']): void {
  if (!isLocale(locale)) return;
  keepChoice({ locale });
  savePreference({ locale_choice: locale });
  void setLocale(locale);
}

function keepChoice(part: Choice & { locale?: string }): void {
  const choice = { ...choiceStore.get(), ...part };
  choiceStore.set(choice);
  writeStored('local', CHOICE, JSON.stringify(choice));
}

/** Applies the account's appearance and language after sign-in, and removes them after sign-out. */
export function applyAppearanceOnChange(): void {
  applyAppearance(lookStore.get());
  onLocale((lang) => applyAppearance({ lang }));
  let lastPersonId: number | null = null;
  onSessionChange(() => {
    const session = currentSession();
    if (session.phase === 'out' && lastPersonId !== null) {
      lastPersonId = null;
      choiceStore.set({});
      writeStored('local', CHOICE, null);
    }
    if (session.phase === 'in' && session.user.id !== lastPersonId) {
      lastPersonId = session.user.id;
      adoptSignInChoices(session.user.locale, session.user.preferences);
    } else if (session.phase === 'in') keepUp(session.user.locale, session.user.preferences);
    syncAppearance();
  });
}

/** Saves the choices made on the sign-in page to the profile; otherwise applies the profile's own. */
function adoptSignInChoices(locale: string | null, preferences: Preferences): void {
  const { locale: pickedLocale, ...picked } = choiceStore.get();
  const differs = Object.entries(toChoice(picked)).some(
    ([key, value]) => preferences[key as keyof Choice] !== value,
  );
  if (differs) savePreference({ preferences: toChoice(picked) });
  if (pickedLocale && isLocale(pickedLocale)) {
    if (pickedLocale !== locale) savePreference({ locale_choice: pickedLocale });
  } else if (locale && isLocale(locale) && locale !== getLocale()) void setLocale(locale);
}

/**
 * Updates the choices stored on this device when the profile has newer ones, so that the next sign-in does not undo
 * them.
 */
function keepUp(locale: string | null, { skin, density, menu }: Preferences): void {
  const picked = choiceStore.get();
  const now = { ...toChoice({ skin, density, menu }), ...(locale ? { locale } : {}) };
  const changed = Object.entries(now).filter(([key, value]) => {
    const before = picked[key as keyof typeof picked];
    return before !== undefined && before !== value;
  });
  if (changed.length > 0) keepChoice(Object.fromEntries(changed));
}
