import { createStore, readStored, writeStored } from '../store.ts';

/** What is kept of a sign-in: the token, and the permissions it was given with (specification section 4). */
export type Login = { token: string; permissions: readonly string[] };

export const LOGIN_KEY = 'dukkan.login';

/** The stored entry as a login; null where it is missing or damaged. */
export function parseLogin(text: string | null): Login | null {
  if (!text) return null;
  try {
    const { token, permissions } = JSON.parse(text) as Partial<Login>;
    if (typeof token !== 'string' || token === '' || !Array.isArray(permissions)) return null;
    return { token, permissions: permissions.filter((permission) => typeof permission === 'string') };
  } catch {
    return null;
  }
}

/** The login of this browser; every tab shares it. */
export const loginStore = createStore<Login | null>(parseLogin(readStored('local', LOGIN_KEY)));

/** Keeps a login, or forgets it; other tabs hear of it by the storage event. */
export function storeLogin(login: Login | null): void {
  writeStored('local', LOGIN_KEY, login && JSON.stringify(login));
  loginStore.set(login);
}

const refusalListeners = new Set<() => void>();

/** Calls back when the server says that the login is dead (401 `Unauthorized.`). */
export function onLoginRefused(listener: () => void): () => void {
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
}

/** Forgets the login that `token` belongs to; a late answer to an earlier login changes nothing. */
export function dropLogin(token: string | null): void {
  if (token === null || loginStore.get()?.token !== token) return;
  storeLogin(null);
  for (const listener of refusalListeners) listener();
}
