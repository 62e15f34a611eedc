import { QueryClient } from '@tanstack/react-query';
import { CallFailure } from './call.ts';

const RETRIES = 2;

/** The cache of this tab's reads; it is emptied when the session ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      // the server may be in the local network, so the browser's online state does not matter
      networkMode: 'always',
      retry: (tries, error) => error instanceof CallFailure && error.network && tries < RETRIES,
      retryDelay: (tries) => 500 * 2 ** tries,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always' },
  },
});

const listeners = new Set<(nouns: readonly string[]) => void>();

/** Calls the listener with the nouns that a write or live event changed. */
export function onNounsChanged(listener: (nouns: readonly string[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let ownWrites = 0;

/** Returns how often this page has changed data, so that lists can distinguish the user's own changes from others'. */
export const countOwnWrites = (): number => ownWrites;

/**
 * Marks the cached reads of these nouns as stale; visible ones reload.
 * @param by whether this page or another user (reported by a live event) changed them
 */
export function invalidateNouns(nouns: readonly string[], by: 'self' | 'others' = 'self'): void {
  if (by === 'self') ownWrites += 1;
  for (const listener of listeners) listener(nouns);
  for (const noun of nouns) void queryClient.invalidateQueries({ queryKey: [noun] });
  if (nouns.length === 0) return;
  // every change may be found by the search, and is told in a history
  for (const noun of ['search', 'audit']) void queryClient.invalidateQueries({ queryKey: [noun] });
}
