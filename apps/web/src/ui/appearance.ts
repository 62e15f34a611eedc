/** The appearance that the user chose on this device. `system` follows the device's setting. */
export type Appearance = {
  skin: 'light' | 'dark' | 'system';
  density: 'comfortable' | 'compact';
  /** A language tag; Arabic makes the page right-to-left. */
  lang: string;
};

// public/boot.js reads the same key and shape before the first paint
const storageKey = 'dukkan.look';

/** The page's current appearance; public/boot.js sets it before React starts. */
export const getAppearance = (): Appearance => {
  const { lang, dataset } = document.documentElement;
  return {
    lang: lang || 'en',
    skin: dataset.skin === 'light' || dataset.skin === 'dark' ? dataset.skin : 'system',
    density: dataset.density === 'compact' ? 'compact' : 'comfortable',
  };
};

/** Applies an appearance, or a part of it, and stores it on this device. */
export const applyAppearance = (part: Partial<Appearance>): Appearance => {
  const look = { ...getAppearance(), ...part };
  const root = document.documentElement;
  root.lang = look.lang;
  root.dir = look.lang === 'ar' ? 'rtl' : 'ltr';
  root.dataset.skin = look.skin;
  root.dataset.density = look.density;
  try {
    localStorage.setItem(storageKey, JSON.stringify(look));
  } catch {
    // storage may be refused; the appearance then lasts for this visit
  }
  return look;
};
