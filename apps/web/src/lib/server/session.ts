import { hasSamePermissions, isRouteAllowed } from '@dukkan/commerce';
import { useMemo } from 'react';
import { createStore, useStore } from '../store.ts';
import { api } from './api.ts';
import { CallFailure, callApi } from './call.ts';
import { setCurrentBranch } from './current-branch.ts';
import { type AnyEndpoint, canCall, canPickFrom, type RowOf } from './endpoint.ts';
import {
  LOGIN_KEY,
  loginStore,
  onLoginRefused,
  parseLogin,
  readSessionEnd,
  type SessionEnd,
  storeLogin,
} from './login-token.ts';
import { onNounsChanged, queryClient } from './query-cache.ts';

/** The signed-in user's own profile. */
export type User = RowOf<typeof api.auth.profile>;

/**
 * - `loading`: a session is stored and its user is not loaded yet; the route guard waits.
 * - `in`: the user is loaded. `out`: nobody is signed in; `ended` tells why, for the next page.
 */
export type SessionState =
  | { phase: 'loading'; user: null; failure: CallFailure | null }
  | { phase: 'in'; user: User }
  | { phase: 'out'; user: null; ended: SessionEnd | null };

const sessionStore = createStore<SessionState>(
  loginStore.get()
    ? { phase: 'loading', user: null, failure: null }
    : { phase: 'out', user: null, ended: null },
);

export const currentSession = sessionStore.get;
export const onSessionChange = sessionStore.subscribe;
export const useSessionState = (): SessionState => useStore(sessionStore);

/** Removes private data when a session ends: cached reads, the selected branch, drafts of this tab. */
function forgetPrivateData(ended: SessionEnd | null): void {
  queryClient.clear();
  setCurrentBranch(null);
  sessionStore.set({ phase: 'out', user: null, ended });
}

/** Ends the session in this browser and removes everything read with it. */
function endSession(ended: 'signed_out' | 'rights_changed'): void {
  storeLogin(null, ended);
  forgetPrivateData(ended);
}

/**
 * Loads the user of the stored session (`/user/profile`) and ends the session when the permissions have changed since
 * sign-in. Without a network the guard keeps waiting.
 */
export async function loadAndVerifySession(): Promise<void> {
  const login = loginStore.get();
  if (!login) return;
  if (sessionStore.get().phase !== 'in') sessionStore.set({ phase: 'loading', user: null, failure: null });
  try {
    const { results: user } = await callApi(api.auth.profile, {}, { branchId: null });
    if (loginStore.get()?.token !== login.token) return;
    if (hasSamePermissions(user.permissions, login.permissions)) sessionStore.set({ phase: 'in', user });
    else endSession('rights_changed');
  } catch (error) {
    if (loginStore.get()?.token !== login.token || sessionStore.get().phase !== 'loading') return;
    if (error instanceof CallFailure) sessionStore.set({ phase: 'loading', user: null, failure: error });
    else throw error;
  }
}

/**
 * Reloads the user without reloading the page, so that a new name, avatar or permission takes effect at once. The
 * permissions saved at sign-in are kept: the next page load compares with them to notice a change.
 */
export async function refreshUser(): Promise<void> {
  const token = loginStore.get()?.token;
  try {
    const { results: user } = await callApi(api.auth.profile, {}, { branchId: null });
    if (loginStore.get()?.token === token) sessionStore.set({ phase: 'in', user });
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    // the page keeps its data; an expired session was ended by the call
  }
}

/** Stores the user from an answer, such as a profile update. */
export function storeUser(user: User): void {
  if (sessionStore.get().phase === 'in') sessionStore.set({ phase: 'in', user });
}

/** Starts a session with the answer to a sign-in or a verified code. */
export function signIn(result: { user: User; token: string }): void {
  const previous = sessionStore.get();
  if (previous.phase !== 'in' || previous.user.id !== result.user.id) queryClient.clear();
  storeLogin({ token: result.token, permissions: result.user.permissions });
  sessionStore.set({ phase: 'in', user: result.user });
}

/** Ends the session here at once, and on the server as soon as it is reached; other tabs follow. */
export function signOut(): void {
  if (loginStore.get()) {
    // the request reads the token before it is removed
    callApi(api.auth.signOut, {}, { keepalive: true, branchId: null }).catch(() => undefined);
  }
  endSession('signed_out');
}

/** Follows sign-ins and sign-outs in other tabs, pages restored by Back, and refused sessions. */
export function watchSession(): void {
  onLoginRefused(() => forgetPrivateData('refused'));
  addEventListener('storage', (event) => {
    if (event.key !== LOGIN_KEY && event.key !== null) return;
    const login = event.key === null ? null : parseLogin(event.newValue);
    const previous = loginStore.get();
    if (login?.token === previous?.token) return;
    loginStore.set(login);
    if (!login) forgetPrivateData(readSessionEnd() ?? 'signed_out');
    else if (previous) location.reload();
    else void loadAndVerifySession();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
  // the user is not in the query cache, so it is reloaded here
  onNounsChanged((nouns) => {
    if (nouns.includes('profile') && sessionStore.get().phase === 'in') void refreshUser();
  });
}

export type Session = {
  user: User | null;
  /** True once the app knows whether a user is signed in. */
  ready: boolean;
  /** True when the user has the endpoint's permission; for buttons use `<Can use>`. */
  can: (endpoint: AnyEndpoint) => boolean;
  /** True when the user may search a list, at least its short rows. */
  canPick: (endpoint: AnyEndpoint) => boolean;
  /** True when one of these keys opens the route or menu item. */
  canPass: (keys: readonly string[]) => boolean;
  signOut: () => void;
};

/** Returns the signed-in user and their permissions. */
export function useSession(): Session {
  const { phase, user } = useSessionState();
  return useMemo(() => {
    const permissions = user?.permissions ?? null;
    return {
      user,
      ready: phase !== 'loading',
      can: (endpoint) => canCall(endpoint, permissions),
      canPick: (endpoint) => canPickFrom(endpoint, permissions),
      canPass: (keys) => permissions !== null && isRouteAllowed(permissions, keys),
      signOut,
    };
  }, [phase, user]);
}
