import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const pageTitleStore = createStore<string | null>(null);

/** Names the page in the window's title where the route's own name does not say enough (a record's name). */
export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (!title) return;
    pageTitleStore.set(title);
    return () => pageTitleStore.set(null);
  }, [title]);
}

/** The title that the page in view asked for; the shell joins it with the shop's name. */
export const usePageTitle = (): string | null => useStore(pageTitleStore);
