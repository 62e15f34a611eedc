import type { Endpoint } from '@dukkan/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { vi } from 'vitest';
import { initTexts } from '../lib/i18n.ts';
import { queryClient } from '../lib/server/query-cache.ts';
import { signIn, type User } from '../lib/server/session.ts';
import { KitProvider } from './kit-provider.tsx';

// a busy machine is slow, and that must not fail the tests
configure({ asyncUtilTimeout: 5_000 });

export const testUser: User = {
  id: 1,
  name: 'Amal',
  email: 'amal@demo.test',
  phone: null,
  email_verified: true,
  phone_verified: false,
  pending_email: null,
  pending_phone: null,
  avatar_url: null,
  locale: 'en',
  preferences: {},
  tour_version: 1,
  has_password: true,
  has_pin: false,
  must_change_password: false,
  role: { id: 1, title: 'Admin' },
  permissions: ['admin'],
  all_branches: true,
  branches: [],
  timezone: 'Asia/Qatar',
  week_start: 0,
  hijri_offset: 0,
  day_end: '00:00',
  version: 1,
  build: null,
  verify: null,
};

/** A server's answer: results, or a failure with its status. */
export type Reply = { results?: unknown; meta?: unknown; status?: number; failure?: object };
type Replies = Record<string, (body: Record<string, unknown>) => Reply | Promise<Reply>>;

export const createPageMeta = (total: number, page = 1, limit = 20) => ({
  current_page: page,
  last_page: Math.max(1, Math.ceil(total / limit)),
  per_page: limit,
  total,
  from: total === 0 ? 0 : (page - 1) * limit + 1,
  to: Math.min(page * limit, total),
});

/** Replaces the server; `requests` holds the request bodies with their paths, in order. */
export function mockServer(replies: Replies) {
  type Sent = {
    path: string;
    body: Record<string, unknown>;
    key: string | undefined;
    branch: string | undefined;
  };
  const requests: Sent[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const path = new URL(address, 'http://shop.test').pathname;
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>;
    const headers = init.headers as Record<string, string> | undefined;
    requests.push({ path, body, key: headers?.['idempotency-key'], branch: headers?.['branch-id'] });
    const reply = await replies[path]?.(body);
    if (!reply)
      return Response.json(
        { message: path, results: { message: path, code: 'route.missing' } },
        { status: 404 },
      );
    if (reply.failure) {
      return Response.json(
        { message: 'refused', results: { message: 'refused', ...reply.failure } },
        { status: reply.status ?? 422 },
      );
    }
    return Response.json({ results: reply.results, ...(reply.meta ? { meta: reply.meta } : {}) });
  });
  return {
    requests,
    of: (endpoint: Endpoint) => requests.filter((one) => one.path === endpoint.path).map((one) => one.body),
  };
}

/** Renders the pages by path as the app does, signed in as `user`, at an address. */
export async function renderApp(
  pages: Record<string, ReactNode>,
  at: string | string[],
  user: User = testUser,
) {
  await initTexts(['kit', 'fields', 'role', 'account', 'user', 'customer', 'branch', 'setting', 'profile']);
  queryClient.clear();
  signIn({ user, token: 't'.repeat(20) });
  const entries = typeof at === 'string' ? [at] : at;
  const router = createMemoryRouter(
    Object.entries(pages).map(([path, element]) => ({ path, element })),
    { initialEntries: entries, initialIndex: entries.length - 1 },
  );
  const tree = (
    <QueryClientProvider client={queryClient}>
      <KitProvider dir="ltr">
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </KitProvider>
    </QueryClientProvider>
  );
  return { router, ...render(tree) };
}
