import { createStore, readStored, writeStored } from '../store.ts';

/** The stored session: its token and the permissions at sign-in. */
export type Login = { token: string; permissions: readonly string[] };

export const LOGIN_KEY = 'dukkan.login';

/** Parses the stored session; null when it is missing or damaged. */
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

/** The session of this browser, shared by its tabs. */
export const loginStore = createStore<Login | null>(parseLogin(readStored('local', LOGIN_KEY)));

/** Why the session of this browser ended; drafts are kept unless the user signed out. */
export type SessionEnd = 'signed_out' | 'refused' | 'rights_changed';

const END_KEY = 'dukkan.ended';

/** Reads why the last session of this browser ended, for tabs in which it did not end; null when unknown. */
export function readSessionEnd(): SessionEnd | null {
  const end = readStored('local', END_KEY);
  return end === 'signed_out' || end === 'refused' || end === 'rights_changed' ? end : null;
}

/** Stores the session, or removes it with the reason; other tabs notice through the storage event. */
export function storeLogin(login: Login | null, end: SessionEnd | null = null): void {
  // stored before the login, so that other tabs can read it when they receive the storage event
  writeStored('local', END_KEY, login ? null : end);
  writeStored('local', LOGIN_KEY, login && JSON.stringify(login));
  loginStore.set(login);
}

const refusalListeners = new Set<() => void>();

/** Calls the listener when the server refuses the session (401 `Unauthorized.`). */
export function onLoginRefused(listener: () => void): () => void {
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
}

/** Removes the session of this token; a late answer for an earlier session changes nothing. */
export function removeLogin(token: string | null): void {
  if (token === null || loginStore.get()?.token !== token) return;
  storeLogin(null, 'refused');
  for (const listener of refusalListeners) listener();
}
