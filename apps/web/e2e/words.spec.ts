import type { Page, Route } from '@playwright/test';
import { expectDrawn } from './look.ts';
import { isOpenTo, pathOf, SCREENS } from './screens.ts';
import { expect, stateOf, test } from './shop.ts';
import type { Lang } from './texts.ts';

/** One word of 70 letters, as a name without spaces is. */
const WORD = 'Superfragilistic'.repeat(5).slice(0, 70);
/** The stored texts of every noun: names, titles and what people write. */
const TEXTS =
  /^(name|title|subtitle|notes|reference|street|home_no|subject|message|reason|text)$|_(name|title)$/;

/** Puts the long word into every stored text of an answer. */
function withLongWords(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => withLongWords(part, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        // texts in every language, `{ ar, en, de }`, have the name of the object
        withLongWords(part, /^(names|titles)$/.test(name) ? 'name' : key),
      ]),
    );
  return typeof value === 'string' && TEXTS.test(name) && value !== '' ? WORD : value;
}

async function answerWithLongWords(route: Route): Promise<void> {
  const answer = await route.fetch();
  if (!answer.headers()['content-type']?.includes('json')) return route.fulfill({ response: answer });
  const body = (await answer.json()) as { results?: unknown };
  await route.fulfill({ response: answer, json: { ...body, results: withLongWords(body.results) } });
}

/** The elements that are wider than the page, the innermost first. */
const findWide = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('main *, [role=dialog] *, header *')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return right > clientWidth + 1 || left < -1;
      })
      .slice(-3)
      .map(({ tagName, className, textContent }) => `${tagName}.${className} ${textContent?.slice(0, 60)}`);
  });

/** Texts with a number, phone, code or signed amount that Arabic around it would reorder. */
const findUnisolated = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const isToken = (text: string) =>
      // a leading or trailing sign, or two groups of digits with a sign or space between them
      /(^|[\s\u0600-\u06ff])[+−-]\d|\d\+(\s|$)|\d[ -]\d{3,}|#\d/.test(
        text.replace(/[\u2066-\u2068][^\u2069]*\u2069/g, ''),
      );
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest('script, style, textarea, bdi, [dir=ltr], time')) continue;
      const text = node.textContent ?? '';
      if (isToken(text) && getComputedStyle(parent).direction === 'rtl') found.push(`text: ${text.trim()}`);
    }
    for (const tick of document.querySelectorAll('svg text'))
      if (
        /\p{Script=Arabic}/u.test(tick.textContent ?? '') &&
        !/^[\u2067\u2068]/.test(tick.textContent ?? '')
      )
        found.push(`tick: ${tick.textContent}`);
    for (const box of document.querySelectorAll<HTMLInputElement>('input:not([type=range], [type=color])'))
      if (/^\+?[\d\s()./+-]{3,}$/.test(box.value) && getComputedStyle(box).direction === 'rtl')
        found.push(`box: ${box.value}`);
    for (const name of ['aria-label', 'title', 'placeholder'])
      for (const element of document.querySelectorAll(`[${name}]`)) {
        const text = element.getAttribute(name) ?? '';
        if (/\p{Script=Arabic}/u.test(text) && isToken(text)) found.push(`${name}: ${text}`);
      }
    if (isToken(document.title)) found.push(`title: ${document.title}`);
    return [...new Set(found)].slice(0, 5);
  });

/** Numbers and times of few digits that are broken over two lines. */
const findBroken = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!/^\s*[\d:.,%]{2,6}\s*$/.test(node.textContent ?? '')) continue;
      range.selectNodeContents(node);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1) found.push(`broken: ${node.textContent}`);
    }
    return [...new Set(found)].slice(0, 5);
  });

/** The screens of the administrator, without what only differs by a filter. */
const walked = SCREENS.filter(({ role }) => role === 'admin' || role === 'editor').filter(
  ({ path }) => !path.includes('keywords=') && !/paper|order-invoice|labels/.test(path),
);
const paths = [...new Set(walked.map(({ path }) => path))];

async function open(page: Page, lang: Lang, path: string): Promise<void> {
  await page.goto('/livez');
  await page.evaluate(
    (chosen) => localStorage.setItem('dukkan.look', JSON.stringify({ lang: chosen })),
    lang,
  );
  await page.goto(path);
  await expectDrawn(page);
}

/** Goes on within the app, which is faster than loading it anew. */
async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-before', '');
    history.pushState({ idx: 1, key: to, usr: null }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
  // the next screen has a heading of its own; screens of one component keep theirs
  await page
    .waitForFunction(() => !document.querySelector('h1[data-before]'), null, { polling: 30, timeout: 1_500 })
    .catch(() => undefined);
  await expectDrawn(page);
}

test.use({ storageState: ({ shop }, use) => use(stateOf(shop.url, shop.logins.admin)) });

for (const lang of ['en', 'ar'] as const)
  test(`a name of one word of 70 letters makes no screen wider than 320 px (${lang})`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.route('**/*', (route) =>
      route.request().method() === 'POST' ? answerWithLongWords(route) : route.continue(),
    );
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await open(page, lang, '/products/brands');
    await answered;
    await expect(page.getByText(WORD).first()).toBeVisible();
    const wide: string[] = [];
    for (const [at, path] of paths.entries()) {
      // every second screen in each language, as they are the same but for the side
      if (at % 2 === (lang === 'en' ? 0 : 1) || !isOpenTo(path, shop.logins.admin.permissions)) continue;
      await goOn(page, pathOf(path, shop.ids));
      for (const found of await findWide(page)) wide.push(`${path}: ${found}`);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(wide).toEqual([]);
  });

test('in Arabic, phone numbers, signed amounts, codes and dates are shown from left to right on every screen', async ({
  page,
  shop,
}) => {
  await open(page, 'ar', '/');
  const found: string[] = [];
  for (const path of paths) {
    if (!isOpenTo(path, shop.logins.admin.permissions)) continue;
    await goOn(page, pathOf(path, shop.ids));
    for (const text of await findUnisolated(page)) found.push(`${path} ${text}`);
  }
  expect(found).toEqual([]);
});

test('on a phone, short numbers and times stay on one line on every screen', async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, 'ar', '/');
  const found: string[] = [];
  for (const path of paths) {
    if (!isOpenTo(path, shop.logins.admin.permissions)) continue;
    await goOn(page, pathOf(path, shop.ids));
    for (const text of await findBroken(page)) found.push(`${path} ${text}`);
  }
  expect(found).toEqual([]);
});

test('in Arabic, a phone number typed into a picker, search or palette keeps its plus in front', async ({
  page,
}) => {
  await open(page, 'ar', '/orders/new');
  const client = page.locator('#order-client');
  await client.fill('+974 55');
  await expect(client).toHaveCSS('direction', 'ltr');
  await client.fill('أمل');
  await expect(client).toHaveCSS('direction', 'rtl');
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog').getByRole('combobox');
  await palette.fill('+974 5512');
  await expect(palette).toHaveCSS('direction', 'ltr');
  await page.keyboard.press('Escape');
  await goOn(page, '/customers');
  const search = page.locator('[data-search]').first();
  await search.fill('+974 5512');
  await expect(search).toHaveCSS('direction', 'ltr');
});
