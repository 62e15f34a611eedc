import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const pageTitleStore = createStore<string | null>(null);

/** Sets the window title where the route's name is not enough, such as a record's name. */
export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (!title) return;
    pageTitleStore.set(title);
    return () => pageTitleStore.set(null);
  }, [title]);
}

/** Returns the current page's title; the app shell adds the shop's name. */
export const usePageTitle = (): string | null => useStore(pageTitleStore);
