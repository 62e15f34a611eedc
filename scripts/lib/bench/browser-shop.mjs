import { createRequire } from 'node:module';
import { repoPath } from '../paths.mjs';
import { browserFlags, findBrowser } from '../test/browser.mjs';
import { send } from './own-api.mjs';

/**
 * Opens a Chromium for the shop at `url`. `enter` opens a browser with an empty profile in which the administrator is
 * signed in; `visit` one in which nobody is.
 *
 * @param {{ url: string, token: string }} stage
 */
export async function openBrowser({ url, token }) {
  const { chromium } = createRequire(repoPath('apps', 'web', 'package.json'))('@playwright/test');
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
  // marks the tour as seen, because it would cover the page
  await send(url, '/user/profile/update', { tour_version: 1_000 }, token);
  const { json } = await send(url, '/user/profile', {}, token);
  const login = JSON.stringify({ token, permissions: json.results.permissions });
  const open = async (prepare = async () => undefined) => {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1280, height: 800 },
      locale: 'en',
      timezoneId: 'Asia/Qatar',
    });
    await prepare(context);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    return { page, close: () => context.close() };
  };
  return {
    visit: () => open(),
    enter: () =>
      open((context) => context.addInitScript((kept) => localStorage.setItem('dukkan.login', kept), login)),
    close: () => browser.close(),
  };
}
