// Sets skin, density, language and direction before the first paint. It is a file of its own because the
// content security policy allows no inline script. Keep in step with src/ui/look.ts, which writes the entry.
(() => {
  const root = document.documentElement;
  let look = {};
  try {
    look = JSON.parse(localStorage.getItem('dukkan.look') ?? '{}') ?? {};
  } catch {
    // storage is off or the entry is damaged: the defaults hold
  }
  const languages = ['ar', 'en', 'de'];
  const asked = [look.lang, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  const lang = asked.find((tag) => languages.includes(tag)) ?? 'en';
  root.lang = lang;
  root.dir = lang === 'ar' ? 'rtl' : 'ltr';
  root.dataset.skin = ['light', 'dark'].includes(look.skin) ? look.skin : 'system';
  root.dataset.density = look.density === 'compact' ? 'compact' : 'comfortable';
})();
