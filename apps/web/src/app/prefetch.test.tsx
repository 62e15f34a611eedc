import { waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, renderApp } from '../kit/test-utils.tsx';
import type { Prefetch } from '../lib/screen.ts';
import { APP_ROUTES } from './app-routes.ts';
import { prefetchWhenIdle } from './prefetch.ts';

afterEach(() => vi.unstubAllGlobals());

const pages = APP_ROUTES.flatMap(({ entry, path }) => {
  const page = entry.section === null ? undefined : entry.screen?.[0];
  return page ? [{ path, page }] : [];
});

/** Mocks a server with empty lists, because only the requests matter. */
const emptyShop = () => {
  const requests: string[] = [];
  mockServer({});
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests.push(`${new URL(address, 'http://shop.test').pathname} ${init.body}`);
    return Response.json({ results: [], meta: createPageMeta(0) });
  });
  return requests;
};

it.each(pages)('$path prefetches only what it then reads', async ({ path, page }) => {
  const { default: Page, prefetch } = await page.load();
  // nearly all pages are lists, and a list without `prefetch` would be rendered twice
  if (/list\.tsx/.test(String(page.load))) expect(prefetch, 'exports `prefetch`').toBeTypeOf('function');
  if (!prefetch) return;
  const requests = emptyShop();
  const before: string[] = [];
  const early: Prefetch = async (address) => {
    await prefetch(address);
    before.push(...requests.splice(0));
  };
  // the first rendering signs in and clears the cache
  const { unmount } = await renderApp({ '*': null }, path);
  await early(new URL(`${path}?page=2&keywords=tea`, location.origin));
  expect(before).toHaveLength(1);
  unmount();

  await renderApp({ '*': <Page /> }, `${path}?page=2&keywords=tea`);
  await waitFor(() => expect(requests).toContain(before[0]));
});

it('likely pages are prefetched one after another while the page is idle, but not in data saving mode', async () => {
  const waiting: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => waiting.push(work));
  vi.stubGlobal('cancelIdleCallback', (handle: number) => void waiting.splice(handle - 1));
  const loaded: string[] = [];
  const page = (name: string) => ({
    load: async () => {
      loaded.push(name);
      return { default: () => null };
    },
  });
  const stop = prefetchWhenIdle([page('one'), page('two'), page('three')]);
  expect(loaded).toEqual([]);
  waiting.shift()?.();
  expect(loaded).toEqual(['one']);
  waiting.shift()?.();
  expect(loaded).toEqual(['one', 'two']);
  stop();
  expect(waiting).toEqual([]);

  vi.stubGlobal('navigator', { ...navigator, connection: { saveData: true } });
  prefetchWhenIdle([page('four')]);
  expect(waiting).toEqual([]);
});
