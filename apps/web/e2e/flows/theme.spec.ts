import { computeButtonContrast, findReadableShade, isColour } from '@dukkan/commerce';
import type { Page } from '@playwright/test';
import { CONTRAST, expectAccessible, expectDrawn } from '../look.ts';
import { pathOf } from '../screens.ts';
import { expect, test, toast } from '../shop.ts';
import type { Lang } from '../texts.ts';

// in series, because a shop has only one theme
test.describe.configure({ mode: 'serial' });

const LANGS: readonly Lang[] = ['en', 'ar'];
const HOUSE = { primary: '#2876E2', skin: 'system' } as const;
test.afterEach(async ({ owner }) => {
  await owner.setting.save({ theme: HOUSE });
});

const brandOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'));

for (const lang of LANGS) {
  test.describe(lang, () => {
    test.use({ lang });

    test('a color is made readable, saved, and shown on the sign-in page before the app has loaded', async ({
      page,
      t,
      enter,
    }) => {
      await page.goto('/settings/theme-and-layout');
      const colour = page.getByRole('textbox', { name: t('theme:primary') });
      await colour.fill('#FFD400');
      await page.getByRole('button', { name: t('theme:contrast.use') }).click();
      const shade = findReadableShade('#FFD400');
      await expect(colour).toHaveValue(shade);
      // nothing changes before Save
      expect(await brandOf(page)).toBe(HOUSE.primary);
      await page.getByRole('button', { name: t('kit:form.save') }).click();
      await expect(toast(page, t, t('theme:saved'))).toBeVisible();
      await expect.poll(() => brandOf(page)).toBe(shade);
      const visitor = await enter(null, '/livez');
      // only the page and the script of the first paint, without the application
      await visitor.route('**/assets/*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      );
      await visitor.goto('/login', { waitUntil: 'commit' });
      await expect.poll(() => brandOf(visitor)).toBe(shade);
    });
  });
}

test("the shop's dark theme applies to visitors, and a person's own choice overrides it", async ({
  page,
  t,
  enter,
  owner,
}) => {
  await owner.setting.save({ theme: { skin: 'dark' } });
  const visitor = await enter(null, '/login');
  await expect(visitor.locator('html')).toHaveAttribute('data-skin', 'dark');
  await page.goto('/');
  await page.getByRole('button', { name: t('shell:look.label') }).click();
  await page.getByRole('menuitemradio', { name: t('shell:look.light'), exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'light');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'light');
});

const steps = ['00', '33', '66', '99', 'cc', 'ff'];
/** Readable shades of colours across the spectrum. */
const colours = steps
  .flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))
  .map(findReadableShade)
  .filter(isColour);

test('texts are readable in both themes with any saved color', async ({ page }) => {
  await page.goto('/login');
  const unreadable = await page.evaluate((brands) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('no canvas');
    const root = document.documentElement;
    const probe = document.body.appendChild(document.createElement('i'));
    const lightOf = (token: string) => {
      probe.style.color = `var(--${token})`;
      canvas.fillStyle = getComputedStyle(probe).color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
        part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const pairs = [
      ['on-solid', 'primary-solid'],
      ['on-solid', 'primary-hover'],
      ...['surface', 'canvas', 'raised', 'sunken', 'hover', 'primary-soft'].map((ground) => [
        'primary-text',
        ground,
      ]),
    ] as [string, string][];
    const found: string[] = [];
    for (const skin of ['light', 'dark'])
      for (const brand of brands) {
        root.dataset.skin = skin;
        root.style.setProperty('--brand', brand);
        for (const [text, ground] of pairs) {
          const [a, b] = [lightOf(text), lightOf(ground)];
          const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          // slightly below 4.5, because a canvas rounds colours to whole steps
          if (contrast < 4.45) found.push(`${skin} ${brand} ${text} on ${ground}: ${contrast.toFixed(2)}`);
        }
      }
    return found;
  }, colours);
  expect(unreadable).toEqual([]);
});

/** Pages where the colour shows most: filled buttons, links, tabs, selections, badges, charts, the map. */
const COLOURED = [
  '/',
  '/orders/new',
  '/orders/:order',
  '/products',
  '/products/save/:product',
  '/multi-discounts/:discount',
  '/banners',
  '/sales-report?range=last_6_months',
  '/statistics',
  '/areas/map',
  '/settings/general',
  '/settings/theme-and-layout',
  '/settings/mail-templates/order_made',
];

test('with the worst allowed color, all main pages, the sign-in page and the payment page are readable in both themes', async ({
  page,
  enter,
  owner,
  shop,
}) => {
  // many screens in one test, because a shop has only one theme
  test.setTimeout(600_000);
  const [worst] = colours.toSorted((a, b) => computeButtonContrast(a) - computeButtonContrast(b));
  if (!worst) throw new Error('no color passes');
  expect(computeButtonContrast(worst)).toBeLessThan(4.6);
  await owner.setting.save({ theme: { primary: worst, skin: 'system' } });
  const visitor = await enter(null, '/login');
  const look = async (at: Page, path: string) => {
    await test.step(path, async () => {
      await at.emulateMedia({ colorScheme: 'light' });
      await at.goto(pathOf(path, shop.ids));
      await expectDrawn(at);
      expect(await brandOf(at)).toBe(worst);
      for (const colorScheme of ['light', 'dark'] as const) {
        await at.emulateMedia({ colorScheme });
        await expectAccessible(at, CONTRAST);
      }
    });
  };
  for (const path of ['/login', '/pay/:attempt']) await look(visitor, path);
  for (const path of COLOURED) await look(page, path);
});
