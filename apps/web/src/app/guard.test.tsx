import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { initTexts } from '../lib/i18n.ts';
import { signIn, signOut, type User } from '../lib/server/session.ts';
import { Guard } from './guard.tsx';

const user = (permissions: string[]) =>
  ({ id: 1, name: 'M', permissions, branches: [], preferences: {} }) as unknown as User;

beforeAll(() => initTexts(['shell']));
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('{"results":{"signed_out":1}}'));
  signOut();
});

function at(keys: string[]) {
  const router = createMemoryRouter(
    [
      { path: '/roles', element: <Guard access={{ keys, use: null }}>inside</Guard> },
      { path: '/error-404', element: 'missing' },
    ],
    { initialEntries: ['/roles?x=1'] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

it('a route opens for a user whose permission contains one of its keys', () => {
  signIn({ user: user(['products.categories.view']), token: 't' });
  at(['categories']);
  expect(screen.getByText('inside')).toBeTruthy();
});

it('every route opens for administrators, and a route without keys for everyone', () => {
  signIn({ user: user(['admin']), token: 't' });
  at(['whatever']);
  expect(screen.getByText('inside')).toBeTruthy();
});

it('a user without any key of a route gets the 404 page with the address to copy', async () => {
  signIn({ user: user(['products.categories']), token: 't' });
  const router = at(['roles']);
  expect(await screen.findByText('missing')).toBeTruthy();
  expect(router.state.location.search).toBe('?from=%2Froles%3Fx%3D1&denied=1');
});
