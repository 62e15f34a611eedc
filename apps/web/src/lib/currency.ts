import { useEffect } from 'react';
import { api } from './api.ts';
import type { Answer } from './endpoint.ts';
import { queryClient } from './query.ts';
import { readOnce } from './read.ts';
import { createStore, useStore } from './store.ts';

const currencyStore = createStore<string | undefined>(undefined);

// the shell keeps the settings current: a cell with an amount listens, and is no reader of its own
queryClient.getQueryCache().subscribe((event) => {
  // what was just read; an answer in another language that is only let go may be an old one
  if (event.type !== 'updated' || event.action.type !== 'success') return;
  const { queryKey, state } = event.query;
  if (queryKey[1] !== api.setting.public.path) return;
  currencyStore.set((state.data as Answer<typeof api.setting.public>).results.Currency);
});

/** The code of the shop's currency; undefined until the settings are read. */
export function useCurrency(): string | undefined {
  const currency = useStore(currencyStore);
  const unknown = currency === undefined;
  useEffect(() => {
    // where it fails, the figure stands alone
    if (unknown) readOnce(api.setting.public, {}, null).catch(() => undefined);
  }, [unknown]);
  return currency;
}
