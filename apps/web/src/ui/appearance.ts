/** How the page looks on this device. `system` follows the device's setting. */
export type Appearance = {
  skin: 'light' | 'dark' | 'system';
  density: 'comfortable' | 'compact';
  /** A language tag; Arabic makes the page right-to-left. */
  lang: string;
};

/** The person's own choices, which override the shop's: docs/rules/theme.md#whose-choice-holds */
export type OwnAppearance = Partial<Pick<Appearance, 'skin' | 'density'> & { menu: 'open' | 'collapsed' }>;

// public/boot.js reads the same key and shape before the first paint
const storageKey = 'dukkan.look';

type StoredAppearance = { lang?: string; own?: OwnAppearance };

const readStored = (): StoredAppearance => {
  try {
    return (JSON.parse(localStorage.getItem(storageKey) ?? '{}') as StoredAppearance | null) ?? {};
  } catch {
    return {};
  }
};

/** Returns the person's own choices as last stored on this device. */
export const readOwnAppearance = (): OwnAppearance => readStored().own ?? {};

/** Stores the person's own choices on this device, for the first paint of the next visit. */
export const storeOwnAppearance = (own: OwnAppearance): void => storeAppearance({ ...readStored(), own });

const storeAppearance = (look: StoredAppearance): void => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(look));
  } catch {
    // the browser may refuse storage; the appearance then lasts for this visit
  }
};

/** Applies an appearance, or a part of it, to the page; the language is stored on this device. */
export const applyAppearance = ({ skin, density, lang }: Partial<Appearance>): void => {
  const root = document.documentElement;
  if (skin) root.dataset.skin = skin;
  if (density) root.dataset.density = density;
  if (!lang) return;
  root.lang = lang;
  root.dir = lang === 'ar' ? 'rtl' : 'ltr';
  storeAppearance({ ...readStored(), lang });
};
