import { beforeEach, describe, expect, it, vi } from 'vitest';
import { initTexts } from '../i18n.ts';
import { LOGIN_KEY, loginStore, storeLogin } from './login-token.ts';
import { queryClient } from './query-cache.ts';
import { currentSession, loadAndVerifySession, signIn, signOut, type User, watchSession } from './session.ts';

const user = (permissions: string[], id = 1): User => ({
  id,
  name: 'Mariam',
  email: 'm@demo.test',
  phone: null,
  email_verified: true,
  phone_verified: false,
  pending_email: null,
  pending_phone: null,
  avatar_url: null,
  locale: null,
  preferences: {},
  tour_version: 0,
  has_password: true,
  has_pin: false,
  must_change_password: false,
  role: { id: 1, title: 'Admin' },
  permissions,
  all_branches: true,
  branches: [],
  timezone: 'Asia/Qatar',
  week_start: 0,
  hijri_offset: 0,
  day_end: '00:00',
  version: 1,
  build: null,
  verify: null,
});

const profileAnswers = (status: number, body: unknown) =>
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
  );

watchSession();

beforeEach(async () => {
  await initTexts([]);
  profileAnswers(200, { results: { signed_out: 1 } });
  signOut();
});

describe('a stored login at load', () => {
  it('a stored login continues when its permissions are the same set, in any order and case', async () => {
    storeLogin({ token: 't', permissions: ['Orders', 'users', 'users'] });
    profileAnswers(200, { results: user(['users ', 'orders']) });
    await loadAndVerifySession();
    expect(currentSession()).toMatchObject({ phase: 'in', user: { name: 'Mariam' } });
  });

  it('a stored login is cleared when the server grants other permissions', async () => {
    storeLogin({ token: 't', permissions: ['orders', 'users'] });
    profileAnswers(200, { results: user(['orders']) });
    await loadAndVerifySession();
    expect(currentSession()).toEqual({ phase: 'out', user: null, ended: 'rights_changed' });
    expect(loginStore.get()).toBeNull();
    expect(localStorage.getItem(LOGIN_KEY)).toBeNull();
  });

  it('a stored login is cleared when the server answers 401', async () => {
    storeLogin({ token: 't', permissions: [] });
    const message = 'Unauthorized.';
    profileAnswers(401, { message, results: { message, code: 'auth.unauthorized', params: {}, errors: {} } });
    await loadAndVerifySession();
    expect(currentSession()).toMatchObject({ phase: 'out', ended: 'refused' });
  });

  it('a stored login waits while the server cannot be reached', async () => {
    storeLogin({ token: 't', permissions: [] });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await loadAndVerifySession();
    expect(currentSession()).toMatchObject({ phase: 'loading', failure: { network: true } });
    expect(loginStore.get()?.token).toBe('t');
  });
});

describe('signing out', () => {
  it('signing out removes all data that was read', () => {
    signIn({ user: user(['admin']), token: 't' });
    queryClient.setQueryData(['account'], 'private');
    signOut();
    expect(queryClient.getQueryData(['account'])).toBeUndefined();
    expect(currentSession()).toMatchObject({ phase: 'out', ended: 'signed_out' });
    expect(localStorage.getItem(LOGIN_KEY)).toBeNull();
  });

  it('signing out follows another tab', () => {
    signIn({ user: user(['admin']), token: 't' });
    localStorage.removeItem(LOGIN_KEY);
    dispatchEvent(new StorageEvent('storage', { key: LOGIN_KEY, newValue: null }));
    expect(currentSession().phase).toBe('out');
    expect(loginStore.get()).toBeNull();
  });
});

it('another account finds no data of the previous one', () => {
  signIn({ user: user(['admin'], 1), token: 'a' });
  queryClient.setQueryData(['account'], 'private');
  signIn({ user: user(['admin'], 2), token: 'b' });
  expect(queryClient.getQueryData(['account'])).toBeUndefined();
});
