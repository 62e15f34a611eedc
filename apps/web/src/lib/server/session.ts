import { routePasses, samePermissions } from '@dukkan/commerce';
import { useMemo } from 'react';
import { createStore, useStore } from '../store.ts';
import { api } from './api.ts';
import { CallFailure, call } from './call.ts';
import { chooseBranch } from './current-branch.ts';
import { type AnyEndpoint, mayCall, mayPick, type RowOf } from './endpoint.ts';
import { LOGIN_KEY, loginStore, onLoginRefused, parseLogin, storeLogin } from './login-token.ts';
import { onNounsTouched, queryClient } from './query-cache.ts';

/** The signed-in account as it sees itself. */
export type User = RowOf<typeof api.auth.profile>;

/**
 * - `loading`: a login is kept and its user is not known yet; the route guard waits.
 * - `in`: the user is known. `out`: nobody is signed in; `ended` says why, for the page that is shown next.
 */
export type SessionState =
  | { phase: 'loading'; user: null; failure: CallFailure | null }
  | { phase: 'in'; user: User }
  | { phase: 'out'; user: null; ended: 'signed_out' | 'refused' | 'rights_changed' | null };

const sessionStore = createStore<SessionState>(
  loginStore.get()
    ? { phase: 'loading', user: null, failure: null }
    : { phase: 'out', user: null, ended: null },
);

export const currentSession = sessionStore.get;
export const onSessionChange = sessionStore.subscribe;
export const useSessionState = (): SessionState => useStore(sessionStore);

/** Nothing private may outlive a session: cached reads, the chosen branch, drafts of this tab (promise O9). */
function forget(ended: 'signed_out' | 'refused' | 'rights_changed' | null): void {
  queryClient.clear();
  chooseBranch(null);
  sessionStore.set({ phase: 'out', user: null, ended });
}

/** Ends the session in this browser: the stored login, and all that was read with it. */
function endSession(ended: 'signed_out' | 'rights_changed'): void {
  storeLogin(null);
  forget(ended);
}

/**
 * Loads the user of the kept login (`/user/profile`) and compares the permission sets; where they differ the
 * login is cleared (specification section 4). Fails softly: without a network the guard keeps waiting.
 */
export async function loadSession(): Promise<void> {
  const login = loginStore.get();
  if (!login) return;
  if (sessionStore.get().phase !== 'in') sessionStore.set({ phase: 'loading', user: null, failure: null });
  try {
    const { results: user } = await call(api.auth.profile, {}, { branchId: null });
    if (loginStore.get()?.token !== login.token) return;
    if (samePermissions(user.permissions, login.permissions)) sessionStore.set({ phase: 'in', user });
    else endSession('rights_changed');
  } catch (error) {
    if (loginStore.get()?.token !== login.token || sessionStore.get().phase !== 'loading') return;
    if (error instanceof CallFailure) sessionStore.set({ phase: 'loading', user: null, failure: error });
    else throw error;
  }
}

/**
 * Reads the user again while the page stays: a new name or avatar shows, and rights follow the server at once.
 * The kept permission set stays that of the sign-in, so that the next load compares with it (decisions 6).
 */
export async function refreshUser(): Promise<void> {
  const token = loginStore.get()?.token;
  try {
    const { results: user } = await call(api.auth.profile, {}, { branchId: null });
    if (loginStore.get()?.token === token) sessionStore.set({ phase: 'in', user });
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    // the page keeps what it knows; a dead login has ended the session already
  }
}

/** Takes a user that the server has just answered (a profile update) without asking again. */
export function keepUser(user: User): void {
  if (sessionStore.get().phase === 'in') sessionStore.set({ phase: 'in', user });
}

/** Starts a session with the answer to a sign-in or a verified code. */
export function signIn(result: { user: User; token: string }): void {
  const before = sessionStore.get();
  if (before.phase !== 'in' || before.user.id !== result.user.id) queryClient.clear();
  storeLogin({ token: result.token, permissions: result.user.permissions });
  sessionStore.set({ phase: 'in', user: result.user });
}

/** Ends the session here at once and on the server as soon as it is reached; other tabs follow. */
export function signOut(): void {
  if (loginStore.get()) {
    // the request has taken its token by the time the login is forgotten
    call(api.auth.signOut, {}, { keepalive: true, branchId: null }).catch(() => undefined);
  }
  endSession('signed_out');
}

/** Follows what other tabs do with the login, pages brought back by the Back button, and dead logins. */
export function watchSession(): void {
  onLoginRefused(() => forget('refused'));
  addEventListener('storage', (event) => {
    if (event.key !== LOGIN_KEY && event.key !== null) return;
    const login = event.key === null ? null : parseLogin(event.newValue);
    const before = loginStore.get();
    if (login?.token === before?.token) return;
    loginStore.set(login);
    if (!login) forget('signed_out');
    else if (before) location.reload();
    else void loadSession();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
  // the user is not a cached read, so it follows the same word by itself
  onNounsTouched((nouns) => {
    if (nouns.includes('profile') && sessionStore.get().phase === 'in') void refreshUser();
  });
}

export type Session = {
  user: User | null;
  /** True once it is known who is signed in, or that nobody is. */
  ready: boolean;
  /** Whether the endpoint's own permission is held; for buttons (`<Can use>`). */
  can: (endpoint: AnyEndpoint) => boolean;
  /** Whether a list may be found in, be it by its short rows only. */
  canPick: (endpoint: AnyEndpoint) => boolean;
  /** Whether a route or menu item with these keys is open (specification section 6). */
  canPass: (keys: readonly string[]) => boolean;
  signOut: () => void;
};

/** Who is signed in and what they may do. */
export function useSession(): Session {
  const { phase, user } = useSessionState();
  return useMemo(() => {
    const permissions = user?.permissions ?? null;
    return {
      user,
      ready: phase !== 'loading',
      can: (endpoint) => mayCall(endpoint, permissions),
      canPick: (endpoint) => mayPick(endpoint, permissions),
      canPass: (keys) => permissions !== null && routePasses(permissions, keys),
      signOut,
    };
  }, [phase, user]);
}
