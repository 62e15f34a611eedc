import { QueryClient } from '@tanstack/react-query';
import { CallFailure } from './call.ts';

const RETRIES = 2;

/** Every cached read of this tab. It is emptied when a session ends, so nothing private stays. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      // the shop's server may be in the same house: the browser's idea of being online says nothing
      networkMode: 'always',
      retry: (tries, error) => error instanceof CallFailure && error.network && tries < RETRIES,
      retryDelay: (tries) => 500 * 2 ** tries,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always' },
  },
});

const listeners = new Set<(nouns: readonly string[]) => void>();

/** Calls back with the nouns that a write or a live event has made stale. */
export function onNounsTouched(listener: (nouns: readonly string[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Marks every cached read of these nouns stale; those on the screen are read again. */
export function invalidateNouns(nouns: readonly string[]): void {
  for (const listener of listeners) listener(nouns);
  for (const noun of nouns) void queryClient.invalidateQueries({ queryKey: [noun] });
  if (nouns.length > 0) void queryClient.invalidateQueries({ queryKey: ['search'] });
}
