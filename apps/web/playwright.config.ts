import { readdirSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from '../../scripts/lib/test/browser.mjs';
import type { Options } from './e2e/shop.ts';

// found once, by the main process; its workers inherit both
process.env.CHROMIUM_PATH = process.env.CHROMIUM_PATH ?? (await findBrowser());
process.env.E2E_PORT ??= String(20_000 + (process.pid % 20_000));
const baseURL = process.env.E2E_BASE_URL ?? `http://127.0.0.1:${process.env.E2E_PORT}`;
const jsonFile = process.env.E2E_JSON;

/** Looked at from either side of the page; the other flows take turns, or with E2E_ALL=1 none does. */
const BOTH = /^(offer|order|product|receipt|shell|sign-in|story|till-(day|page)|use-guards|verify-receipt)/;
const files = readdirSync(new URL('./e2e/flows', import.meta.url))
  .filter((name) => name.endsWith('.spec.ts') && name !== 'setting.spec.ts')
  .toSorted();
const flowsOf = (turn: number) =>
  files
    .filter((name, at) => process.env.E2E_ALL || BOTH.test(name) || at % 2 === turn)
    .map((name) => `flows/${name}`);

export default defineConfig<Options>({
  testDir: 'e2e',
  globalSetup: './e2e/opening.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // on a shared machine a starved browser gets a second and third chance; locally a flow that passes sometimes is a defect
  retries: process.env.CI ? 2 : 0,
  workers: 2,
  // generous: on a busy machine nothing fails for being slow
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: jsonFile ? [['list'], ['json', { outputFile: jsonFile }]] : [['list']],
  use: {
    baseURL,
    actionTimeout: 30_000,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Asia/Qatar',
    locale: 'en',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: browserFlags },
  },
  projects: [
    { name: 'everywhere', testMatch: '**/*.spec.ts', testIgnore: /flows\/(?!setting)/ },
    // what people do
    { name: 'en', testMatch: flowsOf(0), use: { lang: 'en' } },
    { name: 'ar', testMatch: flowsOf(1), use: { lang: 'ar' } },
  ],
  ...(process.env.E2E_BASE_URL
    ? {}
    : {
        webServer: {
          command: 'exec node ../../scripts/e2e-stack.mjs',
          url: `${baseURL}/livez`,
          env: { PORT: process.env.E2E_PORT },
          timeout: 300_000,
          stdout: 'pipe',
          stderr: 'pipe',
          gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
        },
      }),
});
