/** How the interface looks to this person on this device. `system` follows the device's setting. */
export type Appearance = {
  skin: 'light' | 'dark' | 'system';
  density: 'comfortable' | 'compact';
  /** A language tag; Arabic sets the page right-to-left. */
  lang: string;
};

// the same key and shape are read by public/boot.js before the first paint
const storageKey = 'dukkan.look';

/** The look as it stands on the page now (public/boot.js has set it before React starts). */
export const currentAppearance = (): Appearance => {
  const { lang, dataset } = document.documentElement;
  return {
    lang: lang || 'en',
    skin: dataset.skin === 'light' || dataset.skin === 'dark' ? dataset.skin : 'system',
    density: dataset.density === 'compact' ? 'compact' : 'comfortable',
  };
};

/** Puts a look (or a part of it) on the page and remembers it on this device. */
export const applyAppearance = (part: Partial<Appearance>): Appearance => {
  const look = { ...currentAppearance(), ...part };
  const root = document.documentElement;
  root.lang = look.lang;
  root.dir = look.lang === 'ar' ? 'rtl' : 'ltr';
  root.dataset.skin = look.skin;
  root.dataset.density = look.density;
  try {
    localStorage.setItem(storageKey, JSON.stringify(look));
  } catch {
    // private windows may refuse storage; the look then lasts for this visit
  }
  return look;
};
