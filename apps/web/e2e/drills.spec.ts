import type { Page } from '@playwright/test';
import { filterAllowedRoutes, findRoute } from '../src/app/app-routes.ts';
import { ROLES } from './opening.ts';
import { isOpen } from './screens.ts';
import { expect, test } from './shop.ts';
import { saysIn } from './texts.ts';

/** How many pages beyond those of the menu are opened for a role. */
const DEEP = 60;

/** Returns the addresses of a page's links, with those of the first menu of a row. */
async function collectLinks(page: Page): Promise<string[]> {
  const read = () =>
    page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '').filter(Boolean));
  const ofPage = await read();
  const menu = page.locator('main [data-line] button[aria-haspopup="menu"]').first();
  if ((await menu.count()) === 0) return ofPage;
  await menu.click();
  await expect(page.getByRole('menu')).toBeVisible();
  const ofMenu = await read();
  await page.keyboard.press('Escape');
  return [...ofPage, ...ofMenu];
}

/** Waits for the page, or for the reason why it is not shown, which has no heading. */
const expectShown = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector('main')?.textContent?.trim() && !document.querySelector('[aria-busy="true"]'),
    null,
    { polling: 30 },
  );

/** Links of one shape lead to the same page: ids differ, and so do the values of filters. */
function toShape(address: string): string {
  const url = new URL(address, 'http://shop');
  return `${url.pathname.replace(/\d+/g, ':id')}?${[...url.searchParams.keys()].toSorted().join('&')}`;
}

for (const role of ROLES.filter((one) => one !== 'admin')) {
  test.describe(role, () => {
    test.use({ as: role });
    test.setTimeout(900_000);

    test(`no link on a page that a ${role} can reach leads to "Access denied"`, async ({
      page,
      shop,
      trouble,
    }) => {
      const t = saysIn('en');
      // a page that may not be read is told by its text; the answer itself is no fault of the page
      trouble.allow(403, 404);
      const closed = new RegExp(`^(${t('kit:gap.denied')}|${t('kit:gap.missing')}|${t('kit:gap.deleted')})$`);
      const { permissions } = shop.logins[role];
      const waiting = filterAllowedRoutes((access) => isOpen(access, permissions)).map(({ path }) => ({
        path,
        from: 'the menu',
      }));
      const seen = new Set(waiting.map(({ path }) => toShape(path)));
      const most = waiting.length + DEEP;
      const denied: string[] = [];
      let visited = 0;
      for (let next = waiting.shift(); next && visited < most; next = waiting.shift()) {
        const { path, from } = next;
        visited += 1;
        await page.goto(path);
        await expectShown(page);
        const isDenied =
          page.url().includes('/error-404') || (await page.locator('main').getByText(closed).count()) > 0;
        if (isDenied) {
          denied.push(`${path} from ${from}`);
          continue;
        }
        for (const href of await collectLinks(page)) {
          const shape = toShape(href);
          if (seen.has(shape)) continue;
          seen.add(shape);
          const route = findRoute(new URL(href, 'http://shop').pathname);
          if (route && isOpen(route, permissions)) waiting.push({ path: href, from: path });
          else denied.push(`${href} from ${path}`);
        }
      }
      expect(denied).toEqual([]);
      test.info().annotations.push({ type: 'pages', description: `${visited} as ${role}` });
    });
  });
}
