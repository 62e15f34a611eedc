import type { Page } from '@playwright/test';
import { APP_ROUTES, type AppRoute } from '../src/app/app-routes.ts';
import { ROLES, type Role, type Shop } from './opening.ts';
import { findRouteName, getBarePath, isOpen, pathOf, SCREENS } from './screens.ts';
import { expect, test } from './shop.ts';
import { type Lang, saysIn } from './texts.ts';

/** Design colours and breakpoints, as they reach the page. */
const THEME = ['--secondary', '--breakpoint-sm', '--breakpoint-md', '--breakpoint-lg', '--breakpoint-xl'];

/** Administrators come last, because they pass every check, so other roles test more. */
const NARROW_FIRST = [...ROLES].toSorted((a, b) => Number(a === 'admin') - Number(b === 'admin'));

const passes = (shop: Shop, role: Role, route: AppRoute): boolean =>
  isOpen(route, shop.logins[role].permissions);

/** Returns the role of a screen; without one in the list of screens, a role that may open it. */
function whoMay(route: AppRoute, shop: Shop): Role {
  const roles = SCREENS.flatMap(({ path, role }) => (path === getBarePath(route) && role ? [role] : []));
  const isOpen = (role: Role) => passes(shop, role, route);
  return NARROW_FIRST.find((role) => (roles.length === 0 || roles.includes(role)) && isOpen(role)) ?? 'admin';
}

/** Navigates like a click on a link, in the router's own history, so that the app stays loaded. */
const goWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({ usr: null, key: to, idx: (history.state?.idx ?? 0) + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

async function speak(page: Page, lang: Lang): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('dukkan.look', JSON.stringify({ lang: chosen }));
  }, lang);
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
}

/** The heading of the page that is being left; the next page has its own. */
const LEFT_HEADING = 'h1[data-left]';
const markHeading = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const heading of document.querySelectorAll('h1')) heading.setAttribute('data-left', '');
  });

/** Expects a complete page: its own heading, nothing loading, nothing failed. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('main [role="alert"]')).toHaveCount(0);
}

// screens.spec.ts checks the titles in the other languages
const WALKED: readonly Lang[] = process.env.E2E_ALL ? ['en', 'ar', 'de'] : ['en'];

for (const lang of WALKED) {
  test.describe(`in ${lang}`, () => {
    test.use({ as: null, lang });
    // 140 pages take long on a shared machine
    test.setTimeout(900_000);

    test(`every route opens for a role with permission and is closed to one without, in ${lang}`, async ({
      enter,
      shop,
      trouble,
    }) => {
      const t = saysIn(lang);
      const pages = new Map<Role, Page>();
      const pageOf = async (role: Role): Promise<Page> => {
        const known = pages.get(role);
        if (known) return known;
        const page = await enter(shop.logins[role], '/livez');
        await speak(page, lang);
        pages.set(role, page);
        return page;
      };
      let opened = 0;
      let closed = 0;
      for (const route of APP_ROUTES) {
        const address = pathOf(getBarePath(route), shop.ids);
        await test.step(address, async () => {
          const may = whoMay(route, shop);
          const page = await pageOf(may);
          const before = trouble.found().length;
          await markHeading(page);
          await goWithin(page, address);
          const child = route.entry.redirect ? `/${route.entry.redirect}` : '';
          await expect.poll(() => new URL(page.url()).pathname).toBe(address + child);
          const name = findRouteName(getBarePath(route) + child);
          if (name === null) await expect(page.locator(LEFT_HEADING)).toHaveCount(0);
          else await expect.soft(page).toHaveTitle(new RegExp(`^${t(`shell:route.${name}`)} · `));
          await expectWhole(page);
          expect.soft(trouble.found().slice(before), `${address} as ${may}`).toEqual([]);
          opened += 1;

          const mayNot = NARROW_FIRST.find((role) => !passes(shop, role, route));
          if (!mayNot) return;
          const shut = await pageOf(mayNot);
          await goWithin(shut, address);
          await expect.poll(() => new URL(shut.url()).pathname).toBe('/error-404');
          await expect(shut.getByRole('heading', { level: 1 })).toHaveText(t('shell:not_found.denied'));
          await expect(shut.getByText(address, { exact: true })).toBeVisible();
          closed += 1;
        });
      }
      const open = APP_ROUTES.filter(({ keys }) => keys.length === 0).length;
      expect({ opened, closed }).toEqual({ opened: APP_ROUTES.length, closed: APP_ROUTES.length - open });
      test.info().annotations.push({ type: 'routes', description: `${opened} opened, ${closed} closed` });
    });
  });
}

for (const lang of ['ar', 'en', 'de'] as const) {
  test.describe(`in ${lang}`, () => {
    test.use({ as: null, lang });

    test(`a visitor who is not signed in is sent to the sign-in page from every route, in ${lang}`, async ({
      enter,
      shop,
    }) => {
      const t = saysIn(lang);
      const page = await enter(null, '/livez');
      await page.evaluate((chosen) => {
        localStorage.setItem('dukkan.look', JSON.stringify({ lang: chosen }));
      }, lang);
      await page.goto('/login');
      const guarded = ['/', '/sliders', '/orders', '/settings/general'];
      for (const address of guarded) {
        await goWithin(page, address);
        await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
      }
      await expect(page).toHaveTitle(new RegExp(`^${t('shell:title.login')} · `));
      await goWithin(page, '/unauthorized');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('shell:unauthorized.title'));
      await goWithin(page, '/no/such/page');
      await expect.poll(() => new URL(page.url()).pathname).toBe('/error-404');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('shell:not_found.title'));
      await goWithin(page, `/pay/${shop.ids.attempt}`);
      await expectWhole(page);
      const values = await page.evaluate(
        (names) => names.map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)),
        THEME,
      );
      expect(values).toEqual(['#82868b', '36rem', '48rem', '62rem', '75rem']);
    });
  });
}
