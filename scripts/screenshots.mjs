import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { repoPath } from './lib/paths.mjs';
import { readSettings } from './lib/start/settings.mjs';
import { startStack } from './lib/start/stack.mjs';
import { browserFlags, findBrowser } from './lib/test/browser.mjs';

const { positionals } = readArguments('node scripts/screenshots.mjs [screen …]', { allowPositionals: true });

// takes screenshots of every screen for the README, from the built product with fresh demo data; or only of the named
// ones: node scripts/screenshots.mjs order-board

const web = createRequire(repoPath('apps', 'web', 'package.json'));
const api = createRequire(repoPath('apps', 'api', 'package.json'));
const { chromium } = web('@playwright/test');
const sharp = api('sharp');

const screens = {
  'sign-in': '/login',
  home: '/',
  'account-list': '/acounts',
  'account-form': '/acounts/2',
  'role-list': '/roles',
  'role-form': '/roles/2',
  'user-list': '/user-roles/drivers',
  'customer-list': '/customers',
  'branch-list': '/settings/branch-config',
  'branch-form': '/settings/branch-config/1',
  'order-list': '/orders',
  'order-board': '/orders/board',
  'order-form': '/orders/new',
  'order-page': '/orders/40',
  'order-invoice': '/orders/order-invoice/1',
  'return-list': '/return-reciepts',
  'product-list': '/products',
  'product-form': '/products/save/1',
  'category-tree': '/products/categories',
  'brand-list': '/products/brands',
  'import-list': '/products/import',
  'receipt-list': '/reciepts',
  'receipt-form': '/reciepts/purchase-invoice/edit/1',
  'stock-list': '/products/stock',
  'setting-form': '/settings/general',
  profile: '/profile',
};
const named = positionals;
const selected = Object.entries(screens).filter(([name]) => named.length === 0 || named.includes(name));
const looks = [
  { name: 'de-dark', lang: 'de', skin: 'dark', width: 1280, height: 800 },
  { name: 'en-light', lang: 'en', skin: 'light', width: 1280, height: 800 },
  { name: 'ar-dark', lang: 'ar', skin: 'dark', width: 1280, height: 800 },
  { name: 'ar-light-phone', lang: 'ar', skin: 'light', width: 375, height: 740 },
];

const dataDir = mkdtempSync(join(tmpdir(), 'dukkan-shots-'));
const target = repoPath('docs', 'screenshots');
mkdirSync(target, { recursive: true });
const stack = await startStack(readSettings({ DATA_DIR: dataDir, DEMO: '1', PORT: '0' }), {
  postgres: { isThrowaway: true },
});
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
try {
  const post = async (path, body, token) => {
    const answer = await fetch(stack.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    return (await answer.json()).results;
  };
  const credentials = { email: 'admin@demo.test', password: 'Dukkan!2026', source: 'dashboard' };
  const { token, user } = await post('/user/auth', credentials);
  await post('/user/profile/update', { tour_version: 1000 }, token);
  for (const { name: look, lang, skin, width, height } of looks) {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: skin,
      locale: lang,
    });
    await context.addInitScript(
      ([login, dress]) => {
        localStorage.setItem('dukkan.look', dress);
        if (location.pathname !== '/login') localStorage.setItem('dukkan.login', login);
      },
      [JSON.stringify({ token, permissions: user.permissions }), JSON.stringify({ skin, lang })],
    );
    for (const [name, path] of selected) {
      const page = await context.newPage();
      await page.goto(stack.url + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForTimeout(1200);
      const picture = await page.screenshot();
      await sharp(picture)
        .png({ palette: true, colours: 96, effort: 10 })
        .toFile(join(target, `${name}-${look}.png`));
      await page.close();
    }
    await context.close();
  }
} finally {
  await browser.close();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
