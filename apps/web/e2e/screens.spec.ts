import type { Page } from '@playwright/test';
import { APP_ROUTES, hasScreen } from '../src/app/app-routes.ts';
import { CONTRAST, expectAccessible, expectDrawn } from './look.ts';
import type { Role } from './opening.ts';
import { findRouteName, isOpenTo, pathOf, SCREENS } from './screens.ts';
import { test as base, expect, type Room, stateOf } from './shop.ts';
import { type Lang, namespaces, saysIn } from './texts.ts';

const test = base.extend<{ role: Role | null; room: Room }>({
  role: [null, { option: true }],
  room: async ({ role, roomOf, shop }, use) =>
    use(await roomOf(role, stateOf(shop.url, role && shop.logins[role]))),
  context: ({ room }, use) => use(room.context),
  page: ({ room }, use) => use(room.page),
  trouble: async ({ room: { trouble } }, use) => {
    const before = trouble.found().length;
    await use(trouble);
    expect(trouble.found().slice(before), 'what went wrong while nobody looked').toEqual([]);
  },
});

const PHONE = { width: 320, height: 640 };

/** A key that is shown instead of its text: `kit:list.table`, `list.row_menu`, or a placeholder that was not filled. */
const RAW = [
  new RegExp(`\\b(${namespaces().join('|')}):[a-z]\\w*`),
  /^[a-z]+(_[a-z]+)*(\.[a-z]+(_[a-z]+)*)+$/,
  /\{\{|\}\}/,
];

async function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const said: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // entered and stored texts are not translations
      if (node.parentElement?.closest('bdi, script, style, textarea')) continue;
      said.push(node.textContent?.trim() ?? '');
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        said.push(element.getAttribute(name) ?? '');
    return said.filter(Boolean);
  });
}

test('every built screen is in the list of checked screens', () => {
  const listed = SCREENS.map(({ path }) => path.replace(/\?.*/, ''));
  const built = APP_ROUTES.filter(({ entry }) => hasScreen(entry) && !entry.redirect)
    // without an optional last part
    .map(({ path }) => path.replace(/\/:\w+\?$/, ''));
  expect(built.filter((path) => !listed.includes(path))).toEqual([]);
});

const WIDE = { width: 1280, height: 800 };

/** Opens a screen with an empty profile and this language. */
async function openIn(page: Page, lang: Lang, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/livez');
  await page.evaluate((chosen) => {
    const login = localStorage.getItem('dukkan.login');
    localStorage.clear();
    sessionStorage.clear();
    if (login) localStorage.setItem('dukkan.login', login);
    localStorage.setItem('dukkan.look', JSON.stringify({ lang: chosen }));
  }, lang);
  await page.setViewportSize(WIDE);
  await page.goto(path);
}

/** Expects the page in a language: title, direction, complete content, no key instead of a text. */
async function expectSpoken(page: Page, lang: Lang, name: string | null): Promise<void> {
  await expectDrawn(page);
  if (name) await expect(page).toHaveTitle(new RegExp(`^${saysIn(lang)(`shell:route.${name}`)} · `));
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
  await expect(page.locator('html')).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr');
  const raw = (await shownTexts(page)).filter((text) => RAW.some((pattern) => pattern.test(text)));
  expect(raw, 'keys in place of texts').toEqual([]);
}

/**
 * Expects that nothing extends beyond the side of the narrowest phone, and that the invisible inputs which stand in for
 * radio buttons and switches take no room, because they keep the width of the window before.
 */
async function expectNarrow(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await expectDrawn(page);
  const standIns = page.locator('input[aria-hidden="true"][tabindex="-1"]');
  expect(await standIns.filter({ visible: true }).count()).toBe(0);
  const { scrollWidth, clientWidth } = await page
    .locator('html')
    .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}

for (const { path, role } of SCREENS) {
  test.describe(() => {
    test.use({ role });
    // each language checks a part of the layout, because what one language shows holds for the others
    test(`O10 ${path} as ${role ?? 'nobody'}`, async ({ page, shop }) => {
      const address = pathOf(path, shop.ids);
      const name = role && isOpenTo(path, shop.logins[role].permissions) ? findRouteName(path) : null;
      await test.step('in English, light and dark', async () => {
        await openIn(page, 'en', address);
        await expectSpoken(page, 'en', name);
        await expectAccessible(page);
        await page.emulateMedia({ colorScheme: 'dark' });
        // dark mode changes only colours
        await expectAccessible(page, CONTRAST);
        await page.emulateMedia({ colorScheme: 'light' });
      });
      await test.step('in Arabic, from the right, wide and narrow', async () => {
        await openIn(page, 'ar', address);
        await expectSpoken(page, 'ar', name);
        await expectNarrow(page);
        await expectAccessible(page);
      });
      await test.step('in German, with the longest words, narrow', async () => {
        await openIn(page, 'de', address);
        await expectSpoken(page, 'de', name);
        await expectNarrow(page);
      });
    });
  });
}
