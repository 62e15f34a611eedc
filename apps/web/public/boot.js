// Sets theme, density, language and direction before the first paint. It is a file of its own because the
// content security policy allows no inline script. Keep in step with src/ui/appearance.ts, which writes the entry, and
// with apps/api/src/http/pages.ts, which writes the shop's theme into the page.
(() => {
  const root = document.documentElement;
  const parse = (text) => {
    try {
      return JSON.parse(text ?? '{}') ?? {};
    } catch {
      // the entry is damaged: the defaults hold
      return {};
    }
  };
  let stored = null;
  try {
    stored = localStorage.getItem('dukkan.look');
  } catch {
    // storage is off: the shop's own theme holds
  }
  const look = parse(stored);
  const shop = parse(document.querySelector('meta[name="shop-theme"]')?.content);
  const languages = ['ar', 'en', 'de'];
  const asked = [look.lang, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  const lang = asked.find((tag) => languages.includes(tag)) ?? 'en';
  root.lang = lang;
  root.dir = lang === 'ar' ? 'rtl' : 'ltr';
  // a person's own choice wins
  const skin = look.own?.skin ?? shop.skin;
  const density = look.own?.density ?? shop.density;
  root.dataset.skin = ['light', 'dark'].includes(skin) ? skin : 'system';
  root.dataset.density = density === 'compact' ? 'compact' : 'comfortable';
  if (/^#[0-9a-f]{6}$/i.test(shop.primary)) root.style.setProperty('--brand', shop.primary);
  if (shop.radius >= 0 && shop.radius <= 16) root.style.setProperty('--corner', `${shop.radius}px`);
})();
